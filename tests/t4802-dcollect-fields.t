#!/bin/bash
# DCOLLECT: one volume with one cluster, each record of it whole, every field
# calculated by hand; offsets are IDCDOUT's (mem).
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44
dsvol=$(dirname "$idcams")/dsvol

printf '  LISTCAT\n' >deck
run 0 "a root" "$idcams" deck
run 0 "a volume of 100 cylinders" "$dsvol" resize VOL001 --cylinders 100
cat >deck <<'END'
  DEFINE CLUSTER(NAME(C.K) TRK(10 5) RECSZ(80 80) KEYS(8 3) CISZ(4096) -
    FREESPACE(10 10)) DATA(NAME(C.K.D)) INDEX(NAME(C.K.I))
  REPRO INFILE(IN) OUTDATASET(C.K)
END
awk 'BEGIN { for (i = 1; i <= 500; i++) printf "ABC%08d%-69s", i, "R" }' >in
run 0 "a cluster with 500 records" "$idcams" \
    --dd "IN=path:$work/in,recfm=fb,lrecl=80" deck
printf '  DCOLLECT OUTFILE(OUT) VOLUMES(*)\n' >deck
run 0 "DCOLLECT" "$idcams" --dd "OUT=path:$work/dcol" deck
printf '  LISTCAT ENT(C.K.D) ALL\n' >deck
excps=$("$idcams" deck | grep -o 'EXCPS-*[0-9]*' | grep -o '[0-9]*$')

# The records, one a line, in hexadecimal, without their descriptors.
od -An -v -tx1 -w1 dcol | tr -d ' \n' >hex
hex=$(cat hex) at=0
while [ $at -lt ${#hex} ]; do
	len=$((16#${hex:$at:4} * 2))
	echo "${hex:$((at + 8)):$((len - 8))}"
	at=$((at + len))
done >records
# record TYPE NAME: the one of a type whose name, at +24, begins so.
record() {
	grep "^....0000$(ebcdic "$1" 2)" records |
	    grep "^.\{48\}$(ebcdic "$2" ${#2})"
}
# ebcdic TEXT LEN: in hexadecimal, with blanks behind.
ebcdic() {
	printf "%-$2s" "$1" | iconv -f UTF-8 -t IBM1047 | od -An -v -tx1 |
	    tr -d ' \n'
}
wanted=
begin() { # TYPE LEN
	wanted=$(printf '%*s' $(($2 * 2)) '' | tr ' ' 0)
	num 0 2 "$2"
	text 4 2 "$1"
	num 6 2 2
	text 8 4 CTMT
	num 12 4 $((((15 * 60 + 36) * 60 + 44) * 100))
	put 16 2022244f
}
put() { # OFFSET HEX
	wanted=${wanted:0:$(($1 * 2))}$2${wanted:$(($1 * 2 + ${#2}))}
}
num() { # OFFSET LEN VALUE
	put "$1" "$(printf "%0$(($2 * 2))x" "$3")"
}
text() { # OFFSET LEN TEXT
	put "$1" "$(ebcdic "$3" "$2")"
}
class() { # OFFSET NAME: a length, then 30 characters
	num "$1" 2 ${#2}
	text $(($1 + 2)) 30 "$2"
}

# --- D, 468 bytes ---------------------------------------------------------------
# 10 tracks of 56,664 bytes are 553 K, the secondary's 5 are 276. The high-used
# RBA is a control area: 5 tracks of 12 control intervals of 4096, 240 K.
begin D 468
text 24 44 C.K.D
put 69 40 # SMS-managed
put 70 2e # catalogued; allocated, used and secondary known
num 74 2 8 # VSAM
num 77 1 1 # extent
text 78 6 VOL001
num 84 2 4096
num 86 2 80
num 88 4 553
num 92 4 240
num 96 4 276
put 104 2022244f # created
put 108 0000000f # never expires
put 112 0000000f
text 116 6 VOL001
num 122 2 1
class 132 ''
class 164 STANDARD
class 196 ''
class 228 ''
num 260 2 1047
text 288 32 ''
put 320 e0
text 328 16 ''
num 352 8 553
num 360 8 240
num 368 8 276
put 386 ffff
text 388 64 ''
is "$(record D C.K.D)" "$wanted" "D, of the data component"

# --- A, 204 bytes ---------------------------------------------------------------
# (4096 - 409 - 10) / 80: 45 records to a control interval, 12 of them for 500;
# the other 108 of 120 are free: 442,368 bytes.
begin A 204
text 24 44 C.K.D
text 68 44 C.K
put 112 8200 # KSDS, data
num 116 4 245760
num 120 4 491520
num 124 4 500
num 144 4 442368
num 156 4 "$excps"
num 160 2 3
num 162 2 8
num 164 8 245760
num 172 8 491520
num 180 4 4096
num 184 4 60
put 188 0000000f
is "$(record A C.K.D)" "$wanted" "A, of the data component"

# --- V, 160 bytes ---------------------------------------------------------------
# 1500 tracks: the first cylinder is the VTOC's, then 10 of the data and 1 of
# the index. Free are 1474, from the second cylinder's eleventh on in one piece:
# 4 tracks and 98 cylinders.
begin V 160
text 24 6 VOL001
put 30 03 # SMS-managed
num 35 1 $((1474 * 100 / 1500))
num 36 4 $((1474 * 56664 / 1024))
num 40 4 $((26 * 56664 / 1024))
num 44 4 $((1500 * 56664 / 1024))
num 52 4 $((1474 * 56664 / 1024))
num 56 4 1
text 68 8 3390
class 80 ''
text 112 8 3390
num 148 4 98
num 152 4 4
is "$(record V VOL001)" "$wanted" "V, of the volume"
finish
