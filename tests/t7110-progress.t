#!/bin/bash
# Progress on standard error and Ctrl-C, at a terminal: script(1) gives one.
# Inputs are pipes that this test feeds, so that no command ends by itself and
# nothing depends on how fast the machine is.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"
command -v script >/dev/null || skip_all "no script(1)"

quiet() { "$idcams" --no-pages "$@" >out 2>err </dev/null; }
quiet -e 'define cluster(name(a.b) keys(20 0) recordsize(20 20) -
    cylinders(1 1) reuse)'
in="--dd IN=path:$work/pipe,binary,recfm=fb,lrecl=20"
mkfifo pipe

# feed UNTIL: ten records each tenth of a second, up to when the screen or the
# file err has UNTIL; then the pipe's end. Half a minute at most.
feed() {
	exec 9>pipe
	for ((n = 0; n < 3000; n += 10)); do
		seq -f '%020.0f' "$((n + 1))" "$((n + 10))" | tr -d '\n' 2>/dev/null >&9 || break
		grep -aq "$1" screen err 2>/dev/null && break
		sleep 0.1
	done
	exec 9>&-
}

# --- a copy that takes its time --------------------------------------------------
: >screen >err
feed 'REPRO: .*records' &
timeout 60 script -qfec "exec '$idcams' $in -e 'repro infile(in) outdataset(a.b)'" \
    screen >/dev/null </dev/null
status=$?
wait
is $status 0 "REPRO from a slow pipe"
like "$(tr '\r' '\n' <screen)" \
    '^REPRO: [0-9]+ records, [0-9.]+ k?B, [0-9]+/s *$' \
    "a terminal sees records, bytes and the rate"
# The last thing in the place of that line: blanks, and back to its beginning.
like "$(tr '\r' '\n' <screen | grep -a -A1 '^REPRO:' | tail -n 1)" '^ {20,}$' \
    "and the line is taken out again"
like "$(tr -d '\r' <screen)" 'IDC0005I NUMBER OF RECORDS PROCESSED WAS [0-9]+0$' \
    "the listing has what it always has"

: >screen >err
feed 'nothing has this' & # 30 s would be too long: killed below
feeder=$!
(timeout 60 "$idcams" --progress $in -e 'repro infile(in) outfile(o)' \
    --dd o=dummy >out 2>err </dev/null) &
until grep -aq 'REPRO: ' err; do
	kill -0 $feeder || break
	sleep 0.05
done
kill $feeder
wait
like "$(tr '\r' '\n' <err)" '^REPRO: [0-9]+ records' \
    "--progress shows it where there is no terminal"
unlike "$(cat out)" 'REPRO: ' "on standard error alone"

: >screen >err
for o in '' --no-progress; do
	feed 'never' &
	feeder=$!
	(timeout 60 "$idcams" $o $in -e 'repro infile(in) outfile(o)' \
	    --dd o=dummy >out 2>err </dev/null) &
	sleep 1
	kill $feeder
	wait
	is "$(cat err)" "" "nothing is shown without a terminal $o"
done

# --- Ctrl-C ------------------------------------------------------------------------
twice=0 # 1: once more, when it has been heard
trap '' PIPE # of a program that has ended before it is asked to
# interrupt WHEN COMMAND...: type Ctrl-C once the screen has WHEN.
interrupt() {
	local when=$1

	shift
	: >screen >err
	mkfifo keys
	timeout 60 script -qfec "$*" screen >/dev/null <keys &
	exec 8>keys
	for ((i = 0; i < 400; i++)); do
		grep -aqE "$when" screen && break
		sleep 0.05
	done
	printf '\003' >&8
	for ((i = 0; twice && i < 400; i++)); do
		grep -aq 'once more ends at once' screen && break
		sleep 0.05
	done
	[ $twice -eq 0 ] || printf '\003' 2>/dev/null >&8
	wait $!
	status=$?
	exec 8>&-
	rm keys
}
feed 'never' &
feeder=$!
interrupt 'REPRO: ' "exec '$idcams' $in -e 'repro infile(in) outdataset(a.b) reuse'" \
    "-e 'listcat'"
kill $feeder 2>/dev/null
wait
is $status 130 "Ctrl-C during a copy ends idcams by the signal"
like "$(tr -d '\r' <screen)" '^CATAMOUNT INTERRUPTED BEFORE THE END' \
    "it is said"
unlike "$(cat screen)" 'NUMBER OF ENTRIES' "and the commands behind it are not done"
quiet -e 'examine name(a.b) datatest' -e 'verify dataset(a.b) recover'
is "$? $(grep -c 'NO ERRORS' out)" "0 2" "the cluster is consistent"

# A reader that holds the pipe and does not read: what goes into it waits.
seq -f '%020.0f' 10000 | tr -d '\n' >many
quiet --dd "in=path:$work/many,binary,recfm=fb,lrecl=20" \
    -e 'define cluster(name(m.m) keys(20 0) recordsize(20 20) cylinders(1 1))' \
    -e 'repro infile(in) outdataset(m.m)'
for c in 'repro indataset(m.m) outfile(o)' 'print indataset(m.m) outfile(o)' \
    'export m.m outfile(o) temporary'; do
	exec 7<>pipe
	interrupt "${c%% *} " "exec '$idcams' --dd o=path:$work/pipe,mod -e '$c'" \
	    "-e listcat"
	exec 7<&-
	is $status 130 "Ctrl-C while a pipe is not read: ${c%% *}"
	is "$(tr -d '\r' <screen | grep -c '^CATAMOUNT INTERRUPTED')" 1 "said once"
	unlike "$(cat screen)" 'NUMBER OF ENTRIES|IDC330|rror' \
	    "and no error of the host instead"
done
# One that reads slowly, until it has been shown.
: >screen >err
(
	for ((n = 0; n < 2000; n++)); do
		dd bs=2048 count=1 2>/dev/null >/dev/null
		grep -aq 'EXPORT: ' err && break
		sleep 0.05
	done
	cat >/dev/null
) <pipe &
timeout 60 "$idcams" --no-pages --progress --dd "o=path:$work/pipe,mod" \
    -e 'export m.m outfile(o) temporary' >out 2>err </dev/null
is $? 0 "EXPORT to a slow pipe"
wait
like "$(tr '\r' '\n' <err)" \
    '^EXPORT: [0-9]+ records, [0-9.]+ [kM]B, [0-9]+/s, [0-9]+%, .* left *$' \
    "shows records, bytes, rate, part and what is left"
exec 7<>pipe
# Whether it waits for its reader already when it hears of it, nobody knows.
twice=1
interrupt 'waits' "echo waits >&2; exec '$idcams' -e 'print indataset(m.m)'" \
    "-e 'listcat' >'$work/pipe'"
twice=0
exec 7<&-
is $status 130 "Ctrl-C twice while standard output is not read"
unlike "$(cat screen)" 'rror|Interrupted' "is no error of the host either"

interrupt 'repro infile' "exec '$idcams' $in -e 'repro infile(in) outfile(o)'" \
    "--dd o=path:$work/new"
is $status 130 "Ctrl-C while a pipe has no writer yet"
like "$(tr -d '\r' <screen)" '^CATAMOUNT INTERRUPTED BEFORE THE END' "it is said"
unlike "$(cat screen)" 'NOT OPEN|IDC33' "and no error of the host instead"
nok "the output path is not made" test -e new

# --- commands without a slow pipe: idcams is stopped and let go by turns ------------
# What takes it a moment of its own time, takes it seconds of the clock's.
seq -f '%060.0f' 300000 | tr -d '\n' >many
quiet --dd "in=path:$work/many,binary,recfm=fb,lrecl=60" \
    -e 'define cluster(name(b.b) keys(20 40) recordsize(60 60) cylinders(20 5))' \
    -e 'repro infile(in) outdataset(b.b)' \
    -e 'define aix(name(b.x) relate(b.b) keys(8 52) recordsize(50 60) uniquekey -
        cylinders(5 5) reuse)'
is $? 0 "a base and its alternate index"
pause=0.05 # s that it is stopped at a time
# slow PID: until it has ended.
slow() {
	while kill -STOP "$1"; do
		sleep $pause
		kill -CONT "$1"
		sleep 0.001
	done 2>/dev/null
}
# slowly OPTION...: idcams with --progress, in err the lines, one a line.
slowly() {
	"$idcams" --no-pages --progress "$@" >out 2>err </dev/null &
	slow $!
	wait $!
	status=$?
	tr '\r' '\n' <err >lines
}
# slowly_shows LINE OPTION...: the same, up to ten times: a phase may have ended
# before the clock is looked at first, where the machine is busy and each turn is a
# long one. So it is stopped for longer then.
slowly_shows() {
	local line=$1 i

	shift
	for i in 0.05 0.05 0.1 0.1 0.2 0.2 0.3 0.3 0.4 0.4; do
		pause=$i
		slowly "$@"
		grep -qE "$line" lines && break
	done
	pause=0.05
}
slowly_shows '^BLDINDEX: [0-9]+ records read,.* left *$' \
    -e 'bldindex indataset(b.b) outdataset(b.x)'
is $status 0 "BLDINDEX"
like "$(cat lines)" \
    '^BLDINDEX: [0-9]+ records read, [0-9.]+ [kM]B, [0-9]+/s, [0-9]+%, .* left *$' \
    "shows the records read of the base"
unlike "$(cat lines)" 'steps' "in words of the user"
slowly_shows '^EXAMINE: [0-9]+ records of the base,' \
    -e "examine name(b.x) noindextest datatest"
is $status 0 "EXAMINE of an alternate index"
like "$(cat lines)" '^EXAMINE: [0-9]+ records of the base, [0-9]+/s *$' \
    "shows the records that are read of the base"

# interrupt_slow COMMAND: SIGINT, as Ctrl-C sends it, once progress is shown.
interrupt_slow() {
	local pid slower

	: >err
	env --default-signal=INT "$idcams" --no-pages --progress -e "$1" \
	    -e listcat >out 2>err </dev/null &
	pid=$!
	slow $pid &
	slower=$!
	until grep -aq '[0-9]/s' err; do
		kill -0 $pid 2>/dev/null || break
		sleep 0.02
	done
	kill -INT $pid 2>/dev/null
	status=0
	wait $pid || status=$?
	wait $slower
}
for c in 'examine name(b.x) noindextest datatest' \
    'bldindex indataset(b.b) outdataset(b.x)'; do
	# It may be over, or next to it, before the signal is there.
	for ((tries = 0; tries < 10; tries++)); do
		interrupt_slow "$c"
		grep -q IDC0001I out || break
	done
	is $status 130 "SIGINT ends ${c%% *}"
	is "$(grep -c '^CATAMOUNT INTERRUPTED' out)" 1 "it is said"
	unlike "$(cat out)" 'NUMBER OF ENTRIES' "and nothing behind it is done"
done
quiet -e 'examine name(b.b) datatest' -e 'bldindex indataset(b.b) outdataset(b.x)' \
    -e 'examine name(b.x) datatest'
is $? 0 "base and alternate index are as good as before"

# --- a pipe of text is read whole first ------------------------------------------
exec 7<>pipe
env --default-signal=INT "$idcams" --dd "in=path:$work/pipe,text,recfm=v,lrecl=80" \
    --dd o=dummy -e 'repro infile(in) outfile(o)' >out 2>err </dev/null 7>&- &
echo 'A LINE' >&7
# The pipe is its own: what it had of this shell is closed, the shell gone.
until [[ $(readlink /proc/$!/exe) == */idcams ]] &&
    ls -l /proc/$!/fd 2>/dev/null | grep -q "$work/pipe"; do
	kill -0 $! 2>/dev/null || break
	sleep 0.02
done
kill -INT $!
status=0
wait $! || status=$?
exec 7<&-
is $status 130 "SIGINT ends the reading of text from a pipe that goes on"
is "$(grep -c '^CATAMOUNT INTERRUPTED' out)" 1 "it is said"

# --- a session goes on behind it
# seen REGEX: a line of the screen has it, behind the place mark, within half a
# minute.
mark=0
seen() {
	for ((i = 0; i < 600; i++)); do
		tail -c "+$((mark + 1))" screen | tr '\r' '\n' |
		    grep -aqE "$1" && return 0
		sleep 0.05
	done
	return 1
}
: >screen
mkfifo keys
timeout 200 script -qfec "exec '$idcams' $in --dd O=dummy" screen >/dev/null <keys &
session=$!
exec 8>keys
seen 'idcams'
for k in 1 2; do
	feed 'never' &
	feeder=$!
	mark=$(stat -c %s screen)
	printf 'repro infile(in) outfile(o)\r' >&8
	seen '^REPRO: [0-9]'
	printf '\003' >&8
	seen 'CATAMOUNT INTERRUPTED'
	is $? 0 "Ctrl-C in a session ends the command: $k"
	kill $feeder 2>/dev/null
	wait $feeder 2>/dev/null
	seen 'CONDITION CODE IS 12'
done
printf 'set maxcc=4\r\004' 2>/dev/null >&8
wait $session
status=$?
exec 8>&-
is $status 4 "the session ends as it is asked to"
finish
