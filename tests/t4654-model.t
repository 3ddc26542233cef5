#!/bin/bash
# MODEL at every level of DEFINE: what is not coded is the model's, what is coded
# is not; an entry of another type is IDC3501I. Attributes and types are those of
# SC23-6846, MODEL; the text is MVS 3.8's.
. "$(dirname "$0")/support/tap.sh"

run_deck() {
	printf '%s\n' "$@" >deck
	"$idcams" --no-pages deck >out 2>err
}
# lists TITLE ENTRY PATTERN WANTED: pieces of its LISTCAT ALL, on one line
lists() {
	is "$("$idcams" -e "LISTCAT ENT($2) ALL" 2>err | grep -oE -- "$3" |
	    sed 's/-*---\(-*\)/-/' | tr '\n' ' ')" "$4" "$1"
}
# wrong TITLE COMMAND...: refused for the model's type
wrong() {
	local title=$1

	shift
	run_deck "$@"
	is "$(grep -E '^IDC(3|0001)' out)" "IDC3501I MODEL ENTYPE IS NOT \
CONSISTENT WITH THE OBJECT BEING DEFINED
IDC3003I FUNCTION TERMINATED. CONDITION CODE IS 12" "$title"
}

cat >deck <<'END'
  DEFINE CLUSTER(NAME(M.K) CYL(2 1) KEYS(12 3) RECSZ(100 200) -
    CISZ(4096) FREESPACE(15 25) SHR(2 3) ERASE OWNER(BOSS) -
    TO(2040001) BUFSP(100000) EEXT(MYEXIT) LOG(UNDO)) -
    INDEX(CISZ(2048))
  DEFINE CLUSTER(NAME(M.E) TRK(3 1) NONINDEXED RECSZ(50 60))
  DEFINE AIX(NAME(M.X) RELATE(M.K) KEYS(5 20) TRK(1 1) -
    RECSZ(50 500) UNIQUEKEY NOUPGRADE)
  DEFINE PATH(NAME(M.P) PATHENTRY(M.X) NOUPDATE OWNER(BOSS) -
    TO(2040001))
END
run 0 "models are there" "$idcams" deck

attrs='(KEYLEN|RKP|AVGLRECL|MAXLRECL|CISIZE|FREESPACE-%C[IA]|SPACE-PRI)-+[0-9]+|SHROPTNS[^ ]*|SPACE-TYPE-+[A-Z]*|\bERASE'
run_deck ' DEFINE CLUSTER(NAME(A.K) MODEL(M.K))'
lists "a cluster is made as its model" A.K.DATA "$attrs" \
    "$("$idcams" -e "LISTCAT ENT(M.K.DATA) ALL" | grep -oE -- "$attrs" |
        sed 's/-*---\(-*\)/-/' | tr '\n' ' ')"
lists "its index too" A.K.INDEX "$attrs" \
    "$("$idcams" -e "LISTCAT ENT(M.K.INDEX) ALL" | grep -oE -- "$attrs" |
        sed 's/-*---\(-*\)/-/' | tr '\n' ' ')"
lists "with owner and date" A.K '(OWNER|EXPIRATION|LOG )-+[^ ]*[A-Z1-9][^ ]*' \
    "OWNER-BOSS EXPIRATION-2040.001 LOG -UNDO LOG -(NULL) OWNER-(NULL) OWNER-(NULL) "
is "$("$idcams" -e "LISTCAT ENT(A.K.DATA) ALL" |
    grep -oE 'KEYLEN-+12|RKP-+3|MAXLRECL-+200|CISIZE-+4096|FREESPACE-%CA-+25' |
    sed 's/--*\([0-9]\)/-\1/' | tr '\n' ' ')" \
    "KEYLEN-12 CISIZE-4096 RKP-3 MAXLRECL-200 FREESPACE-%CA-25 " \
    "as it was defined"
run_deck ' DEFINE CLUSTER(NAME(A.O) MODEL(M.K) KEYS(4 0) FREESPACE(0 0) -' \
    '  OWNER(ME) TRK(1 1))'
lists "what is coded is not the model's" A.O \
    'OWNER-+ME|KEYLEN-+[0-9]+|MAXLRECL-+200|FREESPACE-%CI-+[0-9]+|SPACE-TYPE-+[A-Z]+' \
    "OWNER-ME KEYLEN-4 MAXLRECL-200 FREESPACE-%CI-0 SPACE-TYPE-TRACK KEYLEN-4 FREESPACE-%CI-0 SPACE-TYPE-TRACK "
run_deck ' DEFINE CLUSTER(NAME(A.N) MODEL(M.E))'
lists "the organization is the model's" A.N.DATA \
    'NONINDEXED|MAXLRECL-+60|SPACE-PRI-+[0-9]' "MAXLRECL-60 NONINDEXED SPACE-PRI-3 "

run_deck ' DEFINE CLUSTER(NAME(A.D) TRK(5 5)) DATA(MODEL(M.K.DATA))'
lists "a data component by a model of its own" A.D.DATA \
    'KEYLEN-+[0-9]+|MAXLRECL-+[0-9]+|FREESPACE-%CI-+[0-9]+|SPACE-PRI-+[0-9]' \
    "KEYLEN-12 MAXLRECL-200 FREESPACE-%CI-15 SPACE-PRI-5 "
run_deck ' DEFINE CLUSTER(NAME(A.I) TRK(5 5) KEYS(8 0) RECSZ(80 80)) -' \
    '  INDEX(MODEL(M.K.INDEX) SHR(3 3))'
lists "an index by a model of its own" A.I.INDEX \
    'CISIZE-+[0-9]+|SHROPTNS[^ ]*' "CISIZE-2048 SHROPTNS(3,3) "
lists "its data are not the model's" A.I.DATA 'SHROPTNS[^ ]*|MAXLRECL-+[0-9]+' \
    "MAXLRECL-80 SHROPTNS(1,3) "

run_deck ' DEFINE AIX(NAME(A.X) RELATE(A.K) MODEL(M.X))'
lists "an alternate index as its model" A.X \
    'NOUPGRADE|AXRKP-+[0-9]+|KEYLEN-+5|MAXLRECL-+500|[A-Z]*UNIQ[A-Z]*' \
    "NOUPGRADE KEYLEN-5 MAXLRECL-500 AXRKP-20 UNIQUE UNIQUEKEY KEYLEN-5 UNIQUE "
run_deck ' DEFINE AIX(NAME(A.Y) RELATE(A.K) TRK(1 1)) DATA(MODEL(M.X.DATA))'
lists "and the data of one" A.Y.DATA 'AXRKP-+[0-9]+|KEYLEN-+5|UNIQUEKEY' \
    "KEYLEN-5 AXRKP-20 UNIQUEKEY "
run_deck ' DEFINE PATH(NAME(A.P) PATHENTRY(A.X) MODEL(M.P))'
lists "a path as its model" A.P 'NOUPDATE|OWNER-+[A-Z]+|EXPIRATION-+[0-9.]+' \
    "OWNER-BOSS EXPIRATION-2040.001 NOUPDATE "
run_deck ' DEFINE CLUSTER(NAME(A.C) MODEL(M.K CATALOG.MASTER))'
is "$?" 0 "the model's catalog may be named"
run_deck ' DEFINE CLUSTER(NAME(A.C2) MODEL(M.NONE))'
is "$(grep -E '^IDC30' out | head -1)" "IDC3012I ENTRY M.NONE NOT FOUND" \
    "a missing model is named"

wrong "a component is no cluster" ' DEFINE CL(NAME(B.A) MODEL(M.K.DATA))'
wrong "nor an alternate index" ' DEFINE CL(NAME(B.A) MODEL(M.X))'
wrong "nor a path" ' DEFINE CL(NAME(B.A) MODEL(M.P))'
wrong "a cluster is no alternate index" \
    ' DEFINE AIX(NAME(B.A) RELATE(M.K) MODEL(M.K))'
wrong "a cluster is no data component" \
    ' DEFINE CL(NAME(B.A) TRK(1)) DATA(MODEL(M.K))'
wrong "an index is none either" \
    ' DEFINE CL(NAME(B.A) TRK(1)) DATA(MODEL(M.K.INDEX))'
wrong "a data component is no index" \
    ' DEFINE CL(NAME(B.A) TRK(1)) INDEX(MODEL(M.K.DATA))'
wrong "a cluster is no path" \
    ' DEFINE PATH(NAME(B.A) PATHENTRY(M.X) MODEL(M.K))'
run_deck ' LISTCAT ENT(B.A)'
is "$(grep -c 'IDC3012I' out)" 1 "nothing of these is left"
finish
