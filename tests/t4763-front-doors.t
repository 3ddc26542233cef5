#!/bin/bash
# Jobs, dsn and the shell pass the same check as commands do; a temporary data
# set is its job's; a job is its USER's.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"

dsn=$build/bin/dsn
profile=$build/bin/dsprofile
echo hello >in.txt
for n in pay open; do
	"$dsn" put --new recfm=fb,lrecl=80 in.txt $n.ps
	"$dsn" mkdir $n.lib && "$dsn" put in.txt "$n.lib(m)"
done 2>/dev/null
echo security=on >>"$CATAMOUNT_ROOT/catamount.conf"
"$profile" add 'pay.**'
"$profile" add 'open.**' uacc=read
"$profile" permit 'open.**' anna update

# --- jobs
job 12 "a step of ANNA's job that opens what is not hers" <<'E'
//SECJOB   JOB (1),'TEST',USER=ANNA
//STEP1    EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//TMP      DD DSN=&&T,DISP=(NEW,PASS),SPACE=(TRK,(1,1)),
//            DCB=(RECFM=FB,LRECL=80)
//IN       DD *
HELLO
/*
//SYSIN    DD *
  REPRO INFILE(IN) OUTFILE(TMP)
  PRINT INDATASET(PAY.PS) COUNT(1)
  PRINT INDATASET(OPEN.PS) COUNT(1) CHARACTER
/*
//STEP2    EXEC PGM=IDCAMS,COND=EVEN
//SYSPRINT DD SYSOUT=*
//TMP      DD DSN=&&T,DISP=(OLD,DELETE)
//SYSIN    DD *
  PRINT INFILE(TMP) CHARACTER
/*
//STEP3    EXEC PGM=IEFBR14,COND=EVEN
//DEL      DD DSN=OPEN.PS,DISP=(OLD,DELETE)
E
has 'IDC3300I  ERROR OPENING PAY.PS' "it is not opened"
has 'LISTING OF DATA SET -OPEN.PS' "what she may read is"
has 'HELLO' "a temporary data set is the job's"
is "$("$dsn" ls 'open.ps')" OPEN.PS "DISP=DELETE deletes nothing without ALTER"
is "$(jq -r 'select(.name == "PAY.PS") | [.user, .job, .program] | join(" ")' \
    "$CATAMOUNT_ROOT/audit.log")" "ANNA SECJOB jclrun" "the log has the job"
has 'ICH408I   PAY.PS CL(DATASET ) VOL(VOL001)' "and the job's log has ICH408I"
# 240: an abend; S913-38 is RACF's (SA38-0668, IEC150I).
job 240 "a program that has no way with it ends with S913" <<'E'
//SECJOB   JOB (1),'TEST',USER=ANNA
//STEP1    EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD DSN=PAY.PS,DISP=SHR
//SYSUT2   DD SYSOUT=*
E
has 'IEC150I 913-38,IFG0194E,SYSUT1,PAY.PS' "with IEC150I"
has 'ABEND=S913' "in the log"
job 241 "nothing is made without ALTER" <<'E'
//SECJOB   JOB (1),'TEST',USER=ANNA
//STEP1    EXEC PGM=IEFBR14
//NEW      DD DSN=PAY.NEW,DISP=(NEW,CATLG),SPACE=(TRK,(1,1)),
//            DCB=(RECFM=FB,LRECL=80)
E
is "$("$dsn" ls 'pay.new')" "" "it is not there"
job 0 "the next job is another user's" <<'E'
//OWNJOB   JOB (1),'TEST'
//STEP1    EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//SYSIN    DD *
  PRINT INDATASET(PAY.PS) COUNT(1) CHARACTER
E

# Programs that a step starts ask for the job's user as well.
mkdir prog
printf '#!/bin/sh\n%s cat pay.ps 2>&1\n' "$dsn" >prog/PROG
chmod +x prog/PROG
cat >job.jcl <<'E'
//SECJOB   JOB (1),'TEST',USER=ANNA
//STEP1    EXEC PGM=PROG
//SYSOUT   DD SYSOUT=*
E
"$jclrun" --programs prog job.jcl >out 2>err
has 'user ANNA has NONE by PAY.** and needs READ' "a program of the host"

# --- dsn
dsn() {
	CATAMOUNT_USER=ANNA "$dsn" "$@" >out 2>err
	rc=$?
}
while read -r args; do
	# shellcheck disable=SC2086
	dsn $args
	is $rc 1 "dsn $args"
	ok "is refused" grep -qE 'user ANNA has|entry not found' err
done <<'END'
cat pay.ps
get pay.ps copy
put in.txt pay.ps
rm pay.ps
mv pay.ps anna.ps
cat pay.lib(m)
rm pay.lib(m)
put in.txt pay.lib(n)
mkdir pay.lib2
cp pay.ps anna.ps
cp open.ps pay.ps
mv open.ps anna.ps
rm open.ps
END
dsn ls 'pay.**'
is "$(cat out)" "" "dsn ls shows nothing of it"
dsn ls 'open.**'
ok "and what is to be read" grep -qx OPEN.PS out
for args in "cat open.ps" "put in.txt open.ps" "cp open.lib(m) open.lib(n)" \
    "rm open.lib(n)"; do
	# shellcheck disable=SC2086
	dsn $args
	is "$rc $(cat err)" "0 " "dsn $args"
done
is "$("$dsn" ls 'pay.lib(*)')" M "and nothing has changed"
is "$("$dsn" cat pay.ps)" hello "for the owner"

is "$(CATAMOUNT_USER=ANNA "$profile" check pay.ps read >/dev/null; echo $?)" 8 \
    "check says the same"
finish
