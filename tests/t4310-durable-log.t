#!/bin/bash
# LOG(UNDO), LOG(ALL) and LOG(REDO) of DEFINE CLUSTER and ALTER: each request on a loaded data set is
# durable, by a file of the volume's pool. LOG(NONE), or no LOG, takes none.
. "$(dirname "$0")/support/tap.sh"

run() { # options and commands; SYSPRINT to out
	"$idcams" "$@" >out 2>err
}
files() { # how many files of a kind the volumes have
	find root/volumes -name "$1" | wc -l
}

printf 'A1\nB1\nC1\n' >one.txt
printf 'A2\nB2\nD2\n' >two.txt
printf 'A2\nB2\nC1\nD2\n' >both.txt
define() {
	run -e "DEFINE CLUSTER(NAME($1) KEYS(1 0) RECORDSIZE(2 2) TRK(1 1) $2)" \
	    --dd I=path:one.txt,text,recfm=F,lrecl=2 \
	    -e "REPRO INFILE(I) OUTDATASET($1)"
}
update() {
	run --dd I=path:two.txt,text,recfm=F,lrecl=2 \
	    -e "REPRO INFILE(I) OUTDATASET($1) REPLACE"
}
content() {
	run --dd O=path:o.txt,text -e "REPRO INDATASET($1) OUTFILE(O)"
	cat o.txt
}

define MY.NONE 'LOG(NONE)'
define MY.PLAIN ''
is $? 0 "sets without durable requests are made and loaded"
update MY.NONE
update MY.PLAIN
is "$(content MY.PLAIN)" "$(cat both.txt)" "and updated"
is "$(files 'spare.*')" 0 "which takes no file of a pool"

define MY.ALL 'LOG(ALL) LOGSTREAMID(MY.STREAM)'
is $? 0 "LOG(ALL) is taken"
is "$(files 'spare.*')" 0 "a load is durable by its close alone"
update MY.ALL
is $? 0 "a loaded set is updated"
is "$(content MY.ALL)" "$(cat both.txt)" "with the records that it should have"
is "$(files 'spare.*'),$(files '*.dur'),$(files '*.log')" 1,0,0 \
    "its log is in the pool when it is closed"
run -e 'LISTCAT ENT(MY.ALL) ALL'
like "$(cat out)" 'LOG -*ALL ' "LISTCAT says so"

define MY.UNDO 'LOG(UNDO)'
update MY.UNDO
is "$(content MY.UNDO)" "$(cat both.txt)" "LOG(UNDO) likewise"
is "$(files 'spare.*')" 1 "with the file that the pool has"

define MY.REDO 'LOG(REDO)'
update MY.REDO
is "$(content MY.REDO)" "$(cat both.txt)" "LOG(REDO) likewise"
is "$(files 'spare.*')" 1 "with the file that the pool has, too"
run -e 'LISTCAT ENT(MY.REDO) ALL'
like "$(cat out)" 'LOG -*REDO ' "LISTCAT says so"
run -e 'ALTER MY.NONE LOG(REDO)'
is $? 0 "ALTER takes it"
rm -f root/volumes/*/spare.*
update MY.NONE
is "$(files 'spare.*')" 1 "and the next update is logged"

finish
