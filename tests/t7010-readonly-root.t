#!/bin/bash
# A root that may not be written is still listed and printed; nothing in it
# changes, and what would change it is refused with a message.
. "$(dirname "$0")/support/tap.sh"

chmod 755 "$work"
if [ "$(id -u)" = 0 ]; then
	reader() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
else
	reader() { "$@"; }
fi
reader test -x "$idcams" -a -x "$work" || skip_all "nobody else can run it"

printf '1 one\n2 two\n' >in.txt
"$idcams" --dd "i=path:in.txt,text" \
    --dd p=a.ps,new,recfm=fb,lrecl=5 \
    -e 'define cluster(name(a.k) keys(1 0) recordsize(5 5) tracks(1 1))' \
    -e 'repro infile(i) outdataset(a.k)' \
    -e 'repro infile(i) outfile(p)' >out 2>&1
shut() { # for everybody who is not root
	chmod -R a+rX,a-w root
}
opened() {
	chmod -R u+w root
}
state() {
	find root -type f | sort | xargs cat | cksum
	find root | sort
}
shut
before=$(state)

run 0 "LISTCAT lists it" reader "$idcams" -e 'listcat all'
like "$(cat out)" 'A[.]K[.]DATA' "with its components"
run 0 "PRINT prints a cluster" reader "$idcams" \
    -e 'print indataset(a.k) character'
like "$(cat out)" '^2 two$' "and its records"
run 0 "and a sequential data set" reader "$idcams" \
    -e 'print indataset(a.ps) character'
like "$(cat out)" '^2 two$' "and its records"
run 0 "REPRO copies from it" reader "$idcams" --dd d=dummy \
    -e 'repro indataset(a.k) outfile(d)'
is "$(cat err)" "" "without a word"
run 12 "DEFINE is refused" reader "$idcams" \
    -e 'define cluster(name(b.k) tracks(1 1))'
like "$(cat out)" 'IDC3018I' "with a message"
run 8 "DELETE is refused" reader "$idcams" -e 'delete a.k'
like "$(cat out)" 'IDC3018I' "with a message"
run 12 "so is output" reader "$idcams" --dd i=path:in.txt,text \
    -e 'repro infile(i) outdataset(a.k) replace'
like "$(cat out)" 'IDC3351I .. VSAM OPEN RETURN CODE IS 152' "with a message"
run 12 "so is VERIFY" reader "$idcams" -e 'verify dataset(a.k)'
is "$(state)" "$before" "not a byte of the root has changed"

# A process that dies leaves a log beside the catalog: it counts.
opened
mkfifo pipe
"$idcams" - <pipe >held 2>&1 &
pid=$!
exec 9>pipe
echo " DEFINE CLUSTER(NAME(B.K) TRACKS(1 1))" >&9
for ((i = 0; i < 600; i++)); do
	[ -n "$(find root/volumes -type f -newer in.txt | sed -n 4p)" ] &&
	    "$idcams" -e 'listcat entries(b.k)' >/dev/null && break
	sleep 0.05
done
kill -9 $pid
exec 9>&-
wait $pid 2>/dev/null
shut
run 0 "what a dead process committed is there" reader "$idcams" \
    -e 'listcat entries(b.k)'
opened
finish
