#!/bin/bash
# What SYSOUT and OUTPUT say of printing is in the result of the job: the DD goes
# before OUTPUT, an OUTPUT that it names before the default of its step, that
# before the job's (SA23-1385, OUTPUT JCL statement, DEFAULT).
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
export CATAMOUNT_CLOCK=2026-03-01T12:00:00
words() { # words DD: class, copies, form, dest, hold
	q ".steps[] | .sysout[] | select(.dd == \"$1\") | [.class, .copies,
	    .form, .dest, .hold] | map(. // \"-\" | tostring) | join(\" \")"
}

job 0 "SYSOUT with what it may say" <<'E'
//WORDS    JOB 1
//ALL      OUTPUT DEFAULT=YES,CLASS=J,COPIES=5,DEST=FLOOR1
//A        EXEC PGM=IEFBR14
//NAMED    OUTPUT CLASS=N,COPIES=2,FORMS=WIDE
//STEP     OUTPUT DEFAULT=YES,CLASS=S,FORMS=STEP
//D1       DD SYSOUT=A,COPIES=3,DEST=FLOOR9,HOLD=YES,OUTPUT=*.NAMED
//D2       DD SYSOUT=(B,,TALL)
//D3       DD SYSOUT=(,),OUTPUT=*.NAMED
//D4       DD SYSOUT=(,)
//B        EXEC PGM=IEFBR14
//D5       DD SYSOUT=(,)
//D6       DD SYSOUT=C,COPIES=1
E
is "$(words D1)" "A 3 WIDE FLOOR9 true" "the DD, then the OUTPUT it names"
is "$(words D2)" "B - TALL - -" "the form of SYSOUT"
is "$(words D3)" "N 2 WIDE - -" "the class of the OUTPUT it names"
is "$(words D4)" "S - STEP - -" "the default of the step"
is "$(words D5)" "J 5 - FLOOR1 -" "the default of the job"
is "$(words D6)" "C 1 - FLOOR1 -" "the DD goes before it"
finish
