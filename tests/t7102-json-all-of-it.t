#!/bin/bash
# Nothing that SYSPRINT says is missing from the objects, and nothing more is
# there: for commands of every kind that work and that fail. Both are of one run;
# headings and blanks apart they are the same text in the same order.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"
command -v jq >/dev/null || skip_all "no jq"

# What SYSPRINT prints, without control characters, headings and blanks.
of_listing() {
	sed -e '/^1IDCAMS  SYSTEM SERVICES /d' -e 's/^.//' listing | tr -d ' \n'
}
# The same of objects: what each is printed as.
of_objects() {
	jq -r 'if .type == "input" then .text
	    elif .type == "message" then .number + .text
	    elif .type == "note" then
		"CATAMOUNT " + (if .second then "** " else "" end) +
		(.text | ascii_upcase)
	    elif .type == "line" then .text
	    else empty end' out | tr -d ' \n'
}
n=0
# all OPTION...: the deck on standard input
all() {
	cat >deck
	: >listing
	timeout 100 "$idcams" --format json --graphics TN --no-progress \
	    --dd "SYSPRINT=path:$work/listing,text" "$@" deck >out 2>err </dev/null
	n=$((n + 1))
	of_listing >said
	of_objects >told
	ok "SYSPRINT says something: ${title:-deck $n}" test -s said
	same said told "what SYSPRINT says is told: ${title:-deck $n}"
	ok "the commands of it have ended" \
	    jq -es '([.[] | select(.type == "command")] | length) as $c |
	    $c == ([.[] | select(.type == "end")] | length) and
	    (last | .type) == "done"' out
}

seq -f '%04.0f row of it' 1 300 >rows
printf '0001 short\n' >one
in="IN=path:$work/rows,text,recfm=fb,lrecl=80"

title="DEFINE"
all <<'END'
 DEFINE CLUSTER(NAME(A.B) KEYS(4 0) RECORDSIZE(80 80) TRACKS(1 1))
 DEFINE CLUSTER(NAME(A.B) KEYS(4 0) RECORDSIZE(80 80) TRACKS(1 1))
 DEFINE CLUSTER(NAME(A.C) KEYS(4 90) RECORDSIZE(80 80) TRACKS(1 1))
 DEFINE CLUSTER(NAME(A.C) NONINDEXED RECORDSIZE(80 80) TRACKS(1 1) -
   VOLUMES(NOVOL1)) DATA(NAME(A.C.D))
 DEFINE CLUSTER(NAME(A.R) NUMBERED RECORDSIZE(80 80) TRACKS(1 1) REUSE)
 DEFINE AIX(NAME(A.X) RELATE(A.B) KEYS(4 5) TRACKS(1 1))
 DEFINE AIX(NAME(A.Y) RELATE(A.NONE) KEYS(4 5) TRACKS(1 1))
 DEFINE PATH(NAME(A.P) PATHENTRY(A.X))
 DEFINE GDG(NAME(G.G) LIMIT(2))
 DEFINE NONVSAM(NAME(N.V) DEVICETYPES(3390) VOLUMES(VOL001))
 DEFINE ALIAS(NAME(AL) RELATE(N.V))
 DEFINE PAGESPACE(NAME(P.S) TRACKS(5))
 DEFINE SPACE(TRACKS(1 1) VOLUMES(VOL001))
 DEFINE USERCATALOG(NAME(U.CAT) TRACKS(1 1) VOLUME(VOL001) ICFCATALOG)
END
title="records"
all --dd "$in" --dd "ONE=path:$work/one,text,recfm=fb,lrecl=80" \
    --dd "OUT=path:$work/portable,recfm=vbs,lrecl=32760,blksize=32760,binary" <<'END'
 REPRO INFILE(IN) OUTDATASET(A.B)
 REPRO INFILE(IN) OUTDATASET(A.B)
 REPRO INFILE(ONE) OUTDATASET(A.B) ERRORLIMIT(1)
 REPRO INFILE(NODD) OUTDATASET(A.B)
 REPRO INFILE(IN) OUTDATASET(NO.SUCH)
 REPRO INDATASET(A.B) OUTDATASET(A.R) SKIP(10000)
 REPRO INFILE(IN) OUTDATASET(A.R) REUSE FROMKEY(X)
 BLDINDEX INDATASET(A.B) OUTDATASET(A.X)
 BLDINDEX INDATASET(A.B) OUTDATASET(A.NONE)
 VERIFY DATASET(A.B)
 VERIFY DATASET(N.V)
 EXPORT A.B OUTFILE(OUT) TEMPORARY
 EXPORT NO.SUCH OUTFILE(OUT)
 IMPORT INFILE(NODD) OUTDATASET(A.Z)
 DCOLLECT OUTFILE(NODD) NODATAINFO VOLUMES(VOL001)
 PRINT INDATASET(A.NONE)
 EXAMINE NAME(A.B) INDEXTEST DATATEST
 EXAMINE NAME(A.P)
 EXAMINE NAME(NO.SUCH)
END
title="entries"
all <<'END'
 ALTER A.B.DATA FREESPACE(10 10)
 ALTER A.B NEWNAME(A.NEW)
 ALTER NO.SUCH NEWNAME(A.NEW2)
 ALTER A.R INHIBIT
 ALTER G.G LIMIT(300)
 ALLOCATE FILE(DD1) DATASET('A.NEW') SHR
 ALLOCATE FILE(DD1) DATASET('NO.SUCH') SHR
 DELETE NO.SUCH
 DELETE A.P PATH
 DELETE (N.V G.G) TEST
 DELETE A.N* CLUSTER PURGE
 DELETE A.** MASK
 DELETE PD.S(MEM)
 IMPORT CONNECT OBJECTS((X.CAT VOLUME(VOL001) DEVICETYPE(3390)))
 EXPORT X.CAT DISCONNECT
 DIAGNOSE ICFCATALOG INDATASET(U.CAT)
 SHCDS LISTDS('A.B')
 SETCACHE VOLUME(VOL001) UNIT(3390) SUBSYSTEM OFF
 LISTDATA
END
title="syntax and modal commands"
all <<'END'
 /* nothing but a comment */

 IF LASTCC = 0 THEN DO
   SET LASTCC = 4
   DELETE NO.SUCH
 END
 ELSE DELETE NO.OTHER
 IF MAXCC < 4 THEN DELETE NO.OTHER ELSE PARM GRAPHICS(CHAIN(TN))
 DELETE ,A.B)
 DELETE 'A.B
 DELETE NO.SUCH -
   PURG
 FROBNICATE
 DELETE
 SET MAXCC = 99
 DEFINE CLUSTER(NAME(TOOLONGQUALIFIER.A) TRACKS(1))
 REPRO INFILE(A) OUTFILE(B) FROMKEY(A) FROMNUMBER(1)
 PRINT INFILE(A
END
title="CANCEL"
all <<'END'
 DELETE NO.SUCH
 CANCEL
 DELETE NO.OTHER
END
title="after code 16 nothing is done"
all <<'END'
 SET MAXCC = 16
 DELETE NO.SUCH
END
title="an IF without an end"
all <<'END'
 IF LASTCC = 0 THEN DO
 DELETE NO.SUCH
END
finish
