#!/bin/bash
# dsn that is stopped, killed or cut off from its output: what was there stays,
# what was begun is not there. The writer waits inside its work for a pipe that
# this test holds open, so nothing depends on time.
. "$(dirname "$0")/support/tap.sh"
dsn=$build/bin/dsn
mkfifo pipe
printf 'old\n' >old.txt
"$dsn" put --new recfm=VB,lrecl=80 old.txt my.seq 2>/dev/null
"$dsn" mkdir --new recfm=VB,lrecl=80 my.lib
"$dsn" put old.txt 'my.lib(m)'
seq 1 2000 >big.txt
"$dsn" put --new recfm=VB,lrecl=80 big.txt my.big

for sig in INT TERM KILL; do
	for to in 'my.seq' 'my.lib(m)'; do
		exec 9<>pipe
		# Text is read to its end before anything is stored, so it waits
		# in the open of its input; job control undoes SIG_IGN of INT.
		set -m
		"$dsn" put pipe "$to" 2>err 9>&- &
		pid=$!
		set +m
		echo new >&9
		# dsn itself, not the shell that is about to become it
		until [[ $(readlink /proc/$pid/exe 2>/dev/null) == */dsn ]] &&
		    readlink /proc/$pid/fd/* 2>/dev/null | grep -q '/pipe$' ||
		    ! kill -0 $pid 2>/dev/null; do
			sleep 0.01
		done
		kill -$sig $pid
		exec 9>&-
		wait $pid 2>/dev/null
		ok "SIG$sig: put to $to did not end well" test $? -gt 128
		is "$("$dsn" cat "$to")" old "the old content stands"
	done
done
is "$("$dsn" ls 'my.lib(*)')" M "no other member is there"

# A reader that has enough.
"$dsn" cat my.big my.big my.big my.big my.big 2>err | head -n 1 >first
st=${PIPESTATUS[0]}
is "$(cat first)" 1 "a reader gets what it asks for"
ok "cat whose reader leaves ends with 0 or 1" test "$st" -le 1
is "$(cat err)" "" "and says nothing"
"$dsn" cat my.big >/dev/full 2>err
is $? 1 "a full device is a failure"
ok "and is told" grep -q 'No space left' err
# The file of a get that fails is as it was.
printf 'mine\n' >mine
printf 'x\n' >x.txt
"$dsn" get my.none mine 2>/dev/null
is "$(cat mine)" mine "a get that fails leaves the file"

# --- progress ----------------------------------------------------------------
seq 1 200000 >many.txt
"$dsn" put --new 'recfm=VB,lrecl=80,space=cyl(5,5)' many.txt my.many
# late FIFO FILE: FIFO is read after a while only, and goes to FILE.
late() {
	mkfifo "$1"
	(
		exec <"$1" >"$2"
		sleep 3
		exec cat
	) &
}
late slow got.txt
timeout 100 script -qfec "exec '$dsn' get my.many slow" screen >/dev/null </dev/null
wait
cmp -s many.txt got.txt
is $? 0 "get into a pipe gives all"
ok "and shows how far it is on a terminal" \
    grep -aq 'get: [0-9]* records' screen
rm screen
late screen seen
timeout 100 script -qfec "exec '$dsn' cat my.many" screen >/dev/null </dev/null
wait
is "$(grep -ac '^[0-9]*.$' seen),$(grep -ac 'cat: ' seen)" 200000,0 \
    "cat on a terminal shows the records alone"
finish
