#!/bin/bash
# Each command, parameter, value and abbreviation that public decks use, counted
# over 828 of them, in decks of our own: accepted, and with its effect. What is
# expected is the manual's (SC23-6846) and MVS 3.8's reader for modal commands.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

printf '%s\n' 00001AA11one 00002BB22two 00003CC33three >in.txt
in=(--dd "IN=path:$work/in.txt,text,recfm=V,lrecl=80"
    --dd "OUT=path:$work/out.txt,text,recfm=V,lrecl=80" --dd DMY=dummy)
# deck CODE TITLE: standard input is a deck that ends with this code.
deck() {
	cat >deck
	grep -qE '^.{73}' deck && fail "$2: no card has more than 72 columns"
	run "$1" "$2" "$idcams" --asa --no-pages "${in[@]}" deck
}
# value LABEL...: of the LISTCAT in out, the first of each.
values() {
	local label

	for label; do
		grep -oE -- "(^| )$label-+[A-Z0-9().X']+" out | head -n 1 |
		    sed -E 's/.*-([^-]+)$/\1/'
	done | paste -sd' '
}

# --- DEFINE CLUSTER: where KEYS, RECORDSIZE, CISZ, VOLUMES may stand
deck 0 "an indexed cluster, all at the cluster" <<'END'
  DEFINE CLUSTER (NAME(C.KSDS)                   -
                  INDEXED VOLUMES(PRD001)        -
                  RECORDSIZE(80 80) KEYS(6 0)    -
                  CYLINDERS(1 1)                 -
                  CONTROLINTERVALSIZE(4096)      -
                  FREESPACE(10 20)               -
                  SHAREOPTIONS(2 3) ERASE SPEED) -
         DATA    (NAME(C.KSDS.DATA))             -
         INDEX   (NAME(C.KSDS.INDEX))
  LISTCAT ENTRIES(C.KSDS) ALL
END
is "$(values KEYLEN AVGLRECL CISIZE FREESPACE-%CI FREESPACE-%CA SPACE-TYPE)" \
    "6 80 4096 10 20 CYLINDER" "has what was asked for"
like "$(cat out)" 'SHROPTNS\(2,3\) +SPEED +UNIQUE +ERASE +INDEXED' "and these"
deck 0 "all at its components, in abbreviations" <<'END'
  DEF CL (NAME(C.PARTS) VOL(PRD001) IMBD REPL UNQ) -
    DATA (NAME(C.P.D) KEY(5 0) RECSZ(50,100) CISZ(2048)-
          TRK(5,5) FSPC(5 5)) -
    IX (NAME(C.P.X) CISZ(1024))
  LISTC ENT(C.PARTS) ALL
END
is "$(values KEYLEN AVGLRECL MAXLRECL CISIZE FREESPACE-%CI SPACE-PRI)" \
    "5 50 100 2048 5 5" "they have them"
is "$(grep -c 'CISIZE--------------1024' out)" 1 "the index has its own"
deck 0 "values that are made valid" <<'END'
  DEFINE CLUSTER(NAME(C.CI) CISZ(8000) SHR(2) REC(100 10) -
    RECSZ(100 100) KEYS(8 0))
  LISTCAT ENT(C.CI) ALL
END
is "$(values CISIZE)" 8192 "a control interval of 8000 is one of 8192"
like "$(cat out)" 'SHROPTNS\(2,3\)' "one share option has 3 beside it"
for size in 512 1024 2048 4096 8192 32760; do
	"$idcams" -e "DELETE C.SZ" >/dev/null 2>&1
	deck 0 "CONTROLINTERVALSIZE($size)" <<END
  DEFINE CLUSTER(NAME(C.SZ) CISZ($size) TRK(15 15) KEYS(8 0) -
    RECORDSIZE(80 80))
  LISTCAT ENT(C.SZ) ALL
END
	is "$(values CISIZE)" "${size/32760/32768}" "is taken, or the next one"
done
for shr in "1 3" "3 3" 3 "4 4" "4 3" "1 4"; do
	"$idcams" -e "DELETE C.SZ" >/dev/null 2>&1
	deck 0 "SHAREOPTIONS($shr)" <<END
  DEFINE CLUSTER(NAME(C.SZ) SHAREOPTIONS($shr) TRK(1) KEYS(8 0))
  LISTCAT ENT(C.SZ) ALL
END
	[ "$shr" = 3 ] && shr="3 3"
	like "$(cat out)" "SHROPTNS\(${shr/ /,}\)" "is kept"
done
deck 0 "other organizations, each by its words" <<'END'
  DEFINE CLUSTER(NAME(C.E) NONINDEXED RECSZ(80 80) TRACKS(1 1) REUSE) -
    DATA(NAME(C.E.DATA))
  DEFINE CLUSTER(NAME(C.R) NUMBERED RECSZ(80 80) TRK(1 1) NOREUSE)
  DEFINE CLUSTER(NAME(C.L) LINEAR CYL(1 1) LOG(NONE))
  DEFINE CLUSTER(NAME(C.S) SPANNED RECSZ(19 32767) KEYS(8 0) CYL(1 1) -
    LOG(UNDO) FILE(NODD) BUFSPC(40000))
  LISTC ENT(C.E C.R C.L C.S) CLUSTER
END
is "$(grep -oE '(CLUSTER) -{7} C\..' out | grep -c .)" 4 "they are there"

# --- DELETE, then define anew: what most decks do
for word in PURGE CLUSTER 'PURGE ERASE SCRATCH' 'CL PRG FRC'; do
	deck 0 "delete what may not be there: $word" <<END
  DELETE C.GONE $word
  SET MAXCC = 0
  DEFINE CLUSTER(NAME(C.GONE) TRK(1 1) RECSZ(80 80) KEYS(8 0))
  DELETE (C.GONE) $word
END
	like "$(cat out)" 'IDC0551I \*\* ENTRY C.GONE NOT DELETED' "it is said"
	is "$(grep -c 'IDC0550I' out)" 3 "and then it goes"
done
deck 4 "conditions as they are written" <<'END'
  DELETE C.GONE
  IF LASTCC = 8 THEN SET MAXCC = 0
  DELETE C.GONE
  IF LASTCC <= 8 THEN DO
    SET MAXCC = 0
    SET LASTCC = 0
  END
  IF LASTCC NE 0 THEN SET MAXCC = 12
  IF LASTCC > 0 THEN -
    SET MAXCC = 16
  ELSE -
    SET MAXCC = 3
  IF MAXCC LE 08 THEN -
    IF MAXCC = 3 THEN -
      SET MAXCC = 4
    ELSE -
      SET MAXCC = 12
END
deck 0 "a THEN with nothing behind it leaves its DO alone" <<'END'
  IF LASTCC = 8 THEN
  DO
    SET MAXCC = 0
  END
END
deck 0 "NONVSAM entries, the catalog in front" <<'END'
  DEFINE CAT(CATALOG.MASTER) NONVSAM(NAME(C.N1) DEVT(3390) VOL(PRD001))
  DEFINE NVSAM(NAME(C.N2) DEVICETYPES(3400) VOLUMES(TAP001 TAP002) -
    FSEQN(1 1)) CATALOG(CATALOG.MASTER/SYSPROG)
  DELETE C.N1 NONVSAM NOSCRATCH
  DELETE 'C.N2' NOSCRATCH
END

# --- the rest of the table
deck 4 "alternate index, path, build" <<'END'
  REPRO INFILE(IN) OUTDATASET(C.KSDS)
  DEFINE AIX(NAME(C.AIX) RELATE(C.KSDS) KEYS(4,5) RECORDSIZE(50 50) -
    VOLUMES(PRD001) TRACKS(5,1) NONUNIQUEKEY UPGRADE FSPC(10 10) -
    SHAREOPTIONS(2 3) CISZ(4096)) DATA(NAME(C.AIX.D))
  DEFINE PATH(NAME(C.PATH) PENT(C.AIX) UPDATE)
  REPRO IFILE(IN) ODS(C.KSDS) REPLACE
  BLDINDEX INDATASET(C.KSDS) OUTDATASET(C.AIX)
  REPRO INDATASET(C.PATH) OFILE(OUT)
END
is "$(cut -c6-9 out.txt | paste -sd' ')" "AA11 BB22 CC33" "read by the path"
is "$(grep -c 'RETURN CODE IS 100' out)" 1 "with the warning before the build"
deck 0 "PRINT in its forms" <<'END'
  PRINT INDATASET(C.KSDS) CHARACTER
  PRINT IDS(C.KSDS) CHAR COUNT(2)
  PRINT INFILE(IN) HEX SKIP(1)
  PRINT INDATASET(C.KSDS) DUMP FROMKEY(00002) TOKEY(00002)
END
deck 0 "REPRO in its forms" <<'END'
  REPRO INFILE(IN) OUTFILE(OUT)
  REPRO IDS(C.KSDS) ODS(C.E) FROMKEY(00001 ) TOKEY(00002 )
  REPRO IDS(C.KSDS) ODS(C.E) SKIP(1) COUNT(1) REUSE
END
deck 0 "groups of generations" <<'END'
  DEFINE GDG(NAME(C.GDG) LIMIT(15) NOEMPTY SCRATCH)
  DEFINE GENERATIONDATAGROUP(NAME(C.GDG2) LIM(4) EMP NSCR)
  LISTCAT ENT(C.GDG) ALL
  DELETE C.GDG GDG FORCE
  DELETE (C.GDG2) GENERATIONDATAGROUP
END
deck 0 "catalogs and aliases" <<'END'
  DEFINE UCAT(NAME(C.UCAT) VOLUME(PRD001) CYLINDERS(5 5) FOR(0) -
    BUFFERSPACE(8192) NRVBL) DATA(CYL(2 1)) INDEX(TRK(5 5))
  DEFINE ALIAS(NAME(CX) RELATE(C.UCAT)) CATALOG(CATALOG.MASTER)
  DEFINE CLUSTER(NAME(CX.K) TRK(1 1) RECSZ(80 80) KEYS(8 0))
  LISTCAT CATALOG(C.UCAT) NAME
  LISTCAT LEVEL(CX) ALL
  LISTC ALIAS
  VERIFY DATASET(CX.K)
  EXPORT C.UCAT DISCONNECT
  IMPORT CONNECT OBJECTS((C.UCAT DEVICETYPE(3390) VOLUMES(PRD001))) -
    CATALOG(CATALOG.MASTER)
  DEFINE ALIAS(NAME(CX) RELATE(C.UCAT)) /* WENT WITH ITS CATALOG */
  DELETE CX ALIAS
  DELETE C.UCAT USERCATALOG FORCE
END
deck 0 "ALTER, PARM, EXAMINE, ALLOCATE, masks" <<'END'
  PARM GRAPHICS(CHAIN(TN))
  ALTER C.KSDS NEWNAME(C.KNEW)
  EXAMINE NAME(C.KNEW) INDEXTEST DATATEST
  ALLOCATE DSNAME(C.PDSE) NEW CATALOG SPACE(5 5) TRACKS DIR(5) -
    DSNTYPE(LIBRARY) RECFM(F B) LRECL(80)
  REPRO INFILE(IN) ODS(C.PDSE(MEM))
  DELETE C.PDSE(MEM)
  DELETE C.P* MASK
  DELETE C.** MASK PURGE
END
like "$(cat out)" 'MEMBER MEM DELETED' "a member goes by its name"
run 4 "and all is gone" "$idcams" -e 'LISTCAT LEVEL(C)'
finish
