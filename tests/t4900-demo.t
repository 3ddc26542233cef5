#!/bin/bash
# The main job: jcl-samples/cards.jcl on the sample data, as make demo runs it,
# and the deck once more on the root that it left.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"
[ -e "$build/samples/.made" ] || skip_all "no sample files: make samples"
[ -x "$build/tools/nfsget" ] || skip_all "no tools/nfsget: make demo-parts"

# tools/demo works below the directory that it is given.
mkdir b
ln -s "$build/bin" "$build/samples" "$build/tools" b/
run 0 "the demo works" "$top/tools/demo" "$work/b"
like "$(tail -n 1 out)" '^demo: OK: 10 data sets, 794 records' \
    "its last line counts 714 records of nine KSDS and 80 of the ESDS"
is "$(grep -c ' records of .* equal$' out)" 10 "ten data sets read back equal"

# LISTCAT LEVEL(CARDS) ALL: nine KSDS with two components, an ESDS with one.
like "$(cat out)" 'CLUSTER --------------10$' "LISTCAT counts 10 clusters"
like "$(cat out)" 'DATA -----------------10$' "10 data components"
like "$(cat out)" 'INDEX -----------------9$' "9 index components"

dds=()
while read -r dd file lrecl; do
	dds+=(--dd "$dd=path:$build/samples/$file.ps,recfm=fb,lrecl=$lrecl")
done <<-'END'
	ACCOUNTS accounts 300
	CARDS cards 150
	XREF xref 50
	CUSTOMER customers 500
	TRANSACT transactions 350
	TYPES types 60
	CATEGORY categories 60
	GROUPS groups 50
	BALANCES balances 50
	LATE late 350
END
run 0 "the deck deletes and makes anew what it finds" "$idcams" \
    --root b/demo-root "${dds[@]}" "$top/jcl-samples/cards.ams"
like "$(cat out)" 'IDC0550I ENTRY \(C\) CARDS.ACCOUNT.KSDS DELETED' \
    "DELETE found the cluster"

# By a path of its own: the records of the late file in key order, by ASCII
# and EBCDIC different, through a text file.
run 0 "types come out as text" "$idcams" --root b/demo-root \
    --dd "OUT=path:$work/types.txt,text" \
    -e 'repro indataset(cards.type.ksds) outfile(out)'
is "$(cut -c1-2 types.txt | tr '\n' ' ')" "A1 Z9 01 02 03 04 05 " \
    "letters come before digits, as in EBCDIC"
finish
