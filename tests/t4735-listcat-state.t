#!/bin/bash
# What LISTCAT says of a component's state follows from its definition and its
# records by VSAM's arithmetic (SC23-6855 "Calculating ... space", a 3390's
# records by track): each number here is calculated by hand, the sum stands
# beside it. The first listing is whole, as a z/OS printed it for the same
# definition and 37 records; the columns of SEQ-SET-RBA are those of today.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44

lines() { # N LENGTH: numbered records, of a fixed length
	seq -f '%08g' 1 "$1" | awk -v n="$2" '{ printf "%-*s\n", n, $0 }'
}
dds=()
input() { # DD N LENGTH
	lines "$2" "$3" >"$1.txt"
	dds+=(--dd "$1=path:$work/$1.txt,text,recfm=F,lrecl=$3")
}
input K 37 227
input F 100 400
input E 100 1000
input S 4 10000
input R 10 80
head -c 20480 /dev/zero >lds
cat >deck <<'END'
  DEFINE CLUSTER(NAME(SAMPLE.KSDS) TRK(1 1) RECSZ(227 227) KEYS(8 0) -
    CISZ(512) SHR(4 3))
  REPRO INFILE(K) ODS(SAMPLE.KSDS)
  DEFINE CLUSTER(NAME(S.F) TRK(2 1) RECSZ(400 400) KEYS(8 0) -
    CISZ(4096) FREESPACE(20 10)) INDEX(CISZ(512))
  REPRO INFILE(F) ODS(S.F)
  DEFINE CLUSTER(NAME(S.E) TRK(1 1) RECSZ(1000 1000) NIXD CISZ(4096))
  DEFINE CLUSTER(NAME(S.BEHIND) TRK(1) RECSZ(80 80) NIXD)
  REPRO INFILE(E) ODS(S.E)
  DEFINE CLUSTER(NAME(S.S) TRK(1 1) RECSZ(10000 10000) NIXD SPND -
    CISZ(4096))
  REPRO INFILE(S) ODS(S.S)
  DEFINE CLUSTER(NAME(S.R) TRK(1 1) RECSZ(80 80) NUMD CISZ(512))
  REPRO INFILE(R) ODS(S.R)
  DEFINE CLUSTER(NAME(S.V) TRK(1 1) RECSZ(40 80) NUMD CISZ(512))
  REPRO INFILE(R) ODS(S.V)
  DEFINE CLUSTER(NAME(S.L) TRK(2 1) LINEAR)
  REPRO INFILE(L) ODS(S.L)
  DEFINE CLUSTER(NAME(S.D) CYL(2 1) RECSZ(80 80) KEYS(8 0))
  DEFINE CLUSTER(NAME(S.N) RECORDS(1000 100) RECSZ(100 100) KEYS(8 0) -
    CISZ(4096))
  DEFINE CLUSTER(NAME(S.C) TRK(40 20) RECSZ(100 100) KEYS(8 0) -
    CISZ(4000))
END
run 0 "clusters are defined and loaded" "$idcams" "${dds[@]}" \
    --dd "L=path:$work/lds,recfm=F,lrecl=4096" deck

# --- a whole listing ---------------------------------------------------------
cat >want <<'END'
0CLUSTER ------- SAMPLE.KSDS
      IN-CAT --- CATALOG.MASTER
      HISTORY
        DATASET-OWNER-----(NULL)     CREATION--------2022.244
        RELEASE----------------2     EXPIRATION------0000.000
      SMSDATA
        STORAGECLASS ---STANDARD     MANAGEMENTCLASS---(NULL)
        DATACLASS --------(NULL)     LBACKUP ---0000.000.0000
        CA-RECLAIM---------(YES)
        EATTR-------------(NULL)
        BWO STATUS------00000000     BWO TIMESTAMP---00000 00:00:00.0
        BWO---------------(NULL)
      RLSDATA
        LOG ----------------(NULL)   RECOVERY REQUIRED --(NO)     FRLOG ------------(NULL)
        VSAM QUIESCED -------(NO)    RLS IN USE ---------(NO)     LOGREPLICATE-------------(NO)
0       LOGSTREAMID-----------------------------(NULL)
        RECOVERY TIMESTAMP LOCAL-----X'0000000000000000'
        RECOVERY TIMESTAMP GMT-------X'0000000000000000'
        DATABASE -----------------(NULL)
      ENCRYPTIONDATA
        DATA SET ENCRYPTION-----(NO)
      PROTECTION-PSWD-----(NULL)     RACF----------------(NO)
      ASSOCIATIONS
        DATA-----SAMPLE.KSDS.DATA
        INDEX----SAMPLE.KSDS.INDEX
0   DATA ------- SAMPLE.KSDS.DATA
      IN-CAT --- CATALOG.MASTER
      HISTORY
        DATASET-OWNER-----(NULL)     CREATION--------2022.244
        RELEASE----------------2     EXPIRATION------0000.000
        ACCOUNT-INFO-----------------------------------(NULL)
      PROTECTION-PSWD-----(NULL)     RACF----------------(NO)
      ASSOCIATIONS
        CLUSTER--SAMPLE.KSDS
      ATTRIBUTES
        KEYLEN-----------------8     AVGLRECL-------------227     BUFSPACE------------1536     CISIZE---------------512
        RKP--------------------0     MAXLRECL-------------227     EXCPEXIT----------(NULL)     CI/CA-----------------49
        SHROPTNS(4,3)   RECOVERY     UNIQUE           NOERASE     INDEXED       NOWRITECHK     UNORDERED        NOREUSE
        NONSPANNED
      STATISTICS
        REC-TOTAL-------------37     SPLITS-CI--------------0     EXCPS------------------n
        REC-DELETED------------0     SPLITS-CA--------------0     EXTENTS----------------1
        REC-INSERTED-----------0     FREESPACE-%CI----------0     SYSTEM-TIMESTAMP:
        REC-UPDATED------------0     FREESPACE-%CA----------0          X'stamp'
        REC-RETRIEVED----------n     FREESPC------------15360
      ALLOCATION
        SPACE-TYPE---------TRACK     HI-A-RBA-----------25088
        SPACE-PRI--------------1     HI-U-RBA-----------25088
        SPACE-SEC--------------1
      VOLUME
        VOLSER------------VOL001     PHYREC-SIZE----------512     HI-A-RBA-----------25088     EXTENT-NUMBER----------1
        DEVTYPE------X'3010200F'     PHYRECS/TRK-----------49     HI-U-RBA-----------25088     EXTENT-TYPE--------X'00'
        VOLFLAG------------PRIME     TRACKS/CA--------------1
        EXTENTS:
        LOW-CCHH-----X'cchh'     LOW-RBA----------------0     TRACKS-----------------1
        HIGH-CCHH----X'cchh'     HIGH-RBA-----------25087
0   INDEX ------ SAMPLE.KSDS.INDEX
      IN-CAT --- CATALOG.MASTER
      HISTORY
        DATASET-OWNER-----(NULL)     CREATION--------2022.244
        RELEASE----------------2     EXPIRATION------0000.000
      PROTECTION-PSWD-----(NULL)     RACF----------------(NO)
      ASSOCIATIONS
        CLUSTER--SAMPLE.KSDS
      ATTRIBUTES
        KEYLEN-----------------8     AVGLRECL---------------0     BUFSPACE---------------0     CISIZE---------------512
        RKP--------------------0     MAXLRECL-------------505     EXCPEXIT----------(NULL)     CI/CA-----------------49
        SHROPTNS(4,3)   RECOVERY     UNIQUE           NOERASE     NOWRITECHK     UNORDERED     NOREUSE
      STATISTICS
        REC-TOTAL--------------1     SPLITS-CI--------------0     EXCPS------------------n     INDEX:
        REC-DELETED------------0     SPLITS-CA--------------0     EXTENTS----------------1     LEVELS-----------------1
        REC-INSERTED-----------0     FREESPACE-%CI----------0     SYSTEM-TIMESTAMP:            ENTRIES/SECT-----------7
        REC-UPDATED------------0     FREESPACE-%CA----------0          X'stamp' SEQ-SET-RBA----------------0
        REC-RETRIEVED----------n     FREESPC------------24576                              HI-LEVEL-RBA---------------0
      ALLOCATION
        SPACE-TYPE---------TRACK     HI-A-RBA-----------25088
        SPACE-PRI--------------1     HI-U-RBA-------------512
        SPACE-SEC--------------1
      VOLUME
        VOLSER------------VOL001     PHYREC-SIZE----------512     HI-A-RBA-----------25088     EXTENT-NUMBER----------1
        DEVTYPE------X'3010200F'     PHYRECS/TRK-----------49     HI-U-RBA-------------512     EXTENT-TYPE--------X'00'
        VOLFLAG------------PRIME     TRACKS/CA--------------1
        EXTENTS:
        LOW-CCHH-----X'cchh'     LOW-RBA----------------0     TRACKS-----------------1
        HIGH-CCHH----X'cchh'     HIGH-RBA-----------25087
0         THE NUMBER OF ENTRIES PROCESSED WAS:
                    AIX -------------------0
                    ALIAS -----------------0
                    CLUSTER ---------------1
                    DATA ------------------1
                    GDG -------------------0
                    INDEX -----------------1
                    NONVSAM ---------------0
                    PAGESPACE -------------0
                    PATH ------------------0
                    SPACE -----------------0
                    USERCATALOG -----------0
                    TAPELIBRARY -----------0
                    TAPEVOLUME ------------0
                    TOTAL -----------------3
0         THE NUMBER OF PROTECTED ENTRIES SUPPRESSED WAS 0
0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0
END
printf '  LISTC ENT(SAMPLE.KSDS) ALL\n' >deck
run 0 "the sample is listed" "$idcams" --asa --no-pages deck
sed -n '/^0CLUSTER/,/^0IDC0001I/p' out | sed -E \
    -e "/RECOVERY/!s/X'[0-9A-F]{16}'/X'stamp'/" \
    -e "s/(CCHH-+)X'[0-9A-F]{8}'/\1X'cchh'/" \
    -e 's/(EXCPS-+|REC-RETRIEVED-+)[0-9]+/\1n/' >got
same got want "every line of it"

# --- sums --------------------------------------------------------------------
# fields COMPONENT LABEL...: the values of the first line that has each.
fields() {
	local comp=$1 label

	shift
	"$idcams" --no-pages -e "LISTCAT ENTRIES($comp) ALL" >list 2>err
	for label; do
		grep -oE "(^| )$label-*[A-Z0-9]+" list | head -1 |
		    sed -E "s|^ *$label-*||"
	done | tr '\n' ' '
}
space='HI-A-RBA HI-U-RBA FREESPC REC-TOTAL'

# A track has 12 records of 4096, a CA one track. 20% of 4096 is 819 bytes, so
# records fill 4096 - 10 - 819 = 3267: 8 of 400. 10% of 12 CIs is 1: 11 are
# loaded. 100 records need 13 CIs: a CA of 11, one with 2. Free are 1 + 10.
is "$(fields S.F.DATA $space CI/CA TRACKS/CA SPLITS-CI)" \
    "$((24 * 4096)) $((24 * 4096)) $((11 * 4096)) 100 12 1 0 " \
    "free space is left in control intervals and areas"
# Two sequence set records and the one above them.
is "$(fields S.F.INDEX REC-TOTAL LEVELS HI-U-RBA ENTRIES/SECT SEQ-SET-RBA \
    MAXLRECL)" "3 2 $((3 * 512)) 3 0 505 " "the index has two levels"
# Four records of 1000 in 4086 bytes: 25 CIs, three tracks, one at a time; the
# second is apart, the third behind it and so the same extent.
is "$(fields S.E.DATA $space EXTENTS EXTENT-NUMBER)" \
    "$((36 * 4096)) $((25 * 4096)) $((11 * 4096)) 100 2 2 " \
    "an ESDS has taken more space"
is "$(grep -oE '(LOW|HIGH)-RBA-*[0-9]+' list | sed -E 's/.*A-*//' | tr '\n' ' ')" \
    "0 49151 49152 147455 " "in an extent of its own"
# 10000 = 4086 + 4086 + 1828: three CIs a record.
is "$(fields S.S.DATA $space)" "$((12 * 4096)) $((12 * 4096)) 0 4 " \
    "spanned records have control intervals of their own"
# Slots of 80 + 3 in 508 bytes: 6. All of a CA is preformatted: 49 CIs.
is "$(fields S.R.DATA HI-A-RBA HI-U-RBA REC-TOTAL CI/CA)" \
    "$((49 * 512)) $((49 * 512)) 10 49 " "slots are formatted by the area"
# With its number of four bytes a record has 84; 5 in 502: 2 CIs of 49.
is "$(fields S.V.DATA $space)" \
    "$((49 * 512)) $((49 * 512)) $((47 * 512)) 10 " \
    "records of varying length carry their numbers"
is "$(fields S.L.DATA HI-A-RBA HI-U-RBA FREESPC)" \
    "$((24 * 4096)) $((5 * 4096)) $((19 * 4096)) " "a linear set has no areas"
# Without CISZ 18432, 3 a track, 45 a cylinder; nothing is loaded.
is "$(fields S.D.DATA $space BUFSPACE CISIZE CI/CA PHYRECS/TRK SPACE-TYPE)" \
    "$((90 * 18432)) 0 $((90 * 18432)) 0 37376 18432 45 3 CYLINDER " \
    "an empty cluster is all free"
is "$(fields S.D.INDEX REC-TOTAL LEVELS HI-U-RBA ENTRIES/SECT CISIZE)" \
    "0 0 0 6 512 " "and so is its index"
# 40 records a CI: 25 CIs of 12 a track are 3 tracks; 100 more are 3 CIs.
is "$(fields S.N.DATA SPACE-TYPE SPACE-PRI SPACE-SEC HI-A-RBA)" \
    "TRACK 3 1 $((36 * 4096)) " "RECORDS become tracks"
# 4000 is rounded up; a CA has at most the smaller of 40, 20 and 15 tracks.
is "$(fields S.C.DATA CISIZE TRACKS/CA CI/CA BUFSPACE)" \
    "4096 15 180 $((2 * 4096 + $(fields S.C.INDEX CISIZE))) " \
    "a control interval size is rounded up, a control area is a cylinder"

# --- statistics move (1,000 random inserts) ----------------------------------
seq -f '%06g' 2 2 6000 | awk '{ printf "%-100s\n", $0 }' >base.txt
seq -f '%06g' 1 2 5999 | shuf --random-source=base.txt -n 1000 |
    awk '{ printf "%-100s\n", $0 }' >new.txt
sed -n 1,7p base.txt >seven.txt
dds=()
for f in base new seven; do
	dds+=(--dd "${f^^}=path:$work/$f.txt,text,recfm=F,lrecl=100")
done
cat >deck <<'END'
  DEFINE CLUSTER(NAME(A.K) TRK(9 9) RECSZ(100 100) KEYS(6 0) -
    CISZ(1024)) INDEX(CISZ(512))
  REPRO INFILE(BASE) ODS(A.K)
END
run 0 "3,000 records are loaded" "$idcams" "${dds[@]}" deck
counts='REC-TOTAL REC-INSERTED REC-UPDATED REC-RETRIEVED SPLITS-CI SPLITS-CA'
is "$(fields A.K.DATA $counts)" "3000 0 0 0 0 0 " "a load inserts nothing"
read -r harba hurba freespc excps < <(fields A.K.DATA HI-A-RBA HI-U-RBA FREESPC \
    EXCPS)
# 10 records in 1014 bytes: 300 CIs, 33 a track, 297 a CA of nine tracks.
is "$hurba $freespc" "$((2 * 297 * 1024)) $((harba - 300 * 1024))" \
    "two control areas"
printf '  REPRO INFILE(NEW) ODS(A.K)\n' >deck
run 0 "1,000 are inserted" "$idcams" "${dds[@]}" deck
read -r total ins upd ret ci ca harba2 hurba2 freespc2 excps2 < <(
    fields A.K.DATA $counts HI-A-RBA HI-U-RBA FREESPC EXCPS)
is "$total $ins $upd" "4000 1000 0" "they are counted"
ok "control intervals and areas were split" test "$ci" -gt 100 -a "$ca" -gt 0
ok "and written" test "$excps2" -gt "$excps"
# Each split of a CI takes a free one; nothing else does.
is $(((harba2 - freespc2) / 1024)) $((300 + ci)) \
    "a split takes one free control interval"
# Each split of a CA takes an area at the end.
is $((hurba2 / (297 * 1024))) $((2 + ca)) \
    "that of a control area one behind the last"
printf '  REPRO INFILE(SEVEN) ODS(A.K) REPLACE\n  PRINT IDS(A.K) COUNT(10)\n' >deck
run 0 "seven are replaced, ten are read" "$idcams" "${dds[@]}" deck
read -r total ins upd ret2 < <(fields A.K.DATA $counts)
is "$total $ins $upd" "4000 1000 7" "updates are counted"
ok "and what is retrieved" test "${ret2%% *}" -ge $((ret + 10))
finish
