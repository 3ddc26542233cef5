#!/bin/bash
# idcams on a root where files are damaged, missing or may not grow: a message
# with its number, a condition code, nothing false, the rest still readable.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"

# Records of 100 bytes, key of 8 digits at 0: 2000 fill 12 control intervals
# of 18432 bytes ((18432 - 10) / 100 = 184 in each).
awk 'BEGIN { for (i = 1; i <= 2000; i++) printf "%08d the record\n", i }' >in.txt
load=(--dd "in=path:$work/in.txt,text,recfm=fb,lrecl=100")

make_root() { # DIR: two data sets, A.B loaded, C.D loaded
	rm -rf "$1"
	"$idcams" --root "$1" "${load[@]}" \
	    -e 'define cluster(name(a.b) keys(8 0) recordsize(100 100) -
	        cylinders(1 1))' \
	    -e 'define cluster(name(c.d) nonindexed recordsize(100 100) -
	        cylinders(1 1))' \
	    -e 'repro infile(in) outdataset(a.b)' \
	    -e 'repro infile(in) outdataset(c.d)' >made 2>&1
}

# The data component of A.B: the file that has the record 00000700 in EBCDIC
# and the name A.B.DATA in its header.
component() { # DIR NAME
	grep -laF "$2" "$1"/volumes/*/* | head -n 1
}

read_back() { # DIR DSN
	rm -f back
	"$idcams" --root "$1" --dd "out=path:$work/back,text" \
	    -e "repro indataset($2) outfile(out)"
}

ok "two data sets are loaded" make_root good
run 0 "they read back" read_back good a.b
same back in.txt "what came out is what went in"
file=$(component good A.B.DATA)
ok "the data component is found" test -n "$file"

# --- a wrong byte -------------------------------------------------------------
# The record 00001000 is in the sixth control interval: RBA 5 * 18432 = 92160.
make_root bad
file=$(component bad A.B.DATA)
at=$(LC_ALL=C grep -obUaP '\xF0\xF0\xF0\xF0\xF1\xF0\xF0\xF0' "$file" |
    head -n 1 | cut -d: -f1)
printf '\x00' | dd of="$file" bs=1 seek=$((at + 20)) conv=notrunc status=none
run 12 "a wrong byte: cc 12" read_back bad a.b
like "$(cat out)" 'IDC33' "a message of REPRO says so"
like "$(cat out err)" '92160|16800' "with the RBA of the control interval"
run 0 "a record in front of it can be read" "$idcams" --root bad \
    --dd "out=path:$work/one,text" -e 'repro indataset(a.b) outfile(out) -
    fromkey(00000001) count(1)'
is "$(cat one)" "00000001 the record" "and is right"
run 0 "a record behind it can be read" "$idcams" --root bad \
    --dd "out=path:$work/one,text" -e 'repro indataset(a.b) outfile(out) -
    fromkey(00002000)'
is "$(cat one)" "00002000 the record" "and is right"
run 0 "the other data set is as it was" read_back bad c.d
same back in.txt "byte for byte"

# --- components cut, emptied, gone ------------------------------------------------
for part in DATA INDEX; do
	for how in 'truncate -s 10000' 'truncate -s 0' 'rm -f' \
	    'dd if=/dev/urandom bs=4096 count=1 conv=notrunc status=none of='; do
		make_root bad
		file=$(component bad "A.B.$part")
		case $how in
		*=) ${how}"$file" ;;
		*) $how "$file" ;;
		esac
		run 12 "$part, ${how%% of=}: cc 12" read_back bad a.b
		like "$(cat out)" 'IDC3[0-9]+I' "a message with its number"
		ok "LISTCAT ALL ends by itself" bash -c \
		    '"$0" --root bad -e "listcat all" >list 2>&1
		     [ $? -le 12 ]' "$idcams"
		ok "the other data set reads back" read_back bad c.d
		ok "DELETE removes it" "$idcams" --root bad -e 'delete a.b'
		is "$(ls bad/volumes/*/* | wc -l)" 1 \
		    "and its files: the ESDS's is left"
	done
done

# --- files that may not grow --------------------------------------------------------
limited() { # KB COMMAND...
	(
		ulimit -f "$1"
		shift
		"$@"
	)
}
make_root full
before=$(ls full/volumes/*/* | wc -l)
"$idcams" --root full -e 'define cluster(name(e.f) keys(8 0) -
    recordsize(100 100) cylinders(1 1))' >/dev/null
run 12 "REPRO into a file that may not grow: cc 12" \
    limited 128 "$idcams" --root full "${load[@]}" \
    -e 'repro infile(in) outdataset(e.f)'
like "$(cat out)" 'IDC33' "a message says so"
run 12 "nothing of it is in the data set: it is empty" read_back full e.f
run 0 "the others are as they were" read_back full a.b
same back in.txt "byte for byte"
run 12 "REPRO out to a file that may not grow" limited 128 "$idcams" \
    --dd IN=dummy --root full -e 'repro infile(w) outfile(o)' \
    --dd "W=path:/dev/zero,recfm=F,lrecl=100" \
    --dd "O=path:$work/o,recfm=F,lrecl=100"
like "$(cat out)" 'FILE TOO LARGE' "a message says why"
run 16 "a first use that cannot make its root" limited 20 "$idcams" \
    --root never -e 'listcat'
like "$(cat err)" 'system root: .*never' "a message says so"
run 0 "without the limit it is made" "$idcams" --root never -e 'listcat'
run 0 "without the limit it loads" "$idcams" --root full "${load[@]}" \
    -e 'repro infile(in) outdataset(e.f)'

"$idcams" --root full -e 'define cluster(name(g.h) keys(8 0) -
    recordsize(100 100) tracks(1 1))' >/dev/null
run 12 "a cluster that cannot be extended" \
    limited 128 "$idcams" --root full "${load[@]}" \
    -e 'repro infile(in) outdataset(g.h)'
is "$(grep -c 'IDC3351I .. VSAM I/O RETURN CODE IS 28' out)" 4 \
    "each record that needs the space has code 28"
like "$(cat out)" 'CATAMOUNT .. .*NO SPACE LEFT' "and the host's reason"
records=$(sed -n 's/.*PROCESSED WAS \([0-9]*\)$/\1/p' out)
run 0 "what was written before" read_back full g.h
is "$(wc -l <back)" "$records" "is there and was counted"

# --- names in messages -----------------------------------------------------------
"$idcams" --root names "${load[@]}" --dd 'ps=p.s,new,recfm=fb,lrecl=100' \
    -e 'repro infile(in) outfile(ps)' >/dev/null
truncate -s 100 names/volumes/*/*
run 12 "a sequential data set that is cut: cc 12" "$idcams" --root names \
    --dd ps=p.s -e 'print infile(ps)'
like "$(cat out)" 'IDC3300I  ERROR OPENING P.S$' "is told by its name"
like "$(cat out)" 'IDC3312I .. SYSTEM UNABLE TO OPEN$' "in words of its kind"
ok "never by a file's" bash -c '! grep -E "[0-9a-fA-F]{32}" out err'
ln -s loop loop
mkdir dir
for path in loop dir no-such; do
	run 12 "a host file that cannot be opened ($path): cc 12" \
	    "$idcams" --root names --dd "x=path:$path,recfm=f,lrecl=1" \
	    -e 'print infile(x)'
	like "$(cat out)" 'IDC3312I .. SYSTEM UNABLE TO OPEN$' "$path: has 3312"
	like "$(cat err)" "idcams: X: .*$path" "$path: standard error says why"
	run 12 "nor written ($path/x)" \
	    "$idcams" --root names --dd "x=path:$path/x/y,recfm=f,lrecl=1" \
	    --dd d=path:in.txt,text -e 'repro infile(d) outfile(x)'
	like "$(cat out)" 'IDC3312I .. SYSTEM UNABLE TO OPEN$' "$path: nor to write"
done

# --- a catalog that is cut -------------------------------------------------------------
make_root cut
db=$(ls cut/catalogs/*.db)
truncate -s 5000 "$db"
for command in 'listcat all' 'delete a.b' \
    'define cluster(name(g.h) keys(8 0) recordsize(100 100) tracks(1 1))'; do
	status=0
	"$idcams" --root cut -e "$command" >out 2>err || status=$?
	ok "a catalog cut short, ${command%% *}: cc 12 or 16" \
	    test $status -eq 12 -o $status -eq 16
	like "$(cat err)" '^idcams: system root: catalog not available' \
	    "a message says so"
done
finish
