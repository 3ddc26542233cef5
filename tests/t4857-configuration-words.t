#!/bin/bash
# catamount.conf in either case: names, serials and words mean the same; of a
# line that cannot be read the number, what it takes and the word that is wrong
# are told. What a data class gives is listed by hand: DEFINE DATACLAS of ISMF.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"

dsn=$build/bin/dsn
conf=$CATAMOUNT_ROOT/catamount.conf
"$idcams" -e 'listcat' >/dev/null 2>&1
cp "$conf" conf.new
# with LINE...: the root's own lines, and these
with() {
	cp conf.new "$conf"
	printf '%s\n' "$@" >>"$conf"
}

echo hello >in.txt
with 'define-dataclas=big,RecFM=fb,lrecl=80,space=TRK(3,1),VOLUMES=2' \
    'define-dataclas=LOG,recorg=ES,recordsize=(20,40),space=cyl(1)' \
    'define-storclas=fast,pool=(fst001,FST002),Guaranteed' \
    'define-storclas=STANDARD' 'define-mgmtclas=gone,ROLLOFF=Expire' \
    'storclas=standard' 'pool=vol001' 'Symbol=sysver V2R5' 'SMS=On'
job 0 "a data class in lower case" <<'E'
//J        JOB (1),TEST
//S1       EXEC PGM=IEFBR14
//NEW      DD DSN=A.PS,DISP=(NEW,CATLG),DATACLAS=BIG
E
# 3 tracks of 57,344 bytes (services/README.md)
is "$("$dsn" stat a.ps | sed -n 's/^\(recfm\|lrecl\|allocated\)  *//p' |
    paste -sd,)" "FB,80,172032" "gives format, length and space in a job"
job 0 "what a DD says itself is not the class's" <<'E'
//J        JOB (1),TEST
//S1       EXEC PGM=IEFBR14
//NEW      DD DSN=A.VB,DISP=(NEW,CATLG),DATACLAS=BIG,STORCLAS=FAST,
//            MGMTCLAS=GONE,SPACE=(TRK,1),DCB=(RECFM=VB,LRECL=200)
E
is "$("$dsn" stat a.vb | sed -n 's/^\(recfm\|lrecl\|allocated\|volumes\)  *//p' |
    paste -sd,)" "VB,200,57344,FST001 *" "nor is the volume the root's"
like "$("$idcams" -e 'listcat entries(a.vb) all')" 'MANAGEMENTCLASS-*GONE' \
    "the entry has its classes"
job 241 "a class that is not defined is an error in a job, too" <<'E'
//J        JOB (1),TEST
//S1       EXEC PGM=IEFBR14
//NEW      DD DSN=A.NO,DISP=(NEW,CATLG),STORCLAS=SLOW,SPACE=(TRK,1)
E
run 0 "one in upper case" "$idcams" \
    -e 'define cluster(name(a.es) dataclass(log))'
"$idcams" -e 'listcat entries(a.es) all' >out
like "$(cat out)" 'NONINDEXED' "is of an ESDS"
run 0 "a storage class" "$idcams" -e \
    'define cluster(name(a.k) trk(1 1) keys(2 0) recsz(9 9) storclas(fast) vol(fst002))'
"$idcams" -e 'listcat entries(a.k) all' >out
like "$(cat out)" 'VOLSER-*FST002' "has its volumes"

# wrong WORD LINE: the line is the third behind the root's own
lines=$(wc -l <conf.new)
wrong() {
	with '# a comment' '' "$2"
	"$idcams" -e listcat >out 2>err
	is "$? $(grep -o "line [0-9]*: [a-z-]* is " err) $(grep -o "not '.*'" err)" \
	    "16 line $((lines + 3)): ${2%%=*} is  not '$1'" "of $2"
}
wrong "recfm=fx" 'define-dataclas=BIG,lrecl=80,recfm=fx,volumes=2'
wrong "large" 'define-dataclas=BIG,large'
wrong "space=acre(1)" 'define-dataclas=BIG,recfm=FB,space=acre(1)'
wrong "TOOLONGNAME" 'define-dataclas=toolongname'
wrong "pool=TOOLONG1" 'define-storclas=NEW,pool=TOOLONG1'
wrong "rolloff=never" 'define-mgmtclas=NEW,rolloff=never'
wrong "fast" 'define-storclas=NEW,fast'
wrong "maybe" 'sms=maybe'
wrong "0" 'wait=0'
wrong "two..dots" 'master=two..dots'
with 'define-dataclas=ONE' 'define-dataclas=one'
"$idcams" -e listcat >out 2>err
like "$(cat err)" "a new name.*, not 'ONE'" "a name that is there"
with 'colour=red'
"$idcams" -e listcat >out 2>err
like "$(cat err)" "no keyword 'colour'" "a keyword that is none"
finish
