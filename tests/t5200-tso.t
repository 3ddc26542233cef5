#!/bin/bash
# IKJEFT01, 1A and 1B: continuation, prefix, codes, and what each command does.
# The rules are those of man/catamount-programs.7; codes of the three names are
# those of "Alternative entry points" of the TSO/E customization book.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
export CATAMOUNT_CLOCK=2026-03-01T12:00:00

. "$top/tests/support/tso.sh"
prints() { # prints TITLE EXPECTED: the listing without its echoes
	is "$(grep -v '^  ' tsprt)" "$2" "$1"
}

tso 0 "data sets are made, listed, renamed, deleted" <<'E'
  PROFILE PREFIX(ANNA)
  alloc fi(x) da(lib) new sp(2,1) tr dir(5) -
     recfm(f,b) lrecl(80) catalog
  FREE FI(X)
  ALLOC F(A) DA('ANNA.LIB(ONE)') +
     SHR
  FREE F(A)
  RENAME LIB 'ANNA.OTHER' /* a comment
  LISTDS OTHER MEMBERS
  DELETE other
E
prints "commands join, names get the prefix" "READY
READY
READY
READY
READY
READY
IDC0531I ENTRY ANNA.LIB ALTERED
READY
ANNA.OTHER
--RECFM-LRECL-BLKSIZE-DSORG
--VOLUMES--
--MEMBERS--
READY
IDC0550I ENTRY (A) ANNA.OTHER DELETED
READY
END"
tso 12 "the code is the last command's" <<'E'
  NOSUCH THING
E
prints "a command that is not there" "READY
IKJ56500I COMMAND NOSUCH NOT FOUND
READY
END"
tso 0 "which IKJEFT01 forgets at the next" <<'E'
  NOSUCH
  CALL *(IEFBR14)
E
tso 12 "IKJEFT1A ends at a nonzero code" IKJEFT1A <<'E'
  NOSUCH
  CALL *(IEFBR14)
E
is "$(grep -c READY tsprt)" 1 "nothing is read behind it"
tso 12 "IKJEFT1B too" IKJEFT1B <<'E'
  NOSUCH
  CALL *(IEFBR14)
E
tso 0 "END ends" <<'E'
  END
  NOSUCH
E
tso 12 "PARM is the first command" IKJEFT1B NOSUCH <<'E'
  CALL *(IEFBR14)
E
is "$(cat tsprt)" "IKJ56500I COMMAND NOSUCH NOT FOUND" "in front of all READY"
tso 8 "DELETE of what is not there is 8" <<'E'
  DELETE 'ANNA.NONE'
E
prints "as LASTCC" "READY
IDC3012I ENTRY ANNA.NONE NOT FOUND
IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
IDC0551I ** ENTRY ANNA.NONE NOT DELETED
IDC0014I LASTCC=8
READY
END"
tso 0 "NOPREFIX takes names as they are" <<'E'
  PROFILE NOPREFIX
  ALLOC F(X) DA(B.ONE) NEW SP(1) TR RECFM(F) LRECL(80) CATALOG
  FREE ALL
  LISTC LEVEL(B)
  PROF PRE(B)
  LISTCAT
  CALL *(IDCAMS)
  DELETE ONE
E
is "$(grep -c '^NONVSAM ------- B.ONE' tsprt)" 2 "LISTCAT lists the prefix"
tso 12 "what is not allocated is not freed" <<'E'
  FREE FI(NONE)
E
prints "IKJ56247I" "READY
IKJ56247I FILE NONE NOT FREED, IS NOT ALLOCATED
READY
END"
tso 12 "a data set that is not there" <<'E'
  LISTDS 'NO.SUCH'
E
prints "IKJ58503I" "READY
IKJ58503I DATA SET 'NO.SUCH' NOT IN CATALOG OR CATALOG CAN NOT BE ACCESSED
READY
END"
tso 12 "refused: execs, a terminal, the listing, the step's DDs, itself" <<'E'
  EXEC 'A.CLIST(B)'
  %REXX
  ALLOC F(Y) DA(*)
  ALLOC F(SYSTSPRT) DUMMY REUSE
  ALLOC F(SYSIN) DUMMY REUSE
  FREE F(SYSTSIN)
  CALL *(IKJEFT01)
  CALL *(NONE)
  CALL NONE
  RENAME A
  FREE
E
is "$(grep -c '^CATAMOUNT\|^IKJ' tsprt)" 11 "each says so"
tso 0 "IDCAMS leaves what was allocated before" <<'E'
  ALLOC F(MINE) DUMMY
  CALL *(IDCAMS)
  FREE F(MINE)
E
tso 12 "a name that is too long with its prefix" <<'E'
  PROFILE PREFIX(ABCDEFG)
  DELETE A1234567.B1234567.C1234567.D1234567.E1234567
E
ok "is said" grep -q 'longer than 44' tsprt

# A member of its own name in parentheses, and what is in the way.
"$build/bin/idcams" - >/dev/null <<'E'
 DEFINE CLUSTER(NAME(C.KS) INDEXED RECSZ(80 80) KEYS(4 0) TRACKS(1))
E
printf 'x\n' >text
tso 0 "members are made, listed, renamed, deleted" <<'E'
  PROFILE PREFIX(C)
  ALLOC F(X) DA(LIB) NEW SP(1) TR DIR(1) RECFM(F,B) LRECL(80) CATALOG
  FREE F(X)
E
"$build/bin/dsn" put text 'c.lib(one)'
tso 0 "by a name in parentheses" <<'E'
  PROFILE PREFIX(C)
  RENAME LIB(ONE) (TWO)
  RENAME 'C.LIB(TWO)' (THREE)
  LISTDS LIB MEMBERS
E
is "$(sed -n '/--MEMBERS/,/READY/p' tsprt)" "--MEMBERS--
  THREE
READY" "it has its new name"
tso 8 "a member that is not there" <<'E'
  RENAME 'C.LIB(NONE)' (TWO)
E
# What is called may abend: a member that is not there is S013.
abends() {
	tso "$1" "$2" "$3" <<'E'
  ALLOC F(SYSUT1) DA('C.LIB(NONE)') SHR
  ALLOC F(SYSUT2) DUMMY
  CALL *(IEBGENER)
E
}
abends 12 "an abend of what is called is 12" IKJEFT01
ok "and said" grep -q '^CATAMOUNT IEBGENER ended with S013' tsprt
abends 240 "IKJEFT1A ends with it" IKJEFT1A
has 'S04C' "as S04C"
abends 240 "IKJEFT1B too" IKJEFT1B
x100=$(printf 'X%.0s' {1..50})
tso 0 "PARM of 100 characters" <<E
  CALL *(IEFBR14) '$x100-
$x100'
E
tso 12 "not of 101" <<E
  CALL *(IEFBR14) '$x100-
${x100}X'
E
tso 12 "nor one without its end" <<'E'
  CALL *(IEFBR14) 'A''
E
tso 0 "a cluster" <<'E'
  LISTDS 'C.KS'
E
ok "is VSAM" grep -q '^  .*VSAM$' tsprt
finish
