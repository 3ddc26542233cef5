#!/bin/bash
# RESTART and generations, B5 of what users run into: with
# --restart-gdg=recorded a relative number is the generation of the run before,
# without it, it is not found; never another one silently. Which generation a
# number is, is calculated by hand from the group's at the first run's start.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
export CATAMOUNT_CLOCK=2026-03-01T12:00:00

write() { # write STEP RELATIVE TEXT
	cat <<E
//$1        EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD *
$3
//SYSUT2   DD DSN=MY.GROUP($2),DISP=(NEW,CATLG,DELETE),
//            SPACE=(TRK,1),RECFM=FB,LRECL=80
E
}
copy() { # copy STEP RELATIVE: to what the step prints
	cat <<E
//$1        EXEC PGM=IEBGENER
//SYSPRINT DD SYSOUT=*
//SYSIN    DD DUMMY
//SYSUT1   DD DSN=MY.GROUP($2),DISP=SHR
//SYSUT2   DD SYSOUT=*
E
}
# The job: A makes (+1), B fails when FAIL is there, C reads (+1), (0), D makes
# (+2).
nightly() {
	echo "//NIGHTLY  JOB 1${1:+,RESTART=$1}"
	write A +1 "OF ${2:-THE FIRST RUN}"
	cat <<'E'
//B        EXEC PGM=BPXBATCH,PARM='SH test ! -e fail'
//         IF B.RC = 0 THEN
E
	copy C1 +1
	copy C2 0
	write D +2 "SECOND OF ${2:-THE FIRST RUN}"
	echo "//         ENDIF"
}
shows() { # shows STEP TEXT TITLE
	is "$("$jclrun" show "$id" "$1.sysut2" | xargs)" "$2" "$3"
}

"$idcams" -e 'define gdg(name(my.group) limit(5) scratch)' >/dev/null 2>&1
job 0 "a generation" < <(
	echo "//BEFORE   JOB 1"
	write A +1 "OF BEFORE"
)
run 243 "RESTART when there was no run" "$jclrun" --quiet \
    --restart-gdg=recorded <(nightly B)
touch home/fail
job 239 "the first run ends in the middle" < <(nightly)
is "$(q '.generations[0] | .base + " " + .newest')" \
    "MY.GROUP MY.GROUP.G0001V00" "what (0) was is with its result"
rm home/fail
job 241 "RESTART alone: (+1) is not there" < <(nightly B)
has 'IEF212I NIGHTLY C1 SYSUT1 - DATA SET NOT FOUND' "and is told"
# That run is the last one now, and its numbers are its own; the first run's
# are asked for before another has begun.
"$jclrun" purge "$id" >/dev/null
job 0 "another job adds meanwhile: G0003V00" < <(
	echo "//OTHER    JOB 1"
	write A +1 "OF ANOTHER JOB"
)
job 241 "(+2), which that one has taken" --restart-gdg=recorded < <(nightly B)
shows c1 "OF THE FIRST RUN" "(+1) is that of the first run"
shows c2 "OF BEFORE" "(0) what was the newest then"
is "$("$build/bin/dsn" cat my.group.g0003v00)" "OF ANOTHER JOB" \
    "what others made is as it was"
"$idcams" -e 'delete my.group.g0003v00' >/dev/null
job 0 "a restart again" --restart-gdg=recorded < <(nightly B)
shows c1 "OF THE FIRST RUN" "has the same numbers"
is "$("$build/bin/dsn" cat my.group.g0003v00)" "SECOND OF THE FIRST RUN" \
    "and (+2) is the one behind it"
job 241 "restarted at the step that made it" --restart-gdg=recorded \
    < <(nightly A AGAIN)
has 'IGD17101I DATA SET MY.GROUP.G0002V00' "is a duplicate name"
is "$("$build/bin/dsn" cat my.group.g0002v00)" "OF THE FIRST RUN" \
    "and nothing is replaced"
# (0) of then has left the group.
"$idcams" -e 'delete my.group.g0001v00' >/dev/null
job 241 "(0) that is gone" --restart-gdg=recorded < <(nightly B)
shows c1 "OF THE FIRST RUN" "(+1) is found"
has 'IEF212I NIGHTLY C2 SYSUT1 - DATA SET NOT FOUND' "(0) is not"
job 0 "without RESTART it is no matter" --restart-gdg=recorded < <(nightly)
run 16 "another word" "$jclrun" --restart-gdg=old job.jcl
finish
