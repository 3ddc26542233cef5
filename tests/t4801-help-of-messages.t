#!/bin/bash
# HELP of each message of access method services that some code issues says what
# it means and what to do; of one that nothing issues there is nothing to say.
. "$(dirname "$0")/support/tap.sh"

table=$top/base/messages.def
meanings=$top/shell/help_message.c
[ -f "$table" ] && [ -f "$meanings" ] || skip_all "no source here"

# Rows, and those that nothing issues (t0031 holds that list to the code).
grep -oE '^MSG\([A-Z0-9_]+, "IDC[0-9]+I"' "$table" |
    sed 's/^MSG(//; s/, "/ /; s/"$//' | sort >rows
grep -v '^#' "$top/tests/data/messages-not-issued.txt" | cut -f1 | sort >silent
join -v 1 rows silent | cut -d ' ' -f 2 | sort -u >issued
grep -oE '^    \{"IDC[0-9]+I"' "$meanings" | grep -o 'IDC[0-9]*I' >told
sort told >sorted

ok "there are messages" test "$(wc -l <issued)" -gt 100
is "$(comm -23 issued sorted)" "" "each that is issued is explained"
is "$(comm -13 issued sorted)" "" "and no other"
is "$(uniq -d sorted)" "" "once"
finish
