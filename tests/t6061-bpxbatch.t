#!/bin/bash
# BPXBATCH: SH and PGM, its DDs, its codes. Codes are exit statuses times 256,
# of which a step shows twelve bits, calculated by hand.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
export CATAMOUNT_CLOCK=2026-03-01T12:00:00

job 0 "a command of the shell" <<'E'
//SHELL    JOB 1
//A        EXEC PGM=BPXBATCH,PARM='SH echo $JOBNAME | tr A-Z a-z; pwd'
//STDOUT   DD SYSOUT=*
E
is "$("$jclrun" show "$id" stdout)" "shell
$work/home" "is done by sh, in the home directory"
job 0 "without STDOUT and STDERR" <<'E'
//SHELL    JOB 1
//A        EXEC PGM=BPXBATCH,PARM='SH echo out; echo err >&2'
E
is "$("$jclrun" show "$id" stdout) $("$jclrun" show "$id" stderr)" "out err" \
    "what it prints is SYSOUT all the same"

# STATUS of the program, CODE of the step: 256 * STATUS mod 4096, but never 0
# of a failure.
while read -r status code; do
	job $((code > 239 ? 239 : code)) "exit status $status" <<E
//CODES    JOB 1
//A        EXEC PGM=BPXBATCH,PARM='SH exit $status'
E
	is "$(q '.steps[0].code')" "$code" "has code $code"
done <<'E'
0 0
1 256
8 2048
15 3840
16 4095
17 256
255 3840
E
job 9 "a program that a signal ends" <<'E'
//SIGNAL   JOB 1
//A        EXEC PGM=BPXBATCH,PARM='SH kill -9 $$'
E
is "$(q '.steps[0].code')" 9 "has its number"
job 0 "COND of a later step" <<'E'
//CONDS    JOB 1
//A        EXEC PGM=BPXBATCH,PARM='SH exit 0'
//B        EXEC PGM=BPXBATCH,PARM='SH exit 4',COND=(0,EQ)
//C        EXEC PGM=BPXBATCH,PARM='SH exit 0',COND=(256,LE,A)
E
is "$(q '[.steps[].flushed] | join(" ")')" "false true false" "sees it"

{
	echo '#!/bin/bash'
	# shellcheck disable=SC2016
	echo 'printf "%s|" "$0" "$#" "$@" "$GREETING" "$MORE"; cat'
} >home/prog
chmod +x home/prog
job 0 "PGM of a path" <<'E'
//PROGRAM  JOB 1
//A        EXEC PGM=BPXBATCH,PARM='PGM prog  one two'
//STDENV   DD *
GREETING=good day

MORE=a=b
//STDIN    DD *
read by it
//STDOUT   DD SYSOUT=*
E
is "$("$jclrun" show "$id" stdout)" \
    "$work/home/prog|2|one|two|good day|a=b|read by it" \
    "has words, STDENV and STDIN, from the home directory"
job 0 "STDPARM: PGM" <<E
//PROGRAM  JOB 1
//A        EXEC PGM=BPXBATSL
//STDPARM  DD *
PGM prog
one argument
second
//STDOUT   DD SYSOUT=*
E
is "$("$jclrun" show "$id" stdout)" \
    "$work/home/prog|2|one argument|second|||" "each line is an argument"
job 0 "STDPARM: SH" <<'E'
//SHELL    JOB 1
//A        EXEC PGM=BPXBATCH
//STDPARM  DD *
SH for i in a b c;
do echo "line $i";
done
//STDOUT   DD SYSOUT=*
E
is "$("$jclrun" show "$id" stdout | xargs)" "line a line b line c" \
    "lines are one command"
job 0 "neither" <<'E'
//SHELL    JOB 1
//A        EXEC PGM=BPXBATCH
//STDIN    DD *
echo from STDIN
//STDOUT   DD SYSOUT=*
E
is "$("$jclrun" show "$id" stdout)" "from STDIN" "the shell reads STDIN"

# Paths: as PATHOPTS says, byte by byte.
printf 'in\0put' >in.bin
paths() {
	echo "//PATHS    JOB 1"
	echo "//A        EXEC PGM=BPXBATCH,PARM='SH cat; echo bad >&2'"
	path_dd STDIN "$work/in.bin"
	echo "//             PATHOPTS=ORDONLY"
	path_dd STDOUT "$work/out.bin"
	echo "//             PATHOPTS=(OWRONLY,OCREAT,$1),PATHMODE=SIRUSR"
	path_dd STDERR "$work/err.txt"
	echo "//             PATHOPTS=(OWRONLY,OCREAT,OTRUNC),"
	echo "//             PATHMODE=(SIRUSR,SIWUSR)"
}
job 0 "PATH" < <(paths OEXCL)
printf 'in\0put' | cmp -s - out.bin
is "$? $(cat err.txt) $(stat -c %a out.bin err.txt | xargs)" "0 bad 400 600" \
    "is the stream itself, made with its mode"
chmod 600 out.bin
job 0 "OAPPEND" < <(paths OAPPEND)
is "$(tr '\0' _ <out.bin)" in_putin_put "adds"
job 239 "OEXCL of a file that is there" < <(paths OEXCL)
has "STDOUT: $work/out.bin: File exists" "is told"
is "$(q '.steps[0].code')" 255 "with code 255"

# Data sets: new ones as JCL says, lines cut to them, what a code page lacks.
job 0 "a data set" <<'E'
//SETS     JOB 1
//A        EXEC PGM=BPXBATCH
//STDPARM  DD *
SH printf 'ab\303\251\342\206\222c\nde'
//STDOUT   DD DSN=MY.OUT,DISP=(NEW,CATLG),SPACE=(TRK,1),
//            RECFM=FB,LRECL=4
E
is "$("$build/bin/dsn" cat my.out)" "abé?
de" "what the code page lacks is a question mark"
has "MY.OUT: LINES WERE CUT TO 4 BYTES" "that lines were cut is told"

for parm in 'RUN it' 'PGM' 'PGM nosuch' 'PGM /'; do
	job 239 "PARM $parm" <<E
//WRONG    JOB 1
//A        EXEC PGM=BPXBATCH
//STDPARM  DD *
$parm
E
	is "$(q '.steps[0].code')" 255 "code 255"
done
has "BPXBATCH: /: no program that can be run" "and why"
# A killed job: its directory goes when jobs are next run, its program ends.
cat >kill.jcl <<'E'
//KILL     JOB 1
//A        EXEC PGM=BPXBATCH,PARM='SH echo $$ >pid; exec sleep 600'
E
"$jclrun" --quiet kill.jcl 2>/dev/null &
killed=$!
for _ in $(seq 1500); do [ -s home/pid ] && break; sleep 0.02; done
is "$(ls "$CATAMOUNT_ROOT/work" | wc -l)" 1 "a program that runs has a directory"
job 0 "another job meanwhile" <<'E'
//OTHER    JOB 1
//A        EXEC PGM=IEFBR14
E
is "$(ls "$CATAMOUNT_ROOT/work" | wc -l)" 1 "leaves it"
kill -9 $killed
wait $killed 2>/dev/null
runs() { # it does, and waits for no parent
	grep -q '^State:[[:space:]]*[^ZX]' "/proc/$1/status" 2>/dev/null
}
for _ in $(seq 1500); do
	runs "$(cat home/pid)" || break
	sleep 0.02
done
is "$(runs "$(cat home/pid)" && echo runs)" "" \
    "the program of a killed job ends"
job 0 "the next one" <<'E'
//OTHER    JOB 1
//A        EXEC PGM=IEFBR14
E
is "$(ls "$CATAMOUNT_ROOT/work" | wc -l)" 0 "removes what it left"
finish
