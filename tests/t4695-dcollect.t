#!/bin/bash
# DCOLLECT: records of volumes, data sets and what they belong to, field by
# field at IDCDOUT's offsets.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44

cat >deck <<'END'
  DEFINE CLUSTER(NAME(C.K) TRK(10 5) RECSZ(80 80) KEYS(8 0) CISZ(4096) -
    FREESPACE(10 10)) DATA(NAME(C.K.D)) INDEX(NAME(C.K.I))
  REPRO INFILE(IN) OUTDATASET(C.K)
  ALLOCATE DSN(C.PS) F(PS) NEW SPACE(3 2) CYLINDERS RECFM(F B) -
    LRECL(80) BLKSIZE(8000)
  REPRO INFILE(IN) OUTFILE(PS)
  DEFINE AIX(NAME(C.X) RELATE(C.K) KEYS(2 6) TRK(1 1)) DATA(NAME(C.X.D))
END
awk 'BEGIN { for (i = 1; i <= 500; i++) printf "%08d%-72s", i, "R" }' >in
in=(--dd "IN=path:$work/in,recfm=fb,lrecl=80")
run 0 "data sets" "$idcams" "${in[@]}" deck
printf '  DCOLLECT OUTFILE(OUT) VOLUMES(VOL*)\n' >deck
run 0 "by the beginning of a serial" "$idcams" --dd "OUT=path:$work/dcol" deck
like "$(cat out)" "RECORDS PROCESSED WAS 10" \
    "a volume, five data sets, four components"

# record N: the hexadecimal digits of the n-th record of dcol.
split_records() {
	od -An -v -tx1 -w1 dcol | awk '
	{ b[n++] = substr($0, 2, 2) }
	function num(h) { return index("0123456789abcdef", substr(h, 1, 1)) * 16 - 16 + index("0123456789abcdef", substr(h, 2, 1)) - 1 }
	END { for (at = 0; at < n; at += len) {
		len = num(b[at]) * 256 + num(b[at + 1])
		s = ""
		for (i = at + 4; i < at + len; i++) s = s b[i]
		print s } }'
}
split_records >records
# field LINE OFFSET LEN: of a record, in hexadecimal.
field() {
	sed -n "${1}p" records | cut -c "$(($2 * 2 + 1))-$((($2 + $3) * 2))"
}
# text LINE OFFSET LEN: as characters.
text() {
	field "$@" | xxd -r -p | tr '\000' '\100' | iconv -f IBM1047 -t UTF-8 | sed 's/ *$//'
}
num() {
	echo $((16#$(field "$@")))
}
# line_of NAME TYPE: the record of a data set.
line_of() {
	local i

	for ((i = 1; i <= $(wc -l <records); i++)); do
		[ "$(text $i 24 44)" = "$1" ] && [ "$(text $i 4 2)" = "$2" ] &&
		    echo $i && return
	done
	echo 0
}
is "$(text 1 4 2) $(num 1 0 2) $(num 1 6 2)" "V 160 2" \
    "the volume is first: type, length, version"
# 15:36:44 is 5620400 hundredths of a second.
is "$(num 1 12 4) $(field 1 16 4)" "5620400 2022244f" "time and date"
is "$(text 1 24 6) $(field 1 30 1) $(text 1 68 8)" "VOL001 03 3390" \
    "serial, SMS-managed, device"
# Used are 10 and 1 tracks of the base, 45 of C.PS, 1 and 1 of the alternate
# index: 58; the first cylinder is the VTOC's. A track has 56,664 bytes.
cap=$(num 1 44 4) tracks=$(($(num 1 148 4) * 15 + $(num 1 152 4)))
is "$(num 1 36 4)" "$((tracks * 56664 / 1024))" "free space, in kilobytes"
is "$(((cap * 1024 + 56663) / 56664 - tracks))" $((58 + 15)) "what is used"

d=$(line_of C.K.D D) a=$(line_of C.K.D A)
is "$((a - d))" 1 "what a component belongs to is behind it"
is "$(num $d 0 2) $(field $d 74 2) $(num $d 77 1) $(text $d 78 6)" \
    "468 0008 1 VOL001" "D: length, VSAM, one extent, volume"
is "$(num $d 84 2) $(num $d 86 2) $(num $d 88 4) $(num $d 96 4)" \
    "4096 80 $((10 * 56664 / 1024)) $((5 * 56664 / 1024))" \
    "D: control interval, record, allocated, secondary"
is "$(field $d 104 4) $(field $d 108 4) $(num $d 122 2)" "2022244f 0000000f 1" \
    "D: created, never expires, first volume"
is "$(num $d 164 2) $(text $d 166 30) $(num $d 260 2)" "8 STANDARD 1047" \
    "D: storage class, code page"
is "$(num $d 352 8) $(field $d 386 2)" "$((10 * 56664 / 1024)) ffff" \
    "D: the longer fields"
is "$(num $a 0 2) $(text $a 68 44) $(field $a 112 2)" "204 C.K 8200" \
    "A: length, the cluster, data of a KSDS"
is "$(num $a 124 4) $(num $a 160 2) $(num $a 162 2)" "500 0 8" \
    "A: records, key"
# A track has 12 control intervals of 4096, a control area the 5 tracks of the
# secondary: 10 tracks are 491,520 bytes.
is "$(num $a 120 4) $(num $a 180 4) $(num $a 184 4)" "491520 4096 60" \
    "A: high-allocated RBA, control intervals"
x=$(line_of C.X.D A)
is "$(text $x 68 44) $(field $x 112 1)" "C.X 86" "A: of an alternate index"
p=$(line_of C.PS D)
is "$(field $p 74 3) $(num $p 84 2) $(num $p 86 2) $(num $p 88 4)" \
    "400090 8000 80 $((45 * 56664 / 1024))" "D: sequential, FB"

# --- what is asked for -----------------------------------------------------------
count() {
	printf '  DCOLLECT OUTFILE(OUT) %s\n' "$1" >deck
	"$idcams" --dd "OUT=path:$work/o" deck |
	    sed -n 's/.*PROCESSED WAS //p; s/.*MAXIMUM.*WAS /cc /p' |
	    tr '\n' ' '
}
is "$(count "VOLUMES(VOL001) NODATAINFO")" "1 cc 0 " "NODATAINFO"
is "$(count "VOLUMES(VOL001) NOVOLUMEINFO")" "9 cc 0 " "NOVOLUMEINFO"
is "$(count "VOLUMES(*) EXCLUDEVOLUMES(VOL001)")" "0 cc 4 " "EXCLUDEVOLUMES"
is "$(count "VOLUMES(OTHER*)")" "0 cc 4 " "no volume of that name"
for word in MIGRATEDATA BACKUPDATA CAPPLANDATA MIGRSNAPALL MIGRSNAPERR \
    "SMSDATA(A)" "EXITNAME(A)"; do
	is "$(count "VOLUMES(*) $word")" "cc 12 " "$word: not here"
done
is "$(count "STORAGEGROUP(A)")" "cc 12 " "storage groups"
cat >deck <<'END'
  ALLOC DSN(C.OUT) F(O) NEW SPACE(1 1) TRACKS RECFM(V B) LRECL(644)
  DCOLLECT OUTDATASET(C.OUT) VOLUMES(VOL001) NODATAINFO
  DCOLLECT OUTDATASET(C.OUT) VOLUMES(VOL001) NODATAINFO
  PRINT INFILE(O) HEX
  DCOLLECT OUTDATASET(C.OUT) VOLUMES(VOL001) NODATAINFO REPLACECONTENTS
  PRINT INFILE(O) HEX
END
run 0 "OUTDATASET" "$idcams" deck
is "$(grep -c 'RECORD SEQUENCE' out)" 3 \
    "is added to, but for REPLACECONTENTS: two, then one"
finish
