#!/bin/bash
# idcams --check: a deck is read, nothing is done, what is wrong or seldom
# meant is said with its place. Places are counted by hand in the decks here;
# message texts are those of base/messages.def.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"

# check WANT-STATUS TITLE OPTION... <<DECK: what is printed goes to out.
check() {
	local want=$1 title=$2 status=0

	shift 2
	cat >deck
	"$idcams" --check "$@" deck >out 2>err || status=$?
	is "$status" "$want" "$title"
	is "$(cat err)" "" "... and nothing is on standard error"
}
# says TEXT TITLE: out is text, without the file's name in front.
says() {
	is "$(sed 's/^deck://' out)" "$1" "$2"
}

check 0 "a good deck has nothing" <<'EOD'
 /* A DECK */
 DEFINE CLUSTER (NAME(MY.KSDS) -
     KEYS(8 0) CYLINDERS(1 1)) /* LOWER CASE IN A comment IS FINE */ -
   DATA (NAME(MY.KSDS.DATA))                                            00010000
 IF LASTCC = 0 THEN -
   DO
     REPRO INFILE(A) OUTDATASET(MY.KSDS)
     IF LASTCC = 4 THEN SET MAXCC = 0
   END
 ELSE -
   PRINT INDATASET('A.B') CHARACTER FROMKEY('it''s -')
EOD
says "" "and is quiet"
test ! -e root
is $? 0 "no root is made"

check 12 "syntax errors are errors, one a command" <<'EOD'
 DELETE A.B CLUSTR
 LSTCAT
 PRINT INDATASET(A) CHAR HEX
 REPRO INFILE(X) OUTFILE(
 IF LASTCC THEN DELETE B
 DEFINE CLUSTER (NAME(A) KEYS(256 0))
 VERIFY DATASET(A.B)
EOD
says "1:13: error: IDC3211I KEYWORD 'CLUSTR' IS IMPROPER
2:2: error: IDC3219I VERB NAME 'LSTCAT' UNKNOWN
3:2: error: IDC3226I INCONSISTENT PARAMETERS INVOLVING 'HEX'
4:2: error: IDC3225I REQUIRED (SUB)PARAMETER OF 'OUTFILE' IS MISSING
4:26: warning: IDC0234I WARNING: TOO FEW RIGHT PARENTHESES FOUND AT END OF COMMAND
5:12: error: IDC4229I 'IF' COMMAND HAS INVALID RELATIONAL EXPRESSION
6:31: error: IDC3221I CONSTANT '256' NOT WITHIN VALUE RANGE" \
    "each with its number and place"

check 4 "a null clause is said, THEN and ELSE" <<'EOD'
 IF LASTCC = 0 THEN
   DELETE A
 IF MAXCC = 0 THEN DELETE B
 ELSE
   DELETE C
 IF LASTCC = 0 THEN ;
 IF LASTCC = 0 THEN -
   DELETE D
EOD
says "1:16: warning: a null clause: the next line does not belong to it; a - behind it goes on
4:2: warning: a null clause: the next line does not belong to it; a - behind it goes on" \
    "but one that a semicolon ends is meant"

check 12 "text outside the margins" <<'EOD'
DELETE A.B
 DELETE A.C                                                            PURGE
 LISTCAT                                                                00020000
 /* COMMENTS MAY GO BEYOND COLUMN SEVENTY-TWO, NOBODY READS THEM, WHICH IS SO */
* NO COMMENT
EOD
says "1:1: warning: what stands in front of column 2 is not read
1:2: error: IDC3219I VERB NAME 'ELETE' UNKNOWN
2:72: error: IDC3211I KEYWORD 'P' IS IMPROPER
2:73: warning: what stands past column 72 is not read
4:73: warning: what stands past column 72 is not read
5:1: warning: what stands in front of column 2 is not read
5:3: error: IDC3219I VERB NAME 'NO' UNKNOWN" "each line once"

check 4 "SET LASTCC=0 that nothing looks at" <<'EOD'
 DELETE A.B
 SET LASTCC = 0
 DELETE A.C
 SET LASTCC = 0
 IF LASTCC = 0 THEN DELETE D
 IF LASTCC = 8 THEN DO
   SET LASTCC = 0
 END
 IF MAXCC = 8 THEN SET MAXCC = 0
 SET LASTCC=0
EOD
says "2:2: warning: SET LASTCC=0 leaves MAXCC, the code of the step, as it is; SET MAXCC=0 clears it
7:4: warning: SET LASTCC=0 leaves MAXCC, the code of the step, as it is; SET MAXCC=0 clears it
10:2: warning: SET LASTCC=0 leaves MAXCC, the code of the step, as it is; SET MAXCC=0 clears it" \
    "but not one that an IF looks at"

check 12 "lower case, once a line, outside strings and comments" <<'EOD'
 delete a.b /* but a comment */
 PRINT INDATASET(A.B) FROMKEY('abc')
EOD
says "1:2: warning: lower case is not folded
1:2: error: IDC3219I VERB NAME 'delete' UNKNOWN" "and what it leads to"
check 0 "--fold folds it" --fold <<'EOD'
 delete a.b
EOD

check 12 "marks that do not go on, or have nothing to go on to" <<'EOD'
 LISTCAT ENTRIES(A.B) - /* THE ENTRY */
   ALL
 DELETE A-B /* A NAME */
 DELETE A.B -
EOD
says "1:23: warning: a mark in front of a comment does not go on: it must be the last on its line
1:23: error: IDC3211I KEYWORD '-' IS IMPROPER
2:4: error: IDC3219I VERB NAME 'ALL' UNKNOWN
4:13: error: IDC4236I INPUT STREAM END-OF-FILE FOUND BEFORE END OF COMMAND" \
    "are said"

check 4 "obsolete parameters, at every level" <<'EOD'
 DEFINE CLUSTER (NAME(A) KEYS(4 0) TRACKS(1) IMBED) -
   DATA (READPW(X)) -
   INDEX (REPLICATE)
EOD
says "1:46: warning: IMBED is accepted and ignored
2:10: warning: READPW is accepted and ignored
3:11: warning: REPLICATE is accepted and ignored" "where they are coded"

check 4 "groups" <<'EOD'
 IF LASTCC = 0 THEN DO DELETE A
   DELETE B
 END DELETE C
 DO
 SET MAXCC = 4 DELETE D
 END
 IF MAXCC = 0 THEN DO
   DELETE E
EOD
says "1:24: warning: what follows DO on its line is not read
3:6: warning: what follows END on its line is not read
4:2: warning: DO is in no THEN or ELSE clause: its commands are done whatever the condition
5:16: warning: what follows the number of SET is not read
6:2: warning: END ends no DO group
7:20: warning: this DO group has no END" "are looked at"

check 12 "what is lost without a word" <<'EOD'
 LISTCAT ENT(A.B) ALL;  DELETE Q
 DELETE A.B; /* DONE */
 DELETE A.C /* NO END
 DELETE A.D /* GOES ON -
   HERE */ -

   PURGE
 DELETE A.E -

 LISTCAT
EOD
says "1:25: warning: what stands behind a ; is not read
3:13: warning: this comment has no end in its records: a - behind it goes on
6:1: warning: the - in front of this blank line goes on to it alone: the next line does not belong to it
7:4: error: IDC3219I VERB NAME 'PURGE' UNKNOWN" \
    "behind a semicolon, in a comment, behind a blank line"

check 12 "a member of JCL" <<'EOD'
//JOB1     JOB (1),'A'
//STEP1    EXEC PGM=IDCAMS
//SYSIN    DD *
 DELETE A.B X
/*
EOD
says "1:1: error: this is JCL, not a deck: what stands behind its //SYSIN DD * is one" \
    "is one finding"

check 12 "both clauses are checked, and what is behind CANCEL and code 16" <<'EOD'
 IF LASTCC = 0 THEN DELETE A X
 ELSE DELETE B Y
 CANCEL
 SET MAXCC = 16
 ELSE
 DELETE C Z
EOD
says "1:30: error: IDC3211I KEYWORD 'X' IS IMPROPER
2:16: error: IDC3211I KEYWORD 'Y' IS IMPROPER
4:2: warning: this and what follows is not done: CANCEL in front ends the step
5:2: error: IDC4227I AN 'ELSE' COMMAND APPEARS IMPROPERLY
6:11: error: IDC3211I KEYWORD 'Z' IS IMPROPER" "whatever the codes"

check 4 "what can never be done here" <<'EOD'
 SETCACHE DEVICE FILE(X) ON
EOD
like "$(cat out)" '^deck:1:2: warning: SETCACHE ' "is said with the reason"

check 0 "PARM moves the margins" <<'EOD'
 PARM MARGINS(1 80)
DELETE A.B                                                                PURGE
EOD
check 0 "and --parm does" --parm 'MARGINS(1 80)' <<'EOD'
DELETE A.B                                                                PURGE
EOD

printf ' DELETE A X\n' >one
printf ' DELETE\n\n LISTCAT imbed\n' >two
"$idcams" --check one two >out && status=0 || status=$?
is "$status" 12 "several decks"
is "$(cat out)" "one:1:11: error: IDC3211I KEYWORD 'X' IS IMPROPER
two:1:2: error: IDC3225I REQUIRED (SUB)PARAMETER OF 'DELETE' IS MISSING
two:3:10: warning: lower case is not folded
two:3:10: error: IDC3211I KEYWORD 'imbed' IS IMPROPER" "have their own lines"
"$idcams" --check <one >out || :
is "$(cat out)" "stdin:1:11: error: IDC3211I KEYWORD 'X' IS IMPROPER" \
    "standard input is the default"
"$idcams" --check -e 'delete a y' >out || :
is "$(cat out)" "-e:1:10: error: IDC3211I KEYWORD 'Y' IS IMPROPER" \
    "-e has neither margins nor case"
ok "--max-rc forgives warnings" "$idcams" --check --max-rc 4 -e 'end'
"$idcams" --check none one >out 2>err && status=0 || status=$?
is "$status" 16 "a deck that is not there: 16"
like "$(cat err)" 'idcams: none: No such file' "with the reason"
like "$(cat out)" '^one:1:11' "and the others are checked"
"$idcams" --check --who A >out 2>&1 && status=0 || status=$?
is "$status" 16 "--check goes with nothing that does something"
"$idcams" --check --format json one | sed 1d >out || :
like "$(cat out)" '^\{"type":"finding","file":"one","line":1,"column":11,"severity":"error","number":"IDC3211I","text":"KEYWORD .X. IS IMPROPER"\}' \
    "as JSON, an object a finding"
check 4 "what stands behind the end of the step is said, once" <<'EOD'
 IF MAXCC > 8 THEN SET MAXCC = 16
 LISTCAT
 SET MAXCC = 16 /* ENOUGH */
 DELETE A.B
 DELETE A.C
EOD
says "4:2: warning: this and what follows is not done: SET of a code of 16 in \
front ends the step" "of a SET outside of IF"
check 4 "the same of CANCEL" <<'EOD'
 IF MAXCC > 8 THEN CANCEL
 IF LASTCC = 0 THEN DO
   SET LASTCC = 16
   LISTCAT
 END
 CANCEL
 IF LASTCC = 0 THEN LISTCAT
EOD
says "7:2: warning: this and what follows is not done: CANCEL in front ends \
the step" "... outside of IF"
check 0 "an end that nothing follows is none" <<'EOD'
 LISTCAT
 SET MAXCC = 16
 /* THE END */
EOD

check 4 "patterns that MASK alone knows" <<'EOD'
 DELETE A.**
 DELETE (A.B A.B% A.*.C) PURGE
 DELETE A.B% MASK
 DELETE A.** MASK EXCLUDE(A.X**)
 LISTCAT ENTRIES(A.B*)
 LISTCAT LEVEL(A.*.C)
 ALTER A.*X OWNER(ME)
 ALTER A.* NEWNAME(B.*)
 DELETE LIB(M*)
EOD
f='%, ** and an * within a qualifier stand for others in DELETE with MASK alone'
says "1:9: warning: $f
2:14: warning: $f
5:18: warning: $f
7:8: warning: $f" "... where they stand"

finish
