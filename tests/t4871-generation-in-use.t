#!/bin/bash
# A generation that somebody has when it rolls off keeps its bytes, is told of
# with its holder, and goes when its base is deleted with FORCE; one that
# NOSCRATCH keeps stays then (SC23-6846, DELETE: FORCE scratches what the base
# points to).
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
dsn=$build/bin/dsn
new='new,recfm=FB,lrecl=80,space=trk(1)'

"$idcams" -e 'DEFINE GDG(NAME(A.G) LIMIT(1) SCRATCH)' \
    -e 'DEFINE GDG(NAME(A.N) LIMIT(1))' >/dev/null 2>&1
files() { ls "$CATAMOUNT_ROOT/volumes/VOL001" | grep -cv '\.'; }
begin=$(files)
gen() { "$idcams" --dd "O=$1(+1),$new" /dev/null >out 2>err; }
gen A.G
gen A.N
gen A.N
is "$(cat err)" "" "one that NOSCRATCH keeps is as it was asked for"

# hold NAME: another run has it, until let_go.
hold() {
	rm -f fifo
	mkfifo fifo
	"$idcams" --dd "I=$1" - <fifo >hold.out 2>&1 &
	exec 9>fifo
	for _ in {1..600}; do
		"$idcams" --who "$1" 2>/dev/null | grep -q ' by ' && return
		sleep 0.05
	done
}
let_go() {
	exec 9>&-
	wait
}
hold A.G.G0001V00
gen A.G
like "$(cat err)" \
    'idcams: A.G.G0001V00 is rolled off but not deleted: it is held by idcams' \
    "the end of a run says who keeps it"
let_go
hold A.G.G0002V00
job 0 "a job whose new generation pushes one out that is in use" <<'X'
//J1 JOB 1,'A'
//S1 EXEC PGM=IEFBR14
//D DD DSN=A.G(+1),DISP=(NEW,CATLG),SPACE=(TRK,1),RECFM=FB,LRECL=80
X
has 'CATAMOUNT A.G.G0002V00 ROLLED OFF, NOT SCRATCHED: IT IS HELD BY idcams' \
    "says so in its log"
"$idcams" -e 'DELETE A.G GDG FORCE' >out 2>&1
is "$?,$("$dsn" ls 'A.G.*' | grep -c 'A.G')" 8,3 \
    "FORCE takes all or none: one is in use"
let_go
"$idcams" -e 'DELETE A.G GDG FORCE' >out 2>&1
is "$?,$(grep -o 'ENTRY ([A-Z]) A.G[^ ]*' out | paste -sd,)" \
    "0,ENTRY (H) A.G.G0003V00,ENTRY (H) A.G.G0001V00,ENTRY (H) A.G.G0002V00,ENTRY (B) A.G" \
    "FORCE takes along what was to be scratched"
is "$(files)" $((begin + 2)) "nothing of it is left"
"$idcams" -e 'DELETE A.N GDG FORCE' >out 2>&1
is "$?,$("$dsn" ls 'A.N.*' | grep -o 'A.N[^ ]*')" "0,A.N.G0001V00" \
    "what NOSCRATCH has kept stays"
"$idcams" -e 'DEFINE GDG(NAME(A.N) LIMIT(1))' \
    -e 'ALTER A.N.G0001V00 ROLLIN' >/dev/null 2>&1
gen A.N
"$idcams" -e 'DELETE A.N GDG FORCE' >out 2>&1
is "$?,$("$dsn" ls 'A.N.*' | grep -o 'A.N[^ ]*')" "0,A.N.G0001V00" \
    "rolled in and out again too"
finish
