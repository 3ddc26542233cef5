#!/bin/bash
# Jobs that want the same data sets: each holds all of its names or none, from
# before its first step until the last step that names them has ended.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"

mkdir programs
# Runs until the file gate has gone, and says that it runs.
cat >programs/HOLDER <<'E'
#!/bin/bash
cd "$(dirname "$0")/.." || exit 16
touch "$1.runs"
while [ -e "$1" ]; do sleep 0.02; done
E
chmod +x programs/HOLDER
wait_for() { # wait_for FILE
	while [ ! -e "$1" ]; do sleep 0.02; done
}
make_job() { # make_job NAME GATE DD...: a job that holds until GATE has gone
	local name=$1 gate=$2

	shift 2
	printf '//%-8s JOB 1\n//%-8s EXEC PGM=HOLDER,PARM='\''%s'\''\n' \
	    "$name" HOLD "$gate"
	printf '//%s\n' "$@"
}
temporaries() {
	sqlite3 "file:$CATAMOUNT_ROOT/catalogs/CATALOG.MASTER.db?mode=ro" \
	    "select name from entry where name like 'SYS%.T%.RA%'"
}
jobs_run() { "$jclrun" --programs "$work/programs" "$@"; }

job 0 "data sets" <<'E'
//MAKE     JOB 1
//A        EXEC PGM=IEFBR14
//X        DD DSN=MY.X,DISP=(NEW,CATLG),SPACE=(TRK,1),RECFM=FB,LRECL=80
//Y        DD DSN=MY.Y,DISP=(NEW,CATLG),SPACE=(TRK,1),RECFM=FB,LRECL=80
E

# OLD keeps others out; who does not wait ends with 243 and says for whom.
touch gate1
make_job OWNER gate1 'X DD DSN=MY.X,DISP=OLD' >owner.jcl
jobs_run --quiet owner.jcl &
owner=$!
wait_for gate1.runs
make_job READER gate2 'X DD DSN=MY.X,DISP=SHR' >reader.jcl
run 243 "who may not wait does not run" jobs_run --wait 0 reader.jcl
like "$(cat err)" "READER not run: MY.X: in use, held by .*OWNER" \
    "standard error says whose it is"
has 'CATAMOUNT READER NOT RUN: MY.X: in use, held by' "so does the job log"
is "$("$jclrun" --format json list | jq -r 'select(.name == "READER") | .state, .exit')" \
    $'not run\n243' "JSON has it apart from codes and errors"
is "$("$jclrun" --format json list | jq -r 'select(.name == "OWNER") | .state')" \
    running "the owner is seen to run"
run 16 "and is not purged" "$jclrun" purge 2
like "$("$idcams" --who my.x)" 'OWNER' "idcams --who names the job"

# Waiting: it runs as soon as the other has ended.
jobs_run --quiet reader.jcl 2>waits &
reader=$!
while ! grep -q 'READER waits for MY.X' waits; do sleep 0.02; done
pass "who waits says for what"
rm gate1
wait $owner
is $? 0 "the owner ends"
wait $reader
is $? 0 "and the one that waited runs"
like "$("$jclrun" show 4 jesmsglg)" 'IEF861I FOLLOWING RESERVED DATA SET NAMES UNAVAILABLE TO READER' \
    "its job log has the wait"

# Names are let go behind the last step that names them.
touch gate3 gate4
{
	make_job STEPS gate3 'X DD DSN=MY.X,DISP=OLD'
	echo "//NEXT EXEC PGM=HOLDER,PARM='gate4'"
	echo '//Y DD DSN=MY.Y,DISP=OLD'
} >steps.jcl
jobs_run --quiet steps.jcl &
steps=$!
wait_for gate3.runs
make_job WANTSY gate2 'Y DD DSN=MY.Y,DISP=SHR' >wantsy.jcl
run 243 "a later step's name is held from the beginning on" \
    jobs_run --wait 0 wantsy.jcl
rm gate3
wait_for gate4.runs
run 0 "an earlier one's is free" jobs_run --wait 0 reader.jcl
rm gate4
wait $steps
is $? 0 "the job of two steps ends"

# Readers share; (SHR,DELETE) does not.
touch gate5
make_job SHARES gate5 'X DD DSN=MY.X,DISP=SHR' >shares.jcl
jobs_run --quiet shares.jcl &
shares=$!
wait_for gate5.runs
run 0 "two readers share" jobs_run --wait 0 reader.jcl
make_job DELETES gate2 'X DD DSN=MY.X,DISP=(SHR,DELETE)' >deletes.jcl
run 243 "who deletes wants it alone" jobs_run --wait 0 deletes.jcl
rm gate5
wait $shares

# Two jobs that want the same two names in opposite order: neither hangs.
for i in 1 2 3 4 5 6 7 8; do
	make_job "LEFT$i" none 'X DD DSN=MY.X,DISP=OLD' 'Y DD DSN=MY.Y,DISP=OLD'
done >left.jcl
for i in 1 2 3 4 5 6 7 8; do
	make_job "RIGHT$i" none 'Y DD DSN=MY.Y,DISP=OLD' 'X DD DSN=MY.X,DISP=OLD'
done >right.jcl
jobs_run --quiet left.jcl 2>/dev/null &
left=$!
jobs_run --quiet right.jcl 2>/dev/null
is $? 0 "jobs in opposite order do not wait for each other (one side)"
wait $left
is $? 0 "(the other side)"

# A job that is killed: the names are free, its temporary data sets go.
touch gate6
make_job KILLED gate6 'X DD DSN=MY.X,DISP=OLD' \
    'T DD DSN=&&T,DISP=(NEW,PASS),SPACE=(TRK,1)' >killed.jcl
"$jclrun" --programs "$work/programs" --quiet killed.jcl &
killed=$!
wait_for gate6.runs
temporaries >temporaries
kill -9 $killed
wait $killed 2>/dev/null
rm gate6
# Its program still has them, until it has ended too.
while "$idcams" --who my.x | grep -q KILLED; do sleep 0.02; done
run 0 "the next job gets what a killed one held" jobs_run --wait 5 reader.jcl
is "$("$jclrun" --format json list | jq -r 'select(.name == "KILLED") | .state')" \
    killed "list says that it was killed"
like "$(cat temporaries)" "RA000.KILLED.T.H01" \
    "its temporary data set was there while it ran"
is "$(temporaries)" "" "and has gone with it"
finish
