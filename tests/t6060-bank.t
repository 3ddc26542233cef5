#!/bin/bash
# jcl-samples/bank: thirteen jobs as one batch, and the balances of its
# accounts. By hand, in cents:
#	10000001	100000 - 12345 + 45	= 87700
#	10000002	5000 + 30000 - 5001	= 29999
#	10000003	-2500 + 2500		= 0
#	10000004	0 + 20000		= 20000		sum 137699
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
bank=$top/jcl-samples/bank
dsn=$build/bin/dsn
batch() {
	"$jclrun" --bind "BANK.INPUT=$bank/input" --bind "BANK.LOAD=$bank/load" \
	    --bind "BANK.PROCS=$bank/procs" "$@"
}

run 4 "the batch ends with 4: a transaction was rejected" \
    batch --format json "$bank"/*.jcl
is "$(jq -r .name out | wc -l)" 13 "thirteen jobs"
is "$(jq -r '.name + " " + .state + " " + (.code | tostring)' out | paste -sd'|')" \
    "SETUP ended 0|DEFINES ended 0|LOADACCT ended 0|LOADCUST ended 0|BLDAIX ended 0|DAY1IN ended 0|BACKUP1 ended 0|POST1 ended 4|DAY2IN ended 0|BACKUP2 ended 0|POST2 ended 0|STATEMNT ended 0|CHECK ended 0" \
    "each with its code"
is "$(jq -r 'select(.name == "POST1") | .steps[] | .step + "." + .procstep + " " + .program + " " + (.code | tostring)' out | paste -sd'|')" \
    "NIGHT.POST POST 4|NIGHT.REPLACE IDCAMS 0" "the procedure's steps"
balances() {
	"$dsn" cat "$1" | cut -c1-24 | paste -sd'|'
}
is "$(balances bank.accounts)" \
    "10000001C00001+000087700|10000002C00002+000029999|10000003C00001+000000000|10000004C00003+000020000" \
    "the balances"
is "$(balances 'bank.backup(-1)')" "$(paste -sd'|' "$bank/input/ACCOUNTS")" \
    "the older backup has what was loaded"
is "$(balances 'bank.backup(0)')" \
    "10000001C00001+000087700|10000002C00002+000035000|10000003C00001+000000000|10000004C00003+000000000" \
    "the newer one what the first day left"
is "$("$dsn" cat 'bank.rejected(-1)' | cut -c1-24)" "00000499999999+000000100" \
    "the rejected transaction"
is "$("$dsn" cat bank.report | sed 's/ *$//; s/  */ /g' | paste -sd'|')" \
    "10000001 ADA LOWE 877.00|10000002 BEN ROTH 299.99|10000003 ADA LOWE 0.00|10000004 CAY TUNG 200.00|TOTAL 1376.99" \
    "the statement"
is "$("$jclrun" show 13 bycust.sysprint | grep -oE '^1000000[1-4]' | paste -sd' ')" \
    "10000001 10000003 10000002 10000004" "by customer through the path"
like "$("$jclrun" show 13 examine.sysprint)" 'DATATEST COMPLETE - NO ERRORS' \
    "the cluster is whole"
# Once more, on what is there.
run 4 "the batch runs again" batch --quiet "$bank"/*.jcl
is "$(balances bank.accounts)" \
    "10000001C00001+000087700|10000002C00002+000029999|10000003C00001+000000000|10000004C00003+000020000" \
    "to the same balances"
# The newest backup, put back.
job 0 "the accounts restored" <<'E'
//RESTORE  JOB (BANK)
//A        EXEC PGM=IDCAMS
//SYSPRINT DD SYSOUT=*
//IN       DD DSN=BANK.BACKUP(0),DISP=SHR
//SYSIN    DD *
  REPRO INFILE(IN) OUTDATASET(BANK.ACCOUNTS) REPLACE
E
is "$(balances bank.accounts)" "$(balances 'bank.backup(0)')" "are the backup's"
finish
