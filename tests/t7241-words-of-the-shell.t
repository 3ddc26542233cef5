#!/bin/bash
# Words of the shell are no commands of a deck, and modal commands in the wrong
# place say what z/OS says: an ELSE without IF is IDC4227I and ends the input;
# a DO or END that belongs to nothing is passed over (MVS 3.8's reader).
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

unknown() { # WORD
	echo "0IDC3219I VERB NAME '$1' UNKNOWN
0IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. CONDITION CODE IS 12"
}
for word in HELP QUIT EXIT DD '?'; do
	says "$word is no command of a deck" "  $word" "$(unknown "$word")"
	nok "nor behind THEN" "$idcams" -e "IF LASTCC = 0 THEN $word"
done
says "one that is not done is a syntax error all the same" \
    "  IF LASTCC = 8 THEN HELP" "0IDC3219I VERB NAME 'HELP' UNKNOWN
0IDC3216I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND"
stray="0IDC4227I AN 'ELSE' COMMAND APPEARS IMPROPERLY
0IDC3207I REMAINDER OF COMMAND INPUT STREAM IGNORED"
says "an ELSE without IF ends the input" "  ELSE LISTCAT
  DELETE NO.SUCH" "$stray"
says "so does one behind a group" "  IF LASTCC = 0 THEN SET MAXCC = 4
  ELSE SET MAXCC = 8
  ELSE SET MAXCC = 12" "$stray"
run 16 "with condition code 16" "$idcams" deck
says "END and DO alone are passed over" "  END
  DO
  SET MAXCC = 4
  END" ""
run 4 "and what is between them is done" "$idcams" deck

# --- JCL is no deck, and a deck that was cut out of a job often ends in its /*
printf '%s\n' '//STEP EXEC PGM=IDCAMS' '//SYSIN DD *' '  SET MAXCC = 4' '/*' >deck
run 12 "JCL is no deck" "$idcams" deck
is "$(grep -c 'hint: .* JCL' err)" 1 "one hint says so, none of column 1"
is "$(grep -c hint err)" 1 "and no other"
printf '%s\n' '  SET MAXCC = 4' '/*' >deck
run 12 "a delimiter behind a deck is no command" "$idcams" deck
like "$(cat err)" 'hint: .* JCL' "and has the hint"
printf '%s\n' '  DELETE NO.SUCH /* ALL OF IT -' '/* OLD ONES -' '   */ PURGE' >deck
run 8 "a comment may begin in column 1, where it is not read" "$idcams" deck
unlike "$(cat err)" 'JCL' "and is no JCL"

# --- in a session each command stands for itself
if command -v script >/dev/null; then
	{ printf 'else delete a.b\nhelp else\nset lastcc=0\nquit\n'; } >typed
	script -qec "exec '$idcams'" screen <typed >/dev/null 2>&1
	like "$(cat screen)" "IDC4227I AN 'ELSE' COMMAND" "a session says it, too"
	like "$(cat screen)" 'ELSE \[command' "and goes on; HELP knows the word"
	unlike "$(cat screen)" 'REMAINDER' "nothing is left out"
else
	skip "no script(1)" "a session"
fi
finish
