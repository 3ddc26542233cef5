#!/bin/bash
# What people complain about in job runners, statement by statement: relative
# generations (B3, B4, B5, B7), NEW over a name that is there (B8), symbols
# (B10), delimiters (B12), procedures (B13, B18), outcomes that are taken for
# each other (B15, B16), several jobs (B17), records cut short (B20).
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
export CATAMOUNT_CLOCK=2026-03-01T12:00:00
dsn=$build/bin/dsn
cat_of() { "$dsn" cat "$1" | sed 's/ *$//' | paste -sd'|'; }

# B3, B7: t6013 has the numbers through a job; here all front doors agree.
job 0 "a group with two generations" <<'E'
//GROUP    JOB 1
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//SYSIN    DD *
  DEFINE GDG(NAME(PAIN.GROUP) LIMIT(5) SCRATCH)
//B        EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD *
OLD
//SYSUT2   DD DSN=PAIN.GROUP(+1),DISP=(NEW,CATLG),SPACE=(TRK,1)
//C        EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD *
NEW
//SYSUT2   DD DSN=PAIN.GROUP(+2),DISP=(NEW,CATLG),SPACE=(TRK,1)
E
is "$(cat_of 'pain.group(0)') $(cat_of 'pain.group(-1)')" "NEW OLD" \
    "B7: dsn resolves relative numbers as JCL does"
like "$("$idcams" --no-pages -e 'print indataset(pain.group(-1)) character')" \
    '^OLD$' "B7: and IDCAMS"

# B4: who reads by absolute name is not kept out by who makes (+1).
mkdir load
cat >load/HOLDER <<'E'
#!/bin/bash
touch "$1.runs"
while [ -e "$1" ]; do sleep 0.02; done
E
chmod +x load/HOLDER
touch gate
cat >makes.jcl <<E
//MAKES    JOB 1
//A        EXEC PGM=HOLDER,PARM='gate'
//NEW      DD DSN=PAIN.GROUP(+1),DISP=(NEW,DELETE),SPACE=(TRK,1)
E
"$jclrun" --quiet --programs load makes.jcl &
makes=$!
while [ ! -e gate.runs ]; do sleep 0.02; done
job 0 "B4: a reader by absolute name runs beside it" --wait 0 <<'E'
//READS    JOB 1
//A        EXEC PGM=IEFBR14
//X        DD DSN=PAIN.GROUP.G0002V00,DISP=SHR
E
job 243 "B4: another (+1) does not" --wait 0 <<'E'
//MAKES2   JOB 1
//A        EXEC PGM=IEFBR14
//X        DD DSN=PAIN.GROUP(+1),DISP=(NEW,CATLG),SPACE=(TRK,1)
E
rm gate
wait $makes

# B8: data are not lost by a job that makes its output twice.
job 0 "a data set" <<'E'
//FIRST    JOB 1
//A        EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD *
THE FIRST
//SYSUT2   DD DSN=PAIN.OUT,DISP=(NEW,CATLG,DELETE),SPACE=(TRK,1)
E
job 241 "B8: NEW over it is an error before the step runs" <<'E'
//SECOND   JOB 1
//A        EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD *
THE SECOND
//SYSUT2   DD DSN=PAIN.OUT,DISP=(NEW,CATLG,DELETE),SPACE=(TRK,1)
E
is "$(cat_of pain.out)" "THE FIRST" "B8: what was there stays"
is "$(q '.state, .steps[0].state')" $'jcl error\nnot allocated' "B8: JSON says so"

# B10: who goes first, and the double period.
job 0 "B10: symbols" <<'E'
//SYMBOLS  JOB 1
// SET A=JOB,HLQ=PAIN
//P        PROC A=PROC,B=PROC
//S        EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD DUMMY,RECFM=FB,LRECL=80
//SYSUT2   DD DSN=&HLQ..&A..&B,DISP=(NEW,CATLG),SPACE=(TRK,1),
//            RECFM=FB,LRECL=80
//         PEND
//ONE      EXEC P
//TWO      EXEC P,A=EXEC
E
is "$(q '[.steps[].data_sets[].name] | join(" ")')" \
    "PAIN.PROC.PROC PAIN.EXEC.PROC" \
    "B10: EXEC goes before PROC's default, that before SET; two periods are one"

# B12: data that look like JCL.
job 0 "B12: DLM" <<'E'
//DELIMS   JOB 1
//A        EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD DATA,DLM=ZZ
//NOT JCL
/*
ZZ
//SYSUT2   DD DSN=PAIN.DELIMS,DISP=(NEW,CATLG),SPACE=(TRK,1)
E
is "$(cat_of pain.delims)" "//NOT JCL|/*" "B12: // and /* are data"

# B13: a procedure with a symbol called DSN, and a parameter over two cards;
# B18: nested procedures, each with symbols of its own.
mkdir procs
cat >procs/OUTER.jcl <<'E'
//OUTER    PROC DSN=
//IN       EXEC INNER,DSN=&DSN..INNER
E
cat >procs/INNER.jcl <<'E'
//INNER    PROC DSN=
//GO       EXEC PGM=IEBGENER,
//            REGION=0M
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD DUMMY,RECFM=FB,LRECL=80
//SYSUT2   DD DSN=&DSN,DISP=(NEW,CATLG),SPACE=(TRK,1),
//            RECFM=FB,LRECL=80
E
job 0 "B13, B18: procedures of a directory" --proclib procs <<'E'
//NESTED   JOB 1
//A        EXEC OUTER,DSN=PAIN.NESTED
E
is "$(q '.steps[0].data_sets[0].name')" "PAIN.NESTED.INNER" \
    "B13, B18: nested, with a symbol of the same name"

# B15, B16: outcomes. The exit status and the state of each are its own.
outcome() {
	q '[.state, .exit, .code, .abend] | map(. // "-") | join(" ")'
}
cat >load/SLEEPS <<'E'
#!/bin/bash
kill -TERM $PPID
sleep 60
E
chmod +x load/SLEEPS
job 8 "B15: a code" <<'E'
//CODE     JOB 1
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//SYSIN    DD *
  DELETE PAIN.NOT.THERE
E
is "$(outcome)" "ended 8 8 -" "B15: is ended"
job 240 "B15: an abend" <<<$'//ABEND JOB 1\n//A EXEC PGM=NONE'
is "$(outcome)" "abended 240 - S806" "B15: is abended, and has no code"
job 241 "B15: a JCL error" <<<$'//JCLERR JOB 1\n//A EXEC PGM=IEFBR14,XX=1'
is "$(outcome)" "jcl error 241 - -" "B15: is none of these"
job 242 "B15: a run that is asked to end" --programs load \
    <<<$'//CANCEL JOB 1\n//A EXEC PGM=SLEEPS\n//B EXEC PGM=IEFBR14'
is "$(outcome)" "cancelled 242 - S222" "B15: is cancelled"
is "$(q '[.steps[].state] | join(" ")')" "abended flushed" "B16: each step"
job 243 "B15: TYPRUN=HOLD" <<<$'//HELD JOB 1,TYPRUN=HOLD\n//A EXEC PGM=IEFBR14'
is "$(outcome)" "held 243 - -" "B15: is not run"

# B17: a job behind one that fails runs.
cat >three.jcl <<'E'
//ONE      JOB 1
//A        EXEC PGM=NONE
//TWO      JOB 1
//A        EXEC PGM=IEFBR14,XX=1
//THREE    JOB 1
//A        EXEC PGM=IEFBR14
E
run 241 "B17: three jobs" "$jclrun" --format json three.jcl
is "$(jq -r '.name + " " + .state' out | paste -sd'|')" \
    "ONE abended|TWO jcl error|THREE ended" "B17: each has its own end"

# B20: a copy into shorter records is no silent cut.
job 12 "B20: 80 bytes into records of 40" <<'E'
//SHORT    JOB 1
//A        EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD *
A RECORD OF EIGHTY
//SYSUT2   DD DSN=PAIN.SHORT,DISP=(NEW,CATLG),SPACE=(TRK,1),
//            RECFM=FB,LRECL=40
E
finish
