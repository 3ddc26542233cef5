#!/bin/bash
# Generation data groups: ALTER, states of generations, several runs at once,
# other catalogs, aliases, and a root without SMS. Rules: SC23-6846, ALTER and
# DEFINE GENERATIONDATAGROUP; SC23-6855, "Rolling In a Generation Data Set". How
# a roll-off is told is ours, its words on z/OS are not known.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

ok0='0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0'
new='new,recfm=FB,lrecl=20,space=trk(1)'
# make_gens BASE N: N runs, each with a new generation.
make_gens() {
	local i

	for ((i = 0; i < $2; i++)); do
		"$idcams" --dd "O=$1(+1),$new" /dev/null >out 2>err ||
		    diag "$(cat err)"
	done
}
# group BASE: its generations by number, then what is below it, by status.
group() {
	printf '  LISTCAT ENTRIES(%s) NONVSAM\n  LISTCAT LEVEL(%s) HISTORY\n' \
	    "$1" "$1" >deck
	"$idcams" --asa --no-pages deck 2>err | sed -n \
	    -e 's/^0   NONVSAM ---- .*G0*\([0-9]*\)V0*\([0-9]*\)$/\1/p' \
	    -e 's/^0NONVSAM ------- .*\.\(G....V..\)$/\1/p' \
	    -e 's/^ *STATUS-*//p' | tr '\n' ' '
}
altered() {
	printf '0IDC0531I ENTRY %s ALTERED\n%s' "$1" "$ok0"
}

show "  DEFINE GDG(NAME(A.S) LIMIT(4) SCRATCH)
  DEFINE GDG(NAME(A.N) LIMIT(4))" >out
make_gens A.S 3
make_gens A.N 4

# --- LIMIT -------------------------------------------------------------------
says "a larger limit changes nothing" "  ALTER A.S LIMIT(5)" "$(altered A.S)"
is "$(group A.N)" "1 2 3 4 G0001V00 ACTIVE G0002V00 ACTIVE G0003V00 ACTIVE\
 G0004V00 ACTIVE " "four are active"
says "a smaller one rolls the oldest off, and says what became of them" \
    "  ALTER A.N LIMIT(2)
  ALTER A.S LIMIT(1)" \
    "0CATAMOUNT GENERATION A.N.G0001V00 IS KEPT AS ROLLED OFF
0CATAMOUNT GENERATION A.N.G0002V00 IS KEPT AS ROLLED OFF
$(altered A.N)
0CATAMOUNT GENERATION A.S.G0001V00 IS DELETED
0CATAMOUNT GENERATION A.S.G0002V00 IS DELETED
$(altered A.S)"
is "$(group A.N)" "3 4 G0003V00 ACTIVE G0004V00 ACTIVE G0001V00 ROLLED-OFF\
 G0002V00 ROLLED-OFF " "NOSCRATCH: they have that status"
says "more than 255 want EXTENDED (pain B1)" "  ALTER A.N LIMIT(256)" \
    "0IDC3014I CATALOG ERROR
 CATAMOUNT ** LIMIT OF THIS GROUP IS 255 AT MOST
 IDC0532I ** ENTRY A.N NOT ALTERED
$failed"
says "which DEFINE alone gives" "  ALTER A.N EXTENDED LIMIT(256)" \
    "0IDC3014I CATALOG ERROR
 CATAMOUNT ** A GROUP IS MADE EXTENDED BY DEFINE ALONE
 IDC0532I ** ENTRY A.N NOT ALTERED
$failed"
show "  DEFINE GDG(NAME(A.E) LIMIT(256) EXTENDED)" >out
says "and an extended group has up to 999" "  ALTER A.E LIMIT(999) EXTENDED" \
    "$(altered A.E)"
says "LIMIT is of a group" "  ALTER A.N.G0003V00 LIMIT(3)" \
    "0IDC3190I 'LIMIT' PARAMETER INVALID WITH ENTRY TYPE
 IDC0532I ** ENTRY A.N.G0003V00 NOT ALTERED
$failed"

# --- ROLLIN ------------------------------------------------------------------
says "a larger limit lets one in again" \
    "  ALTER A.N LIMIT(3)
  ALTER A.N.G0002V00 ROLLIN
  ALTER A.N.G0002V00 ROLLIN" \
    "$(altered A.N)
$(altered A.N.G0002V00)
$(altered A.N.G0002V00)"
is "$(group A.N)" "2 3 4 G0002V00 ACTIVE G0003V00 ACTIVE G0004V00 ACTIVE\
 G0001V00 ROLLED-OFF " "in its place"
says "not one that would be the first to leave" \
    "  ALTER A.N.G0001V00 ROLLIN" \
    "0IDC3022I INVALID RELATED OBJECT
 IDC3009I ** VSAM CATALOG RETURN CODE IS 80 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** A.N IS FULL, AND ALL OF ITS GENERATIONS ARE NEWER
 IDC0532I ** ENTRY A.N.G0001V00 NOT ALTERED
$failed"
says "words of a base have effect from then on" \
    "  ALTER A.N EMPTY SCRATCH FIFO PURGE
  DEFINE NONVSAM(NAME(A.N.G0007V00) DEVT(3390) VOL(VOL001))" \
    "$(altered A.N)
$ok0"
is "$(group A.N)" "7 G0007V00 ACTIVE G0001V00 ROLLED-OFF " "EMPTY SCRATCH"
printf '  LISTCAT ENTRIES(A.N) GDG ALL\n' >deck
is "$(CATAMOUNT_CLOCK=2022-10-01T00:00:00 "$idcams" --asa --no-pages deck |
    sed -n '/LAST ALTER/s/.*LAST/LAST/p;/LIMIT/p')" \
    "LAST ALTER------2022.244
        LIMIT------------------3      SCRATCH    EMPTY      FIFO       PURGE      NOEXTENDED" \
    "LISTCAT has them, and when it was changed"
says "relative numbers in ALTER and LISTCAT" \
    "  ALTER A.N(0) OWNER(ME)
  ALTER A.N(-1) OWNER(ME)
  LISTCAT ENTRIES(A.N(0)) NONVSAM
  LISTCAT ENTRIES(A.N(-1))" \
    "$(altered A.N.G0007V00)
0IDC3012I ENTRY A.N(-1) NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
 IDC0532I ** ENTRY A.N(-1) NOT ALTERED
$failed
0NONVSAM ------- A.N.G0007V00
0         THE NUMBER OF ENTRIES PROCESSED WAS:
0         THE NUMBER OF PROTECTED ENTRIES SUPPRESSED WAS 0
$ok0
0IDC3012I ENTRY A.N(-1) NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
 IDC1566I ** A.N(-1) NOT LISTED
0         THE NUMBER OF ENTRIES PROCESSED WAS:
0         THE NUMBER OF PROTECTED ENTRIES SUPPRESSED WAS 0
0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 4"

# --- what may not be scratched -----------------------------------------------
show "  DEFINE GDG(NAME(E.N) LIMIT(1) SCRATCH)
  DEFINE GDG(NAME(E.P) LIMIT(1) SCRATCH PURGE)" >out
new="$new,expdt=2099365" make_gens E.N 2
new="$new,expdt=2099365" make_gens E.P 2
is "$(group E.N)/ $(group E.P)" "2 G0002V00 ACTIVE G0001V00 ROLLED-OFF /\
 2 G0002V00 ACTIVE " "one that has not expired stays, but with PURGE"
says "ALLOCATE makes generations, and what it deletes rolls nothing off" \
    "  ALLOCATE DATASET(E.N(+1)) NEW DELETE FILE(O) RECFM(F) LRECL(9)
  ALLOCATE DATASET(E.P(+1)) NEW CATALOG FILE(P) RECFM(F) LRECL(9)" \
    "$ok0
$ok0"
is "$(group E.N)/ $(group E.P)" "2 G0002V00 ACTIVE G0001V00 ROLLED-OFF /\
 3 G0003V00 ACTIVE " "the others are as they were"

says "a group that is deleted and defined again counts anew" \
    "  DELETE E.P FORCE PURGE
  DEFINE GDG(NAME(E.P) LIMIT(1))
  ALLOCATE DATASET(E.P(+1)) NEW CATALOG FILE(P) RECFM(F) LRECL(9)
  LISTCAT ENTRIES(E.P.G0001V00) HISTORY" \
    "0IDC0550I ENTRY (H) E.P.G0003V00 DELETED
0IDC0550I ENTRY (B) E.P DELETED
$ok0
$ok0
$ok0
0NONVSAM ------- E.P.G0001V00
0         THE NUMBER OF ENTRIES PROCESSED WAS:
0         THE NUMBER OF PROTECTED ENTRIES SUPPRESSED WAS 0
$ok0" --dd 'I=E.P(0)'

# --- several runs ------------------------------------------------------------
# begin NAME OPTION...: a run that waits for commands until end NAME.
begin() {
	mkfifo "$1.fifo"
	"$idcams" "${@:2}" - <"$1.fifo" >"$1.out" 2>"$1.err" &
	runner=$!
	exec 9>"$1.fifo"
}
end_run() {
	exec 9>&-
	wait "$runner"
}
# until_there NAME: that it is in the catalog.
until_there() {
	local i

	for ((i = 0; i < 200; i++)); do
		printf '  LISTCAT ENTRIES(%s)\n' "$1" |
		    "$idcams" - >/dev/null 2>&1 && return
		sleep 0.05
	done
}
begin one --dd "O=A.S(+1),$new"
until_there A.S.G0004V00
is "$(group A.S)" "3 G0003V00 ACTIVE G0004V00 DEFERRED " \
    "what a run is making is deferred"
"$idcams" --dd "O=A.S(+1),$new" /dev/null >out 2>err
is "$? $(sed 's/(process [0-9]*)/(process N)/' err)" \
    "16 idcams: O=A.S(+1),$new: in use; held by idcams (process N)" \
    "another that wants (+1) is told who makes it (pain B4)"
says "a reader of an absolute name is not kept out" \
    "  PRINT INFILE(I)" "-LISTING OF DATA SET -A.S.G0003V00
0IDC0005I NUMBER OF RECORDS PROCESSED WAS 0
$ok0" --dd I=A.S.G0003V00
says "and the group is not deleted under it" "  DELETE A.S FORCE TEST" \
    "0IDC3028I DATA SET IN USE
 IDC3009I ** VSAM CATALOG RETURN CODE IS 184 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** HELD BY IDCAMS (PROCESS $runner)
 CATAMOUNT ** FOR A.S.G0004V00
 IDC0551I ** ENTRY A.S NOT DELETED
0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 8"
end_run
is "$(group A.S)" "4 G0004V00 ACTIVE " "it is rolled in at the end of its run"
make_gens A.S 1
is "$(group A.S)" "5 G0005V00 ACTIVE " "the next run has the next number"
begin two --dd "O=A.S(+1),$new"
until_there A.S.G0006V00
kill -9 "$runner"
end_run 2>/dev/null
is "$(group A.S)" "5 G0005V00 ACTIVE G0006V00 DEFERRED " \
    "a killed run leaves its generation deferred"
make_gens A.S 1
is "$(group A.S)" "6 G0006V00 ACTIVE " "whose number the next run takes"
# what has not begun makes nothing
"$idcams" --dd "O=A.S(+1),$new" --dd I=A.NONE /dev/null >out 2>err
is "$? $(group A.S)" "16 6 G0006V00 ACTIVE " \
    "a run that does not begin leaves none"
begin three --dd 'I=A.S(0)'
for ((i = 0; i < 600; i++)); do
	"$idcams" --who a.s.g0006v00 2>&1 | grep -q "$runner" && break
	sleep 0.05
done
make_gens A.S 1
is "$(group A.S)" "7 G0007V00 ACTIVE G0006V00 ROLLED-OFF " \
    "rolled off while another run has it, one keeps its entry"
end_run

# --- elsewhere ---------------------------------------------------------------
show "  DEFINE USERCATALOG(NAME(UC.ONE) VOLUME(VOL001) CYL(1))
  DEFINE ALIAS(NAME(U) RELATE(UC.ONE))
  DEFINE GDG(NAME(U.G) LIMIT(2) SCRATCH)" >out
make_gens U.G 3
is "$(group U.G)" "2 3 G0002V00 ACTIVE G0003V00 ACTIVE " \
    "a group in a user catalog"
says "ALTER and DELETE of it" "  ALTER U.G LIMIT(1)
  DELETE U.G FORCE" \
    "0CATAMOUNT GENERATION U.G.G0002V00 IS DELETED
$(altered U.G)
0IDC0550I ENTRY (H) U.G.G0003V00 DELETED
0IDC0550I ENTRY (B) U.G DELETED
$ok0"
show "  DEFINE GDG(NAME(F.G) LIMIT(1))
  DEFINE NONVSAM(NAME(F.G.G0001V00) DEVT(3390) VOL(VOL001))
  DEFINE ALIAS(NAME(F.A) RELATE(F.G.G0001V00))
  DEFINE NONVSAM(NAME(F.G.G0002V00) DEVT(3390) VOL(VOL001))" >out
is "$(show '  LISTCAT LEVEL(F)' | grep -E '^0(ALIAS|NONVSAM|GDG)')" \
    "0GDG BASE ------ F.G
0NONVSAM ------- F.G.G0002V00" "an alias of a generation rolls off with it"

# --- without SMS -------------------------------------------------------------
"$idcams" --root plain /dev/null >/dev/null 2>&1
sed -i 's/^#* *sms=.*/sms=off/' plain/catamount.conf
export CATAMOUNT_ROOT=$work/plain
show "  DEFINE GDG(NAME(A.S) LIMIT(1) SCRATCH)
  DEFINE GDG(NAME(A.N) LIMIT(1))" >out
make_gens A.S 2
make_gens A.N 2
is "$(group A.S), $(group A.N)" "2 G0002V00 ACTIVE , 2 G0002V00 ACTIVE " \
    "without SMS NOSCRATCH uncatalogs what leaves"
says "ALTER says so" "  ALTER A.N LIMIT(2)
  DEFINE NONVSAM(NAME(A.N.G0003V00) DEVT(3390) VOL(VOL001))
  ALTER A.N LIMIT(1)" \
    "$(altered A.N)
$ok0
0CATAMOUNT GENERATION A.N.G0002V00 IS UNCATALOGED
$(altered A.N)"
finish
