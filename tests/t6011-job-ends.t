#!/bin/bash
# How jobs end other than by their codes: JOBRC, GDGBIAS, cancelled while they
# wait, killed, a spool that cannot be written, what is not built.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
mkdir load
cat >load/HOLDER <<'E'
#!/bin/bash
touch "$1.runs"
while [ -e "$1" ]; do sleep 0.02; done
E
cat >load/CODE <<<$'#!/bin/bash\nexit "$1"'
chmod +x load/*
wait_for() {
	while [ ! -e "$1" ]; do sleep 0.02; done
}

steps() { # three steps with the codes 8, 4 and a bypassed one
	cat <<E
//A        EXEC PGM=CODE,PARM=8
//B        EXEC PGM=CODE,PARM=4
//C        EXEC PGM=CODE,PARM=16,COND=(4,LT)
E
}
job 8 "JOBRC=MAXRC" --programs load < <(echo '//RC JOB 1,JOBRC=MAXRC'; steps)
job 4 "JOBRC=LASTRC: of the last step that ran" --programs load \
    < <(echo '//RC JOB 1,JOBRC=LASTRC'; steps)
job 4 "JOBRC=(STEP,B)" --programs load < <(echo '//RC JOB 1,JOBRC=(STEP,B)'; steps)
job 8 "JOBRC of a step that did not run is the highest" --programs load \
    < <(echo '//RC JOB 1,JOBRC=(STEP,C)'; steps)

# GDGBIAS: a relative number is of the job, or of the step.
generations() {
	for i in 1 2; do
		cat <<E
//MAKE$i    EXEC PGM=IEFBR14
//X        DD DSN=MY.GROUP(+1),DISP=(NEW,CATLG),SPACE=(TRK,1),
//            RECFM=FB,LRECL=80
E
	done
}
job 0 "a group" <<'E'
//GROUP    JOB 1
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//SYSIN    DD *
  DEFINE GDG(NAME(MY.GROUP) LIMIT(5))
E
job 241 "GDGBIAS=JOB: the second (+1) is the first one" \
    < <(echo '//BIAS JOB 1,GDGBIAS=JOB'; generations)
job 0 "GDGBIAS=STEP: it is the next" < <(echo '//BIAS JOB 1,GDGBIAS=STEP'; generations)
is "$(q '[.steps[].data_sets[].name] | join(" ")')" \
    "MY.GROUP.G0002V00 MY.GROUP.G0003V00" "by their names"

# Cancelled while it waits for a data set.
touch gate
cat >owner.jcl <<E
//OWNER    JOB 1
//A        EXEC PGM=IEFBR14
//X        DD DSN=MY.X,DISP=(NEW,CATLG),SPACE=(TRK,1),RECFM=FB,LRECL=80
//B        EXEC PGM=HOLDER,PARM='gate'
//X        DD DSN=MY.X,DISP=OLD
E
"$jclrun" --quiet --programs load owner.jcl &
owner=$!
wait_for gate.runs
cat >waits.jcl <<'E'
//WAITS    JOB 1
//A        EXEC PGM=IEFBR14
//X        DD DSN=MY.X,DISP=OLD
E
"$jclrun" --format json waits.jcl >json 2>waits &
waits=$!
while ! grep -q 'WAITS waits for MY.X' waits; do sleep 0.02; done
kill -TERM $waits
wait $waits
is $? 242 "a job that is asked to end while it waits ends with 242"
is "$(q '.state')" cancelled "and is cancelled"

# Killed in its second step: what is known of it.
is "$("$jclrun" --format json list | jq -r 'select(.name == "OWNER") | .steps[0].state')" \
    ended "the first step's end is known while the second runs"
kill -9 $owner
wait $owner 2>/dev/null
rm gate
while "$idcams" --who my.x | grep -q OWNER; do sleep 0.02; done
"$jclrun" --format json list | jq 'select(.name == "OWNER")' >json
is "$(q '.state, .steps[0].state, .steps[0].data_sets[0].disposition, .steps[1].state')" \
    $'killed\nended\nCATLG\nnot run' "and when the job was killed"
like "$("$jclrun" show "$(q .id)" jesysmsg)" \
    'IEF142I OWNER A - STEP WAS EXECUTED - COND CODE 0000' "its lists are there"

# What is not built is refused, never taken for something else.
job 241 "SUBSYS" <<'E'
//SUBSYS   JOB 1
//A        EXEC PGM=IEFBR14
//X        DD SUBSYS=(BLSR,'DDNAME=Y')
E
has 'CATAMOUNT SUBSYS A X NOT ALLOCATED: not built yet: SUBSYS=' "says so"

# A spool that cannot be written: nothing runs.
if [ "$(id -u)" = 0 ]; then
	skip "root may write anywhere" "no spool"
	skip "root may write anywhere" "nothing has run"
else
	chmod a-w root/spool
	run 243 "no spool" "$jclrun" waits.jcl
	like "$(cat err)" 'WAITS: .*the job.s directory' "nothing has run"
	chmod u+w root/spool
fi
# Numbers go on behind the last one, and round at 99999.
echo 99998 >root/spool/last
run 0 "job 99999" "$jclrun" --quiet waits.jcl
run 0 "and the next" "$jclrun" --quiet waits.jcl
"$jclrun" list >list
like "$(cat list)" '^JOB99999 WAITS' "the greatest number"
is "$(grep -c '^JOB00001 RC' list)" 1 "a number in use is passed over"
finish
