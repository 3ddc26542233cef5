#!/bin/bash
# Ten clusters and three alternate indexes with paths are defined, loaded and
# built as those of a real z/OS were; LISTCAT ALL says of each what the z/OS says (../shared/data/zos-listcat.txt; SKIP where
# it is not there). Compared entry by entry, all lines and columns, but for
# what the history of the data sets made: dates, time stamps, where they lie,
# EXCPS, records inserted, updated and retrieved, and the catalog's name.
. "$(dirname "$0")/support/tap.sh"

listing=$top/../shared/data/zos-listcat.txt
[ -r "$listing" ] || skip_all "no ../shared/data/zos-listcat.txt"
hlq=AWS.M2.CARDDEMO

# name records key-length record-length share-options
clusters="ACCTDATA 50 11 300 2,3
CARDDATA 50 16 150 2,3
CARDXREF 50 16 50 2,3
CUSTDATA 50 9 500 2,3
DISCGRP 51 16 50 2,3
TCATBALF 100 17 50 2,3
TRANCATG 18 6 60 2,3
TRANSACT 311 16 350 2,3
TRANTYPE 7 2 60 1,4"

# name alternate-key-length offset different-keys free-space: AXRKP, REC-TOTAL
# and FREESPACE-% of the listing
aixs="CARDDATA 11 16 50 0,0
CARDXREF 11 25 50 10,20
TRANSACT 26 304 39 0,0"

# Records in key order, as text lines, with an alternate key where one is.
records() { # n key-length record-length name
	local axlen axrkp keys

	read -r _ axlen axrkp keys _ < <(
	    grep "^$4 " <<<"$aixs"; echo x 0 0 1 x)
	seq -f "%0${2}g" "$1" | awk -v len="$3" -v axlen="$axlen" \
	    -v axrkp="$axrkp" -v keys="$keys" '{
		line = sprintf("%-*s", axrkp > 0 ? axrkp : 1, $0)
		if (axlen > 0)
			line = line sprintf("%0*d", axlen, NR % keys)
		printf "%-*s\n", len, line
	}'
}

dds=()
while read -r name n key len shr; do
	records "$n" "$key" "$len" "$name" >"$name.txt"
	dds+=(--dd "$name=path:$work/$name.txt,recfm=FB,lrecl=$len,text")
	ds=$hlq.$name.VSAM.KSDS
	cat <<-EOF
	  DEFINE CLUSTER(NAME($ds) -
	    CYLINDERS(1 5) KEYS($key 0) RECORDSIZE($len $len) -
	    SHAREOPTIONS($shr) ERASE INDEXED) -
	    DATA(NAME($ds.DATA)) -
	    INDEX(NAME($ds.INDEX))
	  REPRO INFILE($name) -
	    OUTDATASET($ds)
	EOF
done <<<"$clusters" >deck
records 10 8 80 USRSEC >USRSEC.txt
dds+=(--dd "USRSEC=path:$work/USRSEC.txt,recfm=FB,lrecl=80,text")
cat >>deck <<EOF
  DEFINE CLUSTER(NAME($hlq.USRSEC.VSAM.KSDS) -
    CYLINDERS(3 1) KEYS(8 0) RECORDSIZE(80 80) REUSE INDEXED -
    CISZ(8192) FREESPACE(10 15)) -
    DATA(NAME($hlq.USRSEC.VSAM.KSDS.DAT)) -
    INDEX(NAME($hlq.USRSEC.VSAM.KSDS.IDX))
  REPRO INFILE(USRSEC) -
    OUTDATASET($hlq.USRSEC.VSAM.KSDS)
EOF

while read -r name axlen axrkp keys free; do
	len=$(awk -v n="$name" '$1 == n { print $4 }' <<<"$clusters")
	aix=$hlq.$name.VSAM.AIX
	cat <<-EOF
	  DEFINE ALTERNATEINDEX(NAME($aix) -
	    RELATE($hlq.$name.VSAM.KSDS) -
	    CYLINDERS(5,1) FREESPACE($free) -
	    KEYS($axlen $axrkp) NONUNIQUEKEY UPGRADE RECORDSIZE($len,$len)) -
	    DATA(NAME($aix.DATA)) -
	    INDEX(NAME($aix.INDEX))
	  DEFINE PATH(NAME($aix.PATH) -
	    PATHENTRY($aix))
	  BLDINDEX INDATASET($hlq.$name.VSAM.KSDS) -
	    OUTDATASET($aix)
	EOF
done <<<"$aixs" >>deck

run 0 "clusters, alternate indexes and paths are defined and filled" "$idcams" "${dds[@]}" deck
printf '  LISTCAT LEVEL(%s) ALL\n' $hlq >listcat
run 0 "they are listed" "$idcams" --asa listcat

# The lines of all entries but those of other data sets, without what may differ. A line
# at the top of a page is double spaced there and single elsewhere.
entries() {
	awk '
	/^1/ || /^-/ { next }
	/^0 *THE NUMBER/ { on = 0 }
	/^0[A-Z]/ {
		on = /^0(CLUSTER|DATA|INDEX|AIX|PATH) -/
	}
	!on { next }
	{ print (/^0[A-Z]/ || /LOGSTREAMID/ ? "0" : " ") substr($0, 2) }
	' "$1" | sed -E \
	    -e 's/(IN-CAT --- ).*/\1x/' \
	    -e 's/(CREATION|EXPIRATION)-+[0-9.]+/\1-x/' \
	    -e 's/(STORAGECLASS ).*     /\1x     /' \
	    -e 's/LBACKUP ---.*/LBACKUP x/' \
	    -e "s/X'[0-9A-F]{16}'/X'x'/" \
	    -e "s/CCHH-+X'[0-9A-F]{8}'/CCHH-x/" \
	    -e 's/VOLSER-+[A-Z0-9]{6}/VOLSER-x/' \
	    -e 's/(EXCPS|REC-(INSERTED|UPDATED|RETRIEVED))-+[0-9]+/\1-x/'
}
entries "$listing" >want
entries out >got
# A cluster has 25 lines, its DATA 31 and its INDEX 29; a path 14, an alternate
# index 17, its DATA 32, and one line more in its base: counted by hand.
is "$(wc -l <want)" $((10 * 85 + 3 * (14 + 17 + 32 + 29 + 1))) \
    "the listing of z/OS has ten clusters and three alternate indexes"
for name in ACCTDATA CARDDATA CARDXREF CUSTDATA DISCGRP TCATBALF TRANCATG \
    TRANSACT TRANTYPE USRSEC; do
	for file in want got; do
		awk -v n="$hlq.$name.VSAM." '
		/^0[A-Z]/ { on = index($0, n) > 0 }
		on { print }' $file >$file.1
	done
	same got.1 want.1 "$name is listed as z/OS lists it"
done
finish
