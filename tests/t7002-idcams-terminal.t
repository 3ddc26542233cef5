#!/bin/bash
# idcams at a terminal: prompts, no margins, either case, no page headings.
# script(1) gives it a terminal.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"
command -v script >/dev/null || skip_all "no script(1)"

talk() { # LINE...: type the lines, then end of input
	printf '%s\n' "$@" | script -qec "stty -echo; '$idcams' 2>&1" /dev/null |
	    tr -d '\r\004' >out
	return "${PIPESTATUS[1]}"
}

run_talk() {
	local want=$1 title=$2 status=0

	shift 2
	talk "$@" || status=$?
	is $status "$want" "$title"
}

run_talk 4 "a command in column 1 and lower case" 'set maxcc=4'
like "$(cat out)" 'idcams> ' "there is a prompt"
unlike "$(cat out)" 'SYSTEM SERVICES' "and no page heading"
like "$(cat out)" 'MAXIMUM CONDITION CODE WAS 4' "IDC0002I ends the session"
run_talk 8 "a mark goes on to the next line" 'set -' 'maxcc=8'
like "$(cat out)" '\.\.\.> ' "behind another prompt"
finish
