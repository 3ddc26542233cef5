#!/bin/bash
# EXAMINE and VERIFY of a catalog as SYSPRINT and JSON have them: the messages
# of a KSDS, in the order of SC23-6855, "Messages from EXAMINE"; codes.
. "$(dirname "$0")/support/tap.sh"

cmd() { # COMMAND: its messages without empty lines to out
	"$idcams" --no-pages -e "$1" 2>&1 | grep -v '^$' >out
	return "${PIPESTATUS[0]}"
}
says() { # numbers of the messages in out
	grep -oE '^IDC[0-9]+I|^CATAMOUNT' out | paste -sd' '
}
{
	echo '  DEFINE UCAT(NAME(UC.A) TRK(1) VOL(*))'
	echo '  DEFINE ALIAS(NAME(A) RELATE(UC.A))'
	echo '  DEFINE NONVSAM(NAME(A.V) DEVT(3390) VOL(V1))'
} >deck
"$idcams" deck >out 2>&1
is $? 0 "a user catalog with one entry"
for cat in UC.A CATALOG.MASTER; do
	cmd "EXAMINE NAME($cat) INDEXTEST DATATEST"
	is $? 0 "EXAMINE of $cat"
	is "$(says)" "IDC01700I IDC01724I IDC01701I IDC01709I IDC01708I \
IDC01710I IDC01711I IDC0001I IDC0002I" "... its messages"
	cmd "EXAMINE NAME($cat)"
	is "$(says)" 'IDC01700I IDC01724I IDC0001I IDC0002I' \
	    "INDEXTEST alone is the default"
	cmd "EXAMINE NAME($cat) NOINDEXTEST DATATEST"
	like "$(says)" '^IDC01701I IDC01709I' "or DATATEST alone"
	cmd "VERIFY DATASET($cat)"
	is $? 0 "VERIFY of $cat"
	cmd "VERIFY DATASET($cat) RECOVER"
	is $? 0 "... RECOVER"
done
cmd 'EXAMINE NAME(UC.A) DATATEST'
like "$(cat out)" 'CONTAINS 1 RECORDS' "an entry is a record"
like "$("$idcams" --format json -e 'EXAMINE NAME(UC.A) DATATEST' 2>&1)" \
    '"name":"UC.A","test":"DATATEST","faults":0' "JSON has the summary"

cmd 'ALTER UC.A LOCK'
cmd 'EXAMINE NAME(UC.A)'
is $? 12 "one that is locked is not to be had"
is "$(grep -c 'THE CATALOG IS LOCKED' out)" 1 "... which is told once"
cmd 'ALTER UC.A UNLOCK'

# Pages behind the first have a head that is none (SQLite: 2, 5, 10 or 13).
db=$CATAMOUNT_ROOT/catalogs/UC.A.db
for page in 4 5 6 7 8 9; do
	printf '\xEE\xEE' | dd of="$db" bs=4096 seek=$page conv=notrunc 2>/dev/null
done
cmd 'EXAMINE NAME(UC.A) INDEXTEST DATATEST'
is $? 8 "a damaged one: code 8"
like "$(says)" '^IDC01700I CATAMOUNT .*IDC21701I CATAMOUNT IDC0001I' \
    "... faults, the summary, no DATATEST"
cmd 'EXAMINE NAME(UC.A) INDEXTEST ERRORLIMIT(1)'
is "$(grep -c '^CATAMOUNT UC.A' out)" 1 "ERRORLIMIT: as many are told"
like "$(cat out)" 'IDC21701I' "... and the test goes on to its end"
cmd 'VERIFY DATASET(UC.A) RECOVER'
is $? 12 "VERIFY RECOVER says so as well"
finish
