#!/bin/bash
# REPRO CIMODE: both sides must be alike; words that belong to something else.
. "$(dirname "$0")/support/tap.sh"

awk 'BEGIN { for (i = 1; i <= 300; i++) printf "%06d %-*s\n", i, i % 40, "R" }' \
    >in
cat >deck <<'END'
  DEFINE CLUSTER(NAME(M.A) TRK(1 1) RECSZ(20 90) NONINDEXED CISZ(2048))
  DEFINE CLUSTER(NAME(M.B) TRK(2 1) RECSZ(20 90) NONINDEXED CISZ(2048))
  DEFINE CLUSTER(NAME(M.C) TRK(1 1) RECSZ(20 90) NONINDEXED CISZ(4096))
  DEFINE CLUSTER(NAME(M.K) TRK(1 1) RECSZ(20 90) KEYS(6 0) CISZ(2048))
  REPRO INFILE(IN) OUTDATASET(M.A)
END
run 0 "data sets" "$idcams" --dd "IN=path:$work/in,recfm=V,lrecl=90,text" deck
printf '  REPRO INDATASET(M.A) OUTDATASET(M.B) CIMODE\n' >deck
run 0 "of equal control intervals" "$idcams" deck
like "$(cat out)" "PROCESSED WAS 300" "copied"
for name in A B; do
	"$idcams" --asa --no-pages -e "print indataset(m.$name) hex" |
	    grep -v -e M.$name -e m.$name >"$name"
done
same A B "the same records at the same RBAs"
for name in M.C M.K; do
	printf '  REPRO INDATASET(M.A) OUTDATASET(%s) CIMODE\n' $name >deck
	run 12 "to $name" "$idcams" deck
	like "$(cat out)" "^IDC3582I" "is refused"
done
printf '  REPRO INFILE(IN) OUTDATASET(M.B) CIMODE\n' >deck
run 12 "from a host file" "$idcams" \
    --dd "IN=path:$work/in,recfm=V,lrecl=90,text" deck
like "$(cat out)" "^IDC3582I" "is refused"

# refuses COMMAND WORDS
refuses() {
	printf '  %s\n' "$1" >deck
	run 12 "$1" "$idcams" --no-pages deck
	like "$(cat out)" "^CATAMOUNT $2" "says why"
}
refuses "DEFINE CLUSTER(NAME(M.N) TRK(1)) DATA(BUFND(4))" \
    "DEFINE BUFND IS A WORD OF CATALOGS"
refuses "DEFINE CLUSTER(NAME(M.N) TRK(1)) DATA(UNIQUEKEY)" \
    "DEFINE UNIQUEKEY IS A WORD OF ALTERNATE INDEXES"
refuses "DELETE M.A SPACE" "DELETE SPACE IS ABOUT A VSAM DATA SPACE"
printf '  LISTCAT ENTRIES(M.A)\n' >deck
run 0 "and nothing is deleted" "$idcams" deck
finish
