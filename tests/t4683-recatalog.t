#!/bin/bash
# What is on volumes but in no catalog: DELETE NOSCRATCH, DEFINE RECATALOG,
# DELETE VVR and NVR, DIAGNOSE, and the rebuilding of lost catalogs from the
# volumes. What DIAGNOSE says is our own (CATAMOUNT ...).
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

body_drop=(-e '^   [A-Z]' -e '^[0 -]$' -e '^0IDC0002I')
novvr() {
	echo "0IDC3014I CATALOG ERROR
 IDC3009I ** VSAM CATALOG RETURN CODE IS 50 - REASON CODE IS IGG0CLFF-5"
}
# all CATALOG: all that LISTCAT says of it but track addresses and use.
all() {
	echo "  LISTCAT CATALOG($1) ALL" >deck
	body deck | grep -v -e CCHH -e EXCPS -e REC-RETRIEVED
}

printf 'AA one\nBB two\nCC six\n' >in.txt
cat >make <<'END'
  DEFINE UCAT(NAME(UCAT.ONE) TRK(1 1) VOL(V1))
  DEFINE ALIAS(NAME(A) RELATE(UCAT.ONE))
  DEFINE CLUSTER(NAME(A.K) TRK(2 1) RECSZ(6 20) KEYS(2 0) SHR(2 3) -
    OWNER(ME) LOG(UNDO) FREESPACE(10 20) FOR(9999) BUFSP(90000) -
    CISZ(2048)) DATA(NAME(A.K.D) EEXT(EXIT1)) INDEX(NAME(A.K.I))
  REPRO INFILE(IN) OUTDATASET(A.K)
  DEFINE AIX(NAME(A.X) RELATE(A.K) TRK(1 1) KEYS(3 3) UNQK NUPG)
  BLDINDEX INDATASET(A.K) OUTDATASET(A.X)
  DEFINE CLUSTER(NAME(A.E) CYL(1 1) RECSZ(6 20) NIXD REUSE ERASE)
  REPRO INFILE(IN) OUTDATASET(A.E)
  DEFINE CLUSTER(NAME(A.R) TRK(1 1) RECSZ(6 6) NUMBERED SPEED)
  DEFINE CLUSTER(NAME(A.V) TRK(1 1) RECSZ(6 60) NUMBERED)
  DEFINE CLUSTER(NAME(A.L) TRK(1 1) LINEAR)
  ALTER A.R NEWNAME(A.RNEW)
  DEFINE CLUSTER(NAME(M.K) TRK(1 1) RECSZ(6 20) KEYS(2 0))
  REPRO INFILE(IN) OUTDATASET(M.K)
END
run 0 "data sets of each organization" "$idcams" \
    --dd "IN=path:$work/in.txt,recfm=V,lrecl=80,text" make
run 0 "and a sequential one" "$idcams" \
    --dd "IN=path:$work/in.txt,recfm=V,lrecl=80,text" \
    --dd "PS=A.PS,new,recfm=FB,lrecl=80,space=trk(2,1)" \
    -e 'REPRO INFILE(IN) OUTFILE(PS)'
cat >deck <<'END'
  ALTER A.E OWNER(OTHER) MANAGEMENTCLASS(MCX) BWO(TYPECICS)
  ALTER A.E.DATA BUFFERSPACE(200000) EXCEPTIONEXIT(EXIT9) SHAREOPTIONS(3 3)
  ALTER A.V NULLIFY(STORAGECLASS) FOR(10)
END
run 0 "some are altered" "$idcams" deck
ucat=$(all UCAT.ONE)
# agree NAME..: what LIST says of these components
agree() {
	for c; do
		echo "0CATAMOUNT ENTRY $c AND ITS COMPONENT ON VOL001 AGREE"
	done
	echo "0CATAMOUNT 0 ERRORS FOUND"
	cc 0
}
says "LIST tells what agrees; INCLUDE of a cluster is its components" \
    "  DIAGNOSE INDATASET(UCAT.ONE) LIST INCLUDE(ENTRIES(A.K A.X.INDEX))" \
    "$(agree A.K.D A.K.I A.X.INDEX)"
says "ENTRIES may be generic" \
    "  DIAGNOSE INDATASET(UCAT.ONE) LIST INCLUDE(ENTRIES(*.K A.*.INDEX))" \
    "$(agree A.K.D A.K.I A.X.INDEX A.V.INDEX)"
says "INCLUDE LEVEL is what is below" \
    "  DIAGNOSE INDATASET(UCAT.ONE) LIST INCLUDE(LEVEL(A.X))" \
    "$(agree A.X.DATA A.X.INDEX)"
says "EXCLUDE is all but these, of a volume too" \
    "  DIAGNOSE VVDS IDS(SYS1.VVDS.VVOL001) LIST EXCLUDE(CATALOG(UCAT.ONE))
  DIAGNOSE INDATASET(CATALOG.MASTER) LIST EXCLUDE(LEVEL(M.K))" \
    "$(agree M.K.DATA M.K.INDEX)
$(agree)"
says "ERRORLIMIT counts no line of LIST" \
    "  DIAGNOSE IDS(UCAT.ONE) LIST ERRORLIMIT(1) INCLUDE(LEVEL(A.X))" \
    "$(agree A.X.DATA A.X.INDEX)"
says "DIAGNOSE finds nothing" "  DIAGNOSE ICFCATALOG INDATASET(UCAT.ONE)
  DIAGNOSE VVDS INDATASET(SYS1.VVDS.VVOL001)" \
    "0CATAMOUNT 0 ERRORS FOUND
$(cc 0)
0CATAMOUNT 0 ERRORS FOUND
$(cc 0)"

# --- NOSCRATCH and RECATALOG -------------------------------------------------
files=$(ls root/volumes/VOL001 | wc -l)
says "NOSCRATCH takes the entries alone" "  DELETE A.K NOSCRATCH PURGE" \
    "0IDC0550I ENTRY (D) A.X.DATA DELETED
0IDC0550I ENTRY (I) A.X.INDEX DELETED
0IDC0550I ENTRY (G) A.X DELETED
0IDC0550I ENTRY (D) A.K.D DELETED
0IDC0550I ENTRY (I) A.K.I DELETED
0IDC0550I ENTRY (C) A.K DELETED
$(cc 0)"
is "$(ls root/volumes/VOL001 | wc -l)" "$files" "the components stay"
echo '  DIAGNOSE INDATASET(UCAT.ONE)' >deck
is "$(body deck | sort)" "$( (
    for c in A.K.D:A.K A.K.I:A.K A.X.DATA:A.X A.X.INDEX:A.X; do
	echo "0CATAMOUNT COMPONENT ${c%:*} OF ${c#*:} ON VOL001 IS IN NO CATALOG"
    done
    echo "0CATAMOUNT 4 ERRORS FOUND"
    cc 8) | sort)" "DIAGNOSE tells each component"
says "INCLUDE looks at components in no catalog by name and by cluster" \
    "  DIAGNOSE INDATASET(UCAT.ONE) INCLUDE(ENTRIES(A.K.D))
  DIAGNOSE INDATASET(UCAT.ONE) INCLUDE(LEVEL(M))
  DIAGNOSE INDATASET(UCAT.ONE) EXCLUDE(ENTRIES(A.*))
  DIAGNOSE INDATASET(UCAT.ONE) EXCLUDE(ENTRIES(A.K A.X.DATA A.X.INDEX))" \
    "0CATAMOUNT COMPONENT A.K.D OF A.K ON VOL001 IS IN NO CATALOG
0CATAMOUNT 1 ERROR FOUND
$(cc 8)
0CATAMOUNT 0 ERRORS FOUND
$(cc 0)
0CATAMOUNT 0 ERRORS FOUND
$(cc 0)
0CATAMOUNT 0 ERRORS FOUND
$(cc 0)"
echo '  DIAGNOSE INDATASET(UCAT.ONE) ERRORLIMIT(1)' >deck
is "$(body deck | grep -c 'IS IN NO CATALOG')" 1 "ERRORLIMIT ends it"
says "an alternate index needs its base" \
    "  DEFINE AIX(NAME(A.X) RELATE(A.K) VOL(VOL001) RECATALOG)" \
    "0IDC3022I INVALID RELATED OBJECT
 IDC3009I ** VSAM CATALOG RETURN CODE IS 80 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** ITS BASE CLUSTER IS IN NO CATALOG
$failed"
says "names must be those of the components" \
    "  DEFINE CLUSTER(NAME(A.K) VOL(VOL001) RECATALOG) DATA(NAME(A.K.OTHER))" \
    "$(novvr)
 CATAMOUNT ** THE DATA COMPONENT IS A.K.D
$failed"
nok "what failed left nothing behind" "$idcams" -e 'LISTCAT LEVEL(A.K)'
says "one command brings a cluster back (pain A11), in any organization's words" \
    "  DEFINE CLUSTER(NAME(A.K) VOL(VOL001) RECATALOG)" "$(cc 0)"
says "and its alternate index" \
    "  DEFINE AIX(NAME(A.X) RELATE(A.K) VOL(VOL001) RECATALOG)" "$(cc 0)"
is "$(all UCAT.ONE)" "$ucat" "LISTCAT ALL says what it said before"
says "it is there once" "  DEFINE CLUSTER(NAME(A.K) VOL(VOL001) RECATALOG)" \
    "$(novvr)
 CATAMOUNT ** NO VOLUME HAS A COMPONENT OF IT THAT IS IN NO CATALOG
$failed"
says "a path is defined as ever" \
    "  DEFINE PATH(NAME(A.P) PATHENTRY(A.X) RECATALOG)" "$(cc 0)"
echo '  REPRO INDATASET(A.P) OUTFILE(OUT)' >deck
run 0 "the path leads to the records" "$idcams" \
    --dd "OUT=path:$work/out.txt,text" deck
is "$(sort out.txt)" "$(cat in.txt)" "all of them"
echo '  EXAMINE NAME(A.K) ITEST DTEST' >deck
run 0 "EXAMINE finds no fault" "$idcams" deck
cat >deck <<'END'
  DELETE A.P PATH
  DELETE A.PS NOSCRATCH
  DEFINE NONVSAM(NAME(A.PS) DEVT(3390) VOL(VOL001) RECATALOG)
  REPRO INDATASET(A.PS) OUTFILE(OUT)
END
run 0 "a sequential data set too" "$idcams" \
    --dd "OUT=path:$work/out.txt,text" deck
same out.txt in.txt "with its records"
is "$(all UCAT.ONE)" "$ucat" "LISTCAT ALL says what it said before"

# --- VVR, NVR ----------------------------------------------------------------
cat >deck <<'END'
  DELETE (A.L A.PS) NOSCRATCH
END
run 0 "two are uncatalogued" "$idcams" deck
says "TEST says what VVR would take" "  DELETE A.L.DATA VVR TEST" \
    "0CATAMOUNT TEST: ENTRY (D) A.L.DATA WOULD BE DELETED
$(cc 0)"
says "VVR and NVR take the component" "  DELETE A.L.DATA VVR
  DELETE A.PS NVR" \
    "0IDC0550I ENTRY (D) A.L.DATA DELETED
$(cc 0)
0IDC0550I ENTRY (A) A.PS DELETED
$(cc 0)"
says "not what a catalog has" "  DELETE A.K.D VVR" "$(novvr)
 IDC0551I ** ENTRY A.K.D NOT DELETED
$(cc 8)"
says "then it cannot come back" \
    "  DEFINE CLUSTER(NAME(A.L) VOL(VOL001) LINEAR RECATALOG)" "$(novvr)
 CATAMOUNT ** NO VOLUME HAS A COMPONENT OF IT THAT IS IN NO CATALOG
$failed"

# --- a lost entry's component, a foreign header --------------------------------
id=$(ls root/volumes/VOL001 | grep -v '\.' | head -1)
mv "root/volumes/VOL001/$id" kept
echo '  DIAGNOSE VVDS INDATASET(SYS1.VVDS.VVOL001)' >deck
like "$(body deck)" 'ENTRY [A-Z.]* HAS NO COMPONENT ON VOL001$' \
    "DIAGNOSE tells an entry without its component"
head -c 20 kept >"root/volumes/VOL001/$id"
like "$(body deck)" 'COMPONENT [A-Z.]* ON VOL001 IS DAMAGED$' \
    "and a damaged one"
mv kept "root/volumes/VOL001/$id"

# --- after a move --------------------------------------------------------------
cat >deck <<'END'
  DEFINE UCAT(NAME(UCAT.TWO) TRK(1 1) VOL(V1))
  REPRO MERGECAT INDATASET(UCAT.ONE) OUTDATASET(UCAT.TWO) ENTRIES(A.V)
  EXPORT UCAT.TWO DISCONNECT
END
run 0 "one moves to a catalog" "$idcams" deck
rm root/catalogs/UCAT.TWO.db*
run 4 "which is lost" "$idcams" --rebuild
is "$(sort out | paste -sd,)" "catalog UCAT.TWO,data set A.V,name A.V not: \
it is in UCAT.TWO, where no alias of its name leads" \
    "and comes back, out of reach, since A leads to another"
cat >deck <<'END'
  REPRO MERGECAT INDATASET(UCAT.TWO) OUTDATASET(UCAT.ONE)
  DELETE UCAT.TWO UCAT
END
run 0 "and back" "$idcams" deck

# --- everything lost -----------------------------------------------------------
ucat=$(all UCAT.ONE)
mv root/catalogs keep
rm root/recovery/*
nok "without a master there is no root" "$idcams" -e 'LISTCAT'
lost="all of catalog CATALOG.MASTER not: profiles, groups, user IDs, aliases, \
volumes' sizes and states are lost as far as no line says otherwise"
run 4 "--rebuild makes all catalogs again" "$idcams" --rebuild
is "$(sort out | paste -sd,)" "alias A,$lost,catalog CATALOG.MASTER,\
catalog UCAT.ONE,data set A.E,data set A.K,data set A.RNEW,data set A.V,\
data set A.X,data set M.K" "and tells what came back"
is "$(all UCAT.ONE)" "$ucat" "LISTCAT ALL of the user catalog is what it was"
echo '  REPRO INDATASET(M.K) OUTFILE(OUT)' >deck
run 0 "a data set of the master is read" "$idcams" \
    --dd "OUT=path:$work/out.txt,text" deck
same out.txt in.txt "whole"
run 0 "DIAGNOSE finds nothing" "$idcams" \
    -e 'DIAGNOSE INDATASET(CATALOG.MASTER)'
run 0 "a new data set gets free tracks" "$idcams" \
    -e 'DEFINE CLUSTER(NAME(M.N) TRK(1 1) LINEAR)'
echo '  LISTCAT LEVEL(*) ALL' >deck
is "$(for l in A M; do echo "  LISTCAT LEVEL($l) ALL"; done >deck
    body deck | grep -o "LOW-CCHH-----X'[0-9A-F]*'" | sort | uniq -d)" "" \
    "no two have the same"
run 0 "a second --rebuild has nothing to do" "$idcams" --rebuild
is "$(cat out)" "" "and does nothing"
rm root/catalogs/UCAT.ONE.db*
run 0 "a lost user catalog, its connector being there" "$idcams" --rebuild
is "$(all UCAT.ONE)" "$ucat" "comes back as well"
rm root/catalogs/CATALOG.MASTER.db* root/recovery/CATALOG.MASTER.cra
run 4 "a lost master, the user catalog being there" "$idcams" --rebuild
is "$(sort out | paste -sd,)" "alias A,$lost,catalog CATALOG.MASTER,\
catalog UCAT.ONE,data set M.K,data set M.N" "is made, the other connected"
is "$(all UCAT.ONE)" "$ucat" "with all that was in it"
# --- damaged -------------------------------------------------------------------
head -c 3000 /dev/zero | tr '\0' 'x' |
    dd of=root/catalogs/UCAT.ONE.db bs=1 seek=20 conv=notrunc 2>/dev/null
run 12 "a damaged catalog is not written over" "$idcams" --rebuild
is "$(cat out)" \
    "catalog UCAT.ONE not: the file is damaged: move it away first" "but told"
run 0 "DELETE RECOVERY takes it away" "$idcams" \
    -e 'DELETE UCAT.ONE UCAT RECOVERY'
run 0 "then it is made again" "$idcams" --rebuild
is "$(all UCAT.ONE)" "$ucat" "with all that was in it"
nok "--rebuild does no commands" "$idcams" --rebuild deck
nok "nor makes it a root" "$idcams" --root nowhere --rebuild
finish
