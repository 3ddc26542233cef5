#!/bin/bash
# LISTCAT ALL of clusters defined and loaded as those of a real z/OS listing
# (../shared/data/zos-listcat.txt; SKIP where it is not there) agrees with it,
# line by line in every cluster, data and index entry.
#
# Not compared, because they are history or belong to that system: dates, time
# stamps, CCHH, volumes, LBACKUP, the catalog's name, EXCPS and the counts of
# inserted, updated and retrieved records; and the AIX associations, since the
# alternate indexes of that system are not defined here. Where the listing
# breaks its pages depends on entries that are not defined here either, so
# headings are taken out and the control character of lines is not compared.
. "$(dirname "$0")/support/tap.sh"

shared=$top/../shared/data
listing=$shared/zos-listcat.txt
[ -r "$listing" ] || skip_all "no real listing beside the project"

hlq=AWS.M2.CARDDEMO
# name, key length, record length, records, further words of DEFINE
clusters='ACCTDATA 11 300 50 CYL(1,5) SHR(2,3) ERASE
CARDDATA 16 150 50 CYL(1,5) SHR(2,3) ERASE
CARDXREF 16 50 50 CYL(1,5) SHR(2,3) ERASE
CUSTDATA 9 500 50 CYL(1,5) SHR(2,3) ERASE
DISCGRP 16 50 51 CYL(1,5) SHR(2,3) ERASE
TCATBALF 17 50 100 CYL(1,5) SHR(2,3) ERASE
TRANCATG 6 60 18 CYL(1,5) SHR(2,3) ERASE
TRANSACT 16 350 311 CYL(1,5) SHR(2,3) ERASE
TRANTYPE 2 60 7 CYL(1,5) SHR(1,4) ERASE
USRSEC 8 80 10 CYL(3,1) SHR(1,3) CISZ(8192) FSPC(10,15) REUSE'

# records NAME KEYLEN LRECL COUNT: the data of that system where it was
# published, else numbered records with the same lengths. The listing counts
# what was loaded when it was made, so COUNT rules.
records() {
	local file=$shared/carddemo/$1.PS

	if [ -r "$file" ] && [ $(($3 * $4)) -eq "$(stat -c %s "$file")" ]; then
		cat "$file"
	else
		awk -v k="$2" -v l="$3" -v n="$4" 'BEGIN {
			for (i = 1; i <= n; i++) {
				key = sprintf("%0*d", k, i)
				printf "%s%*s", key, l - k, ""
			}
		}'
	fi
}

# blocks FILE: the entries of the clusters, without headings and history.
blocks() {
	awk -v hlq="$hlq" '
	/^1IDCAMS/ { getline; next }
	{ line = substr($0, 2) }
	line ~ /^(CLUSTER|DATA|INDEX|AIX|PATH|NONVSAM|GDG BASE|ALIAS) -/ {
		want = line ~ /^(CLUSTER|DATA|INDEX) -/ &&
		    line ~ hlq "\\.[A-Z]+\\.VSAM\\.KSDS"
		name = line
		sub(/^[A-Z]+ -+ /, "", name)
	}
	line ~ /^ +THE NUMBER OF/ { want = 0 }
	want && line !~ /^ +AIX------/ { print line }' "$1" |
	    sed -E "s/ +\$//
		s/(CREATION|LAST ALTER)-+[0-9]{4}\\.[0-9]{3}/\\1=DATE/
		s/LBACKUP -+[0-9.]+/LBACKUP=/
		s/VOLSER-+[A-Z0-9]+/VOLSER=/
		s/(LOW|HIGH)-CCHH-+X'[0-9A-F]+'/\\1-CCHH=/
		s/(EXCPS|REC-INSERTED|REC-UPDATED|REC-RETRIEVED)-+[0-9]+/\\1=/
		s/X'[0-9A-F]{16}' /X'TOD' /
		s/X'[0-9A-F]{16}'\$/X'TOD'/
		s/(IN-CAT ---) .*/\\1 CATALOG/"
}

{
	while read -r name key lrecl count words; do
		idx=INDEX data=DATA
		[ "$name" = USRSEC ] && idx=IDX data=DAT
		cluster=$hlq.$name.VSAM.KSDS
		echo " DEFINE CLUSTER (NAME($cluster) -"
		for w in $words; do echo "  $w -"; done
		echo "  KEYS($key 0) RECORDSIZE($lrecl $lrecl) INDEXED) -"
		echo "  DATA (NAME($cluster.$data)) -"
		echo "  INDEX (NAME($cluster.$idx))"
		echo " REPRO INFILE($name) OUTDATASET($cluster)"
	done <<<"$clusters"
} >load.ams
dds=()
while read -r name key lrecl count words; do
	records "$name" "$key" "$lrecl" "$count" >"$name.ps"
	dds+=(--dd "$name=path:$work/$name.ps,recfm=F,lrecl=$lrecl")
done <<<"$clusters"

# The storage class has that system's name: it comes from configuration.
run 0 "a root is made" "$idcams" -e "LISTCAT"
sed -i -E 's/^#? *storclas *=.*/storclas = SCTECH/' "$CATAMOUNT_ROOT/catamount.conf"
run 0 "ten clusters are defined and loaded" "$idcams" "${dds[@]}" load.ams
echo " LISTCAT LEVEL($hlq) ALL" >list.ams
run 0 "LISTCAT LEVEL ALL" "$idcams" --asa list.ams
blocks "$listing" >want
blocks out >got
is "$(grep -c '^CLUSTER' want)" 10 "the real listing has ten clusters"
for kind in CLUSTER DATA INDEX; do
	for f in want got; do
		awk -v k="$kind" '/^[A-Z]/ { on = $1 == k } on' $f >$f.$kind
	done
	same want.$kind got.$kind "the $kind entries agree"
done
finish
