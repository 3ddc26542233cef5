#!/bin/bash
# Sequential data sets of every record format, with and without control
# characters: made by a DD, filled, listed, copied between formats, and what
# does not fit leaves the old content (pain: a copy that shortens silently).
# Block sizes by hand, half a track being 27,998 bytes: F and V have one record
# a block (V 4 bytes more), FB and FBS whole records (1,399 of 20), others all.
. "$(dirname "$0")/support/tap.sh"

printf ' one\n  two\n\n 12345678901234567\n' >in
printf ' new\n 1234567890123456789012345678901\n end\n' >long
repro() { # OPTIONS...: the condition code
	"$idcams" --no-pages "$@" >out 2>err
	echo $?
}
text() { # NAME
	repro --dd O=path:o,text -e "repro ids($1) outfile(o)" >rc
	cat o
}
# Blanks of a fixed record are data of a variable one, and REPRO fills with
# X'00'.
strip() {
	tr -d '\0' | sed 's/ *$//'
}
attributes() { # NAME
	"$idcams" --format json -e "listcat ent($1) all" |
	    sed -n 's/.*"recfm":"\([A-Z]*\)","lrecl":\([0-9]*\),"blksize":\([0-9]*\).*/\1 \2 \3/p'
}

row() { # RECFM LRECL BLKSIZE
	local f=$1 lrecl=$2 n=M.$1

	is "$(repro --dd I=path:in,text,recfm=vb,lrecl=255 --dd \
	    "O=$n,new,recfm=$f,lrecl=$lrecl,space=trk(1,1)" \
	    -e 'repro infile(i) outfile(o)')" 0 "$f: made and filled"
	is "$(attributes $n)" "$f $lrecl $3" "$f: listed with its block size"
	is "$(text $n)" "$(cat in)" "$f: the records come back"
	is "$(repro --dd "O=B.$n,new,recfm=vb,lrecl=255" \
	    -e "repro ids($n) outfile(o)")$(text B.$n | strip)" \
	    "0$(cat in)" "$f: as variable records"
	is "$(repro --dd "O=F.$n,new,recfm=fb,lrecl=30" \
	    -e "repro ids(b.$n) outfile(o)")$(text F.$n | strip)" \
	    "0$(cat in)" "$f: as fixed ones, filled"
	for disp in old mod; do
		is "$(repro --dd I=path:long,text,recfm=vb,lrecl=255 \
		    --dd "O=$n,$disp" -e 'repro infile(i) outfile(o)')" 12 \
		    "$f: a record that is too long fails, $disp"
		like "$(cat out)" 'NOT WRITTEN' "$f: and is told"
		is "$(text $n)" "$(cat in)" "$f: the old content stays"
	done
	is "$(repro --dd I=path:in,text,recfm=vb,lrecl=255 --dd "O=$n,mod" \
	    -e 'repro infile(i) outfile(o)')$(text $n)" "0$(cat in in)" \
	    "$f: more behind it"
}
for c in '' A M; do
	row F$c 20 20
	row FB$c 20 27980
	row FBS$c 20 27980
	row V$c 24 28
	row VB$c 24 27998
	row VS$c 24 27998
	row VBS$c 24 27998
	row U$c 20 27998
done

refused() { # OPTIONS WHY
	repro --dd "O=R.SET,new,$1" --dd I=path:in,text,recfm=vb,lrecl=255 \
	    -e 'repro infile(i) outfile(o)' >rc
	ok "refused: $1" test "$(cat rc)" -ge 12
	like "$(cat out err)" "$2" "... and told why"
	repro -e 'listcat ent(r.set)' >rc
	ok "... and nothing was made" test "$(cat rc)" -ge 4
}
refused recfm=fb,lrecl=80,blksize=100 'BLKSIZE|LENGTH|invalid'
refused recfm=vb,lrecl=84,blksize=87 'BLKSIZE|LENGTH|invalid'
refused recfm=fb,lrecl=32761 'LRECL|lrecl|LENGTH'
refused recfm=xb,lrecl=80 'record format'
is "$(repro --dd O=R.BLK,new,recfm=fb,lrecl=80,blksize=8000,dsntype=large \
    --dd I=path:in,text,recfm=vb,lrecl=255 \
    -e 'repro infile(i) outfile(o)')$(attributes R.BLK)" "0FB 80 8000" \
    "a block size that is coded is kept, dsntype=large is taken"
repro -e 'define nonvsam(name(r.gone) devt(3390) volumes(migrat))' \
    -e 'listcat ent(r.gone) volume' >rc
like "$(cat out)" 'VOLSER------------MIGRAT' "a migrated entry is shown as such"
is "$(repro --dd O=path:o,text -e 'repro ids(r.gone) outfile(o)')" 12 \
    "... and has nothing to read"
finish
