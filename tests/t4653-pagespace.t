#!/bin/bash
# DEFINE PAGESPACE: an entry of its own type over one linear component.
# Labels and columns are LISTCAT's templates, messages those of DEFINE CLUSTER;
# a page is 4096 bytes, of which a 3390 track holds 12: 180 in a cylinder.
. "$(dirname "$0")/support/tap.sh"

# run COMMAND...: a deck; SYSPRINT in out.
run() {
	printf '%s\n' "$@" >deck
	"$idcams" --no-pages deck >out 2>err
}
ok0='IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0'

run ' DEFINE PAGESPACE(NAME(SYS1.PAGE.A) CYL(1) VOL(VOL001) -' \
    '   OWNER(JOE) NOSWAP)'
is "$(grep ^IDC out)" "IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0
IDC0512I NAME GENERATED-(D) SYS1.PAGE.A.DATA
IDC0181I STORAGECLASS USED IS STANDARD
$ok0
IDC0002I IDCAMS PROCESSING COMPLETE. MAXIMUM CONDITION CODE WAS 0" \
    "a page space has one component"
run ' LISTCAT ENT(SYS1.PAGE.A) ALL'
is "$(grep -E '^ *(PAGESPACE|DATA) --' out)" "PAGESPACE ----- SYS1.PAGE.A
   DATA ------- SYS1.PAGE.A.DATA
                   DATA ------------------1
                   PAGESPACE -------------1" "it is listed with its component"
is "$(grep -oE 'DATASET-OWNER-+JOE|LINEAR|(CISIZE|CI/CA)-+[0-9]+' out)" \
    "DATASET-OWNER--------JOE
CISIZE--------------4096
CI/CA----------------180
LINEAR" "of pages in cylinders"
run ' DEFINE PGSPC(NAME(SYS1.PAGE.B) MODEL(SYS1.PAGE.A))' \
    ' LISTCAT ENT(SYS1.PAGE.B) PGSPC ALL'
is "$(grep -c 'OWNER--------JOE' out)" 1 "a page space is a model of another"
run ' DEFINE CL(NAME(SYS1.CL) MODEL(SYS1.PAGE.A))'
is "$(grep ^IDC3501I out)" "IDC3501I MODEL ENTYPE IS NOT CONSISTENT WITH \
THE OBJECT BEING DEFINED" "but not of a cluster"
run ' ALTER SYS1.PAGE.B NEWNAME(SYS1.PAGE.C) TO(2099001)' \
    ' ALTER SYS1.PAGE.C FREESPACE(1 1)' ' DELETE SYS1.PAGE.C PAGESPACE'
is "$(grep -E '^IDC(0531|3190|3023)' out)" \
    "IDC0531I ENTRY SYS1.PAGE.B ALTERED
IDC3190I 'FREESPACE' PARAMETER INVALID WITH ENTRY TYPE
IDC3023I UNEXPIRED PURGE DATE" "it is renamed, and kept until its date"
run ' DELETE SYS1.PAGE.C PAGESPACE PURGE' ' DELETE SYS1.PAGE.A CLUSTER' \
    ' DELETE SYS1.PAGE.A' ' LISTCAT'
is "$(grep -E '^IDC(0550|3019)|TOTAL|CYL' out)" \
    "IDC0550I ENTRY (D) SYS1.PAGE.B.DATA DELETED
IDC0550I ENTRY (P) SYS1.PAGE.C DELETED
IDC3019I INVALID ENTRY TYPE FOR REQUESTED ACTION
IDC0550I ENTRY (D) SYS1.PAGE.A.DATA DELETED
IDC0550I ENTRY (P) SYS1.PAGE.A DELETED
                   TOTAL -----------------0" "it is deleted with its component"
finish
