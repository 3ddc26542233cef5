#!/bin/bash
# Decks of random commands over a dozen names, right and wrong: whatever comes,
# the program ends with a condition code, each command ends with one closing
# message, and what is left is sound: all entries are listed, every cluster
# passes EXAMINE. CATAMOUNT_SEED repeats a deck, CATAMOUNT_LONG runs many.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44

cat >make.awk <<'END'
function r(n) { return int(rand() * n) }
function one(list,	a, n) { n = split(list, a, "|"); return a[1 + r(n)] }
function may(p, s) { return rand() < p ? s : "" }
function name() {
	return rand() < 0.85 ? \
	    one("A.B|A.C|A.D|A.E|A.X|A.Y|A.P|A.Q|A.N|A.G|A.S") : \
	    one("A.B.DATA|A.B.INDEX|A.X.DATA|ZZ.NONE|A.*|A.G.G0001V00|A.G(0)|" \
	    "A.G(+1)|A.G(-1)|A.S(MEM)|A.S(M2)|UCAT.T|CATALOG.MASTER")
}
function num() { return one("0|1|2|3|7|30|" r(400) "|65536|16777215") }
function space() {
	return one(" TRK(| CYL(| REC(| KB(| MB(") 1 + r(3) " " r(4) ")"
}
function dates() { return one("|| FOR(3)| TO(2030001)| TO(99365)| FOR(9999)") }
function attrs() {
	return may(0.7, " RECSZ(" one("1|10|80|200") " " \
	    one("10|80|200|4000|32760|50000") ")") \
	    may(0.7, " KEYS(" one("1|4|8|64|255") " " one("0|0|1|10|300") ")") \
	    may(0.3, " CISZ(" one("512|1024|4096|18432|32768|700|5000") ")") \
	    may(0.3, " FSPC(" r(101) " " r(101) ")") \
	    may(0.2, " SHR(" 1 + r(4) " " 3 + r(2) ")") \
	    may(0.1, " REUSE") may(0.1, " SPND") may(0.1, " ERASE") \
	    may(0.1, " SPEED") may(0.1, " BUFSP(" num() ")") \
	    may(0.1, " LOG(" one("NONE|UNDO|ALL") ")") \
	    may(0.1, " MODEL(" name() ")") may(0.05, " VOL(" one("VOL001|*|V2") ")")
}
function which() {
	return one("||| SKIP(" num() ")| FROMKEY(0003)| FROMKEY(X'F0')|" \
	    " FROMADDRESS(" num() ")| FROMNUMBER(" num() ")") \
	    one("||| COUNT(" num() ")| TOKEY(0007)| TOADDRESS(" num() ")|" \
	    " TONUMBER(" num() ")")
}
function from() { return one(" IDS(" name() ")| IDS(" name() ")| INFILE(IN)|" \
    " INFILE(BIN)| INFILE(NODD)") }
function to() { return one(" ODS(" name() ")| ODS(" name() ")| OUTFILE(OUT)|" \
    " OUTFILE(DUM)") }
function define(	k) {
	k = rand()
	if (k < 0.5)
		return "DEFINE CLUSTER(NAME(" name() ")" may(0.95, space()) \
		    attrs() one("|| IXD| NIXD| NUMD| LIN") dates() ")" \
		    may(0.3, " DATA(" attrs() ")") may(0.2, " INDEX(CISZ(1024))")
	if (k < 0.65)
		return "DEFINE AIX(NAME(" name() ") RELATE(" name() ")" space() \
		    attrs() one("| UNQK| NUNQK") one("|| UPG| NUPG") ")"
	if (k < 0.75)
		return "DEFINE PATH(NAME(" name() ") PENT(" name() ")" \
		    one("| UPD| NUPD") dates() ")"
	if (k < 0.85)
		return "DEFINE NVSAM(NAME(" name() ") DEVT(3390) VOL(VOL001)" \
		    dates() ")"
	if (k < 0.92)
		return "DEFINE GDG(NAME(" name() ") LIMIT(" one("1|3|255|256") \
		    ")" may(0.3, " SCR") may(0.3, " EMPTY") ")"
	return one("DEFINE ALIAS(NAME(" name() ") RELATE(" name() "))|" \
	    "DEFINE PGSPC(NAME(" name() ") CYL(1) VOL(VOL001))")
}
function alter() {
	return "ALTER " name() one(" NEWNAME(" name() ")| SHR(2 3)| FSPC(9 9)|" \
	    " INH| UNINH| KEYS(5 1)| RECSZ(90 900)| OWNER(X)| NULL(OWNER)|" \
	    " UPG| NUPG| UNQK| ERASE| REUSE| BUFSP(90000)| LIMIT(2)| ROLLIN|" \
	    " FOR(9)| ADDVOLUMES(*)| RVOL(*)")
}
function command(	k) {
	k = r(20)
	if (k < 4)
		return define()
	if (k == 4)
		return alter()
	if (k < 8)
		return "DELETE " one(name() "|(" name() " " name() ")") \
		    one("|||| CL| AIX| PATH| NVSAM| GDG| ALIAS") \
		    may(0.4, " PURGE") may(0.2, " MASK") \
		    one("||||| TEST| ERASE| NSCR| FORCE| EXCLUDE(A.B)")
	if (k < 12)
		return "REPRO" (k < 10 ? from() to() : \
		    " INFILE(IN) ODS(" name() ")") which() may(0.3, " REPLACE") \
		    may(0.3, " REUSE") may(0.1, " ELIMIT(" r(4) ")")
	if (k < 14)
		return "PRINT" from() one("| CHAR| HEX| DUMP") which()
	if (k < 16)
		return "LISTCAT" one("| ENT(" name() ")| LVL(A)") \
		    one("| ALL| ALL| VOL| ALLOC| HIST") \
		    one("|| CLUSTER| DATA INDEX") one("|| CREATION(0)")
	if (k == 16)
		return "VERIFY DS(" name() ")" may(0.4, " RECOVER")
	if (k == 17)
		return "EXAMINE NAME(" name() ") ITEST DTEST"
	if (k == 18)
		return "BLDINDEX IDS(" name() ") ODS(" name() ")"
	return one("EXPORT " name() " OFILE(EXP) TEMP|DCOLLECT OFILE(DUM) " \
	    "VOL(VOL001)|ALLOCATE DSN(" name() ") NEW CATALOG TRACKS " \
	    "SPACE(1 1)")
}
function card(text,	n, w, i, line) { # within the margins
	n = split(text, w, " ")
	line = " "
	for (i = 1; i <= n; i++) {
		if (length(line) + length(w[i]) > 68) {
			print line " -"
			line = "   "
		}
		line = line " " w[i]
	}
	print line
}
BEGIN {
	srand(seed)
	for (i = 0; i < 60; i++)
		card(command())
}
END
cat >first <<'END'
  DEFINE CLUSTER(NAME(A.B) TRK(1 1) RECSZ(20 80) KEYS(4 0))
  DEFINE CLUSTER(NAME(A.C) TRK(1 1) RECSZ(20 80) NIXD)
  DEFINE CLUSTER(NAME(A.D) TRK(1 1) RECSZ(19 19) NUMD)
  DEFINE CLUSTER(NAME(A.E) TRK(1 1) RECSZ(20 80) NUMD REUSE)
  REPRO INFILE(IN) ODS(A.B)
  REPRO INFILE(IN) ODS(A.C)
  REPRO INFILE(IN) ODS(A.D)
  REPRO INFILE(IN) ODS(A.E)
  DEFINE AIX(NAME(A.X) RELATE(A.B) TRK(1 1) KEYS(3 4))
  DEFINE AIX(NAME(A.Y) RELATE(A.C) TRK(1 1) KEYS(2 2) UNQK)
  DEFINE PATH(NAME(A.P) PENT(A.X))
  DEFINE PATH(NAME(A.Q) PENT(A.Y))
  BLDINDEX IDS(A.B) ODS(A.X)
  BLDINDEX IDS(A.C) ODS(A.Y)
  DEFINE NVSAM(NAME(A.N) DEVT(3390) VOL(VOL001))
  DEFINE GDG(NAME(A.G) LIMIT(2))
END
seq -f '%04g record of text' 1 30 >in.txt
head -c 8192 /dev/zero | tr '\0' '\301' >bin
dds=(--dd "IN=path:$work/in.txt,text,recfm=V,lrecl=80"
    --dd "BIN=path:$work/bin,recfm=F,lrecl=512" --dd DUM=dummy
    --dd "OUT=path:$work/out.txt,recfm=V,lrecl=32760"
    --dd "EXP=path:$work/exp,recfm=VBS,lrecl=32760")
# sound SEED: what is left after its deck, twice.
sound() {
	local pass status n closed cluster

	rm -rf "$CATAMOUNT_ROOT"
	{ cat first; awk -v seed="$1" -f make.awk; } >deck
	n=$(grep -cE '^  [A-Z]' deck)
	for pass in 1 2; do
		"$idcams" --no-pages deck "${dds[@]}" >sysprint 2>err
		status=$?
		case $status in
		0 | 4 | 8 | 12) ;;
		*)
			echo "pass $pass: status $status"
			head -n 20 err
			return 1
			;;
		esac
		closed=$(grep -cE '^IDC(0001|3003|3004|3006|3202)I' sysprint)
		if [ "$closed" -ne "$n" ]; then
			echo "pass $pass: $n commands, $closed end"
			return 1
		fi
	done
	"$idcams" --no-pages -e 'LISTCAT ALL' >list 2>err || return 1
	for cluster in $(awk '/^CLUSTER -+ / { print $3 }' list); do
		"$idcams" --no-pages -e "EXAMINE NAME($cluster) ITEST DTEST" \
		    >examined 2>err && continue
		grep -q 'CODE IS 160' examined && continue # never loaded
		echo "$cluster"
		grep IDC examined
		return 1
	done
}
seeds="${CATAMOUNT_SEED:-1 2 3}"
[ -z "${CATAMOUNT_LONG:-}" ] || seeds=$(seq 1 100)
for seed in $seeds; do
	ok "a random deck, seed $seed" sound "$seed"
done
finish
