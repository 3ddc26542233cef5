#!/bin/bash
# DSNTYPE=LARGE is kept and shown: by LISTCAT, in JSON and by dsn, which calls
# it PS-L as ISPF does; LIKE and REFDD take it over. Whether it is JCL, --dd or
# ALLOCATE that says it. 4370 cylinders are 65,550 tracks, more than a basic
# sequential data set may have (SC23-6855).
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
dsn=$build/bin/dsn
kind() { # as LISTCAT, JSON and dsn have it
	printf '%s %s %s' \
	    "$("$idcams" -e "LISTCAT ENTRIES($1) ALL" 2>/dev/null |
	        sed -n 's/.*DSNTYPE-*//p')" \
	    "$("$idcams" --format json -e "LISTCAT ENTRIES($1) ALL" 2>/dev/null |
	        jq -r 'select(.type == "entry") | .. | .dsntype? // empty')" \
	    "$("$dsn" stat "$1" 2>/dev/null | sed -n 's/^dsorg *//p')"
}

job 241 "more than 65,535 tracks are refused" <<'E'
//J1 JOB 1,'A'
//S1 EXEC PGM=IEFBR14
//D1 DD DSN=A.JCL,DISP=(NEW,CATLG),SPACE=(CYL,(4370,1)),
//      RECFM=FB,LRECL=80
E
has 'IEF257I J1 S1 D1 - SPACE REQUESTED NOT AVAILABLE' "as there is no space"
job 0 "but not of large format" <<'E'
//J1 JOB 1,'A'
//S1 EXEC PGM=IEFBR14
//D1 DD DSN=A.JCL,DISP=(NEW,CATLG),SPACE=(CYL,(4370,1)),
//      RECFM=FB,LRECL=80,DSNTYPE=LARGE
//S2 EXEC PGM=IEFBR14
//D1 DD DSN=A.LIKE,DISP=(NEW,CATLG),LIKE=A.JCL
E
is "$(kind A.JCL)" "LARGE LARGE PS-L" "which LISTCAT, JSON and dsn show"
is "$(kind A.LIKE)" "LARGE LARGE PS-L" "LIKE has it too"
"$idcams" --dd 'O=A.DD,new,recfm=fb,lrecl=80,space=trk(1),dsntype=large' \
    --dd 'P=A.BASIC,new,recfm=fb,lrecl=80,space=trk(1),dsntype=basic' \
    -e "ALLOCATE DATASET(A.ALLOC) NEW CATALOG SPACE(1,1) TRACKS RECFM(F,B) LRECL(80) DSNTYPE(LARGE)" \
    -e "ALLOCATE DATASET(A.ALLIKE) NEW CATALOG LIKE(A.ALLOC)" >out 2>&1
is "$?,$(kind A.DD)" "0,LARGE LARGE PS-L" "--dd"
is "$(kind A.BASIC)" "  PS" "basic has none"
is "$(kind A.ALLOC)" "LARGE LARGE PS-L" "ALLOCATE"
is "$(kind A.ALLIKE)" "LARGE LARGE PS-L" "and its LIKE"
"$dsn" cp a.dd a.copy >/dev/null 2>&1 || "$dsn" cp --like a.dd a.dd a.copy
is "$(kind A.COPY)" "LARGE LARGE PS-L" "dsn cp"
# written over, it is what it was; so it is when its catalog is lost
echo text >in.txt
"$dsn" put in.txt a.dd
is "$(kind A.DD)" "LARGE LARGE PS-L" "rewritten"
"$idcams" -e 'DELETE A.DD NOSCRATCH' \
    -e "DEFINE NONVSAM(NAME(A.DD) DEVICETYPES(3390) VOLUMES(VOL001) RECATALOG)" \
    >out 2>&1
is "$?,$(kind A.DD)" "0,LARGE LARGE PS-L" "catalogued again"
finish
