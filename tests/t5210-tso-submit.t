#!/bin/bash
# IKJEFT01: TIME, SUBMIT, CALL of programs of the host, LISTDS with more. The form
# of TIME is that of a z/OS; names of SUBMIT are as man/catamount-programs.7 says.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
export CATAMOUNT_CLOCK=2026-03-01T12:00:00
. "$top/tests/support/tso.sh"

tso 0 "TIME" <<'E'
  TIME
E
is "$(grep IKJ56650I tsprt | sed 's/CPU-[0-9:]*/CPU-/')" \
    "IKJ56650I TIME-12:00:00 PM. CPU- SERVICE-0 SESSION-00:00:00 MARCH 1,2026" \
    "says date and time"
cat >sub.txt <<'E'
//SUBBED   JOB 1
//A        EXEC PGM=IEFBR14
//AGAIN    JOB 1
//A        EXEC PGM=IEFBR14
E
tso 0 "a library of jobs" <<'E'
  ALLOC F(X) DA('C.JOBS.CNTL') NEW SP(1) TR DIR(1) RECFM(F,B) -
    LRECL(80) CATALOG
E
"$build/bin/dsn" put sub.txt 'c.jobs.cntl(two)'
printf 'no job\n' >none.txt
"$build/bin/dsn" put none.txt 'c.jobs.cntl(none)'
for name in "JOBS(TWO)" "JOBS.CNTL(TWO)" "'C.JOBS.CNTL(TWO)'" \
    "(JOBS(TWO))"; do
	tso 0 "SUBMIT $name" <<E
  PROFILE PREFIX(C)
  SUBMIT $name
E
	is "$(grep -c '^CATAMOUNT JOB .* SUBMITTED' tsprt)" 2 "both are told"
	is "$("$jclrun" --format json list | jq -r .name | tail -n 2 | xargs)" \
	    "SUBBED AGAIN" "and run behind the job"
done
job 0 "SUBMIT * up to the mark" <<'E'
//T        JOB 1
//S        EXEC PGM=IKJEFT01
//SYSTSPRT DD SYSOUT=*
//SYSTSIN  DD DATA
  SUBMIT * END($$)
//INLINE   JOB 1
//A        EXEC PGM=IEFBR14

$$
  CALL *(IEFBR14)
/*
E
is "$("$jclrun" --format json list | jq -r .name | tail -n 1)" INLINE "runs"
for what in "'C.JOBS.CNTL(NONE)'" "'C.NO.SUCH'" "'C.JOBS.CNTL(NOSUCH)'" '()' \
    "(JOBS(TWO) 'C.NO.SUCH')"; do
	tso 12 "SUBMIT $what" <<E
  PROFILE PREFIX(C)
  SUBMIT $what
E
	is "$("$jclrun" --format json list | jq -r .name | tail -n 1)" T \
	    "submits nothing"
done
mkdir load
cat >load/HELLO <<'E'
#!/bin/bash
echo "hello $1"
read -r line <"$DD_IN"
echo "$line" >"$DD_OUT"
exit 3
E
chmod +x load/HELLO
hello() {
	{
		echo "//T        JOB 1"
		echo "//S        EXEC PGM=IKJEFT01"
		echo "//SYSTSPRT DD SYSOUT=*"
		echo "//IN       DD *"
		echo "a record"
		echo "/*"
		echo "//OUT      DD SYSOUT=*"
		echo "//SYSTSIN  DD *"
		echo "  PROFILE PREFIX(MY)"
		echo "  $1"
	} >deck
	job 3 "$1" --bind "MY.LOAD=$work/load" --programs "$work/load" <deck
	is "$("$jclrun" show "$id" stdout) $("$jclrun" show "$id" out)" \
	    "hello YOU a record" "runs with the step's DDs"
}
hello "CALL 'MY.LOAD(HELLO)' 'YOU'"
hello "CALL LOAD(HELLO) 'YOU'"
hello "CALL *(HELLO) 'YOU'"
tso 12 "CALL of what is in no library" <<'E'
  CALL 'C.JOBS.CNTL(TWO)'
E
tso 0 "a library" <<'E'
  ALLOC F(X) DA('C.LIB') NEW SP(1) TR DIR(1) RECFM(F,B) LRECL(80) CATALOG
E
tso 0 "LISTDS HISTORY STATUS" <<'E'
  ALLOC F(X) DA('C.LIB') SHR
  LISTDS 'C.LIB' HISTORY STATUS
E
is "$(sed -n '/^--RECFM/,/^--VOL/p' tsprt)" \
    "--RECFM-LRECL-BLKSIZE-DSORG-CREATED---EXPIRES---SECURITY-DDNAME---DISP
  FB    80    27920   PO  2026.060  0000.000  NONE      X        KEEP
--VOLUMES--" "says when and by which DD"
finish
