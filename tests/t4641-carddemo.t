#!/bin/bash
# The files of a credit-card application of the z/OS (../shared/data/carddemo;
# SKIP where they are not there) become KSDSs and come back as they were: all
# are in key order without duplicates, so byte for byte. Lengths, keys and
# counts are those of the files' description.
. "$(dirname "$0")/support/tap.sh"

data=$top/../shared/data/carddemo
[ -d "$data" ] || skip_all "no ../shared/data/carddemo"

# File, record length, key length, records; all keys at offset 0.
while read -r file lrecl key records; do
	if [ ! -f "$data/$file.PS" ]; then
		skip "no $file.PS" "$file is loaded and read"
		continue
	fi
	dsn=CARDDEMO.$file.KSDS
	as=recfm=fb,lrecl=$lrecl
	cat >deck.ams <<-END
		 DEFINE CLUSTER (NAME($dsn) INDEXED KEYS($key 0) -
		   RECORDSIZE($lrecl $lrecl) TRACKS(1 1))
		 REPRO INFILE(IN) OUTDATASET($dsn)
		 REPRO INDATASET($dsn) OUTFILE(OUT)
		 VERIFY DATASET($dsn)
		 PRINT INDATASET($dsn) COUNT(1) HEX
		 LISTCAT ENTRIES($dsn) ALL
	END
	run 0 "$file: defined, loaded, read, verified, condition code 0" \
	    "$idcams" --dd "IN=path:$data/$file.PS,$as" \
	    --dd "OUT=path:back.bin,$as" deck.ams
	is "$(grep -o 'NUMBER OF RECORDS PROCESSED WAS .*' out)" \
	    "NUMBER OF RECORDS PROCESSED WAS $records
NUMBER OF RECORDS PROCESSED WAS $records
NUMBER OF RECORDS PROCESSED WAS 1" "$file: $records records each way"
	same back.bin "$data/$file.PS" "$file: byte for byte, in key order"
	is "$(grep -o 'REC-TOTAL-* *[0-9]*' out | head -n 1 | tr -d ' -')" \
	    "RECTOTAL$records" "$file: the catalog counts $records"
	# The key that PRINT names, by the file's first bytes.
	is "$(sed -n 's/^.*KEY OF RECORD - //p' out | tr -d ' ')" \
	    "$(head -c "$key" "$data/$file.PS" | od -An -v -tx1 |
		tr -d ' \n' | tr a-f A-F)" "$file: the first key is its lowest"
	# Backwards in: REPRO into a set with records puts each where its
	# key belongs.
	cat >deck.ams <<-END
		 DEFINE CLUSTER (NAME($file.MIXED) INDEXED KEYS($key 0) -
		   RECORDSIZE($lrecl $lrecl) TRACKS(1 1))
		 REPRO INFILE(LAST) OUTDATASET($file.MIXED)
		 REPRO INFILE(IN) OUTDATASET($file.MIXED) REPLACE
		 REPRO INDATASET($file.MIXED) OUTFILE(OUT)
	END
	tail -c "$lrecl" "$data/$file.PS" >last.bin
	run 0 "$file: loaded before its own last record" \
	    "$idcams" --dd "IN=path:$data/$file.PS,$as" \
	    --dd "LAST=path:last.bin,$as" \
	    --dd "OUT=path:back.bin,$as" deck.ams
	same back.bin "$data/$file.PS" "$file: in key order all the same"
done <<END
ACCTDATA 300 11 50
CARDDATA 150 16 50
CARDXREF 50 16 50
DALYTRAN 350 16 300
DISCGRP 50 16 51
TCATBALF 50 17 50
TRANCATG 60 6 18
TRANTYPE 60 2 7
END
finish
