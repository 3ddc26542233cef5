#!/bin/bash
# REPRO is killed at any time: what the set has afterwards is in key order,
# each record whole, and it can be loaded on from there.
. "$(dirname "$0")/support/tap.sh"

kills=${CATAMOUNT_KILLS:-100}
n=50000
as=recfm=fb,lrecl=80
awk -v n="$n" 'BEGIN { for (k = 0; k < 3; k++) for (i = k; i < n; i += 3)
	printf "%08d %-71s", i, "RECORD " i }' >mixed
awk -v n="$n" 'BEGIN { for (i = 0; i < n; i++)
	printf "%08d %-71s", i, "RECORD " i }' >sorted
fold -w 80 sorted >sorted.lines

"$idcams" -e 'define cluster(name(a.killed) indexed keys(8 0) -
    recordsize(80 80) cylinders(10 10) reuse)' >out || cat out
# One record, so that the rest is inserted and not loaded.
head -c 80 sorted >first
for ((i = 1; i <= kills; i++)); do
	"$idcams" --dd "IN=path:first,$as" \
	    -e 'repro infile(in) outdataset(a.killed) reuse' >out 2>&1 ||
	    diag "$(tail -n 5 out)"
	"$idcams" --dd "IN=path:mixed,$as" -e 'repro infile(in) -
	    outdataset(a.killed) errorlimit(100)' >out 2>&1 &
	pid=$!
	sleep "0.$(printf %03d $((RANDOM % 400)))"
	kill -KILL $pid 2>/dev/null
	wait $pid 2>/dev/null
	"$idcams" -e 'verify dataset(a.killed)' >out 2>&1 || {
		fail "kill $i: verified"
		diag "$(cat out)"
	}
	run 0 "kill $i: the set is read" "$idcams" \
	    --dd "OUT=path:back,$as" \
	    -e 'repro indataset(a.killed) outfile(out)'
	fold -w 80 back >back.lines
	# Every line is one of the input, none twice, in ascending order.
	is "$(sort -cu back.lines 2>&1; comm -23 back.lines sorted.lines |
	    head -n 1)" "" "kill $i: whole records in key order"
done
run 0 "and it takes all the others" "$idcams" --dd "IN=path:sorted,$as" \
    -e 'repro infile(in) outdataset(a.killed) replace'
run 0 "which can be read" "$idcams" --dd "OUT=path:back,$as" \
    -e 'repro indataset(a.killed) outfile(out)'
same back sorted "byte for byte"
finish
