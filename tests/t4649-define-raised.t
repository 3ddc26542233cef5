#!/bin/bash
# What DEFINE CLUSTER and ALTERNATEINDEX raise, refuse or only keep: BUFFERSPACE
# below its minimum, REUSE of one component, KEYLABEL, counts of DEFINE NONVSAM.
# Texts of IDC3xxxI are MVS 3.8's, the rules of BUFFERSPACE SC23-6855's.
. "$(dirname "$0")/support/tap.sh"

failed='IDC3003I FUNCTION TERMINATED. CONDITION CODE IS 12'
ok='IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0'
bypassed='IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. CONDITION CODE IS 12'
reuse="IDC3519I REUSE ATTRIBUTE CONFLICT BETWEEN DATA AND INDEX
$failed"

# says TITLE COMMAND... WANTED: its messages, but for those of allocation.
says() {
	local title=$1 wanted=${*: -1}

	printf '%s\n' "${@:2:$#-2}" >deck
	is "$("$idcams" --no-pages deck 2>err |
	    grep -E '^ ?(IDC(3|0001|0526)|CATAMOUNT)' |
	    sed 's/^ //; s/ *$//')" "$wanted" "$title"
}

# lists TITLE NAME WANTED: its BUFSPACE and CISIZE.
lists() {
	echo "  LISTCAT ENTRIES($2) ALL" >deck
	is "$("$idcams" --no-pages deck 2>err |
	    grep -oE '(BUFSPACE|CISIZE)-+[0-9]+' | tr -s - ' ' | paste -sd' ')" \
	    "$3" "$1"
}

# --- BUFFERSPACE: two control intervals of data and one of the index ----------
says "too small a BUFFERSPACE is no error" \
    " DEFINE CLUSTER(NAME(D.A) KEYS(4 0) RECSZ(40 40) CYL(1 1) BUFSP(4096))" \
    "$ok"
lists "it is raised to its minimum" D.A.DATA "BUFSPACE 37376 CISIZE 18432"
says "nor is one of 100 bytes" \
    " DEFINE CLUSTER(NAME(D.B) KEYS(4 0) RECSZ(40 40) TRK(1 1)) -" \
    "   DATA(BUFSP(100) CISZ(2048)) INDEX(CISZ(512))" "$ok"
lists "a coded control interval stays then" D.B.DATA \
    "BUFSPACE 4608 CISIZE 2048"
says "one that a smaller control interval fits in" \
    " DEFINE CLUSTER(NAME(D.C) KEYS(4 0) RECSZ(40 40) TRK(1 1)) -" \
    "   DATA(BUFSP(4096) CISZ(2048)) INDEX(CISZ(512))" "$ok"
lists "makes it smaller" D.C.DATA "BUFSPACE 4096 CISIZE 1536"
says "with a model too" " DEFINE CLUSTER(NAME(D.M) MODEL(D.A) BUFSP(1))" "$ok"
lists "the model's size stays" D.M.DATA "BUFSPACE 37376 CISIZE 18432"
says "an alternate index" \
    " DEFINE AIX(NAME(D.X) RELATE(D.A) KEYS(4 8) CYL(1 1) BUFSP(100))" "$ok"
lists "is as a cluster" D.X.DATA "BUFSPACE 37376 CISIZE 18432"
says "a linear data set has no index" \
    " DEFINE CLUSTER(NAME(D.L) LINEAR TRK(1 1) BUFSP(0))" "$ok"
lists "two control intervals are its minimum" D.L.DATA \
    "BUFSPACE 8192 CISIZE 4096"

# --- REUSE ---------------------------------------------------------------------
one() { # TITLE WORDS... WANTED: of the cluster and its components
	says "$1" " DEFINE CLUSTER(NAME(E.A) TRK(1) RECSZ(80 80) -" \
	    "  $2)$3" "$4"
}
one "REUSE of the cluster, not of its data" "KEYS(4 0) REUSE" " DATA(NRUS)" \
    "$reuse"
one "REUSE of the cluster, not of its index" "KEYS(4 0) REUSE" " INDEX(NRUS)" \
    "$reuse"
one "REUSE of the data alone" "KEYS(4 0)" " DATA(REUSE)" "$reuse"
one "REUSE of the index alone" "KEYS(4 0)" " INDEX(REUSE)" "$reuse"
says "an RRDS of varying records has an index" \
    " DEFINE CLUSTER(NAME(E.V) TRK(1) RECSZ(80 90) NUMBERED) DATA(REUSE)" \
    "$reuse"
one "REUSE of both is none" "KEYS(4 0)" " DATA(REUSE) INDEX(REUSE)" "$ok"
says "nor is that of data without an index" \
    " DEFINE CLUSTER(NAME(E.E) TRK(1) RECSZ(80 80) NIXD) DATA(REUSE)" "$ok"
says "no alternate index over it, whichever level said REUSE" \
    " DEFINE AIX(NAME(E.X) RELATE(E.E) KEYS(4 8) TRK(1))" \
    "IDC3022I INVALID RELATED OBJECT
IDC3009I ** VSAM CATALOG RETURN CODE IS 80 - REASON CODE IS IGG0CLEX-0
$failed"

# --- words that the organization does not take -----------------------------------
says "a contradiction is a syntax error: the command is bypassed" \
    " DEFINE CLUSTER(NAME(F.A) LINEAR TRK(1) RECSZ(80 80))" \
    "IDC3226I INCONSISTENT PARAMETERS INVOLVING 'RECORDSIZE'
$bypassed"
says "so is one with the model's organization" \
    " DEFINE CLUSTER(NAME(F.A) MODEL(D.L) KEYS(4 0))" \
    "IDC3226I INCONSISTENT PARAMETERS INVOLVING 'KEYS'
$bypassed"
says "it is one where the command is not done" " IF MAXCC > 0 -" \
    " THEN DEFINE CLUSTER(NAME(F.A) NIXD TRK(1) FSPC(5))" \
    "IDC3226I INCONSISTENT PARAMETERS INVOLVING 'FREESPACE'
IDC3216I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND"
echo ' DEFINE CLUSTER(NAME(F.A) TRK(1) ZFS) DATA(RECSZ(80 80))' >deck
is "$("$idcams" --check deck 2>&1 | grep -o 'IDC.*')" \
    "IDC3226I INCONSISTENT PARAMETERS INVOLVING 'RECORDSIZE'" \
    "and where a deck is only checked"
printf ' DEFINE CLUSTER(NAME(F.A) LINEAR TRK(1) KEYS(4 0))\n%s\n' \
    ' IF LASTCC = 12 THEN SET MAXCC = 5' >deck
"$idcams" --no-pages deck >out 2>err
is $? 5 "the condition code is 12"

# --- a spanned record is within one control area -----------------------------------
# 45 control intervals of 18432, each with 10 bytes of control information
says "a spanned record larger than a control area" \
    " DEFINE CLUSTER(NAME(F.S) SPND RECSZ(100 900000) KEYS(4 0) CYL(1 1))" \
    "IDC3014I CATALOG ERROR
CATAMOUNT ** A CONTROL AREA HOLDS 828990 BYTES OF A SPANNED RECORD
$failed"

# --- what is kept alone ------------------------------------------------------------
kept='CATAMOUNT ** KEYLABEL IS KEPT, DATA ARE NOT ENCRYPTED'
says "KEYLABEL says that nothing is encrypted" \
    " DEFINE CLUSTER(NAME(G.A) TRK(1) RECSZ(80 80) KEYS(4 0) KEYLABEL(K.L))" \
    "$kept
$ok"
says "so does a model's" " DEFINE CLUSTER(NAME(G.B) MODEL(G.A))" "$kept
$ok"

# --- volumes of ALTER ---------------------------------------------------------------
says "ALTER names the volume that was stored" \
    " ALTER D.A.DATA ADDVOLUMES(VOL777 *)" \
    "IDC0526I ALTERED ALLOCATION STATUS FOR VOLUME * IS 0
IDC0526I ALTERED ALLOCATION STATUS FOR VOLUME * IS 0
$ok"

# --- non-VSAM entries ---------------------------------------------------------------
nv() { # TITLE WORDS WANTED
	says "$1" " DEFINE NONVSAM(NAME(H.A) $2)" "$3"
}
nv "two device types for one volume" "DEVT(3390 3390) VOL(V1)" \
    "IDC3014I CATALOG ERROR
CATAMOUNT ** DEVICETYPES HAS 2 AND VOLUMES 1
$failed"
nv "two device types for three volumes" "DEVT(3390 3390) VOL(V1 V2 V3)" \
    "IDC3014I CATALOG ERROR
CATAMOUNT ** DEVICETYPES HAS 2 AND VOLUMES 3
$failed"
nv "one device type for all volumes" "DEVT(3390) VOL(V1 V2 V3)" "$ok"
says "or one for each" " DELETE H.A NOSCRATCH" \
    " DEFINE NONVSAM(NAME(H.A) DEVT(3390 3390) VOL(V1 V2))" "$ok
$ok"
finish
