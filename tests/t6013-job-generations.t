#!/bin/bash
# Generations in jobs. Rules: SA23-1385, "Relative generation numbers": fixed
# when the job begins, the same in each step; LIMIT as SC23-6846 has it.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
export CATAMOUNT_CLOCK=2026-03-01T12:00:00

repro() { # repro TEXT OUT: a step that writes a record
	cat <<E
//R$2       EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//IN       DD *
$1
//OUT      DD DSN=MY.GROUP($2),DISP=(NEW,CATLG,DELETE),SPACE=(TRK,1),
//            RECFM=FB,LRECL=80
//SYSIN    DD *
  REPRO INFILE(IN) OUTFILE(OUT)
E
}
print() { # print STEP RELATIVE
	cat <<E
//$1        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//IN       DD DSN=MY.GROUP($2),DISP=SHR
//SYSIN    DD *
  PRINT INFILE(IN) CHARACTER
E
}
shows() { # shows STEP TEXT TITLE
	like "$("$jclrun" show "$id" "$1.sysprint")" "^$2\$" "$3"
}

job 0 "a group" <<'E'
//MAKE     JOB 1
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//SYSIN    DD *
  DEFINE GDG(NAME(MY.GROUP) LIMIT(3) SCRATCH)
E
job 0 "(+1) makes the first" < <({
	echo '//FIRST JOB 1'
	repro ONE +1
} | sed 's/R+1 /R1/')
has 'MY.GROUP.G0001V00                            ROLLED IN, DDNAME=OUT' \
    "rolled in at the end of its step"
job 0 "numbers through the steps of a job" < <({
	echo '//SECOND JOB 1'
	repro TWO +1
	print P1 +1
	print P0 0
	repro THREE +2
	print Q2 +2
	print Q1 +1
} | sed 's/R+\([12]\) /R\1/')
shows P1 TWO "a later step reads the new one by the number it was made with"
shows P0 ONE "(0) is what it was when the job began"
shows Q2 THREE "a second new one is (+2)"
shows Q1 TWO "and (+1) still the first"
is "$(q '[.steps[].data_sets[].name] | join(" ")')" \
    "MY.GROUP.G0002V00 MY.GROUP.G0002V00 MY.GROUP.G0001V00 MY.GROUP.G0003V00 MY.GROUP.G0003V00 MY.GROUP.G0002V00" \
    "absolute names in the result"

job 0 "the group by its name alone" < <({
	echo '//ALL JOB 1'
	cat <<'E'
//P        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//IN       DD DSN=MY.GROUP,DISP=SHR
//SYSIN    DD *
  PRINT INFILE(IN) CHARACTER
E
})
is "$("$jclrun" show "$id" p.sysprint | grep -xE 'ONE|TWO|THREE' | xargs)" \
    "THREE TWO ONE" "is all of it, newest first"

# The third step abends: what it made goes, what stood before stays.
job 240 "a job that abends" < <({
	echo '//FAILS JOB 1'
	repro FOUR +1
	cat <<'E'
//BAD      EXEC PGM=NOTHERE
//OUT      DD DSN=MY.GROUP(+2),DISP=(NEW,CATLG,DELETE),SPACE=(TRK,1),
//            RECFM=FB,LRECL=80
E
} | sed 's/R+1 /R1/')
"$idcams" --no-pages -e 'listcat entries(my.group) all' >list
is "$(grep -oE 'G000[0-9]V00' list | sort -u | xargs)" \
    "G0002V00 G0003V00 G0004V00" \
    "keeps what earlier steps rolled in; LIMIT(3) took the oldest"

job 241 "a generation that there is not" <<'E'
//NONE     JOB 1
//P        EXEC PGM=IEFBR14
//X        DD DSN=MY.GROUP(-7),DISP=SHR
E
has 'IEF212I NONE P X - DATA SET NOT FOUND' "is a data set not found"
job 241 "(+1) that no step made" <<'E'
//NONE     JOB 1
//P        EXEC PGM=IEFBR14
//X        DD DSN=MY.GROUP(+1),DISP=SHR
E
has 'IEF212I NONE P X - DATA SET NOT FOUND' "too"
job 241 "no group of the name" <<'E'
//NONE     JOB 1
//P        EXEC PGM=IEFBR14
//X        DD DSN=NO.GROUP(0),DISP=SHR
E

# RESTART behind the step that makes it: never another generation.
job 241 "RESTART: (+1) of this run is not there" < <({
	echo '//AGAIN JOB 1,RESTART=P1'
	repro FIVE +1
	print P1 +1
} | sed 's/R+1 /R1/')
has 'IEF212I AGAIN P1 IN - DATA SET NOT FOUND' "it is not the last run's"
is "$(q '.steps[0].state')" "not run" "the steps before it did not run"

# Two jobs add at once: each its own.
for j in 1 2 3 4; do
	{
		echo "//ADD$j JOB 1"
		repro "J$j" +1
	} | sed 's/R+1 /R1/' >add$j.jcl
	"$jclrun" --quiet add$j.jcl 2>/dev/null &
done
wait
"$idcams" --no-pages -e 'listcat entries(my.group) all' >list
is "$(grep -oE 'G000[0-9]V00' list | sort -u | xargs)" \
    "G0006V00 G0007V00 G0008V00" "four jobs at once made four generations"
finish
