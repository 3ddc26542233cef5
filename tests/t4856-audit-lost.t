#!/bin/bash
# A record of audit.log that cannot be written is told on standard error by each
# program, once, with the reason; what is asked for is decided as before.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"

dsn=$build/bin/dsn
profile=$build/bin/dsprofile
dsvol=$build/bin/dsvol
log=$CATAMOUNT_ROOT/audit.log
echo hello >in.txt
"$dsn" put --new recfm=fb,lrecl=80 in.txt pay.ps 2>/dev/null
"$profile" add 'pay.**' audit=read
"$profile" permit 'pay.**' carl alter
echo security=on >>"$CATAMOUNT_ROOT/catamount.conf"
said() { grep -c "^$1: audit.log is not written: $2" err; }
as() { CATAMOUNT_USER=$1 "${@:2}" >out 2>err; }

rm "$log" && mkdir "$log"
dir='Is a directory'
as CARL "$idcams" -e 'print ids(pay.ps)' -e 'print ids(pay.ps)'
is "$? $(said idcams "$dir")" "0 1" "idcams says it once, and does it"
as ANNA "$idcams" -e 'delete pay.ps'
is "$? $(said idcams "$dir") $(grep -c '^ICH408I USER' err)" "8 1 1" \
    "what is refused is refused"
is "$(grep -c 'audit.log' out)" 0 "the listing has nothing of it"
as CARL "$dsn" cat pay.ps
is "$? $(cat out) $(said dsn "$dir")" "0 hello 1" "dsn"
cat >job.jcl <<'E'
//J        JOB (1),TEST,USER=CARL
//S1       EXEC PGM=IEBGENER
//SYSPRINT DD DUMMY
//SYSIN    DD DUMMY
//SYSUT1   DD DSN=PAY.PS,DISP=SHR
//SYSUT2   DD SYSOUT=*
E
"$jclrun" --quiet job.jcl >out 2>err
is "$? $(said jclrun "$dir")" "0 1" "jclrun"
"$profile" alter 'pay.**' uacc=none >out 2>err
is "$? $(said dsprofile "$dir")" "0 1" "dsprofile, of a change"
as ANNA "$dsvol" add other
is "$(said dsvol "$dir")" 1 "dsvol"

rmdir "$log"
as CARL "$dsn" cat pay.ps
is "$(cat err)" "" "nothing is said of one that is written"
is "$(jq -r '[.user, .wanted] | join(" ")' "$log")" "CARL READ" "which it is"

ln -sf "$work/elsewhere" "$log"
as CARL "$dsn" cat pay.ps
is "$? $(said dsn '.*')" "0 1" "a link is told, and not followed"
ok "nothing is there" test ! -e elsewhere
rm "$log" && mkfifo "$log"
as CARL "$dsn" cat pay.ps
is "$? $(said dsn '.*')" "0 1" "a pipe keeps nobody waiting"
rm "$log"
as CARL "$dsn" cat pay.ps
printf '{"time":"cut' >>"$log"
as CARL "$dsn" cat pay.ps
is "$(wc -l <"$log") $(sed -n '1p;3p' "$log" | jq -r .user | paste -sd,)" \
    "3 CARL,CARL" "a line that was cut spoils no other"
: >"$log"
as CARL "$dsn" cat pay.ps
is "$(wc -l <"$log") $(jq -r .user "$log")" "1 CARL" "an empty one begins"
finish
