#!/bin/bash
# Where REPRO puts records: each kind of target, empty and loaded, with
# records that fit, that are there already, that come out of order, that are
# too long or too short, and with REPLACE, REUSE, ERRORLIMIT. A row is one copy
# into fresh data sets: what is said, the code, and what the target then holds.
# Rules: SC23-6846 "REPRO"; MVS 3.8's IDCRP01 and its texts.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44

printf '%s\n' AA-old-x BB-old-y >base.txt
printf '%s\n' CC-new-z DD-new-w >after.txt
printf '%s\n' BB-new-z CC-new-w >dup.txt
printf '%s\n' DD-new-z CC-new-w >down.txt
printf '%s\n' CC-new-z CC-two-w >twice.txt
printf '%s\n' CC-longer-than-twenty-bytes DD-new-w >long.txt
printf '%s\n' C DD-new-w >short.txt
: >empty.txt
for i in AA BB AA BB AA; do echo $i-new; done >five.txt
dds=()
printf '%s\n' CC-new-x DD-new-w >taken.txt
for f in base after dup down twice long short empty five taken; do
	dds+=(--dd "${f^^}=path:$work/$f.txt,text,recfm=V,lrecl=80")
done
for f in base after dup; do
	dds+=(--dd "F${f^^}=path:$work/$f.txt,text,recfm=F,lrecl=8")
done

# K E R V and their reusable U X Y Z, with the two records of base; K0 E0 R0
# V0 without. P is a path over an alternate index of K, S is sequential.
cat >fresh <<'END'
  DELETE (K E R V U X Y Z K0 E0 R0 V0) PURGE
  SET MAXCC = 0
  DEFINE CLUSTER(NAME(K) TRK(1 1) RECSZ(8 20) KEYS(2 0))
  DEFINE CLUSTER(NAME(E) TRK(1 1) RECSZ(8 20) NIXD)
  DEFINE CLUSTER(NAME(R) TRK(1 1) RECSZ(8 8) NUMD)
  DEFINE CLUSTER(NAME(V) TRK(1 1) RECSZ(8 20) NUMD)
  DEFINE CLUSTER(NAME(U) TRK(1 1) RECSZ(8 20) KEYS(2 0) REUSE)
  DEFINE CLUSTER(NAME(X) TRK(1 1) RECSZ(8 20) NIXD REUSE)
  DEFINE CLUSTER(NAME(Y) TRK(1 1) RECSZ(8 8) NUMD REUSE)
  DEFINE CLUSTER(NAME(Z) TRK(1 1) RECSZ(8 20) NUMD REUSE)
  DEFINE CLUSTER(NAME(K0) TRK(1 1) RECSZ(8 20) KEYS(2 0))
  DEFINE CLUSTER(NAME(E0) TRK(1 1) RECSZ(8 20) NIXD)
  DEFINE CLUSTER(NAME(R0) TRK(1 1) RECSZ(8 8) NUMD)
  DEFINE CLUSTER(NAME(V0) TRK(1 1) RECSZ(8 20) NUMD)
  REPRO INFILE(BASE) ODS(K)
  REPRO INFILE(BASE) ODS(E)
  REPRO INFILE(BASE) ODS(R)
  REPRO INFILE(BASE) ODS(V)
  REPRO INFILE(BASE) ODS(U)
  REPRO INFILE(BASE) ODS(X)
  REPRO INFILE(BASE) ODS(Y)
  REPRO INFILE(BASE) ODS(Z)
  DEFINE AIX(NAME(A) RELATE(K) KEYS(1 7) TRK(1 1) RECSZ(30 60) UNIQUEKEY)
  DEFINE PATH(NAME(P) PATHENTRY(A))
  BLDINDEX IDS(K) ODS(A)
END
# copy TITLE CODE COMMAND-REST SAID HOLDS-SET HOLDS [OPTION...]
copy() {
	local title=$1 code=$2 rest=$3 said=$4 set=${5:-} holds=${6:-} status

	"$idcams" fresh "${dds[@]}" >fresh.out 2>err ||
	    diag "fresh: $(grep -B9 'IS 12' fresh.out)"
	printf '  REPRO %s\n' "$rest" >deck
	"$idcams" --asa --no-pages deck "${dds[@]}" "${@:7}" >out 2>err
	status=$?
	is "$(grep -v -e '^  ' -e '^[0 ]$' -e '^0IDC0002I' out | cut -c2- |
	    sed -E -e 's/IDC0005I .* ([0-9]+)$/\1 records/' \
		-e 's/IDC0001I .* ([0-9]+)$/end \1/' -e 's/IDC3003I .*/end 12/' \
		-e 's/^(IDC[0-9]+I) +/\1 /' | tr '\n' ';')$status" \
	    "$said;$code" "$title"
	[ -n "$set" ] || return
	: >held
	"$idcams" --no-pages -e "REPRO IDS($set) OFILE(O)" \
	    --dd "O=path:$work/held,text" >out 2>err
	is "$(tr '\n' ' ' <held)" "$holds" "$title: $set"
}
old='AA-old-x BB-old-y '
error() { # SET MESSAGE
	printf 'IDC3302I ACTION ERROR ON %s;%s;' "$1" "$2"
}
there() { # SET KEY-IN-HEX
	error "$1" "IDC3308I ** DUPLICATE RECORD X'$2'"
}
length() { # SET FIRST-FIVE-BYTES
	error "$1" "IDC3309I ** RECORD X'$2' NOT WRITTEN.  LENGTH INVALID"
}

no_numbers='IDC3582I INPUT DATA SET ORGANIZATION INCOMPATIBLE WITH OUTPUT DATA SET;0 records;end 12'
two='2 records;end 0'
one='1 records;end 8'

# --- records that are not there yet ------------------------------------------
new='CC-new-z DD-new-w '
copy "behind the last" 0 'INFILE(AFTER) ODS(K)' "$two" K "$old$new"
copy "behind the last" 0 'INFILE(AFTER) ODS(E)' "$two" E "$old$new"
for set in R V; do
	copy "slots in use take no record without a number" 12 \
	    "INFILE(AFTER) ODS($set)" "$no_numbers" $set "$old"
done
for set in K0 E0 R0 V0; do
	copy "into an empty set" 0 "INFILE(AFTER) ODS($set)" "$two" $set "$new"
done
for disp in old mod; do # written anew; written behind the last
	run 0 "a sequential set" "$idcams" --dd "S=S.$disp,new,recfm=F,lrecl=8" \
	    "${dds[@]}" -e 'REPRO INFILE(FBASE) OFILE(S)'
	held=$new
	[ $disp = old ] || held=$old$new
	copy "a sequential set, $disp" 0 'INFILE(FAFTER) OFILE(S)' "$two" \
	    S.$disp "$held" --dd S=S.$disp,$disp
done
copy "by a path" 0 'INFILE(AFTER) ODS(P)' "$two" K "$old$new"
copy "an alternate key that is unique and there" 8 'INFILE(TAKEN) ODS(P)' \
    "$(error P "IDC3327I ** DUPLICATE RECORD IN UPGRADE SET - BASE RECORD X'C3C3'")$one" \
    K "${old}DD-new-w "

# --- out of order, and twice -------------------------------------------------
copy "a loaded KSDS takes any order" 0 'INFILE(DOWN) ODS(K)' "$two" K \
    "${old}CC-new-w DD-new-z "
copy "a load does not" 8 'INFILE(DOWN) ODS(K0)' \
    "$(error K0 "IDC3314I **RECORD X'C3C3' OUT OF SEQUENCE")$one" K0 'DD-new-z '
copy "an ESDS has no order" 0 'INFILE(DOWN) ODS(E0)' "$two" E0 \
    'DD-new-z CC-new-w '
copy "a key twice in a load" 8 'INFILE(TWICE) ODS(K0)' \
    "$(there K0 C3C3)$one" K0 'CC-new-z '
# A load knows no update: feedback 116, which no other record would escape.
copy "a key twice in a load, with REPLACE" 12 'INFILE(TWICE) ODS(K0) REPLACE' \
    "$(error K0 'IDC3351I ** VSAM I/O RETURN CODE IS 116')1 records;end 12" \
    K0 'CC-new-z '

# --- records that are there, REPLACE -----------------------------------------
dup='BB-new-z CC-new-w '
copy "a key that is there" 8 'INFILE(DUP) ODS(K)' "$(there K C2C2)$one" K \
    "${old}CC-new-w "
copy "NOREPLACE is the same" 8 'INFILE(DUP) ODS(K) NOREPLACE' \
    "$(there K C2C2)$one" K "${old}CC-new-w "
copy "REPLACE" 0 'INFILE(DUP) ODS(K) REPLACE' "$two" K "AA-old-x $dup"
copy "REPLACE says nothing to an ESDS" 0 'INFILE(DUP) ODS(E) REPLACE' "$two" E \
    "$old$dup"
copy "slots in use, by number" 8 'IDS(Y) ODS(R)' \
    "$(error R 'IDC3308I ** DUPLICATE RECORD 1'
    error R 'IDC3308I ** DUPLICATE RECORD 2')0 records;end 8" R "$old"
copy "slots in use, with REPLACE" 0 'IDS(Y) ODS(R) REPLACE' "$two" R "$old"
copy "REPLACE by a path is refused" 12 'INFILE(DUP) ODS(P) REPLACE' \
    "$(error P 'IDC3326I ** REPLACE INVALID FOR OUTPUT THROUGH A PATH')0 records;end 12" \
    K "$old"

# --- REUSE -------------------------------------------------------------------
for set in U X Y Z; do
	copy "REUSE empties a reusable set" 0 "INFILE(AFTER) ODS($set) REUSE" \
	    "$two" $set "$new"
done
for set in K E R V; do
	copy "REUSE of another that has records" 12 \
	    "INFILE(AFTER) ODS($set) REUSE" \
	    "IDC3300I ERROR OPENING $set;IDC3351I ** VSAM OPEN RETURN CODE IS 232;0 records;end 12" \
	    $set "$old"
done
for set in K0 E0 R0 V0; do
	copy "REUSE of another that is empty" 0 \
	    "INFILE(AFTER) ODS($set) REUSE" "$two" $set "$new"
done
copy "without REUSE a reusable set keeps its records" 0 'INFILE(AFTER) ODS(U)' \
    "$two" U "$old$new"

# --- lengths -----------------------------------------------------------------
for set in K E; do
	copy "a record that is too long" 8 "INFILE(LONG) ODS($set)" \
	    "$(length $set C3C3609396)$one" \
	    $set "${old}DD-new-w "
done
copy "a record that is shorter than a slot" 8 'INFILE(SHORT) ODS(R0)' \
    "$(length R0 C3)$one" R0 'DD-new-w '
copy "a record without its whole key" 8 'INFILE(SHORT) ODS(K)' \
    "$(length K C3)$one" K "${old}DD-new-w "
copy "an ESDS takes any length" 0 'INFILE(SHORT) ODS(E)' "$two" E \
    "${old}C DD-new-w "

# --- nothing to copy ---------------------------------------------------------
copy "an empty sequential input" 0 'INFILE(EMPTY) ODS(K)' '0 records;end 0' K \
    "$old"
copy "of which some were wanted" 4 'INFILE(EMPTY) ODS(K) COUNT(1)' \
    '0 records;end 4' K "$old"
copy "an empty VSAM input" 12 'IDS(K0) ODS(K)' \
    'IDC3300I ERROR OPENING K0;IDC3351I ** VSAM OPEN RETURN CODE IS 160;0 records;end 12' \
    K "$old"

# --- ERRORLIMIT: the n-th error ends the copy, 4 without it ------------------
errors() { # N
	local i keys=(C1C1 C2C2 C1C1 C2C2 C1C1)

	for ((i = 0; i < $1; i++)); do
		there K ${keys[i]}
	done
}
limit='IDC31467I MAXIMUM ERROR LIMIT REACHED.;0 records;end 12'
copy "the fourth error ends a copy" 12 'INFILE(FIVE) ODS(K)' \
    "$(errors 4)$limit" K "$old"
for n in 1 2 5; do
	copy "ERRORLIMIT($n)" 12 "INFILE(FIVE) ODS(K) ERRORLIMIT($n)" \
	    "$(errors $n)$limit" K "$old"
done
copy "ERRORLIMIT(6) is not reached" 8 'INFILE(FIVE) ODS(K) ELIMIT(6)' \
    "$(errors 5)0 records;end 8" K "$old"

# --- catalogs: what names records has no meaning there ------------------------
"$idcams" -e 'DEFINE UCAT(NAME(UC) CYL(1 1) VOL(VOL001))' >out 2>err
no='IDC3581I REPRO OF CATALOGS CANNOT SPECIFY DELIMITERS;0 records;end 12'
for side in 'COUNT(1)' 'SKIP(1)' 'FROMKEY(K)' 'TOKEY(K)' 'FROMADDRESS(0)'; do
	copy "a catalog with $side" 12 "IDS(CATALOG.MASTER) ODS(UC) $side" "$no"
	copy "MERGECAT with $side" 12 \
	    "IDS(CATALOG.MASTER) ODS(UC) MERGECAT $side" "$no"
done
is "$("$idcams" --no-pages -e 'LISTCAT CATALOG(UC)' 2>err |
    sed -n 's/.*TOTAL -*//p')" 0 "nothing was copied"
finish
