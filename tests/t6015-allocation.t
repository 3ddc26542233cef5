#!/bin/bash
# What DDs ask for, carried out: attributes of NEW, references, expiry, volumes,
# paths, MSGLEVEL, and a system without storage management. Rules: SA23-1385;
# block sizes by hand (27998 / 80 * 80 = 27920, 27998 / 100 * 100 = 27900).
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
export CATAMOUNT_CLOCK=2026-03-01T12:00:00
dsn=$build/bin/dsn
attrs() { # attrs DSN: DSORG, RECFM, LRECL, BLKSIZE
	"$dsn" --format json stat "$1" |
	    jq -r '[.dsorg, .recfm, .lrecl, .blksize] | join(" ")'
}

job 0 "attributes of new data sets" <<'E'
//ATTRS    JOB 1
//A        EXEC PGM=IEFBR14
//PLAIN    DD DSN=MY.PLAIN,DISP=(NEW,CATLG),SPACE=(TRK,(5,5),RLSE),
//            DCB=(RECFM=FB,LRECL=80)
//VB       DD DSN=MY.VB,DISP=(NEW,CATLG),SPACE=(CYL,1),
//            RECFM=VB,LRECL=104,BLKSIZE=1040
//BLOCKS   DD DSN=MY.BLOCKS,DISP=(NEW,CATLG),SPACE=(100,(1000,10)),
//            AVGREC=U,RECFM=FB,LRECL=100
//REF      DD DSN=MY.REF,DISP=(NEW,CATLG),SPACE=(TRK,1),DCB=*.VB
//PDS      DD DSN=MY.PDS,DISP=(NEW,CATLG),SPACE=(TRK,(1,1,3)),
//            RECFM=FB,LRECL=80
//PDSE     DD DSN=MY.PDSE,DISP=(NEW,CATLG),SPACE=(TRK,(1,1)),
//            DSNTYPE=LIBRARY,RECFM=FB,LRECL=80
//MEMBER   DD DSN=MY.MEMBERS(ONE),DISP=(NEW,CATLG),
//            SPACE=(TRK,(1,1,2)),RECFM=U
//B        EXEC PGM=IEFBR14
//MODEL    DD DSN=MY.MODEL,DISP=(NEW,CATLG),SPACE=(TRK,1),
//            DCB=(MY.VB,LRECL=54,BLKSIZE=540)
//LIKE     DD DSN=MY.LIKE,DISP=(NEW,CATLG),LIKE=MY.PLAIN
//BACK     DD DSN=MY.BACK,DISP=(NEW,CATLG),SPACE=(TRK,1),DCB=*.A.PLAIN
//OLD      DD DSN=MY.PLAIN,DISP=OLD
//REFDD    DD DSN=MY.REFDD,DISP=(NEW,CATLG),REFDD=*.OLD
E
is "$(attrs my.plain)" "PS FB 80 27920" "the system determines the block size"
is "$(attrs my.vb)" "PS VB 104 1040" "RECFM, LRECL, BLKSIZE of the DD"
is "$(attrs my.blocks)" "PS FB 100 27900" "space in records"
is "$(attrs my.ref)" "PS VB 104 1040" "DCB=*.ddname"
is "$(attrs my.pds)" "PO FB 80 27920" "directory blocks make a PDS"
is "$(attrs my.pdse)" "PO-E FB 80 27920" "DSNTYPE=LIBRARY"
is "$(attrs my.members | cut -d' ' -f1,2)" "PO U" "a member makes a library"
is "$(attrs my.model)" "PS VB 54 540" "DCB=(dsname,...): the DD goes before it"
is "$(attrs my.like)" "PS FB 80 27920" "LIKE"
is "$(attrs my.back)" "PS FB 80 27920" "DCB=*.step.ddname"
is "$(attrs my.refdd)" "PS FB 80 27920" "REFDD"

# Expiry: DELETE keeps it, and the step's code is what it was.
job 0 "data sets that expire" <<'E'
//EXPIRES  JOB 1
//A        EXEC PGM=IEFBR14
//DAYS     DD DSN=MY.DAYS,DISP=(NEW,CATLG),SPACE=(TRK,1),RETPD=30,
//            RECFM=FB,LRECL=80
//DATE     DD DSN=MY.DATE,DISP=(NEW,CATLG),SPACE=(TRK,1),
//            EXPDT=2025/001,RECFM=FB,LRECL=80
//NEVER    DD DSN=MY.NEVER,DISP=(NEW,CATLG),SPACE=(TRK,1),
//            EXPDT=99365,RECFM=FB,LRECL=80
//B        EXEC PGM=IEFBR14
//DAYS     DD DSN=MY.DAYS,DISP=(OLD,DELETE)
//DATE     DD DSN=MY.DATE,DISP=(OLD,DELETE)
//NEVER    DD DSN=MY.NEVER,DISP=(OLD,DELETE)
E
has 'IEF283I   MY.DAYS                                      NOT DELETED 1' \
    "an unexpired one is not deleted"
has 'IGD105I MY.DATE                                      DELETED,   DDNAME=DATE' \
    "an expired one is"
has 'IEF283I   MY.NEVER                                     NOT DELETED 1' \
    "99365 never expires"
is "$(q '[.steps[1].data_sets[].disposition] | join(" ")')" "KEEP DELETE KEEP" \
    "JSON has what was done"
like "$("$idcams" --no-pages -e 'listcat entries(my.days) all')" \
    'EXPIRATION------2026.090' "30 days from day 60 of 2026"

# Paths, DUMMY, SYSOUT; PATHDISP.
printf 'one\ntwo\n' >in.txt
printf 'keep\n' >keep.txt
job 0 "paths" --fold <<E
//PATHS    JOB 1
//A        EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
$(path_dd SYSUT1 "$work/in.txt")
//            FILEDATA=TEXT,PATHOPTS=(ORDONLY),RECFM=FB,LRECL=80
$(path_dd SYSUT2 "$work/out.txt")
//            FILEDATA=TEXT,PATHOPTS=(OWRONLY,OCREAT),PATHMODE=SIRUSR,
//            PATHDISP=(KEEP,DELETE)
//B        EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DSN=NULLFILE
$(path_dd SYSUT1 "$work/keep.txt")
//            FILEDATA=TEXT,PATHDISP=(DELETE,KEEP),RECFM=FB,LRECL=80
//SYSUT2   DD DUMMY
E
is "$(paste -sd'|' out.txt)" "one|two" "text in and out"
nok "PATHDISP=DELETE removes it" test -e keep.txt

# MSGLEVEL: fewer lists, but all when the job fails.
job 0 "MSGLEVEL=(0,0)" <<'E'
//QUIET    JOB 1,MSGLEVEL=(0,0)
//A        EXEC PGM=IEFBR14
E
is "$(grep -c 'EXEC PGM\|IEF142I' out)" 0 "lists the JOB statement alone"
job 240 "MSGLEVEL=(0,0) of a job that abends" <<'E'
//QUIET    JOB 1,MSGLEVEL=(0,0)
//A        EXEC PGM=NONE
E
has 'IEF236I ALLOC. FOR QUIET A' "has the messages of allocation"

# Without storage management.
export CATAMOUNT_ROOT=$work/plain
"$idcams" -e 'listcat' >/dev/null 2>&1
echo 'sms=off' >>plain/catamount.conf
job 0 "sms=off" <<'E'
//PLAIN    JOB 1
//A        EXEC PGM=IEFBR14
//X        DD DSN=MY.X,DISP=(NEW,CATLG),UNIT=SYSDA,VOL=SER=VOL001,
//            SPACE=(TRK,1),RECFM=FB,LRECL=80
//B        EXEC PGM=IEFBR14
//X        DD DSN=MY.X,DISP=OLD
E
has 'IEF237I 3390 ALLOCATED TO X' "a device"
has 'IEF285I   MY.X                                         CATALOGED' "catalogued"
has 'IEF285I   VOL SER NOS= VOL001.' "on its volume"
has 'IEF285I   MY.X                                         KEPT' "and kept"
job 0 "NEW over a name without storage management" <<'E'
//AGAIN    JOB 1
//A        EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD *
LOST
//SYSUT2   DD DSN=MY.X,DISP=(NEW,CATLG),UNIT=SYSDA,SPACE=(TRK,1)
E
has 'IEF287I   MY.X                                         NOT CATLGD 2' \
    "ends well, and says that it is not catalogued"
is "$("$dsn" cat my.x)" "" "what was there stays as it was"
is "$(q '.steps[0].data_sets[0].disposition')" "NOT CATLGD 2" "JSON says so"
job 241 "on the same volume" <<'E'
//AGAIN    JOB 1
//A        EXEC PGM=IEFBR14
//X        DD DSN=MY.X,DISP=(NEW,CATLG),UNIT=SYSDA,VOL=SER=VOL001,
//            SPACE=(TRK,1),RECFM=FB,LRECL=80
E
has 'IEF253I AGAIN A X - DUPLICATE NAME ON DIRECT ACCESS VOLUME' \
    "it cannot be twice"
job 0 "UNCATLG" <<'E'
//UNCATLG  JOB 1
//A        EXEC PGM=IEFBR14
//X        DD DSN=MY.X,DISP=(OLD,UNCATLG)
E
has 'IEF285I   MY.X                                         UNCATALOGED' \
    "takes the entry"
run 8 "which is gone" "$idcams" -e 'delete my.x'
finish
