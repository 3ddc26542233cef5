#!/bin/bash
# A file system without a byte left: the root opens, is listed and printed, what
# needs space is refused, and DELETE makes some. On a tmpfs of its own.
. "$(dirname "$0")/support/tap.sh"
unshare -rm true 2>/dev/null || skip_all "no mount namespaces here"

cat >inside.sh <<'END'
. "$1/tests/support/tap.sh"
mkdir disk
mount -t tmpfs -o size=8m tmpfs disk || skip_all "tmpfs cannot be mounted"
export CATAMOUNT_ROOT=$work/disk/root
fill() { dd if=/dev/zero of="disk/fill$1" bs=1k >/dev/null 2>&1; }
left() { df -k disk | awk 'END { print $4 }'; }

printf '1 one\n2 two\n' >in.txt
for name in a b c; do
	"$idcams" --dd "i=path:$work/in.txt,text" \
	    -e "define cluster(name($name.k) keys(1 0) recordsize(5 5) -
	        tracks(5 1))" -e "repro infile(i) outdataset($name.k)" >made 2>&1
done
"$idcams" --dd "i=path:$work/in.txt,text" --dd p=p.s,new,recfm=fb,lrecl=5 \
    -e 'repro infile(i) outfile(p)' >made 2>&1
fill 1
is "$(left)" 0 "the disk is full"
for round in 1 2; do
	run 0 "LISTCAT lists, round $round" "$idcams" -e 'listcat'
	like "$(cat out)" 'CLUSTER ------- B[.]K' "the clusters"
	run 0 "PRINT prints" "$idcams" -e 'print indataset(a.k) character'
	like "$(cat out)" '^2 two$' "records"
	run 12 "DEFINE is refused" "$idcams" \
	    -e 'define cluster(name(d.k) recordsize(5 5) keys(1 0) tracks(1 1))'
	like "$(cat out)" 'IDC30(17|20)I INSUFFICIENT SPACE' \
	    "for want of space, the catalog's or the volume's"
	run 12 "so is new content of a data set" "$idcams" \
	    --dd "i=path:$work/in.txt,text" -e 'repro infile(i) outdataset(p.s)'
	like "$(cat out)" 'IDC3300I  ERROR OPENING P[.]S$' "with its name"
	run 0 "which has its old content" "$idcams" \
	    -e 'print indataset(p.s) character'
	like "$(cat out)" '^2 two$' "records"
	ok "no command leaves the reserve to others" test "$(left)" -lt 128
done
run 0 "DELETE deletes" "$idcams" -e 'delete a.k'
ok "there is space now" test "$(left)" -gt 0
fill 2
run 0 "once more, two at a time" "$idcams" -e 'delete (b.k c.k)'
run 0 "what is deleted is not listed" "$idcams" -e 'listcat'
is "$(grep -c 'CLUSTER ---.*[ABCD][.]K' out)" 0 "none of it"
is "$(ls "$CATAMOUNT_ROOT"/volumes/*/* | wc -l)" 1 "no file of theirs is left"
umount disk
finish
END
CATAMOUNT_TMP=$work unshare -rm bash "$work/inside.sh" "$top"
exit $?
