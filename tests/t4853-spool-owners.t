#!/bin/bash
# What a job printed is its owner's with security=on, as JESSPOOL's rule has it
# where no profile says otherwise (z/OS JES2 Initialization and Tuning Guide,
# "Authorizing access to SYSOUT"); with security=off it is everybody's.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"

log=$CATAMOUNT_ROOT/audit.log
as() { CATAMOUNT_USER=$1 "$jclrun" "${@:2}" >out 2>err; }
# print_job TEXT WORD: a job that prints TEXT
print_job() {
	cat >job.jcl <<E
//PRINT    JOB (1),TEST$2
//S1       EXEC PGM=IEBGENER
//SYSPRINT DD DUMMY
//SYSIN    DD DUMMY
//SYSUT2   DD SYSOUT=*
//SYSUT1   DD *
$1
/*
E
	"$jclrun" --quiet job.jcl
}
ids() { sed -n 's/^\(JOB[0-9]*\) .*/\1/p' out | paste -sd,; }

print_job "OF ALL" "" 2>/dev/null
as ANNA show 1
is "$? $(grep -q 'OF ALL' out && echo seen)" "0 seen" "without security everybody sees it"
echo security=on >>"$CATAMOUNT_ROOT/catamount.conf"
print_job "ANNA'S SECRET" ",USER=ANNA"
print_job "CARL'S SECRET" ",USER=CARL"
"$jclrun" --format json show 2 | jq -r .owner >owner
is "$(cat owner)" ANNA "a job's owner is the one for whom it is done"

as ANNA show 2
is "$? $(grep -q SECRET out && echo seen)" "0 seen" \
    "she sees her own"
: >"$log"
as ANNA show 3
is "$? $(grep -c SECRET out)" "16 0" "not another's"
is "$(grep -c '^ICH408I   CARL.PRINT.JOB00003 CL(JESSPOOL)' err)" 1 \
    "of which ICH408I tells"
is "$(grep -c 'INTENT(READ   )  ACCESS ALLOWED(NONE   )' err)" 1 "to read"
is "$(jq -r '[.user, .class, .name, .wanted, .outcome] | join(" ")' "$log")" \
    "ANNA JESSPOOL CARL.PRINT.JOB00003 READ denied" "and the log"
as ANNA show 3 s1.sysut2
is "$? $(grep -c SECRET out)" "16 0" "not a part of it"
as ANNA --format json show 3
is "$? $(wc -c <out | tr -d ' ')" "16 0" "nor what became of it"
as ANNA purge 3
is "$?" 16 "she does not remove it"
ok "it is there" test -f "$CATAMOUNT_ROOT/spool/JOB00003/job.json"
is "$(tail -1 "$log" | jq -r '[.name, .wanted] | join(" ")')" \
    "CARL.PRINT.JOB00003 ALTER" "which takes ALTER"
as ANNA list
is "$(ids)" JOB00002 "hers alone are listed"
is "$(cat err)" "jclrun: 2 jobs of others" "and how many there are"
as ANNA --format json list
is "$(jq -r .id out)" JOB00002 "as JSON, too"
n=$(wc -l <"$log")
as ANNA show 77
is "$? $(grep -c ICH408I err) $(wc -l <"$log")" "16 0 $n" \
    "what is not there is no violation"
as ANNA purge 77
is "$? $(grep -c ICH408I err) $(wc -l <"$log")" "16 0 $n" "nor to be removed"

"$jclrun" list >out
is "$(ids)" JOB00001,JOB00002,JOB00003 "the root's owner has all"
ok "and sees them" "$jclrun" show 3
as ANNA purge all
is "$? $(ls "$CATAMOUNT_ROOT/spool" | grep JOB | paste -sd,)" \
    "0 JOB00001,JOB00003" "purge all is of her own"
is "$(wc -l <"$log")" "$n" "without a violation"
ok "of the root's owner of all" "$jclrun" purge all
is "$(ls "$CATAMOUNT_ROOT/spool" | grep -c JOB)" 0 "nothing is left"

# Whose name is none and what is damaged is the root's owner's alone.
print_job X ",USER=ANNA"
id=$(ls "$CATAMOUNT_ROOT/spool" | grep JOB)
echo '{"owner":' >"$CATAMOUNT_ROOT/spool/$id/job.json"
as ANNA purge "$id"
is "$?" 16 "of damaged ones nobody is the owner"
ok "but the root's" "$jclrun" purge "$id"
finish
