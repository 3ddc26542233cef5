#!/bin/bash
# ALLOCATE in a step of a job: what it allocated is freed, with what was to
# become of it, when IDCAMS ends, and the next step may have it.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"

job 0 "ALLOCATE in two steps" <<'E'
//ALLOC  JOB 1
//ONE    EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//IN     DD *
AAAA
//SYSIN  DD *
  DEFINE GDG(NAME(A.G) LIMIT(3))
  ALLOC FI(K) DA('A.KEPT') NEW SP(1) TR RECFM(F B) LRECL(80)
  REPRO INFILE(IN) OUTFILE(K)
  ALLOC FI(X) DA('A.GONE') NEW SP(1) TR RECFM(F B) LRECL(80) DELETE
  ALLOC FI(G) DA('A.G(+1)') NEW SP(1) TR RECFM(F B) LRECL(80)
  ALLOC FI(IN) DA('A.KEPT') SHR REUSE
  REPRO INFILE(IN) OUTFILE(G)
//TWO    EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//SYSIN  DD *
  ALLOC FI(K) DA('A.KEPT') OLD
  LISTCAT ENT(A.G.G0001V00) ALL
E
run 4 "what was to be deleted is gone" "$idcams" -e 'LISTCAT ENT(A.GONE)'
run 0 "the generation" "$idcams" -e 'LISTCAT ENT(A.G.G0001V00) ALL'
like "$(cat out)" 'STATUS-+ACTIVE' "is active"
run 0 "with its record" "$idcams" -e 'PRINT IDS(A.G(0)) CHARACTER'
like "$(cat out)" "PROCESSED WAS 1" "which is one"
finish
