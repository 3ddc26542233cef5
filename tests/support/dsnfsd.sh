# A server for scripts, which ends with them. Source it behind tap.sh:
#
#	serve OPTION...		in the foreground, log in the file log; sets
#				port and server (its process)
#	unserve			ended by SIGTERM; its status in $ended
#	logged PATTERN [N]	wait until the log has N lines (1) that match

dsnfsd=$build/bin/dsnfsd
server=

dsnfsd_end() {
	local status=$?

	[ -z "$server" ] || kill -KILL "$server" 2>/dev/null
	(exit $status)
	tap_cleanup
}
trap dsnfsd_end EXIT

# A minute is long enough for any machine; what never comes fails the test.
logged() {
	local i n

	for i in {1..1200}; do
		n=$(grep -c -e "$1" log)
		[ "$n" -ge "${2:-1}" ] && return 0
		sleep 0.05
	done
	diag "not logged: $1"
	return 1
}

serve() {
	: >log
	"$dsnfsd" --foreground --port 0 "$@" >out.server 2>>log &
	server=$!
	logged 'event=serving' || return 1
	port=$(sed -n 's/.*event=serving.* port=\([0-9]*\).*/\1/p' log)
}

unserve() {
	kill -TERM "$server"
	wait "$server"
	ended=$?
	server=
}
