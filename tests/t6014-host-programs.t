#!/bin/bash
# Programs of the host as steps: where they are found, their DDs, PARM, codes,
# signals as abends, what they print. The rules are those of man/jclrun.1.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
export CATAMOUNT_CLOCK=2026-03-01T12:00:00
mkdir load other
program() { # program FILE: a script from standard input
	{
		echo '#!/bin/bash'
		cat
	} >"$1"
	chmod +x "$1"
}
program load/SUM <<'E'
# Add the numbers of IN, one a record, write the sum to OUT.
n=0
while read -r i; do n=$((n + i)); done <"$DD_IN"
echo "THE SUM IS $n $1" >"$DD_OUT"
echo "counted by $JOBNAME $STEPNAME"
echo "a warning" >&2
exit 4
E
program load/CODE <<<'exit "$1"'
program load/SIGNAL <<<'ulimit -c 0; kill -"$1" $$; sleep 60'
program other/UPPER <<'E'
tr a-z A-Z <"$DD_IN" >"$DD_OUT"
exit "${1:-0}"
E

job 0 "data sets" <<'E'
//MAKE     JOB 1
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//IN       DD *
1
20
300
//OUT      DD DSN=MY.NUMBERS,DISP=(NEW,CATLG),SPACE=(TRK,1),LRECL=80,
//            RECFM=FB
//SYSIN    DD *
  REPRO INFILE(IN) OUTFILE(OUT)
E
job 4 "a script of STEPLIB" --bind "MY.LOAD=$work/load" <<'E'
//ADD      JOB 1
//SUM      EXEC PGM=SUM,PARM='AS PARM SAYS'
//STEPLIB  DD DSN=MY.LOAD,DISP=SHR
//IN       DD DSN=MY.NUMBERS,DISP=SHR
//OUT      DD DSN=MY.SUM,DISP=(NEW,CATLG),SPACE=(TRK,1),LRECL=40,
//            RECFM=FB
E
is "$("$build/bin/dsn" cat my.sum)" "THE SUM IS 321 AS PARM SAYS" \
    "reads and writes its DDs, and has PARM"
is "$("$build/bin/dsn" stat my.sum | grep -c 'FB')" 1 "a new one as JCL says"
is "$("$jclrun" show "$id" stdout)" "counted by ADD SUM" "what it prints is SYSOUT"
is "$("$jclrun" show "$id" stderr)" "a warning" "and its errors"
is "$(q '.steps[0].code')" 4 "its exit status is the code"
for c in 0 1 255; do
	job $((c > 239 ? 239 : c)) "exit status $c" --programs "$work/load" <<E
//CODES    JOB 1
//A        EXEC PGM=CODE,PARM=$c
E
	is "$(q '.steps[0].code')" $c "is the code"
done
# Signals: the table of man/jclrun.1.
while read -r sig code status; do
	job $status "signal $sig" --programs "$work/load" <<E
//SIGS     JOB 1
//A        EXEC PGM=SIGNAL,PARM=$sig
E
	is "$(q '.steps[0].abend')" "$code" "is $code"
done <<'E'
SEGV S0C4 240
ILL S0C1 240
FPE S0CB 240
BUS S0C6 240
ABRT U4038 240
KILL S222 242
E

job 0 "JOBLIB; STEPLIB goes before it" --bind "MY.LOAD=$work/load" \
    --bind "MY.OTHER=$work/other" <<'E'
//LIBS     JOB 1
//JOBLIB   DD DSN=MY.OTHER,DISP=SHR
//         DD DSN=MY.LOAD,DISP=SHR
//A        EXEC PGM=UPPER
//IN       DD *
abc
//OUT      DD SYSOUT=*
//B        EXEC PGM=CODE,PARM=0
E
is "$("$jclrun" show "$id" out)" "ABC" "a SYSOUT DD is a file too"
job 240 "STEPLIB in place of JOBLIB" --bind "MY.LOAD=$work/load" \
    --bind "MY.OTHER=$work/other" <<'E'
//LIBS     JOB 1
//JOBLIB   DD DSN=MY.OTHER,DISP=SHR
//A        EXEC PGM=UPPER
//STEPLIB  DD DSN=MY.LOAD,DISP=SHR
E
is "$(q '.abend')" S806 "has not what JOBLIB has"

# A program that abends changes nothing; nor does one whose lines do not fit.
program load/HALF <<'E'
echo CHANGED >"$DD_DATA"
kill -SEGV $$
E
program load/LONG <<'E'
printf '%081d\n' 7 >"$DD_DATA"
E
job 240 "an abend behind a write" --programs "$work/load" <<'E'
//HALF     JOB 1
//A        EXEC PGM=HALF
//DATA     DD DSN=MY.NUMBERS,DISP=OLD
E
is "$("$build/bin/dsn" cat my.numbers | xargs)" "1 20 300" "stores nothing"
job 240 "a line longer than the records" --programs "$work/load" <<'E'
//LONG     JOB 1
//A        EXEC PGM=LONG
//DATA     DD DSN=MY.NUMBERS,DISP=OLD
E
is "$(q '.abend')" S002 "is S002"
has 'line 1: ' "with the line"
is "$("$build/bin/dsn" cat my.numbers | xargs)" "1 20 300" "and stores nothing"

# What a program prints is never lost; a PATH is the file itself.
program load/RAW <<'E'
printf 'arrow \342\206\222, bad \377, end\n'
cat "$DD_IN" >>"$DD_OUT"
E
printf 'a\0b' >raw.in
printf 'c' >raw.out
{
	echo "//RAW      JOB 1"
	echo "//A        EXEC PGM=RAW"
	path_dd IN "$work/raw.in"
	echo "//             PATHOPTS=ORDONLY"
	path_dd OUT "$work/raw.out"
	echo "//             PATHOPTS=(OWRONLY,OAPPEND)"
} >raw.jcl
job 0 "characters that no code page has" --programs "$work/load" <raw.jcl
is "$("$jclrun" show "$id" stdout)" "arrow ?, bad ?, end" \
    "are question marks in what is printed"
printf 'ca\0b' | cmp -s - raw.out
is $? 0 "a PATH is read and written as it is"

# Members: a script of a library, written by a job; a member as a DD.
job 0 "a script as a member" <<'E'
//STORE    JOB 1
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//IN       DD *,DLM=$$
#!/bin/bash
cat "$DD_IN" >"$DD_OUT"
$$
//OUT      DD DSN=MY.SCRIPTS(COPY),DISP=(NEW,CATLG),
//            SPACE=(TRK,(1,1,1)),RECFM=FB,LRECL=80
//SYSIN    DD *
  REPRO INFILE(IN) OUTFILE(OUT)
E
job 0 "runs" <<'E'
//MEMBERS  JOB 1
//A        EXEC PGM=COPY
//STEPLIB  DD DSN=MY.SCRIPTS,DISP=SHR
//IN       DD DSN=MY.NUMBERS,DISP=SHR
//OUT      DD DSN=MY.LIB(NUMBERS),DISP=(NEW,CATLG),
//            SPACE=(TRK,(1,1,1)),RECFM=FB,LRECL=80
E
is "$("$build/bin/dsn" cat 'my.lib(numbers)' | xargs)" "1 20 300" \
    "and writes a member"
# A cluster by its keys.
program load/LIST <<'E'
sort -r "$DD_KSDS" >"$DD_OUT"
E
job 0 "a cluster as a DD" --programs "$work/load" <<'E'
//VSAM     JOB 1
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//IN       DD *
BBBB TWO
AAAA ONE
//SYSIN    DD *
  DEFINE CLUSTER(NAME(MY.KSDS) KEYS(4 0) RECORDSIZE(80 80) TRACKS(1 1))
//B        EXEC PGM=IEFBR14
//C        EXEC PGM=LIST
//KSDS     DD DSN=MY.KSDS,DISP=SHR
//OUT      DD SYSOUT=*
E
is "$("$jclrun" show "$id" c.out)" "" "one that is not loaded has no lines"
# Programs that submit jobs.
program load/SUBMIT <<'E'
printf '//SUBMITTD JOB 1\n//A EXEC PGM=IEFBR14\n' >"$DD_JOBS"
E
job 0 "a job that submits one" --programs "$work/load" <<'E'
//SUBMITS  JOB 1
//A        EXEC PGM=SUBMIT
//JOBS     DD SYSOUT=(A,INTRDR)
//B        EXEC PGM=IEFBR14
E
has '$HASP395 SUBMITTD ENDED - RC=0000' "it runs behind it"
# PARMDD, SYSIN.
program load/ARGS <<'E'
echo "<$1>"
cat
E
job 0 "PARMDD, and SYSIN as standard input" --programs "$work/load" <<'E'
//ARGS     JOB 1
//A        EXEC PGM=ARGS,PARM='A  B'
//SYSIN    DD *
a line
//B        EXEC PGM=ARGS,PARMDD=WORDS
//WORDS    DD *
ONE,
TWO
E
is "$("$jclrun" show "$id" a.stdout)" $'<A  B>\na line' "PARM is one argument"
is "$("$jclrun" show "$id" b.stdout)" '<ONE,TWO>' "PARMDD's records are joined"
# TIME: processor time.
program load/SPIN <<<'bash -c "while :; do :; done"; exit 0'
job 242 "a step that has used up its TIME" --programs "$work/load" <<'E'
//SPINS    JOB 1
//A        EXEC PGM=SPIN,TIME=(0,1)
//B        EXEC PGM=IEFBR14
E
is "$(q '.state, .steps[0].abend, .steps[1].state')" $'cancelled\nS322\nflushed' \
    "is S322"
# What the configuration says need not be said.
cat >>root/catamount.conf <<E
bind=MY.OTHER=$work/other
programs=$work/load
E
job 0 "bind= and programs= of catamount.conf" <<'E'
//CONFIG   JOB 1
//A        EXEC PGM=UPPER
//STEPLIB  DD DSN=MY.OTHER,DISP=SHR
//IN       DD *
abc
//OUT      DD SYSOUT=*
//B        EXEC PGM=CODE,PARM=0
E
is "$("$jclrun" show "$id" out)" "ABC" "are as their options"
job 0 "PGM=*.step.dd" <<'E'
//REFERS   JOB 1
//A        EXEC PGM=IEFBR14
//LIB      DD DSN=MY.SCRIPTS(COPY),DISP=SHR
//B        EXEC PGM=*.A.LIB
//IN       DD *
REFERRED
//OUT      DD SYSOUT=*
E
is "$("$jclrun" show "$id" out)" "REFERRED" "runs the member that the DD names"
# A program of ours within the program of a step has what its job has.
program load/NESTED <<E
'$idcams' --no-pages -e 'print indataset(my.numbers) character' || exit 12
E
job 0 "idcams within a step" <<'E'
//NESTED   JOB 1
//A        EXEC PGM=NESTED
//DATA     DD DSN=MY.NUMBERS,DISP=OLD
E
like "$("$jclrun" show "$id" stdout)" '^300 *$' \
    "reads what the job holds alone"
finish
