#!/bin/bash
# idcams beside idcams: who is kept out, by which code, and told by whom; who
# has a data set. A first idcams has its DDs until its standard input ends.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"

run() {
	"$idcams" --no-pages "$@" >out 2>err </dev/null
}
seq -f '%08.0f record' 1 100 >in.txt
run --dd "in=path:$work/in.txt,text,recfm=fb,lrecl=80" \
    -e 'define cluster(name(a.b) keys(8 0) recordsize(80 80) cylinders(1 1) -
        shareoptions(2 3))' -e 'repro infile(in) outdataset(a.b)'
is "$? $(grep -c 0001I out)" "0 2" "a cluster of 100 records"

run --who a.b
is "$? $(cat out)" "0 A.B is not in use" "nobody has it"
run --who NO.SUCH
is "$?" 16 "a data set that is not there"
run --who A.B -e 'LISTCAT'
is "$?" 16 "it does no commands"
run --who A.B --init --root new
is "$? $(grep -c -e '--init makes a root, --who asks one' err)" "16 1" \
    "nor does it go with --init"
ok "no root was made" test ! -e new

hold() { # DD: a first idcams that has it; ends with its standard input
	mkfifo line
	"$idcams" --dd "$1" <line >first.out 2>first.err &
	first=$!
	exec 9>line
	for _ in $(seq 200); do
		"$idcams" --who A.B 2>&1 | grep -q "process $first" && return
		sleep 0.05
	done
}
release() {
	exec 9>&-
	wait "$first"
	rm line
}

hold X=A.B,shr
run --who a.b
is "$? $(cat out)" "0 A.B SHR allocated by idcams (process $first)" \
    "DISP=SHR is shared"
run --dd Y=A.B,shr -e 'print infile(y) count(1)'
is "$?" 0 "another reads beside it"
run --dd Y=A.B,shr --dd "in=path:$work/in.txt,text,recfm=fb,lrecl=80" \
    -e 'repro infile(in) outfile(y) replace'
is "$?" 0 "another writes beside it, DISP=SHR of both"
run --dd Y=A.B,old -e 'print infile(y) count(1)'
is "$? $(grep -c "held by idcams (process $first)" err)" "16 1" \
    "DISP=OLD is refused, by name"
run -e 'delete a.b'
is "$? $(grep -c "IDC3028I" out)" "8 1" "DELETE is refused"
run -e 'listcat entries(a.b)'
is "$?" 0 "LISTCAT asks nobody"
release

hold X=A.B,old
run --who A.B
is "$(cat out)" "A.B EXC allocated by idcams (process $first)" \
    "DISP=OLD is exclusive"
run -e 'print indataset(a.b) count(1)'
is "$? $(grep -c '3351I.*168' out) $(grep -ci "held by idcams (process $first)" out)" "12 1 1" \
    "INDATASET beside DISP=OLD: open code 168, by name"
run --dd Y=A.B,shr -e 'print infile(y) count(1)'
is "$? $(grep -c "held by idcams (process $first)" err)" "16 1" \
    "DISP=SHR beside DISP=OLD is refused, by name"
run -e 'verify dataset(a.b)'
is "$? $(grep -c '3351I.*168' out)" "12 1" "VERIFY beside DISP=OLD: 168"
run -e 'examine name(a.b)'
is "$? $(grep -c '3351I.*168' out)" "12 1" "EXAMINE beside DISP=OLD: 168"
release

# --- open: a REPRO whose input does not end yet
mkfifo more
"$idcams" --dd "I=path:more,binary,recfm=fb,lrecl=80" --dd Y=A.B,shr \
    -e 'repro infile(i) outfile(y) replace' >first.out 2>&1 &
first=$!
exec 9>more
until "$idcams" --who A.B 2>&1 | grep -q 'open for output'; do
	sleep 0.05
done
run --who a.b
is "$(cat out)" "A.B SHR allocated by idcams (process $first)
A.B.DATA SHR open by idcams (process $first)
A.B.DATA EXC open for output by idcams (process $first)" \
    "name, component, and component for output"
run --format json --who a.b
is "$(jq -c 'select(.type == "holder") |
	[.name, .use, .exclusive, .waiting, .job, .program, .process]' out)" \
    "[\"A.B\",\"allocated\",false,false,null,\"idcams\",$first]
[\"A.B.DATA\",\"open\",false,false,null,\"idcams\",$first]
[\"A.B.DATA\",\"output\",true,false,null,\"idcams\",$first]" \
    "the same as objects"
exec 9>&-
wait "$first"
is "$?" 0 "its REPRO ends"

# --- two at once, DISP=SHR of both, by SHAREOPTIONS
seq -f '%08.0f one' 1001 6000 >one.txt
seq -f '%08.0f two' 6001 11000 >two.txt
copy() { # FILE DSN
	"$idcams" --no-pages --dd "in=path:$work/$1.txt,text,recfm=fb,lrecl=80" \
	    --dd "out=$2,shr" -e 'repro infile(in) outfile(out)' >"$1.out" 2>&1
}
run -e 'define cluster(name(s.k3) keys(8 0) recordsize(80 80) -
    cylinders(1 1) shareoptions(3 3))'
copy in S.K3
copy one S.K3 &
one=$!
copy two S.K3 &
two=$!
worst=0
while kill -0 "$one" 2>/dev/null || kill -0 "$two" 2>/dev/null; do
	run --dd X=S.K3,shr --dd Y=dummy -e 'repro infile(x) outfile(y)'
	[ $? -gt $worst ] && worst=12
done
wait "$one"
is "$?" 0 "one writes into a cluster with SHAREOPTIONS(3)"
wait "$two"
is "$?" 0 "another at the same time"
is "$worst" 0 "and a third reads it from end to end"
run --dd X=S.K3,shr -e 'repro infile(x) outfile(y)' --dd Y=dummy
is "$(grep -o 'PROCESSED WAS .*' out)" "PROCESSED WAS 10100" \
    "all of both are there"
run -e 'examine name(s.k3) datatest'
is "$?" 0 "and all is well with it"

hold X=A.B,old
kill -9 "$first"
wait "$first" 2>/dev/null
release
run -e 'delete a.b'
is "$?" 0 "a killed one holds nothing"
finish
