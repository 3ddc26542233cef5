#!/bin/bash
# A million records through idcams: loaded in key order, read back, and put in
# in another order; each time all of them, once, in key order. The input is
# counted up by awk, so it is its own expectation.
. "$(dirname "$0")/support/tap.sh"

n=${CATAMOUNT_RECORDS:-1000000}
awk -v n="$n" 'BEGIN { for (i = 0; i < n; i++)
	printf "%08d %-71s", i * 7, "RECORD " i }' >sorted
# Three runs through the keys: 0 3 6 ..., 1 4 7 ..., 2 5 8 ...
awk -v n="$n" 'BEGIN { for (k = 0; k < 3; k++) for (i = k; i < n; i += 3)
	printf "%08d %-71s", i * 7, "RECORD " i }' >mixed
as=recfm=fb,lrecl=80

# An empty set takes records in key order alone: the first one goes in before.
head -c 80 sorted >first

for what in sorted mixed; do
	"$idcams" -e "define cluster(name(big.$what) indexed keys(8 0) -
	    recordsize(80 80) cylinders(200 200))" >out || diag "$(cat out)"
	[ $what = sorted ] || "$idcams" --dd "IN=path:first,$as" \
	    -e "repro infile(in) outdataset(big.$what)" >out
	run 0 "$what: loaded" "$idcams" --dd "IN=path:$what,$as" \
	    -e "repro infile(in) outdataset(big.$what) replace"
	like "$(cat out)" "RECORDS PROCESSED WAS $n\$" "$what: each counted"
	run 0 "$what: verified" "$idcams" -e "verify dataset(big.$what)"
	run 0 "$what: read" "$idcams" --dd "OUT=path:back,$as" \
	    -e "repro indataset(big.$what) outfile(out)"
	same back sorted "$what: all are there, in key order"
done
finish
