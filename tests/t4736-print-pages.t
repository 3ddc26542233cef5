#!/bin/bash
# The pages and lines of PRINT, line by line: SC23-6846 "PRINT" and the
# geometry of a SYSPRINT (53 lines a page with the heading, the first line of a
# listing and of a page double spaced). How many records a page has is
# calculated beside each test.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44

seq -f '%04g' 1 30 | awk '{ printf "%s RECORD NUMBER %s\n", $0, $0 }' >k.txt
awk 'BEGIN { for (i = 1; i <= 8; i++) { s = ""
    while (length(s) < 300) s = s sprintf("%d", (length(s) + i) % 10)
    print s } }' >long.txt
cat >deck <<'END'
  DEFINE CLUSTER(NAME(P.K) TRK(1 1) RECSZ(80 80) KEYS(4 0))
  DEFINE CLUSTER(NAME(P.L) TRK(1 1) RECSZ(300 400) KEYS(255 1))
  DEFINE CLUSTER(NAME(P.E) TRK(1 1) RECSZ(80 400) NIXD)
  DEFINE CLUSTER(NAME(P.R) TRK(1 1) RECSZ(80 80) NUMD)
  REPRO INFILE(K) ODS(P.K)
  REPRO INFILE(L) ODS(P.L)
  REPRO INFILE(K) ODS(P.E)
  REPRO INFILE(K) ODS(P.R)
END
run 0 "clusters are loaded" "$idcams" deck \
    --dd "K=path:$work/k.txt,text,recfm=F,lrecl=80" \
    --dd "L=path:$work/long.txt,text,recfm=F,lrecl=300"

print() {
	printf '  PRINT %s\n' "$1" >deck
	"$idcams" --asa deck 2>err
}
head_() { # PAGE
	printf '1%-66s%-22s%-13sPAGE%7d\n' "IDCAMS  SYSTEM SERVICES" \
	    "TIME: 15:36:44" "09/01/22" "$1"
}

# --- one page, whole ---------------------------------------------------------
print 'INDATASET(P.K) CHARACTER COUNT(2)' >got
cat >want <<END
$(head_ 1)
0
   PRINT INDATASET(P.K) CHARACTER COUNT(2)
$(head_ 2)
-LISTING OF DATA SET -P.K
0
 KEY OF RECORD - 0001
 0001 RECORD NUMBER 0001
0
 KEY OF RECORD - 0002
 0002 RECORD NUMBER 0002
0IDC0005I NUMBER OF RECORDS PROCESSED WAS 2
0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0
$(head_ 3)
0
0IDC0002I IDCAMS PROCESSING COMPLETE. MAXIMUM CONDITION CODE WAS 0
END
same got want "CHARACTER, whole: the listing has pages of its own"

# The columns of real listings: offset of six digits, groups of eight at 9 and
# 47, characters from 86 between asterisks.
print 'INDATASET(P.K) FROMKEY(0030)' | sed -n '/^-/,/^0IDC0005I/p' >got
cat >want <<'END'
-LISTING OF DATA SET -P.K
0
 KEY OF RECORD - F0F0F3F0
 000000  F0F0F3F0 40D9C5C3 D6D9C440 D5E4D4C2   C5D940F0 F0F3F040 40404040 40404040   *0030 RECORD NUMBER 0030         *
 000020  40404040 40404040 40404040 40404040   40404040 40404040 40404040 40404040   *                                *
 000040  40404040 40404040 40404040 40404040                                         *                                *
0IDC0005I NUMBER OF RECORDS PROCESSED WAS 1
END
same got want "DUMP is what there is without a format; a short line is filled"
print 'INDATASET(P.E) HEX FROMADDRESS(80) COUNT(1)' |
    sed -n '/^-/,/^0IDC0005I/p' >got
blanks() { # N, in hex
	printf '40%.0s' $(seq "$1")
}
cat >want <<END
-LISTING OF DATA SET -P.E
0
 RBA OF RECORD -               80
 F0F0F0F240D9C5C3D6D9C440D5E4D4C2C5D940F0F0F0F2$(blanks 37)
 $(blanks 20)
0IDC0005I NUMBER OF RECORDS PROCESSED WAS 1
END
same got want "HEX has 60 bytes a line; an address is aligned in 16 columns"
print 'INDATASET(P.R) CHAR FROMNUMBER(30)' | grep -c \
    '^ RELATIVE RECORD NUMBER - 30$' >got
is "$(cat got)" 1 "a slot has its number"

# --- page breaks -------------------------------------------------------------
# heading 1, subtitle 4; a record is 2 + 1 + 1 lines: 4 + 12 * 4 = 52, the 13th
# would begin in line 54.
pages() { # of stdin: records of each page that has any, and the lines of each
	awk '/^1/ { p++ } /OF RECORD - |RECORD NUMBER - / { n[p]++ }
	    /^-LISTING/ { t[p]++ }
	    { l[p] += /^1/ ? 1 : /^0/ ? 2 : /^-/ ? 3 : 1 }
	    END { for (i = 1; i <= p; i++)
		if (n[i]) printf "%d/%d/%d ", n[i], t[i], l[i] }'
}
is "$(print 'INDATASET(P.K) CHARACTER' | pages)" "12/1/52 12/1/52 6/1/32 " \
    "CHARACTER: 12 records a page, a subtitle on each"
# Three lines of DUMP: 6 a record; 4 + 8 * 6 = 52.
is "$(print 'INDATASET(P.K) DUMP' | pages)" \
    "8/1/52 8/1/52 8/1/52 6/1/44 " "DUMP: 8 records"
# HEX has 5 lines a record: 4 + 9 * 5 = 49 and 4 of the tenth; its last line
# goes on on the next page, double spaced: 4 + 2 + 9 * 5 = 51, then the blank
# line of the twentieth, whose other lines are 2 + 1 + 1 of the third page: 8 +
# 9 * 5 = 53. The last has 4 + 5, and two messages.
is "$(print 'INDATASET(P.K) HEX' | pages)" "10/1/53 9/1/53 10/1/53 1/1/13 " \
    "HEX: a record goes on on the next page"

# --- a key longer than its line ----------------------------------------------
# 120 columns less 16: 104 characters or 52 bytes in hex a line.
print 'INDATASET(P.L) CHARACTER COUNT(1)' | sed -n '/^ KEY/,/^0IDC/p' >got
key=$(head -1 long.txt)
{
	echo " KEY OF RECORD - ${key:1:104}"
	echo "                 ${key:105:104}"
	echo "                 ${key:209:47}"
	echo " ${key:0:120}"
	echo " ${key:120:120}"
	echo " ${key:240:60}"
	echo "0IDC0005I NUMBER OF RECORDS PROCESSED WAS 1"
} >want
same got want "a key of 255 characters has three lines"
is "$(print 'INDATASET(P.L) HEX COUNT(1)' |
    grep -cE '^ (KEY OF RECORD - |                )(F[0-9]){47,52}$')" 5 \
    "or five in hex"
ok "no line is wider than 120 columns and its control" awk \
    'length($0) > 121 { exit 1 }' got

# --- OUTFILE: the same lines, apart ------------------------------------------
printf '  PRINT INDATASET(P.K) CHARACTER COUNT(13) OUTFILE(O)\n' >deck
run 0 "PRINT to OUTFILE" "$idcams" --asa --dd "O=path:$work/o.txt,text" deck
is "$(grep -c 'KEY OF' out) $(grep -c '^0IDC0005I' out)" "0 1" \
    "SYSPRINT has the messages alone"
is "$(grep -c 'KEY OF' o.txt) $(grep -c 'LISTING OF DATA SET -P.K$' o.txt)" \
    "13 1" "the file has the records under one subtitle"
is "$(cut -c1 o.txt | sort -u | tr -d '\n' | tr ' ' b) $(grep -c IDCAMS o.txt)" \
    "b-0 0" "with control characters, but no page of IDCAMS"
finish
