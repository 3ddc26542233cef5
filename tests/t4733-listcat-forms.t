#!/bin/bash
# LISTCAT in all its forms: which sections each kind of entry has under NAME,
# HISTORY, VOLUME, ALLOCATION and ALL, in which order; which entries ENTRIES,
# LEVEL, CATALOG, types, CREATION, EXPIRATION and NOTUSABLE choose; what is
# counted. The lines of a section are those of t4510, t4600 and t4735. Source:
# SC23-6846 "LISTCAT" and its sample output; 2.13 of MVS 3.8's texts for what
# is not listed.
. "$(dirname "$0")/support/tap.sh"

cat >deck <<'END'
  DEFINE CLUSTER(NAME(P.K) TRK(1 1) RECSZ(20 40) KEYS(4 0) CISZ(4096) -
    OWNER(PAT) TO(2030100)) DATA(NAME(P.K.D)) INDEX(NAME(P.K.I))
  DEFINE AIX(NAME(P.X) RELATE(P.K) KEYS(3 4) TRK(1 1) CISZ(4096) -
    RECSZ(20 60)) DATA(NAME(P.X.D)) INDEX(NAME(P.X.I))
  DEFINE PATH(NAME(P.P) PATHENTRY(P.X))
  DEFINE PATH(NAME(P.B) PATHENTRY(P.K) NOUPDATE)
END
export CATAMOUNT_CLOCK=2022-08-01T09:00:00 # day 213
run 0 "entries of August" "$idcams" deck
echo '  DEFINE NONVSAM(NAME(P.N) DEVT(3390 3390) VOL(AAA001 AAA002) FOR(10))' >deck
export CATAMOUNT_CLOCK=2022-09-01T15:36:44 # day 244
run 0 "and one of September" "$idcams" deck

# --- sections ----------------------------------------------------------------
sections() { # ENTRY DETAIL: titles and what marks a block, in order
	printf '  LISTCAT ENTRIES(%s) %s\n' "$1" "$2" >deck
	"$idcams" --asa --no-pages deck >list 2>err
	awk -v n="$1" '
	/^0.*ENTRIES PROCESSED/ { exit }
	/^0 *[A-Z]+( BASE)? -+ / { on = $NF == n; next }
	!on { next }
	/^       ?IN-CAT/ { next }
	/^      [A-Z]/ { sub(/-.*/, "", $1); print $1 }
	/^        EXTENTS:/ { print "EXTENTS" }' list | tr '\n' ' '
}
part='HISTORY PROTECTION ASSOCIATIONS ATTRIBUTES STATISTICS ALLOCATION VOLUME EXTENTS '
for comp in P.K.D P.K.I P.X.D P.X.I; do
	is "$(sections $comp NAME)" "" "$comp NAME is its name and catalog"
	is "$(sections $comp HISTORY)" "HISTORY " "$comp HISTORY"
	is "$(sections $comp VOLUME)" "HISTORY VOLUMES " "$comp VOLUME"
	is "$(sections $comp ALLOCATION)" "HISTORY ALLOCATION VOLUME EXTENTS " \
	    "$comp ALLOCATION"
	is "$(sections $comp ALL)" "$part" "$comp ALL"
done
for detail in HISTORY VOLUME ALLOCATION; do
	is "$(sections P.K $detail)" "HISTORY SMSDATA " "a cluster, $detail"
	is "$(sections P.X $detail)" "HISTORY " "an alternate index, $detail"
	is "$(sections P.P $detail)" "HISTORY " "a path, $detail"
done
is "$(sections P.K ALL)" \
    "HISTORY SMSDATA RLSDATA ENCRYPTIONDATA PROTECTION ASSOCIATIONS " \
    "a cluster, ALL"
is "$(sections P.X ALL)" \
    "HISTORY ENCRYPTIONDATA PROTECTION ATTRIBUTES ASSOCIATIONS " \
    "an alternate index, ALL"
for path in P.P P.B; do
	is "$(sections $path ALL)" \
	    "HISTORY PROTECTION ASSOCIATIONS ATTRIBUTES " "a path, ALL"
done
is "$(sections P.N HISTORY)" "HISTORY " "a non-VSAM entry, HISTORY"
for detail in VOLUME ALLOCATION; do
	is "$(sections P.N $detail)" "HISTORY VOLUMES " \
	    "a non-VSAM entry, $detail"
done

# --- values of HISTORY and ASSOCIATIONS --------------------------------------
value() { # ENTRY REGEX: the first line of it that matches
	"$idcams" --no-pages -e "LISTCAT ENTRIES($1) ALL" 2>err |
	    grep -E "$2" | head -1 | tr -s ' -' ' ' | sed 's/^ //; s/ $//'
}
is "$(value P.K OWNER)" "DATASET OWNER PAT CREATION 2022.213" \
    "owner and day of creation"
is "$(value P.K RELEASE)" "RELEASE 2 EXPIRATION 2030.100" "TO is kept"
is "$(value P.N RELEASE)" "RELEASE 2 EXPIRATION 2022.254" "FOR(10) is day 254"
assoc() { # ENTRY
	printf '  LISTCAT ENTRIES(%s) ALL\n' "$1" >deck
	"$idcams" --asa --no-pages deck 2>err | awk '
	/^0(   )?[A-Z]/ || /ENTRIES PROC/ { n++ } n > 1 { exit }
	/^      [A-Z]/ { on = /ASSOCIATIONS/ ; next }
	on { gsub(/-+/, " "); print $1 "=" $2 }' | tr '\n' ' '
}
is "$(assoc P.K)" "DATA=P.K.D INDEX=P.K.I AIX=P.X PATH=P.B " "of a cluster"
is "$(assoc P.X)" "DATA=P.X.D INDEX=P.X.I CLUSTER=P.K PATH=P.P " \
    "of an alternate index"
is "$(assoc P.P)" \
    "AIX=P.X DATA=P.X.D INDEX=P.X.I DATA=P.K.D INDEX=P.K.I " "of its path"
is "$(assoc P.B)" "CLUSTER=P.K DATA=P.K.D INDEX=P.K.I " "of a base's path"
is "$(assoc P.X.I)" "AIX=P.X " "of a component"

# --- which entries -----------------------------------------------------------
names() { # COMMAND: names listed, an indented one with >, then the code
	printf '  LISTCAT %s\n' "$1" >deck
	"$idcams" --asa --no-pages deck >list 2>err
	local status=$?
	sed -nE 's/^0(   )?([A-Z]+|GDG BASE) -+ ([^ ]+)$/\1\3/p' list |
	    sed 's/^   />/' | tr '\n' ' '
	echo $status
}
all='P.B P.K P.K.D P.K.I P.X P.X.D P.X.I P.N P.P 0'
is "$(names 'LEVEL(P)')" "$all" "a level"
is "$(names 'CATALOG(CATALOG.MASTER)')" "$all" "a catalog"
is "$(names '')" "$all" "the catalog"
is "$(names 'LEVEL(P.K)')" "P.K.D P.K.I 0" "what is below a name, not itself"
is "$(names 'LEVEL(*.K)')" "P.K.D P.K.I 0" "a level with an asterisk in front"
is "$(names 'ENTRIES(P.K)')" "P.K >P.K.D >P.K.I >P.B 0" \
    "a cluster with its parts"
is "$(names 'ENTRIES(P.X)')" "P.X >P.X.D >P.X.I >P.P 0" \
    "an alternate index with its own"
is "$(names 'ENTRIES(P.K) CLUSTER')" "P.K 0" "the cluster alone"
is "$(names 'ENTRIES(P.K) CLUSTER INDEX')" "P.K >P.K.I 0" "two types of it"
is "$(names 'ENTRIES(P.K.D P.N P.P)')" "P.K.D P.N P.P 0" "as they are named"
is "$(names 'ENTRIES(P.*.D)')" "P.K.D P.X.D 0" "an asterisk is one qualifier"
is "$(names 'ENTRIES(P.*) PATH')" ">P.B >P.P 0" "paths of what matches"
types='AIX:P.X DATA:P.K.D,P.X.D INDEX:P.K.I,P.X.I PATH:P.B,P.P
    NONVSAM:P.N CLUSTER:P.K'
for t in $types; do
	is "$(names "LEVEL(P) ${t%%:*}")" "$(tr ',' ' ' <<<"${t#*:}") 0" \
	    "${t%%:*} of a level"
done
is "$(names 'LEVEL(P) CREATION(10)')" \
    "P.B P.K P.K.D P.K.I P.X P.X.D P.X.I P.P 0" "older than ten days"
is "$(names 'CREATION(31) NVSAM')" "0" "31 days ago there was no other"
is "$(names 'CREATION(31) PATH')" "P.B P.P 0" "of August 1 they are 31"
is "$(names 'CREATION(32)')" "0" "and not 32"
is "$(names 'EXPIRATION(9) NVSAM')" "0" "in nine days nothing expires"
is "$(names 'EXPIRATION(10) NVSAM')" "P.N 0" "in ten one does"
is "$(names 'EXPIRATION(9999) CLUSTER')" "P.K 0" "in 9999 all"
is "$(names 'LEVEL(P) CREATION(32)')" "0" \
    "a level without one so old is no error"
is "$(names 'ENTRIES(P.N) CREATION(1)')" "0" "nor is a name"
is "$(names 'NOTUSABLE')" "0" "nothing is marked not usable"
is "$(names 'ENTRIES(P.K) NOTUSABLE')" "0" "nor this"

# --- what is not listed ------------------------------------------------------
says() { # COMMAND WANTED
	names "$1" >got
	is "$(sed -nE '/^.IDC/p' list | grep -v 0002I)" "$2" "$1"
}
absent() {
	echo "0IDC3012I ENTRY $1 NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
 IDC1566I ** $1 NOT LISTED"
}
end='0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS'
says 'ENTRIES(P.NONE)' "$(absent P.NONE)
$end 4"
says 'ENTRIES(P.N P.NONE P.K.I)' "$(absent P.NONE)
$end 4"
is "$(cat got)" "P.N P.K.I 4" "the others are listed"
says 'ENTRIES(P.*.NONE)' "$(absent 'P.*.NONE')
$end 4"
says 'LEVEL(Q)' "$(absent Q)
$end 4"
# One condition, one pair, whatever the command (DEFINE, DELETE, ALTER: t4737).
says 'CATALOG(NO.CAT)' "0IDC3016I CATALOG IS NOT AVAILABLE
 IDC3009I ** VSAM CATALOG RETURN CODE IS 4 - REASON CODE IS IGG0CLEX-6
 IDC1566I ** NO.CAT NOT LISTED
$end 4"
says 'ENTRIES(P.N) CLUSTER' "0IDC1565I P.N NOT A REQUESTED TYPE
$end 4"
says 'LEVEL(P.*)' '0IDC3568I P.* INVALID USE OF *
0IDC3003I FUNCTION TERMINATED. CONDITION CODE IS 12'

# --- a whole SYSPRINT: pages, subtitle, counts -------------------------------
head_() { # PAGE
	printf '1%-66s%-22s%-13sPAGE%7d\n' "IDCAMS  SYSTEM SERVICES" \
	    "TIME: 15:36:44" "09/01/22" "$1"
}
counts() { # NAME=N...: all others are zero
	local t n d

	echo '0         THE NUMBER OF ENTRIES PROCESSED WAS:'
	for t in AIX ALIAS CLUSTER DATA GDG INDEX NONVSAM PAGESPACE PATH SPACE \
	    USERCATALOG TAPELIBRARY TAPEVOLUME TOTAL; do
		n=0
		for d; do
			[ "${d%=*}" = $t ] && n=${d#*=}
		done
		printf '%20s%s %s%d\n' '' "$t" \
		    "$(printf '%*s' $((23 - ${#t} - ${#n})) '' | tr ' ' -)" "$n"
	done
	echo '0         THE NUMBER OF PROTECTED ENTRIES SUPPRESSED WAS 0'
}
printf '  LISTCAT LEVEL(P) AIX NONVSAM\n' >deck
"$idcams" --asa deck >got 2>err
{
	head_ 1
	printf '0\n   LISTCAT LEVEL(P) AIX NONVSAM\n'
	head_ 2
	echo '-                             LISTING FROM CATALOG -- CATALOG.MASTER'
	for e in 'AIX ----------- P.X' 'NONVSAM ------- P.N'; do
		printf '0%s\n      IN-CAT --- CATALOG.MASTER\n' "$e"
	done
	head_ 3
	echo '-                             LISTING FROM CATALOG -- CATALOG.MASTER'
	counts AIX=1 NONVSAM=1 TOTAL=2
	echo "$end 0"
	head_ 4
	printf '0\n'
	echo '0IDC0002I IDCAMS PROCESSING COMPLETE. MAXIMUM CONDITION CODE WAS 0'
} >want
same got want "a level: pages of its own, counts on the next"

printf '  LISTCAT ENTRIES(P.N) OUTFILE(O)\n' >deck
"$idcams" --asa --no-pages --dd "O=path:$work/o,text" deck >got 2>err
{
	printf '   LISTCAT ENTRIES(P.N) OUTFILE(O)\n'
	printf '%s\n0\n' "$end 0"
	echo '0IDC0002I IDCAMS PROCESSING COMPLETE. MAXIMUM CONDITION CODE WAS 0'
} >want
same got want "OUTFILE takes the listing, SYSPRINT keeps the messages"
{
	printf '0NONVSAM ------- P.N\n      IN-CAT --- CATALOG.MASTER\n'
	counts NONVSAM=1 TOTAL=1
} >want
same o want "and has every line of it"

# --- the other kinds of entries ----------------------------------------------
cat >deck <<'END'
  DEFINE GDG(NAME(G.B) LIMIT(3) SCRATCH)
  DEFINE NONVSAM(NAME(G.B.G0001V00) DEVT(3390) VOL(VOL001))
  DEFINE UCAT(NAME(U.CAT) CYL(1 1) VOL(VOL001))
  DEFINE ALIAS(NAME(HH) RELATE(U.CAT))
  DEFINE NONVSAM(NAME(G.N) DEVT(3390) VOL(VOL001))
  DEFINE ALIAS(NAME(G.AL) RELATE(G.N))
  DEFINE PGSPC(NAME(G.PAGE) CYL(1) VOL(VOL001))
END
run 0 "generations, catalogs, aliases, a page space" "$idcams" deck
none='HISTORY '
vols='HISTORY VOLUMES '
kind() { # ENTRY HISTORY VOLUME ALLOCATION ALL
	is "$(sections "$1" NAME)" "" "$1 NAME"
	is "$(sections "$1" HISTORY)" "$2" "$1 HISTORY"
	is "$(sections "$1" VOLUME)" "$3" "$1 VOLUME"
	is "$(sections "$1" ALLOCATION)" "$4" "$1 ALLOCATION"
	is "$(sections "$1" ALL)" "$5" "$1 ALL"
}
kind G.B "$none" "$none" "$none" 'HISTORY ATTRIBUTES ASSOCIATIONS '
kind G.B.G0001V00 "$none" "$vols" "$vols" \
    'HISTORY ENCRYPTIONDATA VOLUMES ASSOCIATIONS ATTRIBUTES '
kind HH "$none" "$none" "$none" 'HISTORY ASSOCIATIONS '
kind G.AL "$none" "$none" "$none" 'HISTORY ASSOCIATIONS '
kind U.CAT "$none" "$vols" "$vols" 'HISTORY VOLUMES ASSOCIATIONS '
is "$(assoc G.B)" "NONVSAM=G.B.G0001V00 " "a group's generations"
is "$(assoc G.B.G0001V00)" "GDG=G.B " "a generation's group"
is "$(assoc G.N) $(assoc G.AL)" "ALIAS=G.AL  NONVSAM=G.N " \
    "an alias and what it stands for"
is "$(names 'ENTRIES(G.B)')" "G.B >G.B.G0001V00 0" "generations follow"
is "$(names 'ENTRIES(G.B) GDG')" "G.B 0" "but for a type that drops them"
is "$(names 'ENTRIES(G.PAGE)')" "G.PAGE >G.PAGE.DATA 0" "a page space's data"
is "$(names 'LEVEL(G) ALIAS PAGESPACE')" "G.AL G.PAGE 0" "types of a level"
is "$(names 'USERCATALOG')" "U.CAT 0" "catalogs"
finish
