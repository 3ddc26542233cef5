#!/bin/bash
# IMPORT of what is damaged or foreign is refused, and nothing has changed: a
# copy cut at each 64 bytes, one with a changed byte, other files; and a copy
# whose IMPORT is killed.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44

awk 'BEGIN { for (i = 1; i <= 40; i++) printf "%06d RECORD %d\n", i, i }' >in
cat >deck <<'END'
  DEFINE CLUSTER(NAME(D.K) TRK(1 1) RECSZ(20 90) KEYS(6 0))
  DEFINE PATH(NAME(D.P) PATHENTRY(D.K))
  REPRO INFILE(IN) OUTDATASET(D.K)
  EXPORT D.K OUTFILE(OUT) TEMPORARY
  EXPORT D.K OUTFILE(OUT2) INHIBITTARGET
END
run 0 "a copy is there" "$idcams" --dd "IN=path:$work/in,recfm=V,lrecl=90,text" \
    --dd "OUT=path:$work/copy" --dd "OUT2=path:$work/other" deck
printf '  IMPORT INFILE(IN) OUTDATASET(D.K)\n' >import
printf '  LISTCAT ALL\n' >listcat

# world: names, files and space.
world() {
	"$idcams" --asa --no-pages listcat
	find "$CATAMOUNT_ROOT" -name '*' -path '*vol*' -type f |
	    grep -v -e catalog -e enq | sort
}
# refused FILE: as an input of RECFM VBS.
refused() {
	"$idcams" --dd "IN=path:$1,recfm=vbs" import >out 2>err
	[ $? = 12 ] && grep -q -e IDC3606I -e IDC3613I out
}
world >before

size=$(stat -c %s copy)
wrong=
for ((n = 0; n < size; n += 64)); do
	head -c "$n" copy >cut
	refused cut || wrong+=" $n"
done
is "$wrong" "" "cut at each 64 of its $size bytes: refused"
for n in $((size - 1)) $((size - 2)) $((size - 26)) $((size - 27)); do
	head -c "$n" copy >cut
	refused cut || wrong+=" $n"
done
is "$wrong" "" "cut in and in front of its trailer: refused"
for ((n = 0; n < size; n += 29)); do
	{
		head -c "$n" copy
		tail -c "+$((n + 1))" copy | head -c 1 |
		    LC_ALL=C tr '\000-\377' '\001-\377\000'
		tail -c "+$((n + 2))" copy
	} >changed
	refused changed || wrong+=" $n"
done
is "$wrong" "" "a byte changed, each 29th: refused"
cat copy copy >twice
refused twice && pass "two behind one another: refused" ||
    fail "two behind one another: refused"
: >empty
refused empty && pass "an empty file: refused" || fail "an empty file: refused"
refused "$idcams" && pass "a program: refused" || fail "a program: refused"
printf '  IMPORT INFILE(IN) OUTDATASET(D.K)\n' >deck
run 12 "text" "$idcams" --dd "IN=path:$work/in,recfm=V,lrecl=90,text" deck
like "$(cat out)" "^IDC3606I" "is no portable data set"
world >after
same after before "nothing has changed"

# --- what keeps a source from being deleted -------------------------------------
cat >deck <<'END'
  DEFINE CLUSTER(NAME(D.SRC) TRK(1 1) RECSZ(20 90) KEYS(6 0))
  REPRO INFILE(IN) OUTDATASET(D.SRC)
END
run 0 "a source" "$idcams" --dd "IN=path:$work/in,recfm=V,lrecl=90,text" deck
printf '  EXPORT D.SRC OUTFILE(OUT)\n' >export
there() {
	"$idcams" -e 'listcat entries(d.src)' >listed 2>&1 &&
	    pass "$1" || fail "$1"
}
if [ -w /dev/full ]; then
	run 12 "no space for the copy" "$idcams" --dd OUT=path:/dev/full export
	there "the source stays"
else
	skip "no /dev/full" "no space for the copy"
	skip "no /dev/full" "the source stays"
fi
run 12 "no place for the copy" "$idcams" --dd "OUT=path:$work/no/such" export
there "the source stays again"
# A byte of its records is changed, behind the system's back.
for file in "$CATAMOUNT_ROOT"/volumes/*/*; do
	at=$(LC_ALL=C grep -obUaP '\xF0\xF0\xF0\xF0\xF2\xF0\x40\xD9' "$file" |
	    head -n 1 | cut -d: -f1)
	[ -n "$at" ] && printf '\377' |
	    dd of="$file" bs=1 seek=$((at + 7)) conv=notrunc 2>/dev/null
done
run 12 "a damaged source" "$idcams" --no-pages --dd "OUT=path:$work/bad" export
like "$(cat out)" "^IDC3302I  ACTION ERROR ON D.SRC" "is told by its name"
nok "no copy is left" test -e bad
there "and it is not deleted"
"$idcams" -e 'delete d.src' >out 2>&1

# --- killed ---------------------------------------------------------------------
kills=${CATAMOUNT_KILLS:-12}
awk 'BEGIN { for (i = 1; i <= 60000; i++)
	printf "%06d %-83s\n", i, "RECORD " i }' >in
cat >deck <<'END'
  DEFINE CLUSTER(NAME(D.BIG) TRK(5 5) RECSZ(90 90) KEYS(6 0))
  REPRO INFILE(IN) OUTDATASET(D.BIG)
  EXPORT D.BIG OUTFILE(OUT)
END
run 0 "a larger copy" "$idcams" --dd "IN=path:$work/in,recfm=V,lrecl=94,text" \
    --dd "OUT=path:$work/big" deck
world >before
printf '  IMPORT INFILE(IN) OUTDATASET(D.BIG)\n' >import
partly=
for ((i = 1; i <= kills; i++)); do
	"$idcams" --dd "IN=path:$work/big,recfm=vbs" import >out 2>err &
	pid=$!
	sleep "0.$(printf %03d $((RANDOM % 100)))"
	# or asked to end, which it does between two records
	kill "-$([ $((i % 2)) = 0 ] && echo KILL || echo TERM)" $pid 2>/dev/null
	wait $pid 2>/dev/null
	world >after
	if grep -q 'CLUSTER ------- D.BIG' after; then
		grep -q 'REC-TOTAL----------60000' after || partly+=" $i"
		"$idcams" -e 'delete d.big' >out 2>&1
		world >after
	fi
	cmp -s after before || partly+=" $i"
done
is "$partly" "" "killed or ended $kills times: all of it is there, or nothing"
run 0 "and then it is imported" "$idcams" --dd "IN=path:$work/big,recfm=vbs" \
    import
like "$(cat out)" "NUMBER OF RECORDS PROCESSED WAS 60000" "whole"
finish
