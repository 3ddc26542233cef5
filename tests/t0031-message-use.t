#!/bin/bash
# Every message of base/messages*.def is issued by some code, or is in
# tests/data/messages-not-issued.txt with the reason why it is not. Code issues
# a message by its name (MSG_IDC3012I), or by its number at the start of the
# text of a status ("IDC3506I"); a row of a table counts when its code occurs.
. "$(dirname "$0")/support/tap.sh"

table=$top/base/messages.def
kept=$top/tests/data/messages-not-issued.txt
[ -f "$table" ] || skip_all "no source here"

grep -ohE '^MSG\([A-Z0-9_]+' "${table%.def}"*.def | cut -c5- | sort >all
(cd "$top" && find base parser catalog access-methods services utilities jcl \
    shell lib -name '*.[chly]' ! -name help_message.c -exec grep -ohE \
    '\bMSG_[A-Z]+[0-9]+[A-Z]?(_[A-Z0-9]+)*\b|"IDC[0-9]+I' {} +) |
    sed 's/^MSG_//; s/^"//' | sort -u >used
# A number in a text stands for the first row that has it.
comm -12 all used >issued
comm -23 all used >silent
grep -v '^#' "$kept" | sed '/^$/d' >rows
cut -f1 rows | sort >listed

ok "there are messages, and most are issued" \
    test "$(wc -l <issued)" -gt "$(wc -l <silent)"
is "$(comm -23 used all)" "" "what the code issues is in the table"
is "$(comm -23 silent listed)" "" \
    "a message that nothing issues is listed with a reason"
is "$(comm -12 issued listed)" "" \
    "the list is not stale: what is listed is issued by nothing"
is "$(comm -13 all listed)" "" "what is listed is in the table"
is "$(uniq -d listed)" "" "and once"
is "$(grep -vP '^\S+\t\S' rows)" "" "each has a reason"

# A row of the catalog's messages is issued when a status has its code.
sed -n 's/^ *{\([0-9]*\), MSG_IDC.*/\1/p' "$top/utilities/ams_error.c" |
    sort -u >mapped
sed -n "s/.*X(DS_CAT_[A-Z]*, 'C', \([0-9]*\),.*/\1/p" "$top/base/status.h" |
    sort -u >codes
ok "the catalog's return codes are found" test -s mapped -a -s codes
is "$(comm -23 mapped codes)" "" \
    "a return code that has a message is that of a status"
cat "$top"/{base,catalog,services,utilities}/*.[ch] |
    grep -v 'X(DS_' >texts
unused=
for status in $(grep -o 'X(DS_CAT_[A-Z]*' "$top/base/status.h" | cut -c3-); do
	grep -Eq "(ds_fail[a-z_]*\(|= |return |\? |: |, ).*\b$status\b" texts ||
	    unused+="$status "
done
is "$unused" "" "and each such status is given by some code"
finish
