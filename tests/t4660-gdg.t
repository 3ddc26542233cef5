#!/bin/bash
# Generation data groups by IDCAMS: DEFINE, relative numbers in DDs and names,
# what leaves at the limit, DELETE. Rules are those of SC23-6846 and SC23-6855,
# the listing's columns those of a z/OS LISTCAT.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

ok0='0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0'
ok8='0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 8'
new='new,recfm=FB,lrecl=20'
# add TEXT NAME...: a run that makes each of them with one record in it.
add() {
	local text=$1 n=0 dds=() commands=

	shift
	for name in "$@"; do
		n=$((n + 1))
		echo "$text $name" >"in$n"
		dds+=(--dd "I$n=path:in$n,text" --dd "O$n=$name,$new")
		commands+="  REPRO INFILE(I$n) OUTFILE(O$n)"$'\n'
	done
	printf '%s' "$commands" >deck
	"$idcams" "${dds[@]}" deck >out 2>err || diag "$(cat out err)"
}
# names LEVEL: the entries below it, as LISTCAT has them.
names() {
	printf '  LISTCAT LEVEL(%s)\n' "$1" >deck
	"$idcams" --asa --no-pages deck 2>err |
	    sed -n 's/^0NONVSAM ------- //p' | tr '\n' ' '
}
# status NAME: DEFERRED and the like.
status() {
	printf '  LISTCAT ENTRIES(%s) HISTORY\n' "$1" >deck
	"$idcams" --asa --no-pages deck 2>err | sed -n 's/^ *STATUS-*//p'
}
# shown COMMANDS [OPTION...]: the records that PRINT CHARACTER shows.
shown() {
	printf '%s\n' "$1" >deck
	shift
	"$idcams" --asa --no-pages --graphics TN "$@" deck 2>err |
	    sed -n '/RECORD SEQUENCE/{n;s/^ //p;}' | tr '\n' ' '
}
# files: how many are on the volumes.
files() {
	find root/volumes -type f | grep -c -E '/[0-9a-f]{32}$'
}

# --- DEFINE ------------------------------------------------------------------
base35=A2345678.B2345678.C2345678.D2345678
says "a group is defined" "  DEFINE GDG(NAME(A.G) LIMIT(3) SCRATCH)" "$ok0"
says "its name is taken then" "  DEFINE GDG(NAME(A.G) LIMIT(3))" \
    "0IDC3013I DUPLICATE DATA SET NAME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38
$failed"
says "35 characters leave room for a generation" \
    "  DEFINE GDG(NAME($base35) LIMIT(255))" "$ok0"
says "36 do not" "  DEFINE GDG(LIMIT(1) -
    NAME(${base35%8}.E))" \
    "0IDC3523I GENERATION DATA GROUP NAMES CANNOT EXCEED 35 CHARACTERS
$failed"
says "more than 255 want EXTENDED (pain B1)" \
    "  DEFINE GDG(NAME(A.X) LIMIT(256))" \
    "0IDC3221I CONSTANT '256' NOT WITHIN VALUE RANGE
0IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. CONDITION CODE IS 12"
says "999 go with it" \
    "  DEFINE GENERATIONDATAGROUP(NAME(A.X) LIMIT(999) EXTENDED EMPTY -
    FIFO PURGE NOSCRATCH OWNER(ME))" "$ok0"
printf '  LISTCAT ENTRIES(A.X) ALL\n' >deck
is "$("$idcams" --asa --no-pages deck 2>err | sed -n '/^0GDG/,/^0  /p' |
    sed '$d')" "0GDG BASE ------ A.X
      IN-CAT --- CATALOG.MASTER
      HISTORY
        DATASET-OWNER---------ME     CREATION--------2022.244
        RELEASE----------------2     LAST ALTER------2022.244
      ATTRIBUTES
        LIMIT----------------999      NOSCRATCH  EMPTY      FIFO       PURGE      EXTENDED
      ASSOCIATIONS--------(NULL)" \
    "LISTCAT has the words of a base at their columns"

# --- relative numbers --------------------------------------------------------
add one 'A.G(+1)'
is "$(names A.G)" "A.G.G0001V00 " "the first generation is G0001V00"
is "$(status A.G.G0001V00)" "ACTIVE" "and active when its run has ended"
add two 'A.G(+1)' 'A.G(+2)'
is "$(names A.G)" "A.G.G0001V00 A.G.G0002V00 A.G.G0003V00 " \
    "a run makes (+1) and (+2)"
is "$(shown '  PRINT INFILE(A) CHAR
  PRINT INFILE(B) CHAR
  PRINT IDS(A.G(-2)) CHAR' --dd 'A=A.G(0)' --dd 'B=a.g(-1)')" \
    "two A.G(+2) two A.G(+1) one A.G(+1) " "(0), (-1) and (-2) are read"
is "$(shown '  PRINT IDS(A.G) CHAR
  PRINT INFILE(A) CHAR' --dd A=A.G)" \
    "two A.G(+2) two A.G(+1) one A.G(+1) two A.G(+2) two A.G(+1) one A.G(+1) " \
    "without a number it is all of them, newest first"
printf '%s\n' '  REPRO INFILE(I) OUTFILE(O)' '  PRINT IDS(A.G(0)) CHAR' \
    '  PRINT IDS(A.G(+1)) CHAR' '  LISTCAT ENTRIES(A.G.G0004V00) HISTORY' >deck
echo three >in
"$idcams" --asa --no-pages --graphics TN --dd I=path:in,text \
    --dd "O=A.G(+1),$new" deck 2>err >out
is "$(sed -n -e '/RECORD SEQUENCE/{n;s/^ //p;}' -e 's/^ *STATUS-*//p' out |
    tr '\n' ' ')" "two A.G(+2) three DEFERRED " \
    "numbers mean the same to the end of a run; what it makes is deferred"
is "$(shown '  PRINT IDS(A.G(0)) CHAR')" "three " "the next run counts anew"
show '  LISTCAT' --dd 'A=A.G(-3)' >out
is "$(cat err)" "idcams: A=A.G(-3): entry not found: A.G has 3 generations" \
    "what is not there is told"
show '  LISTCAT' --dd 'A=A.G(+1)' >out
like "$(cat err)" "^idcams: A=A.G\(\+1\): entry not found" \
    "NEW is not implied by (+1)"
show '  LISTCAT' --dd "A=A.NONE(+1),$new" >out
like "$(cat err)" "^idcams: A=A.NONE\(\+1\).*: entry not found" \
    "a group has to be there"

# --- the limit ---------------------------------------------------------------
is "$(names A.G), $(files) files" \
    "A.G.G0002V00 A.G.G0003V00 A.G.G0004V00 , 3 files" \
    "NOEMPTY SCRATCH: the oldest is deleted, its file too"
show "  DEFINE GDG(NAME(B.N) LIMIT(2))
  DEFINE GDG(NAME(B.E) LIMIT(2) EMPTY SCRATCH)
  DEFINE GDG(NAME(B.F) LIMIT(3) FIFO)" >out
for i in 1 2 3; do
	add "$i" 'B.N(+1)' 'B.E(+1)' 'B.F(+1)'
done
is "$(names B.N)" "B.N.G0002V00 B.N.G0003V00 B.N.G0001V00 " \
    "NOSCRATCH: the oldest is no longer of the group"
is "$(status B.N.G0001V00) $(status B.N.G0002V00)" "ROLLED-OFF ACTIVE" \
    "and has that status"
is "$(shown '  PRINT IDS(B.N) CHAR
  PRINT IDS(B.N.G0001V00) CHAR')" "3 B.N(+1) 2 B.N(+1) 1 B.N(+1) " \
    "it is read by its name alone"
is "$(names B.E)" "B.E.G0003V00 " "EMPTY: all go but the new one"
is "$(shown '  PRINT IDS(B.F) CHAR')" "1 B.F(+1) 2 B.F(+1) 3 B.F(+1) " \
    "FIFO reads the oldest first"
is "$(shown '  PRINT INFILE(L) CHAR
  PRINT INFILE(N) CHAR' --dd L=B.F,gdgorder=lifo --dd N=B.N,gdgorder=FIFO)" \
    "3 B.F(+1) 2 B.F(+1) 1 B.F(+1) 2 B.N(+1) 3 B.N(+1) " \
    "a DD may say another order"
is "$(files) files" "$((3 + 3 + 1 + 3)) files" "and nothing else is on disk"

# --- DEFINE NONVSAM, versions, the wrap --------------------------------------
nv() {
	local name

	for name in "$@"; do
		echo "  DEFINE NONVSAM(NAME($name) DEVT(3390) VOL(VOL001))"
	done
}
show "  DEFINE GDG(NAME(C.W) LIMIT(4))
$(nv C.W.G0005V00 C.W.G0007V00 C.W.G0005V01)" >out
is "$(names C.W)" "C.W.G0005V01 C.W.G0007V00 " \
    "another version takes the place of the one there was"
show "$(nv C.W.G9998V00 C.W.G9999V00)" >out
is "$(names C.W)" "C.W.G0005V01 C.W.G0007V00 C.W.G9998V00 C.W.G9999V00 " \
    "a number of its own is catalogued as it is"
add wrap 'C.W(+1)'
is "$(names C.W)" "C.W.G0007V00 C.W.G9998V00 C.W.G9999V00 C.W.G0001V00 " \
    "G0001 comes behind G9999"
add wrap 'C.W(+1)' 'C.W(+2)'
is "$(names C.W)" "C.W.G9999V00 C.W.G0001V00 C.W.G0002V00 C.W.G0003V00 " \
    "and so on"
is "$(shown '  PRINT IDS(C.W(0)) CHAR
  PRINT IDS(C.W(-2)) CHAR')" "wrap C.W(+2) wrap C.W(+1) " \
    "relative numbers follow"

says "what is older than a full group has is refused" "$(nv C.W.G9998V00)" \
    "0IDC3022I INVALID RELATED OBJECT
 IDC3009I ** VSAM CATALOG RETURN CODE IS 80 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** C.W IS FULL, AND ALL OF ITS GENERATIONS ARE NEWER
$failed"

# --- DELETE ------------------------------------------------------------------
notempty=" IDC3009I ** VSAM CATALOG RETURN CODE IS 152 - REASON CODE IS IGG0CLEX-0
 IDC0551I ** ENTRY A.G NOT DELETED"
says "a group that has generations stays" "  DELETE A.G GDG" \
    "0IDC3014I CATALOG ERROR
$notempty
$ok8"
mkfifo hold
"$idcams" --dd 'I=A.G(-1)' - <hold >hold.out 2>&1 &
exec 9>hold
for _ in {1..200}; do
	"$idcams" --who A.G.G0003V00 2>/dev/null | grep -q ' by ' && break
	sleep 0.05
done
is "$(show '  DELETE A.G FORCE' | sed 's/(PROCESS [0-9]*)/(PROCESS N)/')" \
    "0IDC3028I DATA SET IN USE
 IDC3009I ** VSAM CATALOG RETURN CODE IS 184 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** HELD BY IDCAMS (PROCESS N)
 CATAMOUNT ** FOR A.G.G0003V00
 IDC0551I ** ENTRY A.G NOT DELETED
$ok8" "one that is in use is named, and keeps all from being deleted (A18)"
is "$(names A.G)" "A.G.G0002V00 A.G.G0003V00 A.G.G0004V00 " "they are there"
add more 'A.G(+1)' 'A.G(+2)'
is "$(names A.G)" "A.G.G0004V00 A.G.G0005V00 A.G.G0006V00 A.G.G0003V00 " \
    "rolled off while it is read, one keeps its entry"
is "$(status A.G.G0003V00)" "ROLLED-OFF" "as rolled off"
exec 9>&-
wait
says "and can be deleted then" "  DELETE A.G.G0003V00" \
    "0IDC0550I ENTRY (H) A.G.G0003V00 DELETED
$ok0"
says "DELETE takes relative numbers, fixed by the first" \
    "  DELETE A.G(-1)
  DELETE A.G(-1) NONVSAM
  DELETE A.G(-3)" \
    "0IDC0550I ENTRY (H) A.G.G0005V00 DELETED
$ok0
0IKJ56228I DATA SET A.G.G0005V00 NOT IN CATALOG OR CATALOG CAN NOT BE
 IKJ56228I ACCESSED
 IDC0551I ** ENTRY A.G.G0005V00 NOT DELETED
$ok8
0IDC3012I ENTRY A.G(-3) NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
 IDC0551I ** ENTRY A.G(-3) NOT DELETED
$ok8"
says "RECOVERY deletes the base alone" "  DEFINE GDG(NAME(D.R) LIMIT(2))
$(nv D.R.G0001V00)
  DELETE D.R GDG RECOVERY
  DELETE D.R.G0001V00" \
    "$ok0
$ok0
0IDC0550I ENTRY (B) D.R DELETED
$ok0
0IDC0550I ENTRY (H) D.R.G0001V00 DELETED
$ok0"
says "FORCE deletes them all, and the base" "  DELETE A.G FORCE" \
    "0IDC0550I ENTRY (H) A.G.G0004V00 DELETED
0IDC0550I ENTRY (H) A.G.G0006V00 DELETED
0IDC0550I ENTRY (B) A.G DELETED
$ok0"
says "a mask takes the generations" "  DELETE B.F.G%%%%V00 MASK
  DELETE B.F GDG" \
    "0IDC0550I ENTRY (H) B.F.G0001V00 DELETED
0IDC0550I ENTRY (H) B.F.G0002V00 DELETED
0IDC0550I ENTRY (H) B.F.G0003V00 DELETED
$ok0
0IDC0550I ENTRY (B) B.F DELETED
$ok0"
says "a generation that has not expired keeps FORCE from it" \
    "  DEFINE GDG(NAME(D.X) LIMIT(2) SCRATCH)
  DEFINE NONVSAM(NAME(D.X.G0001V00) DEVT(3390) VOL(VOL001) TO(2022245))
  DELETE D.X FORCE
  DELETE D.X FORCE PURGE" \
    "$ok0
$ok0
0IDC3023I UNEXPIRED PURGE DATE
 IDC3009I ** VSAM CATALOG RETURN CODE IS 84 - REASON CODE IS IGG0CLEX-6
 CATAMOUNT ** FOR D.X.G0001V00
 IDC0551I ** ENTRY D.X NOT DELETED
$ok8
0IDC0550I ENTRY (H) D.X.G0001V00 DELETED
0IDC0550I ENTRY (B) D.X DELETED
$ok0"

# --- DELETE of a group whose new generation is not rolled in yet -------------
# state DECK: the run's exit status, what it says of an end, what is left.
state() {
	printf '%s\n' "$1" >deck
	"$idcams" --asa --no-pages deck 2>err >out
	echo "$?" "$(grep -o 'MAXIMUM.*' out)" "$(cat err)" "$(names E.G)"
}
alloc='  ALLOC DA('"'E.G(+1)'"') F(O1) NEW CATALOG SPACE(1 1) TRACKS -
    RECFM(F B) LRECL(40)'
says "a group with a new generation is not empty" \
    "  DEFINE GDG(NAME(E.G) LIMIT(3) SCRATCH)
$alloc
  DELETE E.G
  DELETE E.G GDG
  ALTER E.G NEWNAME(E.H)" "$ok0
$ok0
0IDC3014I CATALOG ERROR
 IDC3009I ** VSAM CATALOG RETURN CODE IS 152 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** FOR E.G.G0001V00
 IDC0551I ** ENTRY E.G NOT DELETED
$ok8
0IDC3014I CATALOG ERROR
 IDC3009I ** VSAM CATALOG RETURN CODE IS 152 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** FOR E.G.G0001V00
 IDC0551I ** ENTRY E.G NOT DELETED
$ok8
0IDC3014I CATALOG ERROR
 IDC3009I ** VSAM CATALOG RETURN CODE IS 152 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** IT HAS GENERATIONS
 IDC0532I ** ENTRY E.G NOT ALTERED
$failed"
is "$(status E.G.G0001V00)" ACTIVE "and gets it at the end"
n=$(files)
says "FORCE takes it along" "$alloc
  DELETE E.G FORCE" "$ok0
0IDC0550I ENTRY (H) E.G.G0001V00 DELETED
0IDC0550I ENTRY (H) E.G.G0002V00 DELETED
0IDC0550I ENTRY (B) E.G DELETED
$ok0"
is "$(cat err) $(names E.G)" " " "and nothing of it is left"
is "$(files)" $((n - 1)) "nor its files"
is "$(state "  DEFINE GDG(NAME(E.G) LIMIT(3) SCRATCH)
$alloc
  DELETE E.G GDG RECOVERY")" \
    "0 MAXIMUM CONDITION CODE WAS 0  E.G.G0001V00 " \
    "RECOVERY leaves it: the run's end has nothing to roll in, and its status"
is "$(status E.G.G0001V00)" ROLLED-OFF "it is no generation of a group then"
is "$(state "  ALLOC DA('E.G.G0001V00') F(O1) OLD DELETE
  DELETE E.G.G0001V00")" "0 MAXIMUM CONDITION CODE WAS 0  " \
    "what a command deleted is no error of the end that would delete it"
finish
