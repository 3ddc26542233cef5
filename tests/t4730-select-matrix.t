#!/bin/bash
# REPRO and PRINT with every FROM side and every TO side on every kind of data
# set: the base, the alternate index itself, paths, components, sequential data
# sets, members, generations, files of the host, DUMMY. A cell's result follows
# from the rules below, the first that fits; the model is an awk program, which
# knows no more than each set's records in order with key, RBA and number.
#
#  1 a parameter that the set does not know	IDC3583I, 0 records, IDC3003I
#    (keys: KSDS, alternate index, path over one; addresses: VSAM without
#    slots, not by a path over an alternate index; numbers: RRDS; no key with
#    an address)
#  2 FROMKEY longer than the key		IDC3302I IDC3310I, 0, IDC3006I
#  3 FROMKEY, FROMNUMBER behind the last	16; an address where no record
#    begins 32:				IDC3302I IDC3351I, 0, IDC3006I
#  4 from there the records that the TO side allows; SKIP and COUNT count slots
#    of an RRDS, records else
#  5 the data ends in SKIP or before the TO side is reached: code 4, else 0
#
# Source: SC23-6846 "REPRO", "PRINT"; MVS 3.8's IDCRP01 and its texts. That a
# key does not go with an address rests on memory.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44

# Records of ten bytes: key A1 to F6 at 0, alternate key Z6 to U1 at 3, so that
# the paths go backward. Slot 3 is empty. Digits are behind letters in EBCDIC.
printf '%s\n' A1-Z6-AAAA B2-Y5-BBBB C3-X4-CCCC D4-W3-DDDD E5-V2-EEEE \
    F6-U1-FFFF >in.txt
head -c 12288 /dev/zero | tr '\0' 'X' >lds
cat >deck <<'END'
  DEFINE CLUSTER(NAME(M.K) TRK(1 1) RECSZ(10 20) KEYS(2 0) CISZ(4096)) -
    DATA(NAME(M.K.DATA)) INDEX(NAME(M.K.INDEX))
  DEFINE CLUSTER(NAME(M.E) TRK(1 1) RECSZ(10 20) NONINDEXED -
    CISZ(4096)) DATA(NAME(M.E.DATA))
  DEFINE CLUSTER(NAME(M.R0) TRK(1 1) RECSZ(10 10) NUMBERED CISZ(4096))
  DEFINE CLUSTER(NAME(M.R) TRK(1 1) RECSZ(10 10) NUMBERED CISZ(4096))
  DEFINE CLUSTER(NAME(M.V) TRK(1 1) RECSZ(10 20) NUMBERED CISZ(4096))
  DEFINE CLUSTER(NAME(M.L) TRK(1 1) LINEAR)
  DEFINE AIX(NAME(M.KX) RELATE(M.K) KEYS(2 3) RECSZ(20 40) TRK(1 1)) -
    DATA(NAME(M.KX.DATA))
  DEFINE PATH(NAME(M.KP) PATHENTRY(M.KX))
  DEFINE AIX(NAME(M.EX) RELATE(M.E) KEYS(2 3) RECSZ(20 40) TRK(1 1))
  DEFINE PATH(NAME(M.EP) PATHENTRY(M.EX))
  DEFINE PATH(NAME(M.KB) PATHENTRY(M.K))
  REPRO INFILE(IN) ODS(M.K)
  REPRO INFILE(IN) ODS(M.E)
  REPRO INFILE(IN) ODS(M.R0)
  REPRO IDS(M.R0) ODS(M.R) TONUMBER(2)
  REPRO IDS(M.R0) ODS(M.R) FROMNUMBER(4)
  REPRO IDS(M.R) ODS(M.V)
  REPRO INFILE(LDS) ODS(M.L)
  BLDINDEX IDS(M.K) ODS(M.KX)
  BLDINDEX IDS(M.E) ODS(M.EX)
  REPRO INFILE(IN) OFILE(SEQ)
  ALLOCATE DSN(M.PO) NEW CATALOG TRACKS SPACE(1 1) DSNTYPE(LIBRARY) -
    RECFM(F B) LRECL(10)
  REPRO INFILE(IN) ODS(M.PO(MEM))
  DEFINE GDG(NAME(M.G) LIMIT(2))
  ALLOCATE DSN(M.G(+1)) NEW CATALOG TRACKS SPACE(1 1) -
    RECFM(F B) LRECL(10)
  REPRO INFILE(IN) ODS(M.G(+1))
END
host=(--dd "HOST=path:$work/in.txt,recfm=F,lrecl=10,text")
# 4: the bases are loaded before their alternate indexes are built (open 100)
run 4 "the data sets are there" "$idcams" deck --dd SEQ=M.S,new,recfm=FB,lrecl=10 \
    --dd "IN=path:$work/in.txt,recfm=V,lrecl=80,text" \
    --dd "LDS=path:$work/lds,recfm=F,lrecl=4096"

cat >model.awk <<'END'
# -v verb= -v set= -v in= (how it is named) -v what= (K keys, A addresses,
# N numbers) -v recs="key/rba/number ..." (- none), -v len= -v id= (what PRINT
# names a record by). Writes the deck to deck, the wanted lines to want.
function rank(c) {
	return index("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", c)
}
function cmp(a, b, n,	i, x) { # the first n characters
	for (i = 1; i <= n; i++)
		if ((x = rank(substr(a, i, 1)) - rank(substr(b, i, 1))) != 0)
			return x
	return 0
}
function add(list, p) { return list == "" ? p : list "|" p }
function wants(p) { # the letter of what a parameter needs
	return p ~ /KEY/ ? "K" : p ~ /ADDR/ ? "A" : p ~ /NUMB/ ? "N" : ""
}
function value(p) {
	sub(/^[A-Z]+\(/, "", p)
	sub(/\*?\)$/, "", p)
	if (p ~ /^X'/) { # C1 is A, F1 is 1
		p = substr("ABCDEFGHI", index("123456789", substr(p, 4, 1)), 1) \
		    substr(p, 6, 1)
	}
	return p
}
function bad(name) {
	return "IDC3583I '" name "' INCOMPATIBLE WITH INFILE DATA SET TYPE/0/T"
}
function fits(p, other) {
	return wants(p) == "" || index(what, wants(p)) > 0 &&
	    !(wants(p) == "K" && wants(other) == "A")
}
function name(p) { sub(/\(.*/, "", p); return p }
function position(text) {
	return "IDC3302I  ACTION ERROR ON " set "/" text "/0/P"
}
# The index of the first record, or a text that ends it.
function start(from,	v, i, slots) {
	if (from == "")
		return 1
	v = value(from)
	if (from ~ /^SKIP/) {
		slots = what ~ /N/
		for (i = 1; i <= n; i++)
			if ((slots ? num[i] : i) > v)
				return i
		skipped = slots ? 0 : v > n
		return n + 1
	}
	if (from ~ /KEY/) {
		if (length(v) > 2)
			return position("IDC3310I ** KEY SUPPLIED IS LONGER " \
			    "THAN KEY LENGTH OF DATA SET")
		for (i = 1; i <= n; i++)
			if (cmp(key[i], v, length(v)) >= 0)
				return i
		return position("IDC3351I ** VSAM I/O RETURN CODE IS 16")
	}
	for (i = 1; i <= n; i++) {
		if (from ~ /ADDR/ ? rba[i] == v : num[i] >= v + 0)
			return i
	}
	return position("IDC3351I ** VSAM I/O RETURN CODE IS " \
	    (from ~ /ADDR/ ? 32 : 16))
}
function cell(from, to,	i, v, out, taken, reached, last, rel) {
	skipped = 0
	if (!fits(from, to))
		return bad(name(from))
	if (!fits(to, from))
		return bad(name(to))
	i = start(from)
	if (i ~ /I/)
		return i
	v = value(to)
	# The last slot that COUNT allows.
	last = (from ~ /SKIP/ ? value(from) : from ~ /NUMB/ ? \
	    value(from) - 1 : 0) + v
	for (taken = 0; i <= n && !skipped; i++) {
		if (to ~ /^COUNT/) {
			if (what ~ /N/ ? num[i] > last : taken >= v) {
				reached = 1
				break
			}
			if (what ~ /N/ ? num[i] == last : taken + 1 == v)
				reached = 1
		} else if (to ~ /KEY/) {
			rel = cmp(key[i], v, length(v))
			if (rel >= 0)
				reached = 1
			if (rel > 0)
				break
		} else if (to ~ /ADDR/) {
			if (rba[i] + len > v + 0)
				reached = 1
			if (rba[i] > v + 0)
				break
		} else if (to ~ /NUMB/) {
			if (num[i] >= v + 0)
				reached = 1
			if (num[i] > v + 0)
				break
		}
		taken++
		if (verb == "PRINT")
			out = out "#" (from to ~ /ADDR/ || id == "A" ? rba[i] : \
			    id == "K" ? key[i] : id == "N" ? num[i] : i) "/"
		else
			print rec[i] >"data"
	}
	return out taken "/" (skipped || to != "" && !reached ? 4 : 0)
}
BEGIN {
	n = split(recs, r, " ")
	for (i = 1; i <= n; i++) {
		split(r[i], f, "/")
		key[i] = f[1]
		rba[i] = f[2]
		num[i] = f[3]
		rec[i] = f[4]
	}
	k3 = n > 2 ? key[3] : "C3"
	c3 = substr(k3, 1, 1)
	x3 = sprintf("X'%s%s'", substr("C1C2C3C4C5C6C7C8C9D1D2D3D4D5D6D7D8D9" \
	    "E2E3E4E5E6E7E8E9", 2 * rank(c3) - 1, 2), "F" substr(k3, 2, 1))
	from = "|SKIP(0)|SKIP(2)|SKIP(3)|SKIP(5)|SKIP(6)|SKIP(99)"
	from = from "|FROMKEY(" k3 ")|FROMKEY(" c3 ")|FROMKEY(" c3 "*)|FROMKEY(" \
	    c3 "9)|FROMKEY(A0)|FROMKEY(99)|FROMKEY(" k3 "A)"
	if (c3 < "J")
		from = from "|FROMKEY(" x3 ")"
	from = from "|FROMADDRESS(0)|FROMADDRESS(" 2 * len ")|FROMADDRESS(" \
	    2 * len + 1 ")|FROMADDRESS(90000)"
	from = from "|FROMNUMBER(1)|FROMNUMBER(3)|FROMNUMBER(6)|FROMNUMBER(7)"
	to = "|COUNT(1)|COUNT(2)|COUNT(3)|COUNT(6)|COUNT(99)"
	to = to "|TOKEY(" k3 ")|TOKEY(" c3 ")|TOKEY(" c3 "*)|TOKEY(" c3 \
	    "9)|TOKEY(A0)|TOKEY(99)"
	to = to "|TOADDRESS(0)|TOADDRESS(" 2 * len ")|TOADDRESS(" 2 * len + 1 \
	    ")|TOADDRESS(90000)|TONUMBER(1)|TONUMBER(3)|TONUMBER(6)|TONUMBER(7)"
	nf = split(from, F, "|")
	nt = split(to, T, "|")
	for (i = 1; i <= nf; i++)
		for (j = 1; j <= nt; j++) {
			print "  " verb " " in_ (verb == "PRINT" ? " CHAR" : \
			    " OUTFILE(OUT)") " -" >"deck"
			print "    " F[i] " " T[j] >"deck"
			print F[i] " " T[j] "=" cell(F[i], T[j]) >"want"
		}
}
END
# What a run says, a line for each command.
short() {
	awk '
	function show() { if (seen) print cmd "=" out; out = ""; seen = 0 }
	/^.  (PRINT|REPRO) / { show(); getline; cmd = substr($0, 6); seen = 1
	    sub(/ *$/, "", cmd); if (cmd !~ / /) cmd = cmd " "
	    if (cmd ~ /^(COUNT|TO)/) cmd = " " cmd; next }
	/KEY OF RECORD - |NUMBER - |RBA OF RECORD - / { sub(/.* - */, "")
	    out = out "#" $0 "/"; next }
	/IDC0005I/ { out = out $NF "/"; next }
	/IDC0001I/ { out = out $NF; next }
	/IDC3003I/ { out = out "T"; next }
	/IDC3006I/ { out = out "P"; next }
	/^.IDC0002I/ { show(); next }
	/^.IDC/ { out = out substr($0, 2) "/" }'
}
# set NAME WHAT ID LENGTH RECORD...: all cells of both verbs.
set_() {
	local set=$1 what=$2 id=$3 len=$4 in verb

	shift 4
	case $set in
	HOST | NULL) in="INFILE($set)" ;;
	*) in="INDATASET($set)" ;;
	esac
	for verb in PRINT REPRO; do
		rm -f data out.txt
		: >data
		: >out.txt
		awk -v verb=$verb -v "set=$set" -v "in_=$in" -v "what=$what" \
		    -v "id=$id" -v "len=$len" -v "recs=$*" -f model.awk
		"$idcams" --asa --no-pages deck "${host[@]}" --dd NULL=dummy \
		    --dd "OUT=path:$work/out.txt,mod,recfm=V,lrecl=5000,text" \
		    2>err | short >got
		same got want "$verb of $set: $(wc -l <want) cells"
		[ $verb = PRINT ] || [ $set = M.L ] ||
		    same out.txt data "and their data"
	done
}
data=(A1-Z6-AAAA B2-Y5-BBBB C3-X4-CCCC D4-W3-DDDD E5-V2-EEEE F6-U1-FFFF)
rows() { # KIND: key/RBA/number/data of each record in order
	local i

	for i in 0 1 2 3 4 5; do
		case $1 in
		base) echo "${data[i]:0:2}/$((10 * i))/-/${data[i]}" ;;
		path) echo "${data[5 - i]:3:2}/-/-/${data[5 - i]}" ;;
		slot) [ $i = 2 ] || echo "-/-/$((i + 1))/${data[i]}" ;;
		esac
	done
}
set_ M.K KA K 10 $(rows base)
set_ M.KB KA K 10 $(rows base)
set_ M.K.DATA A A 10 $(rows base)
set_ M.E A A 10 $(rows base)
set_ M.E.DATA A A 10 $(rows base)
set_ M.R N N 10 $(rows slot)
set_ M.V N N 10 $(rows slot)
set_ M.KP K K 10 $(rows path)
set_ M.EP K K 10 $(rows path)
set_ M.S - S 10 $(rows base)
set_ 'M.PO(MEM)' - S 10 $(rows base)
set_ 'M.G(0)' - S 10 $(rows base)
set_ HOST - S 10 $(rows base)
set_ NULL - S 10
# A linear set is read to the end of its last extent (IBM support 669149): a
# track has 12 of 4096 bytes.
set_ M.L A A 4096 $(for ((i = 0; i < 12; i++)); do echo "-/$((4096 * i))/-/"; done)

# --- what the reader refuses before anything is opened -----------------------
# Two of one side exclude each other, whatever the set; the later one is named.
froms='SKIP(1) FROMKEY(A) FROMADDRESS(0) FROMNUMBER(1)'
tos='COUNT(1) TOKEY(A) TOADDRESS(0) TONUMBER(1)'
for verb in 'PRINT IDS(M.K)' 'REPRO IDS(M.K) OFILE(NULL)'; do
	: >deck
	: >want
	for side in "$froms" "$tos"; do
		for a in $side; do
			for b in $side; do
				if [ "$a" = "$b" ]; then
					text="IDC3213I KEYWORD '${b%(*}' APPEARS TOO OFTEN"
				else
					text="IDC3226I INCONSISTENT PARAMETERS INVOLVING '${b%(*}'"
				fi
				echo "  $verb $a $b" >>deck
				echo "$text" >>want
			done
		done
	done
	"$idcams" --no-pages deck --dd NULL=dummy 2>err |
	    grep -E '^IDC' | grep -vE 'IDC3202I|IDC0002I' >got
	same got want "${verb%% *}: two of one side exclude each other"
done
# Values that are none.
while IFS='|' read -r word text; do
	echo "  PRINT IDS(M.K) $word" >deck
	"$idcams" --no-pages deck >out 2>err
	is "$(grep -E '^IDC' out | head -1)" "$text" "$word"
done <<'END'
SKIP(X)|IDC3220I IMPROPER NUMERIC DIGIT FOUND IN 'X'
COUNT(-1)|IDC3220I IMPROPER NUMERIC DIGIT FOUND IN '-1'
FROMADDRESS(4294967296000000000000)|IDC3221I CONSTANT '42949672960000000000' NOT WITHIN VALUE RANGE
FROMKEY()|IDC3205I DELIMITER ')' IS NOT PROPERLY PRECEDED BY A CONSTANT OR KEYWORD
TOKEY(A B)|IDC3209I RIGHT PARENTHESIS MISSING AFTER 'A'
COUNT|IDC3208I LEFT PARENTHESIS MISSING FOLLOWING KEYWORD 'COUNT'
END
finish
