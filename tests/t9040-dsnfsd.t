#!/bin/bash
# dsnfsd: options, start and end, the exports file, signals.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/dsnfsd.sh"

# --- options ---------------------------------------------------------------
run 0 "--help" "$dsnfsd" --help
for option in $(grep -oE -e '--[a-z-]+' out | sort -u); do
	grep -qF -e "Fl ${option#-}" "$top/man/dsnfsd.1" || echo "$option"
done >missing
is "$(cat missing)" "" "the manual page has every option of --help"
run 0 "--version" "$dsnfsd" --version
like "$(cat out)" '^dsnfsd [0-9.]+$' "is one line"
run 16 "an option that is none" "$dsnfsd" --what
run 16 "a word" "$dsnfsd" word
like "$(cat err)" "'word'" "is told"
run 16 "a port that is none" "$dsnfsd" --port 65536
run 16 "a port that is no number" "$dsnfsd" --port -1
run 16 "versions that there are not" "$dsnfsd" --versions 4
run 16 "too many threads" "$dsnfsd" --threads 1000
run 12 "an address that is none" "$dsnfsd" --foreground --bind no.host
run 12 "no exports file" "$dsnfsd" --exports none --port 0
like "$(cat err)" 'none' "is told by the server in the background too"

# --- a server --------------------------------------------------------------
printf 'one\n' >one
"$build/bin/dsn" put --new recfm=FB,lrecl=5 one A.B 2>/dev/null
ok "it serves" serve --pid-file pid
is "$(cat pid)" "$server" "its number is in the file"
like "$(cat log)" 'event=exports file="" lines=1' "as without a file"
run 12 "a port that is taken" "$dsnfsd" --foreground --port "$port"
like "$(cat err)" 'in use' "is told"
kill -USR1 "$server"
ok "SIGUSR1 logs numbers" logged 'event=numbers connections=0 accepted=0'

# A reload by the root's own file, then one with an error.
unserve
is $ended 0 "SIGTERM ends it with 0"
nok "without the file" test -e pid
echo '/A 10.0.0.0/8 ro,squash=all' >root/exports
serve
like "$(cat log)" 'event=exports file=".*root/exports" lines=1' \
    "exports in the root are read"
printf '/A *\n/B *\n' >root/exports
kill -HUP "$server"
ok "SIGHUP reads them again" logged 'lines=2'
echo '/A * wrong' >>root/exports
kill -HUP "$server"
ok "an error is logged with its line" logged 'failed=.*line 3'
ok "and changes nothing" kill -0 "$server"
kill -INT "$server"
wait "$server"
is $? 0 "SIGINT ends it with 0"
server=
echo '/ * rw' >rw

# --- what audit.log does not take ------------------------------------------
if [ -x "$build/tools/nfsget" ]; then
	"$build/bin/dsprofile" add 'a.**' uacc=none >out 2>&1
	echo security=on >>root/catamount.conf
	rm -f root/audit.log && mkdir root/audit.log
	echo '/ *' >root/exports
	serve
	nok "who may not read is refused" "$build/tools/nfsget" "$port" /A.B
	ok "that audit.log has it not is logged" \
	    logged 'event=audit failed="Is a directory"'
	unserve
	rmdir root/audit.log
	sed -i '/^security=on/d' root/catamount.conf
	echo '/A * wrong' >root/exports
else
	skip "no tools/nfsget: make demo-parts" "audit.log"
fi

# --- in the background -----------------------------------------------------
run 12 "a wrong exports file" "$dsnfsd" --port 0
run 0 "in the background it serves when the command ends" \
    "$dsnfsd" --exports rw --port 0 --log "$work/log2" --pid-file "$work/pid2"
like "$(cat log2)" 'event=serving' "as its log says"
server=$(cat pid2)
ok "it is there" kill -0 "$server"
kill "$server"
for i in {1..1200}; do
	[ -e pid2 ] || break
	sleep 0.05
done
nok "and ends" test -e pid2
like "$(cat log2)" 'event=ending signal=TERM' "with a line"
server=
finish
