#!/bin/bash
# Jobs killed at any moment: the next run works, nothing is left of temporary
# data sets, volumes and catalog agree, and a generation is whole or not there.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
seed=${CATAMOUNT_SEED:-$RANDOM}
kills=${CATAMOUNT_LONG:+200}
diag "seed $seed"
RANDOM=$seed

cat >work.jcl <<'E'
//WORK     JOB 1
//MAKE     EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD *
ONE
TWO
//SYSUT2   DD DSN=&&T,DISP=(NEW,PASS),SPACE=(TRK,1)
//ROLL     EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD DSN=&&T,DISP=(OLD,PASS)
//SYSUT2   DD DSN=KILL.GROUP(+1),DISP=(NEW,CATLG,DELETE),
//            SPACE=(TRK,1)
//ADD      EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD DSN=&&T,DISP=(OLD,DELETE)
//SYSUT2   DD DSN=KILL.OUT,DISP=(MOD,CATLG),SPACE=(TRK,(5,5)),
//            RECFM=FB,LRECL=80
//GONE     EXEC PGM=IEFBR14
//X        DD DSN=KILL.GONE,DISP=(NEW,PASS),SPACE=(TRK,1),
//            RECFM=FB,LRECL=80
E
cat >check.jcl <<'E'
//CHECK    JOB 1
//CLEAR    EXEC PGM=IEFBR14
//X        DD DSN=KILL.GONE,DISP=(MOD,DELETE),SPACE=(TRK,1),
//            RECFM=FB,LRECL=80
E
job 0 "a group" <<'E'
//GROUP    JOB 1
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//SYSIN    DD *
  DEFINE GDG(NAME(KILL.GROUP) LIMIT(3) SCRATCH)
E
run 0 "the job, undisturbed" "$jclrun" --quiet work.jcl
bad=0
for i in $(seq "${kills:-25}"); do
	"$jclrun" --quiet work.jcl 2>/dev/null &
	pid=$!
	sleep "0.0$(printf %02d $((RANDOM % 100)))"
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	"$jclrun" --quiet check.jcl >/dev/null 2>&1 || {
		diag "kill $i: the job behind it does not work"
		bad=1
	}
done
is $bad 0 "behind each kill a job works (seed $seed)"
"$jclrun" --quiet work.jcl 2>err
is "$? $(cat err)" "0 " "and so does the job itself"
is "$(sqlite3 "file:$CATAMOUNT_ROOT/catalogs/CATALOG.MASTER.db?mode=ro" \
    "select name from entry where name like 'SYS%.T%.RA%'")" "" \
    "no temporary data set is left"
run 0 "volumes, entries and files agree" "$build/bin/dsvol" check
bad=0
for g in 0 -1 -2; do
	"$build/bin/dsn" cat "kill.group($g)" >got 2>err || continue
	[ "$(sed 's/ *$//' got | paste -sd'|')" = "ONE|TWO" ] || bad=1
done
is $bad 0 "each generation that is there is whole"
is "$(($("$build/bin/dsn" cat kill.out | wc -l) % 2))" 0 \
    "what is added is added whole"
"$jclrun" --format json list | jq -r .state | sort | uniq -c >states
diag "$(cat states)"
is "$(grep -c running states)" 0 "no job is said to run"
finish
