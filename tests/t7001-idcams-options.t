#!/bin/bash
# The command line of idcams: options, inputs, exit statuses, hints, and input
# that is wrong. Expected values: the decisions in man/idcams.1; message
# numbers from SC23-6846.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"

deck() { # LINE...: a deck on standard input's file
	printf '%s\n' "$@" >deck
}

# --- the command line itself -------------------------------------------------
run 0 "--help ends with 0" "$idcams" --help
for o in $(grep -oE -- '--[a-z-]+' out | sort -u); do
	grep -q "Fl ${o#-}" "$top/man/idcams.1" || echo "$o"
done >missing
is "$(cat missing)" "" "the manual page has every option of --help"
run 0 "--version ends with 0" "$idcams" --version
like "$(cat out)" '^idcams \(Catamount\) [0-9]+\.[0-9]+' "it prints the version"
run 16 "an unknown option is a usage error" "$idcams" --nosuch
is "$(cat out)" "" "a usage error prints nothing on standard output"
like "$(cat err)" '^usage: idcams' "it prints the usage on standard error"
run 16 "--max-rc takes a number" "$idcams" --max-rc x
run 16 "--max-rc takes no sign" "$idcams" --max-rc -1
run 16 "--graphics takes a chain" "$idcams" --graphics ZZ
run 16 "--group goes with --init" "$idcams" --group users
run 16 "-e and a file exclude each other" "$idcams" -e 'set maxcc=0' deck
run 16 "--init does no commands" "$idcams" --init -e 'set maxcc=0'
ok "a usage error makes no root" test ! -e root

# --- a run that cannot begin ---------------------------------------------------
deck ' SET MAXCC = 0'
run 16 "a deck that is not there: 16" "$idcams" deck nosuch.ams
like "$(cat err)" 'nosuch\.ams: No such file' "the message names the file"
is "$(cat out)" "" "nothing was done of the deck that is there"
ok "no root was made" test ! -e root
run 16 "a directory as a deck: 16" "$idcams" home
run 16 "a root that cannot be made: 16" "$idcams" --root /proc/none/root deck
like "$(cat err)" '/proc/none' "the message names the directory"
touch file
run 16 "a root that is a file: 16" "$idcams" --root file deck
run 16 "a DD without a name: 16" "$idcams" --dd =path:/x deck
run 16 "a DD name of nine characters: 16" "$idcams" --dd ABCDEFGHI=dummy deck
run 16 "a DD attribute that does not exist: 16" \
    "$idcams" --dd 'A=path:/x,colour=red' deck
run 16 "a DD of a data set that is not catalogued: 16" \
    "$idcams" --dd A=NO.SUCH.SET deck

# --- roots -----------------------------------------------------------------------
rm -rf root
run 0 "a first run" "$idcams" deck
like "$(cat err)" "made the system root $work/root\$" "standard error says once"
run 0 "a second run" "$idcams" deck
is "$(cat err)" "" "and not again"
is "$(stat -c %a root)" 700 "a root is private"
run 0 "--root wins over CATAMOUNT_ROOT" "$idcams" --root other deck
ok "it is made there" test -d other/catalogs
run 0 "--init alone makes a private root" \
    bash -c 'umask 022; "$0" --init --root private' "$idcams"
is "$(stat -c %a private private/catalogs private/catamount.conf | xargs)" \
    "700 700 600" "for nobody else"
run 16 "--init of a root that is there: 16" "$idcams" --init --root private
run 0 "--init makes a shared root" \
    bash -c 'umask 077; "$0" --init --root shared --group "$(id -gn)"' "$idcams"
is "$(stat -c %a shared)" 2770 "a shared root has mode 2770, whatever the umask"
run 16 "--init with a group that does not exist: 16" \
    "$idcams" --init --root shared2 --group no-such-group-x

# --- inputs ------------------------------------------------------------------------
deck ' SET MAXCC = 4'
run 4 "the exit status is MAXCC" "$idcams" deck
run 0 "--max-rc 4 makes 4 a success" "$idcams" --max-rc 4 deck
run 4 "--max-rc 3 does not" "$idcams" --max-rc 3 deck
run 4 "- is standard input" bash -c '"$0" - <deck' "$idcams"
run 4 "standard input is the default" bash -c '"$0" <deck' "$idcams"
run 4 "a SYSIN DD holds the commands" \
    "$idcams" --dd "SYSIN=path:$work/deck,text,recfm=fb,lrecl=80"
run 4 "-e: column 1, lower case" "$idcams" -e 'set maxcc=4'
run 8 "-e is repeated, in order" "$idcams" -e 'set maxcc=4' -e 'set maxcc=8'
run 8 "-e goes on behind a mark" "$idcams" -e 'set -
maxcc=8'
: >empty
run 0 "an empty deck" "$idcams" empty
like "$(cat out)" \
    'IDC0002I IDCAMS PROCESSING COMPLETE. MAXIMUM CONDITION CODE WAS 0' \
    "IDC0002I ends it"
run 0 "standard input closed" bash -c '"$0" -e "set maxcc=0" <&-' "$idcams"
printf '\xEF\xBB\xBF SET MAXCC = 4 \r\n\tIF MAXCC = 4 THEN SET MAXCC = 8\r\n' \
    >crlf
run 8 "a BOM, CRLF and tabs are no part of a deck" "$idcams" crlf
printf ' SET MAXCC = 4' >noend
run 4 "the last line needs no line end" "$idcams" noend
printf ' /* M\xC3\xBCller \xC3\x9F */\n' >latin
run 0 "UTF-8 in a comment" "$idcams" --graphics TN latin

# --- parameters and forms -------------------------------------------------------------
printf 'SET MAXCC = 4\n' >col1
run 4 "--parm 'MARGINS(1 72)' reads column 1" \
    "$idcams" --parm 'MARGINS(1 72)' col1
run 16 "an error in --parm ends with 16" "$idcams" --parm 'NOSUCH(1)' deck
like "$(cat out)" 'IDC0002I.*WAS 16' "and IDC0002I says so"
deck ' set maxcc = 4'
run 4 "--fold folds a deck" "$idcams" --fold deck
unlike "$(cat out)" 'maxcc' "chain PN prints no lower case"
run 4 "--graphics TN" "$idcams" --fold --graphics TN deck
like "$(cat out)" 'set maxcc' "chain TN prints lower case"
deck ' SET MAXCC = 0'
"$idcams" deck >out
like "$(head -n 1 out)" '^IDCAMS  SYSTEM SERVICES .*TIME: .*PAGE      1$' \
    "a pipe gets page headings, without control characters"
"$idcams" --asa deck >out
like "$(head -n 1 out)" '^1IDCAMS  SYSTEM SERVICES ' "--asa has them"
"$idcams" --no-pages deck >out
unlike "$(cat out)" 'SYSTEM SERVICES' "--no-pages has no headings"
run 0 "a SYSPRINT DD takes the listing" "$idcams" \
    --dd "SYSPRINT=path:$work/print,text,recfm=vb,lrecl=125" deck
is "$(cat out)" "" "standard output is empty then"
like "$(head -n 1 print)" '^1IDCAMS  SYSTEM SERVICES ' "with ASA control"
run 0 "a binary SYSPRINT DD" "$idcams" \
    --dd "SYSPRINT=path:$work/print.bin,recfm=vb,lrecl=125" deck
# RDW of two halfwords, then '1' and "IDCAMS" in code page 1047.
is "$(head -c 11 print.bin | tail -c 7 | od -An -tx1 | tr -d ' \n')" \
    f1c9c4c3c1d4e2 "its records are EBCDIC"

# --- hints -------------------------------------------------------------------------------
# A name of 45 characters is refused (IDC3203I is the item's message).
n45=A2345678.B2345678.C2345678.D2345678.E234567.F
is ${#n45} 45 "a name of 45 characters"
printf 'LISTCAT ENTRIES(A.B)\n' >col1
run 12 "a command in column 1 is not one" "$idcams" col1
like "$(cat err)" 'hint: column 1' "the hint is on standard error"
is "$(grep -c hint err)" 1 "there is one"
unlike "$(cat out)" 'hint' "and none in SYSPRINT"
deck ' LISTCAT ENTRIES(a.b)'
run 12 "a name in lower case" "$idcams" deck
like "$(cat err)" 'hint: .*lower case' "has its hint"
printf ' LISTCAT %63s ENTRIES(A.B)\n' '' >long
run 12 "text past column 72, command fails" bash -c \
    "printf ' LISTCAT NOSUCH(1) %60s PAST\n' '' | '$idcams'"
like "$(cat err)" 'hint: .*column 72' "has its hint"
printf ' LISTCAT ENTRIES(%51s Z.Z) NAME\n' '' >cut
run 4 "a command whose end stands there, and is done without" "$idcams" cut
like "$(cat err)" 'hint: .*column 72' "has it, too"
run 12 "lower case by -e" "$idcams" -e 'listcat nosuch'
unlike "$(cat err)" 'hint' "is folded: no hint"
printf ' listcat nosuch\n' >low
run 12 "and by --fold" "$idcams" --fold low
unlike "$(cat err)" 'lower case' "as well"
printf ' PARM MARGINS(5 40)\nLISTCAT ENTRIES(A.B)\n' >margins
run 12 "margins of PARM" "$idcams" margins
like "$(cat err)" 'hint: .* column 5 .*begin in column 5' "are in the hint"
printf 'LISTCAT ENTRIES(A.B)\n LISTCAT LVL(Z.Z)\n' >two
like "$("$idcams" two 2>&1 | grep -E '^ LISTCAT|BYPASSED|hint' | tr '\n' '~')" \
    'BYPASSED[^~]*~idcams: hint[^~]*~ LISTCAT' \
    "a hint stands in front of the next command's echo"
deck 'X' ' SET MAXCC = 0'
deck ' LISTCAT NAME'
run 0 "a good command" "$idcams" deck
is "$(cat err)" "" "has no hint"

# --- wrong input ---------------------------------------------------------------------------
run 12 "names of 45 characters" "$idcams" -e "delete $n45"
is "$(grep ^IDC3 out)" "IDC3203I ITEM 'A2345678.B2345678.C2' DOES NOT ADHERE TO RESTRICTIONS
IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. CONDITION CODE IS 12" \
    "with the item's message, which names 20 characters"
run 12 "DEFINE with a name of 45 characters" "$idcams" \
    -e "define cluster(name($n45) keys(8 0) recordsize(80 80) tracks(1 1))"
run 4 "and nothing was catalogued" "$idcams" -e 'listcat entries(a2345678.*)'
run 12 "a DD that is not there" "$idcams" \
    -e 'repro infile(nodd) outdataset(a.b)'
is "$(grep ^IDC3 out)" "IDC3300I  ERROR OPENING NODD
IDC3304I ** JCL STATEMENT MISSING
IDC3003I FUNCTION TERMINATED. CONDITION CODE IS 12" "is named"
run 12 "a path that is not there" "$idcams" \
    --dd "IN=path:$work/nosuch,recfm=fb,lrecl=80" --dd OUT=dummy \
    -e 'repro infile(in) outfile(out)'
is "$(grep ^IDC3 out)" "IDC3300I  ERROR OPENING IN
IDC3312I ** SYSTEM UNABLE TO OPEN
IDC3003I FUNCTION TERMINATED. CONDITION CODE IS 12" "cannot be opened"
printf ' SET MAXCC = 0\n /* \xE2\x82\xAC */\n' >euro
run 16 "a character that the code page lacks" "$idcams" euro
like "$(cat err)" 'euro:2: character U\+20AC in column 5' \
    "file, line and column are named"
run 16 "binary garbage as a deck" "$idcams" "$idcams"
like "$(cat err)" 'idcams: .*idcams:[0-9]+: ' "file and line are named"
for ((i = 1; i < 256; i++)); do
	[ $i -lt 128 ] && printf " \\x$(printf %02x $i)X(\\n"
done >controls
status=0
"$idcams" controls >out 2>err </dev/null || status=$?
ok "control characters in a deck end with 12 or 16" \
    test $status -eq 12 -o $status -eq 16
head -c 10485760 /dev/zero | tr '\0' 'A' >huge
run 16 "a line of 10 MB" "$idcams" huge
like "$(cat err)" 'huge:1: the line is longer than 32760' "it is named"
{ printf ' SET MAXCC = 4'; head -c 32746 /dev/zero | tr '\0' ' '; } >edge
run 4 "a line of 32760 characters is one" "$idcams" edge
printf ' ' >>edge
run 16 "one of 32761 is not" "$idcams" edge

# --- a root that is damaged ------------------------------------------------------------------
run 0 "a root to damage" "$idcams" --root bad -e 'set maxcc=0'
db=$(ls bad/catalogs/*.db)
rm -f bad/catalogs/*
head -c 8192 "$idcams" >"$db"
cp "$db" saved
run 16 "a catalog that is not SQLite: 16" "$idcams" --root bad -e 'listcat'
like "$(cat err)" '^idcams: system root: catalog not available: .*bad/catalogs' \
    "a message of our own names the file"
ok "without a number of IBM's" bash -c '! grep -q IDC err'
same "$db" saved "and the file is as it was"

# --- NEW and a run that does not begin ------------------------------------------------------------
new=X.A,new,recfm=FB,lrecl=80
run 16 "a DD that does not read well: 16" "$idcams" --root new \
    --dd "A=$new" --dd B=X.B,new -e 'listcat'
is "$(cat err | tail -1)" \
    "idcams: B=X.B,new: invalid argument: X.B: new needs recfm= and lrecl=" \
    "what is missing is said"
run 16 "nor one that cannot be made: 16" "$idcams" --root new \
    --dd "A=$new" --dd B=X.B,new,recfm=FB,lrecl=80,blksize=81 -e 'listcat'
run 16 "nor one that is not there: 16" "$idcams" --root new \
    --dd "A=$new" --dd B=NO.SUCH -e 'listcat'
run 16 "nor a SYSIN that cannot be opened: 16" "$idcams" --root new \
    --dd "A=$new" --dd SYSIN=path:/no/such,text
run 16 "nor a SYSPRINT that cannot be written: 16" "$idcams" --root new \
    --dd "A=$new" --dd SYSPRINT=path:/no/such -e 'listcat'
"$idcams" --root new -e 'listcat' >out
is "$(grep -c 'X[.]A' out) $(ls new/volumes/VOL001 | wc -l)" "0 0" \
    "NEW has left nothing behind"
run 0 "a run that begins keeps it" "$idcams" --root new --dd "A=$new" \
    -e 'listcat'
is "$(ls new/volumes/VOL001 | wc -l)" 1 "with its file"

# --- standard output ---------------------------------------------------------------------------
run 16 "a listing that cannot be written: 16" \
    bash -c '"$0" -e "set maxcc=0" >/dev/full' "$idcams"
like "$(cat err)" 'standard output: No space left' "and why"
for ((i = 0; i < 3000; i++)); do
	echo " SET MAXCC = 0 /* a listing longer than a pipe holds */"
done >many
run 16 "a reader that went away ends the run" \
    bash -c '"$0" many | true; exit ${PIPESTATUS[0]}' "$idcams"
is "$(cat err)" "" "quietly"

# --- signals ---------------------------------------------------------------------------------------
mkfifo fifo
"$idcams" fifo >out 2>err &
pid=$!
exec 9>fifo
echo ' SET MAXCC = 4' >&9
kill -TERM $pid
exec 9>&-
status=0
wait $pid || status=$?
is $status 143 "SIGTERM ends a run that waits for input, by the signal"
finish
