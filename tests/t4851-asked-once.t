#!/bin/bash
# What is done to a data set is asked, told and logged once, at the level that
# it takes: looking for the data set asks nobody (z/OS: allocation is a LOCATE,
# RACF is called by OPEN), nor does a function that was called by one that has
# asked. Levels: z/OS Security Server RACF Security Administrator's Guide,
# "Access authorities for DASD data sets".
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"

dsn=$build/bin/dsn
profile=$build/bin/dsprofile
log=$CATAMOUNT_ROOT/audit.log
printf 'AA hello\nBB you\n' >in.txt
{
	"$dsn" put --new recfm=fb,lrecl=80 in.txt pay.ps
	"$dsn" put --new recfm=fb,lrecl=80 in.txt pay.p2
	"$dsn" mkdir pay.lib && "$dsn" put in.txt 'pay.lib(m)'
	"$idcams" -e 'define cluster(name(pay.k) trk(2 1) recsz(80 80) keys(2 0))' \
	    -e 'repro ids(pay.ps) ods(pay.k)' \
	    -e 'define gdg(name(pay.g) limit(3))'
	"$idcams" --dd "O=path:$work/o.exp" -e 'export pay.k ofile(o) temporary'
} >/dev/null 2>&1
echo security=on >>"$CATAMOUNT_ROOT/catamount.conf"
"$profile" add 'pay.**' audit=read
"$profile" permit 'pay.**' carl alter
"$profile" permit 'pay.**' anna read
"$profile" add 'none.**' audit=read

# logged WHAT TITLE COMMAND...: by CARL, who may do anything.
logged() {
	local want=$1 title=$2 n

	shift 2
	n=$(wc -l <"$log")
	"$@" >out 2>err
	is "$(tail -n +$((n + 1)) "$log" |
	    jq -r '"\(.wanted) \(.name) \(.outcome)"' | paste -sd,)" "$want" \
	    "$title"
}
as_carl() { CATAMOUNT_USER=CARL "$@"; }
as_anna() { CATAMOUNT_USER=ANNA "$@"; }
carl() { logged "$1" "${*:2}" as_carl "$dsn" "${@:2}"; }
carl "READ PAY.PS granted" cat pay.ps
carl "READ PAY.PS granted" get pay.ps o.txt
carl "READ PAY.K granted" stat pay.k
carl "READ PAY.K granted" ls -l pay.k
carl "READ PAY.LIB granted" cat 'pay.lib(m)'
carl "UPDATE PAY.PS granted" put in.txt pay.ps
carl "READ PAY.PS granted,UPDATE PAY.P2 granted" cp pay.ps pay.p2
carl "READ PAY.LIB granted,UPDATE PAY.LIB granted" cp 'pay.lib(m)' 'pay.lib(n)'
carl "UPDATE PAY.LIB granted" rm 'pay.lib(n)'
carl "UPDATE PAY.LIB granted" compress pay.lib
carl "ALTER PAY.P2 granted,ALTER PAY.P3 granted" mv pay.p2 pay.p3
carl "ALTER PAY.P3 granted" rm pay.p3
ams() { logged "$1" "$2" as_carl "$idcams" "${@:3}" -e "$2"; }
ams "READ PAY.K granted" 'listcat entries(pay.k.index) all'
ams "ALTER PAY.K granted" 'export pay.k ofile(o) temporary' \
    --dd "O=path:$work/o2.exp"
ams "ALTER PAY.K granted" 'import ifile(o) ods(pay.k)' --dd "O=path:$work/o.exp"
ams "ALTER PAY.G granted" 'alter pay.g limit(2)'
ams "ALTER PAY.K granted" 'alter pay.k owner(x)'
ams "READ PAY.K granted" 'print ids(pay.k)'

# step PGM DD...: a job of one step; USER= says whose.
step() {
	printf '//J        JOB (1),TEST,USER=%s\n//S1 EXEC PGM=%s\n' "$1" "$2"
	printf '//SYSPRINT DD SYSOUT=*\n//SYSIN DD DUMMY\n'
	printf '%s\n' "${@:3}"
}
step CARL IEFBR14 '//A DD DSN=PAY.PS,DISP=SHR' '//B DD DSN=PAY.K,DISP=OLD' \
    >job.jcl
logged "" "an allocation that opens nothing asks nothing" "$jclrun" job.jcl
step CARL IEBGENER '//SYSUT1 DD DSN=PAY.K,DISP=SHR' \
    '//SYSUT2 DD DSN=PAY.PS,DISP=OLD' >job.jcl
logged "READ PAY.K granted,UPDATE PAY.PS granted" "a step asks by its opens" \
    "$jclrun" job.jcl
step CARL IEFBR14 '//A DD DSN=PAY.NEW,DISP=(NEW,CATLG),LIKE=PAY.PS' >job.jcl
logged "ALTER PAY.NEW granted" "LIKE reads a label" "$jclrun" job.jcl

# --- what is refused
told() { grep -c '^ICH408I USER' err; }
intent() { grep -o 'INTENT([A-Z]*' err | paste -sd,; }
logged "UPDATE PAY.PS denied" "a refusal is logged once" \
    as_anna "$dsn" put in.txt pay.ps
is "$(grep -o 'needs .*' err)" "needs UPDATE" "and told once, with what it takes"
logged "ALTER PAY.PS denied" "so is that of DELETE" as_anna "$dsn" rm pay.ps
is "$(grep -o 'needs .*' err)" "needs ALTER" "as ALTER's"
step ANNA IEFBR14 '//A DD DSN=PAY.PS,DISP=OLD' >job.jcl
logged "" "IEFBR14 violates nothing" "$jclrun" job.jcl
is "$(told)" 0 "and nobody is told"
step ANNA IEBGENER '//SYSUT1 DD DSN=PAY.K,DISP=SHR' \
    '//SYSUT2 DD DSN=PAY.PS,DISP=OLD' >job.jcl
logged "READ PAY.K granted,UPDATE PAY.PS denied" "S913 is one violation" \
    "$jclrun" job.jcl
is "$(told) $(intent)" "1 INTENT(UPDATE" "one ICH408I, of an output"
is "$(grep -c 'ICH408I USER' out)" 2 "in the job's log, and its messages"
step DAVE IEBGENER '//SYSUT1 DD DSN=PAY.K,DISP=SHR' '//SYSUT2 DD SYSOUT=*' \
    >job.jcl
logged "READ PAY.K denied" "of who may do nothing, too" "$jclrun" job.jcl
is "$(told) $(intent)" "1 INTENT(READ" "one of an input"
step DAVE IEFBR14 '//A DD DSN=PAY.PS,DISP=(OLD,DELETE)' >job.jcl
logged "ALTER PAY.PS denied" "DISP=DELETE is asked when it deletes" \
    "$jclrun" job.jcl
is "$(as_carl "$dsn" ls pay.ps)" PAY.PS "and then it is there"
finish
