#!/bin/bash
# idcams --format json: the facts of a run, an object a line, read by jq. What
# is expected is what SYSPRINT of the same run says (both are made at once),
# and figures worked out from the deck.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"
command -v jq >/dev/null || skip_all "no jq"

# j FILTER: what it gives of the objects in out, on one line each.
j() {
	jq -rc "$1" out
}

# both OPTION...: a run with SYSPRINT in the file listing, objects in out.
both() {
	timeout 60 "$idcams" --format json --dd "SYSPRINT=path:$work/listing,text" \
	    "$@" >out 2>err </dev/null
}

# Messages as SYSPRINT has them: behind the control character a number; what
# goes on is indented by nine. Blanks are no part of the comparison, since a
# line ends at one.
of_listing() {
	sed -nE 's/^.(IDC[0-9]+I)/\1/p; t on; s/^ {10}([^ ])/\1/p; b
		:on' listing | tr -d ' \n' | sed 's/IDC[0-9]/\n&/g'
	echo
}
of_objects() {
	j 'select(.type == "message") | .number + .text' | tr -d ' \n' |
	    sed 's/IDC[0-9]/\n&/g'
	echo
}

seq -f '%04.0f row é' 1 3 >rows
cat >deck <<'END'
 /* a comment */
 DEFINE CLUSTER(NAME(A.B) INDEXED KEYS(4 0) RECORDSIZE(40 80) -
   TRACKS(2 1) SHAREOPTIONS(2 3) REUSE) -
   DATA(NAME(A.B.D)) INDEX(NAME(A.B.I))
 REPRO INFILE(IN) OUTDATASET(A.B)
 LISTCAT ENTRIES(A.B) ALL
 PRINT INDATASET(A.B) CHARACTER
 EXAMINE NAME(A.B) INDEXTEST DATATEST
 IF LASTCC = 8 THEN DELETE A.B
 DELETE NO.SUCH
 REPRO INFILE(IN) OUTDATASET(A.B)
 FROB X
 DEFINE CLUSTER(NAME(A.B) KEYS(4 0) FROB)
 SET LASTCC = 0
 VERIFY DATASET(A.B)
 DELETE A.B
END
both --dd "IN=path:$work/rows,text,recfm=v,lrecl=40" deck
is "$?" 12 "the exit status is MAXCC"
ok "every line is an object" jq -e -s 'all(.[]; type == "object")' out
is "$(wc -l <out)" "$(jq -s length out)" "and every object a line"
ok "it is UTF-8" iconv -f UTF-8 -t UTF-8 out
is "$(head -n 1 out | jq -c '[.type, .catamount, .program]')" \
    '["run",1,"idcams"]' "the first says the version of the format"
is "$(tail -n 1 out)" '{"type":"done","maxcc":12}' "the last says MAXCC"

is "$(of_objects)" "$(of_listing)" \
    "every message of SYSPRINT is an object, and the other way round"
is "$(j 'select(.type == "input") | .text')" "$(cat deck)" \
    "so is every record of the input"
is "$(j 'select(.type == "end") | [.command, .verb, .cc, .maxcc]')" \
    '[1,"DEFINE",0,0]
[2,"REPRO",0,0]
[3,"LISTCAT",0,0]
[4,"PRINT",0,0]
[5,"EXAMINE",0,0]
[6,"DELETE",null,0]
[7,"DELETE",8,8]
[8,"REPRO",8,8]
[9,"FROB",12,12]
[10,"DEFINE",12,12]
[11,"VERIFY",0,12]
[12,"DELETE",0,12]' "each command ends with its code; one passed over has none"
is "$(j 'select(.type == "command" and .command == 1) |
	[.line, .executed, .text]')" \
    '[2,true,"DEFINE CLUSTER(NAME(A.B) INDEXED KEYS(4 0) RECORDSIZE(40 80) TRACKS(2 1) SHAREOPTIONS(2 3) REUSE) DATA(NAME(A.B.D)) INDEX(NAME(A.B.I))"]' \
    "a command has its line, and its text in one"
is "$(j 'select(.number == "IDC3009I" and .command == 7) |
	[.severity, .cc, .second, .inserts, .text]')" \
    '["severe",12,true,["8","IGG0CLEG","42"],"** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42"]' \
    "a message has its inserts"

# --- LISTCAT
is "$(j 'select(.type == "entry") | [.kind, .name, .associate]')" \
    '["CLUSTER","A.B",false]
["DATA","A.B.D",true]
["INDEX","A.B.I",true]' "LISTCAT: an object an entry"
is "$(j 'select(.kind == "CLUSTER") | .associations')" \
    '[{"kind":"DATA","name":"A.B.D"},{"kind":"INDEX","name":"A.B.I"}]' \
    "associations are an array"
is "$(j 'select(.kind == "DATA") | .attributes | [.keylen, .rkp, .avglrecl,
	.maxlrecl, .shroptns, .reuse, .spanned, .erase, .organization]')" \
    '[4,0,40,80,[2,3],true,false,false,"INDEXED"]' \
    "attributes are numbers and booleans"
is "$(j 'select(.type == "counts") | [.cluster, .data, .index, .total]')" \
    '[1,1,1,3]' "the counts"
is "$(j 'select(.kind == "DATA") | .history.creation')" "$(date +%F)" \
    "a date is yyyy-mm-dd"
# Each label and value of the listing against the member of that name.
field() { # LABEL: the value of the DATA component in the listing
	sed -n '/^.   DATA ---/,/^.   INDEX --/p' listing |
	    grep -oE "$1-+[0-9]+" | head -n 1 | grep -oE '[0-9]+$'
}
for f in CISIZE=attributes.cisize CI/CA=attributes.ci_ca \
    BUFSPACE=attributes.bufspace MAXLRECL=attributes.maxlrecl \
    REC-TOTAL=statistics.rec_total FREESPC=statistics.freespc \
    EXCPS=statistics.excps EXTENTS=statistics.extents \
    SPACE-PRI=allocation.space_pri SPACE-SEC=allocation.space_sec \
    HI-A-RBA=allocation.hi_a_rba HI-U-RBA=allocation.hi_u_rba \
    PHYREC-SIZE=volumes[0].phyrec_size PHYRECS/TRK=volumes[0].phyrecs_trk \
    TRACKS/CA=volumes[0].tracks_ca HIGH-RBA=volumes[0].extents[0].high_rba \
    TRACKS=volumes[0].extents[0].tracks; do
	is "$(j "select(.kind == \"DATA\") | .${f#*=}")" "$(field "${f%%=*}")" \
	    "${f%%=*} is what the listing has"
done

# --- PRINT, EXAMINE, counts
is "$(j 'select(.type == "print") | [.name, .form, .organization, .ccsid]')" \
    '["A.B","CHARACTER","KSDS",1047]' "PRINT says what it lists"
is "$(j 'select(.type == "record") | [.key_text, .length, .text]')" \
    '["0001",10,"0001 row é"]
["0002",10,"0002 row é"]
["0003",10,"0003 row é"]' "records as text"
# 1047: digits F0-F9, r 99, o 96, w A6, e acute 51
is "$(j 'select(.type == "record" and .key_text == "0003") |
	[.rba, .key_hex, .hex]')" \
    '[20,"F0F0F0F3","F0F0F0F3409996A64051"]' "and as bytes"
is "$(j 'select(.type == "examined") | [.test, .faults, .records]')" \
    '["INDEXTEST",0,null]
["DATATEST",0,3]' "EXAMINE says what it counted"
is "$(j 'select(.type == "processed") | [.command, .records]')" \
    '[2,3]
[4,3]
[8,0]' "the numbers of IDC0005I"

# --- a program that writes commands and reads what becomes of them
coproc DRIVEN { timeout 60 "$idcams" --format json 2>/dev/null; }
exec {told}<&"${DRIVEN[0]}" # bash closes its own when the program has ended
printf ' DELETE NO.SUCH\n' >&"${DRIVEN[1]}"
while read -r -t 30 line <&$told; do
	echo "$line"
	case $line in *'"type":"end"'*) break ;; esac
done >out
is "$(j 'select(.type == "end") | .cc')" 8 \
    "what became of a command is there before the next is written"
printf ' LISTCAT NAME\n' >&"${DRIVEN[1]}"
eval "exec ${DRIVEN[1]}>&-"
cat <&$told >out
is "$(tail -n 1 out)" '{"type":"done","maxcc":8}' "and the end of the input is the end"

# --- what z/OS has no message for
d=Here/A-directory-whose-name-is-so-long-that-the-path-is-over-sixty-four
mkdir -p $d && printf 'x' >$d/In.txt
run 12 "a path in a note" "$idcams" --format json -e 'repro infile(i) outfile(o)' \
    --dd "i=path:$work/$d/In.txt" --dd o=dummy
like "$(j 'select(.type == "note") | .text')" "^/.*/$d/In.txt:" \
    "is as it is, whatever the print chain makes of it"

# --- messages of dynamic allocation
run 12 "a data set that is not there" "$idcams" --format json \
    -e 'print ids(aaaaaaaa.bbbbbbbb.cccccccc.dddddddd)'
is "$(j 'select(.number == "IKJ56228I") | .inserts[0] + "|" + .text')" \
    "AAAAAAAA.BBBBBBBB.CCCCCCCC.DDDDDDDD|DATA SET AAAAAAAA.BBBBBBBB.CCCCCCCC.DDDDDDDD NOT IN CATALOG OR CATALOG CAN NOT BE ACCESSED" \
    "is one message with its insert, however many lines it takes"
run 0 "device types" "$idcams" \
    -e 'define nonvsam(name(dev.t1) devt(3490) vol(t00001))' \
    -e 'define nonvsam(name(dev.t2) devt(3380) vol(v00001))' \
    -e 'define nonvsam(name(dev.t3) devt(sysda) vol(v00001))'
run 0 "are listed" "$idcams" --format json -e 'listcat level(dev) all'
is "$(j 'select(.type == "entry") | .volumes[0].devtype' | paste -sd' ')" \
    "78048081 3010200E 3010200F" "as they were coded"

# --- where it cannot go
run 16 "a full disk: 16" bash -c '"$0" --format json -e "listcat" >/dev/full' \
    "$idcams"
like "$(cat err)" 'standard output: No space left' "and standard error says why"
run 0 "a reader who goes early is no fault" \
    bash -c 'set -o pipefail; "$0" --format json -e "set maxcc=0" | true; exit 0' \
    "$idcams"
is "$(cat err)" "" "nothing is said of it"
run 16 "--format takes json and text" "$idcams" --format xml
finish
