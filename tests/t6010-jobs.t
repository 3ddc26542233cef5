#!/bin/bash
# Jobs end to end: steps, codes, dispositions, messages, exit status. Texts of
# messages: base/messages_job.def (with the source of each); columns of the job
# log and rules of COND, DISP and abends: SA23-1385 (MVS JCL Reference).
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
export CATAMOUNT_CLOCK=2026-03-01T12:00:00

job 0 "a job of two steps ends with 0" <<'E'
//FIRST    JOB (ACCT),'A PERSON',CLASS=B,MSGCLASS=X
//ONE      EXEC PGM=IEFBR14
//DD1      DD DSN=MY.DATA,DISP=(NEW,CATLG,DELETE),SPACE=(TRK,(2,1)),
//            RECFM=FB,LRECL=80
//TWO      EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//SYSIN    DD *
  LISTCAT ENTRIES(MY.DATA) VOLUME
E
has 'JOB00001  $HASP373 FIRST    STARTED - INIT 1 - CLASS B - SYS' "it starts"
has 'JOB00001  IEF403I FIRST - STARTED - TIME=12.00.00' "with the time"
has 'IEF236I ALLOC. FOR FIRST ONE' "its first step is allocated"
has 'IGD101I SMS ALLOCATED TO DDNAME (DD1     )' "a new data set by SMS"
has 'IEF142I FIRST ONE - STEP WAS EXECUTED - COND CODE 0000' "it ran"
has 'IGD104I MY.DATA                                      RETAINED,  DDNAME=DD1' \
    "the data set stays"
has 'IEF237I JES2 ALLOCATED TO SYSPRINT' "SYSOUT is JES2's"
like "$(cat out)" '^ IEF285I   [A-Z0-9@#$]*\.FIRST\.JOB00001\.D0000101\.\? +SYSOUT$' \
    "and goes to the spool"
has 'NONVSAM ------- MY.DATA' "what IDCAMS prints is there"
has 'IEF373I STEP/TWO     /START 2026060.1200' "a step has a start"
has 'IEF032I STEP/TWO     /STOP  2026060.1200' "and a stop"
has '$HASP395 FIRST    ENDED - RC=0000' "the job has ended with its code"
is "$(q '.state, .code, .exit')" $'ended\n0\n0' "JSON has the code"
is "$(q '[.steps[] | .step, .program, .state, .code] | join(" ")')" \
    "ONE IEFBR14 ended 0 TWO IDCAMS ended 0" "and each step"
is "$(q '.steps[0].data_sets[0] | [.dd, .name, .volume, .status, .disposition] | join(" ")')" \
    "DD1 MY.DATA VOL001 NEW CATLG" "and the data sets"

# The highest code of the steps is the job's.
job 12 "the exit status is the highest code" <<'E'
//CODES    JOB 1,'X'
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//SYSIN    DD *
  SET MAXCC = 4
//B        EXEC PGM=IDCAMS,COND=(4,LT)
//SYSPRINT DD SYSOUT=*
//SYSIN    DD *
  SET MAXCC = 12
//C        EXEC PGM=IEFBR14,COND=(8,LT,B)
//D        EXEC PGM=IEFBR14,COND=((4,EQ,A),(16,EQ))
// IF (B.RC = 12 & RC > 4) THEN
//E        EXEC PGM=IEFBR14
// ELSE
//F        EXEC PGM=IEFBR14
// ENDIF
E
is "$(q '[.steps[] | .state] | join(" ")')" \
    "ended ended flushed flushed ended flushed" "COND and IF choose the steps"
has 'IEF202I CODES C - STEP WAS NOT RUN BECAUSE OF CONDITION CODES' "by COND"
has 'IEF206I CODES F - STEP WAS NOT RUN BECAUSE OF CONDITIONAL EXPRESSION ON STATEMENT' \
    "by IF"
has 'IEF272I CODES F - STEP WAS NOT EXECUTED.' "and it was not executed"
like "$(cat out)" '^ 12.00.00 JOB00002  -C +FLUSH ' "the job log says FLUSH"
has '$HASP395 CODES    ENDED - RC=0012' "the job's code"

job 240 "a program that is not there is an abend" <<'E'
//ABENDS   JOB 1,'X'
//A        EXEC PGM=NOTHERE
//X        DD DSN=LOST.DATA,DISP=(NEW,CATLG,DELETE),SPACE=(TRK,1),
//            RECFM=FB,LRECL=80
//Y        DD DSN=KEPT.DATA,DISP=(NEW,DELETE,CATLG),SPACE=(TRK,1),
//            RECFM=FB,LRECL=80
//B        EXEC PGM=IEFBR14
//C        EXEC PGM=IEFBR14,COND=EVEN
//D        EXEC PGM=IEFBR14,COND=ONLY
// IF ABEND THEN
//E        EXEC PGM=IEFBR14
// ENDIF
// IF ABENDCC = S806 THEN
//F        EXEC PGM=IEFBR14
// ENDIF
E
has 'CSV003I REQUESTED MODULE NOTHERE NOT FOUND' "its message"
has 'IEF450I ABENDS A - ABEND=S806 U0000 REASON=00000004 TIME=12.00.00' \
    "the abend in the job log"
has 'IEF472I ABENDS A - COMPLETION CODE - SYSTEM=806 USER=0000 REASON=00000004' \
    "and with the step's messages"
has 'IGD105I LOST.DATA                                    DELETED,   DDNAME=X' \
    "the conditional disposition deletes"
has 'IGD104I KEPT.DATA                                    RETAINED,  DDNAME=Y' \
    "and keeps"
is "$(q '[.steps[] | .state] | join(" ")')" \
    "abended flushed ended ended ended ended" "EVEN, ONLY and IF run after it"
is "$(q '.state, .abend, .exit, .steps[0].abend')" $'abended\nS806\n240\nS806' \
    "JSON has the abend, and no code"
is "$(q '.code')" null "of the job"
has '$HASP395 ABENDS   ENDED - ABEND=S806' "the job ended with it"

job 241 "a data set that is not there is a JCL error" <<'E'
//NOTFOUND JOB 1,'X'
//A        EXEC PGM=IEFBR14
//B        EXEC PGM=IEFBR14
//NEW      DD DSN=MADE.FIRST,DISP=(NEW,CATLG),SPACE=(TRK,1),
//            RECFM=FB,LRECL=80
//GONE     DD DSN=NO.SUCH.DATA,DISP=SHR
//C        EXEC PGM=IEFBR14,COND=EVEN
E
has 'IEF212I NOTFOUND B GONE - DATA SET NOT FOUND' "its message"
has 'IGD105I MADE.FIRST                                   DELETED,   DDNAME=NEW' \
    "what the step had made is deleted"
has 'IEF272I NOTFOUND B - STEP WAS NOT EXECUTED.' "the step did not run"
has 'IEF453I NOTFOUND - JOB FAILED - JCL ERROR - TIME=12.00.00' "the job failed"
is "$(q '[.state, .exit] + [.steps[] | .state] | join(" ")')" \
    "jcl error 241 ended not allocated flushed" "JSON: no later step runs"
is "$(q .why)" "IEF212I NOTFOUND B GONE - DATA SET NOT FOUND" "JSON has why"
is "$("$idcams" --no-pages -e 'listcat entries(made.first)' | grep -c NOT.FOUND)" 1 \
    "nothing is left of it"

job 241 "a name that is there already is a JCL error" <<'E'
//DOUBLE   JOB 1,'X'
//A        EXEC PGM=IEFBR14
//NEW      DD DSN=MY.DATA,DISP=(NEW,CATLG),SPACE=(TRK,1),LRECL=80,
//            RECFM=FB
E
has 'IGD17101I DATA SET MY.DATA' "storage management says so"
has 'NOT DEFINED BECAUSE DUPLICATE NAME EXISTS IN CATALOG' "and why"
is "$("$idcams" --no-pages -e 'listcat entries(my.data)' | grep -c '^NONVSAM.*MY.DATA')" 1 \
    "the one that was there stays"

job 241 "an error of the JCL is found before anything runs" <<'E'
//WRONG    JOB 1,'X'
//A        EXEC PGM=IEFBR14
//NEW      DD DSN=NEVER.MADE,DISP=(NEW,CATLG),SPACE=(TRK,1),
//            RECFM=FB,LRECL=80
//B        EXEC PGM=IEFBR14,NONSENSE=1
E
has 'IEFC452I WRONG - JOB NOT RUN - JCL ERROR' "its message"
like "$(cat err)" '^jclrun: job.jcl:5: IEFC630I ' "standard error has file and line"
is "$(q '.messages[0].number, .steps[0].state')" $'IEFC630I\nnot run' \
    "JSON has the message, and no step"

# Temporary data sets: passed, received, gone.
job 0 "a temporary data set goes from step to step" <<'E'
//PASSES   JOB 1,'X'
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//IN       DD *
ONE
TWO
//OUT      DD DSN=&&WORK,DISP=(NEW,PASS),UNIT=SYSDA,SPACE=(TRK,(1,1))
//SYSIN    DD *
  REPRO INFILE(IN) OUTFILE(OUT)
//B        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//IN       DD DSN=*.A.OUT,DISP=(OLD,DELETE)
//SYSIN    DD *
  PRINT INFILE(IN) CHARACTER
//C        EXEC PGM=IEFBR14
//LEFT     DD DSN=&&OTHER,DISP=(,PASS),SPACE=(TRK,1)
E
has 'SYS26060.T120000.RA000.PASSES.WORK.H01       PASSED,    DDNAME=OUT' \
    "by the name that the system gives it"
has 'SYS26060.T120000.RA000.PASSES.WORK.H01       DELETED,   DDNAME=IN' \
    "deleted by who received it last"
like "$(cat out)" '^ONE$' "with its records"
has 'SYS26060.T120000.RA000.PASSES.OTHER.H01      DELETED,   DDNAME=LEFT' \
    "what nobody received goes at the job's end"

# MOD: made, then added to.
for n in 1 2; do
	job 0 "MOD, run $n" <<'E'
//ADDS     JOB 1,'X'
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//IN       DD *
A RECORD
//OUT      DD DSN=MY.LOG,DISP=(MOD,CATLG),SPACE=(TRK,1),RECFM=FB,LRECL=80
//SYSIN    DD *
  REPRO INFILE(IN) OUTFILE(OUT)
E
	is "$(q '.steps[0].data_sets[0].status')" \
	    "$([ $n = 1 ] && echo NEW || echo MOD)" "it is what it was"
done
is "$("$build/bin/dsn" cat my.log | wc -l)" 2 "each run has added its record"

# A JOB's COND, several jobs, the spool.
cat >two.jcl <<'E'
//STOPS    JOB 1,'X',COND=(4,EQ)
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//SYSIN    DD *
  SET MAXCC = 4
//B        EXEC PGM=IEFBR14
//C        EXEC PGM=IEFBR14,COND=EVEN
//NEXT     JOB 1,'X'
//A        EXEC PGM=IEFBR14
E
run 4 "two jobs of one input: the worst code" "$jclrun" two.jcl
has 'IEF201I STOPS - JOB TERMINATED BECAUSE OF CONDITION CODES' "by COND of JOB"
has '$HASP395 NEXT     ENDED - RC=0000' "the second job ran"
run 0 "--max-rc forgives a code" "$jclrun" --max-rc 4 --quiet two.jcl
is "$(cat out)" "" "--quiet prints nothing"
run 0 "list" "$jclrun" list
has 'JOB00003 ABENDS' "has each job"
is "$(grep -c '^JOB0000[1-9]' out)" 9 "in a line"
like "$(cat out)" '^JOB00004 NOTFOUND .* A jcl error ' "with what became of it"
run 0 "show of a SYSOUT data set" "$jclrun" show 7 b.sysprint
like "$(head -n 1 out)" '^IDCAMS  SYSTEM SERVICES' "has that one alone"
run 16 "show of one that is not there" "$jclrun" show 7 nothing
run 0 "purge" "$jclrun" purge 3 job00004
run 16 "what is purged is gone" "$jclrun" show 3
run 0 "purge all" "$jclrun" purge all
is "$("$jclrun" list)" "" "leaves none"
run 16 "no file" "$jclrun"
run 16 "a file that is not there" "$jclrun" no.jcl
run 0 "--scan runs nothing" "$jclrun" --scan two.jcl
has '$HASP395 STOPS    ENDED - SCANNED' "and says so"
finish
