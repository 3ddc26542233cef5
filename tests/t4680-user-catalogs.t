#!/bin/bash
# User catalogs and aliases by command: DEFINE, LISTCAT, DELETE, EXPORT
# DISCONNECT, IMPORT CONNECT. Columns and texts are those of the facts of
# LISTCAT and of the messages (idcams.md 2.13, 4.3); lines that begin with
# CATAMOUNT are our own.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

body_drop=(-e '^   [A-Z]' -e '^[0 -]$' -e '^0IDC0002I')
notfound() {
	echo "0IDC3012I ENTRY $1 NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42"
}
# names PATTERN: entries and their catalogs, as LISTCAT has them.
names() {
	echo "  LISTCAT $1" >deck
	body deck | sed '/THE NUMBER OF ENTRIES/,$d' |
	    sed -n 's/^0\([A-Z]*\) -* \(.*\)$/\1 \2/p
		s/^ *IN-CAT --- \(.*\)$/in \1/p' | paste -sd' '
}

# --- DEFINE ------------------------------------------------------------------
says "a user catalog is defined, as data and index" \
    "  DEFINE UCAT(NAME(UCAT.ONE) TRK(100 10) VOL(V1) FOR(9999))" \
    "0IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0
0IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOL001 IS 0
 IDC0181I STORAGECLASS USED IS STANDARD
$(cc 0)"
says "MASTERCATALOG defines a user catalog; DATA may have the space" \
    "  DEF MCAT(NAME(UCAT.TWO) VOL(V1)) DATA(CYL(3 1))" \
    "0IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0
0IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOL001 IS 0
 IDC0181I STORAGECLASS USED IS STANDARD
$(cc 0)"
says "its name is there once" "  DEFINE UCAT(NAME(UCAT.ONE) TRK(1 1) VOL(V1))" \
    "0IDC3013I DUPLICATE DATA SET NAME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38
 CATAMOUNT ** THE CATALOG EXISTS
$failed"
says "the master is not defined again" \
    "  DEFINE UCAT(NAME(CATALOG.MASTER) TRK(1 1) VOL(V1))" \
    "0IDC3013I DUPLICATE DATA SET NAME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38
 CATAMOUNT ** IT IS THE MASTER CATALOG
$failed"
says "without space and model there is none" "  DEFINE UCAT(NAME(UCAT.NO))" \
    "0IDC3505I INCORRECT SPECIFICATION OF SPACE ALLOCATION
$failed"
says "a model gives space and volume" \
    "  DEFINE UCAT(NAME(UCAT.THREE) MODEL(UCAT.ONE))" \
    "0IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0
0IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOL001 IS 0
 IDC0181I STORAGECLASS USED IS STANDARD
$(cc 0)"
says "an alias of a catalog" "  DEFINE ALIAS(NAME(PROD) RELATE(UCAT.ONE))" \
    "$(cc 0)"
says "an alias of two qualifiers" \
    "  DEFINE ALIAS(NAME(PROD.PAY) RELATE(UCAT.TWO))" "$(cc 0)"
cat >deck <<'END'
  DEFINE CLUSTER(NAME(PROD.A) TRK(1 1))
  DEFINE CLUSTER(NAME(PROD.PAY.A) TRK(1 1))
  DEF CAT(UCAT.ONE) NONVSAM(NAME(PROD.NV) DEVT(3390) VOL(VOL001))
  DEF NONVSAM(NAME(OTHER.NV) DEVT(3390) VOL(VOL001)) CATALOG(UCAT.TWO)
END
run 0 "names are routed, CATALOG before and behind the object" "$idcams" deck
is "$(names 'LEVEL(PROD) CLUSTER')" \
    "CLUSTER PROD.A in UCAT.ONE CLUSTER PROD.PAY.A in UCAT.TWO" \
    "the longest alias that matches says where a name is"
is "$(names 'ENT(OTHER.NV) CATALOG(UCAT.TWO)')" \
    "NONVSAM OTHER.NV in UCAT.TWO" "CATALOG overrides the search order"
says "an alias of a non-VSAM data set" \
    "  DEFINE ALIAS(NAME(PROD.AL) RELATE(PROD.NV))" "$(cc 0)"
says "an alias has a name of its own" \
    "  DEFINE ALIAS(NAME(PROD.AL) RELATE(PROD.NV))" \
    "0IDC3013I DUPLICATE DATA SET NAME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38
$failed"
says "what it stands for must be there" \
    "  DEFINE ALIAS(NAME(PROD.AX) RELATE(PROD.NO))" \
    "$(notfound PROD.NO)
$failed"
says "a cluster has no aliases" \
    "  DEFINE ALIAS(NAME(PROD.AX) RELATE(PROD.A))" \
    "0IDC3022I INVALID RELATED OBJECT
 IDC3009I ** VSAM CATALOG RETURN CODE IS 80 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** AN ALIAS IS OF A NON-VSAM DATA SET, A GROUP OR A USER CATALOG
$failed"
says "an alias of an alias is none" \
    "  DEFINE ALIAS(NAME(PROD.AX) RELATE(PROD.AL))" \
    "0IDC3022I INVALID RELATED OBJECT
 IDC3009I ** VSAM CATALOG RETURN CODE IS 80 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** AN ALIAS IS OF A NON-VSAM DATA SET, A GROUP OR A USER CATALOG
$failed"
says "an alias that would not be found is not defined" \
    "  DEFINE ALIAS(NAME(MINE.AL) RELATE(PROD.NV))" \
    "0IDC3022I INVALID RELATED OBJECT
 IDC3009I ** VSAM CATALOG RETURN CODE IS 80 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** IT IS IN UCAT.ONE, BUT THE ALIAS WOULD BE SOUGHT IN CATALOG.MASTER
$failed"

# --- LISTCAT -----------------------------------------------------------------
echo '  LISTCAT ENT(UCAT.ONE PROD PROD.AL) ALL' >deck
is "$(body deck | sed '/THE NUMBER OF ENTRIES/,$d')" \
    "0USERCATALOG --- UCAT.ONE
      IN-CAT --- CATALOG.MASTER
      HISTORY
        RELEASE----------------2
      VOLUMES
        VOLSER------------VOL001     DEVTYPE------X'3010200F'     VOLFLAG------------PRIME
      ASSOCIATIONS
        ALIAS----PROD
0ALIAS --------- PROD
      IN-CAT --- CATALOG.MASTER
      HISTORY
        RELEASE----------------2
      ASSOCIATIONS
        USERCAT--UCAT.ONE
0ALIAS --------- PROD.AL
      IN-CAT --- UCAT.ONE
      HISTORY
        RELEASE----------------2
      ASSOCIATIONS
        NONVSAM--PROD.NV" "LISTCAT ALL of a catalog and of aliases"
is "$(names 'USERCATALOG')" "USERCATALOG UCAT.ONE in CATALOG.MASTER \
USERCATALOG UCAT.THREE in CATALOG.MASTER \
USERCATALOG UCAT.TWO in CATALOG.MASTER" "LISTCAT USERCATALOG lists connectors"
is "$(names 'ALIAS')" "ALIAS PROD in CATALOG.MASTER ALIAS PROD.PAY in CATALOG.MASTER" \
    "LISTCAT ALIAS lists those of the master"

# --- DELETE ------------------------------------------------------------------
says "an unexpired catalog stays" "  DELETE UCAT.ONE UCAT" \
    "0IDC3023I UNEXPIRED PURGE DATE
 IDC3009I ** VSAM CATALOG RETURN CODE IS 84 - REASON CODE IS IGG0CLEX-6
 IDC0551I ** ENTRY UCAT.ONE NOT DELETED
$(cc 8)"
says "a catalog with entries stays" "  DELETE UCAT.ONE UCAT PURGE" \
    "0IDC3014I CATALOG ERROR
 IDC3009I ** VSAM CATALOG RETURN CODE IS 152 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** THE CATALOG HAS ENTRIES: PROD.A
 IDC0551I ** ENTRY UCAT.ONE NOT DELETED
$(cc 8)"
says "without its type it is not deleted" "  DELETE UCAT.THREE" \
    "0IDC3019I INVALID ENTRY TYPE FOR REQUESTED ACTION
 IDC3009I ** VSAM CATALOG RETURN CODE IS 60 - REASON CODE IS IGG0CLEX-0
 IDC0551I ** ENTRY UCAT.THREE NOT DELETED
$(cc 8)"
says "an empty one goes, PURGE as its model expires never" \
    "  DELETE UCAT.THREE UCAT PURGE" \
    "0IDC0550I ENTRY (U) UCAT.THREE DELETED
$(cc 0)"
ok "its file goes with it" test ! -e root/catalogs/UCAT.THREE.db
says "DELETE ALIAS takes the alias alone" "  DELETE PROD.AL ALIAS" \
    "0IDC0550I ENTRY (X) PROD.AL DELETED
$(cc 0)"
cat >deck <<'END'
  DEFINE ALIAS(NAME(PROD.AL) RELATE(PROD.NV))
  DEFINE ALIAS(NAME(PROD.AM) RELATE(PROD.NV))
END
run 0 "aliases again" "$idcams" deck
says "a data set goes with its aliases" "  DELETE PROD.NV NOSCRATCH" \
    "0IDC0550I ENTRY (X) PROD.AL DELETED
0IDC0550I ENTRY (X) PROD.AM DELETED
0IDC0550I ENTRY (A) PROD.NV DELETED
$(cc 0)"

# --- DISCONNECT and CONNECT --------------------------------------------------
printf 'AA one\nBB two\n' >in.txt
echo '  REPRO INFILE(IN) OUTDATASET(PROD.PAY.E)' >load
echo '  DEFINE CLUSTER(NAME(PROD.PAY.E) TRK(1 1) RECSZ(6 20) NONINDEXED)' >deck
cat load >>deck
run 0 "a data set of a user catalog is loaded" "$idcams" \
    --dd "IN=path:$work/in.txt,recfm=V,lrecl=80,text" deck
says "a catalog is disconnected" "  EXPORT UCAT.TWO DISCONNECT" \
    "0IDC0622I  USERCATALOG UCAT.TWO DISCONNECTED
$(cc 0)"
says "it cannot be twice" "  EXPORT UCAT.TWO DISCONNECT" \
    "$(notfound UCAT.TWO)
$failed"
is "$(names 'ALIAS')" "ALIAS PROD in CATALOG.MASTER" "its aliases went with it"
says "what is in it is not found any more" "  DELETE PROD.PAY.E" \
    "$(notfound PROD.PAY.E)
 IDC0551I ** ENTRY PROD.PAY.E NOT DELETED
$(cc 8)"
says "a new catalog does not take its file" \
    "  DEFINE UCAT(NAME(UCAT.TWO) TRK(1 1) VOL(V1))" \
    "0IDC3013I DUPLICATE DATA SET NAME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38
 CATAMOUNT ** ITS FILE IS THERE, DISCONNECTED, WITH ENTRIES
$failed"
# Another root gets the file, and the volume of its data sets.
echo '  DEFINE CLUSTER(NAME(THEIR.A) TRK(1 1))' >deck
run 0 "another root, with a data set on the same tracks" \
    "$idcams" --root there deck
cp root/catalogs/UCAT.TWO.db there/catalogs/
con='  IMPORT CONNECT OBJECTS((UCAT.TWO DEVICETYPE(3390) VOLUME(VOL001)))'
cp -n root/volumes/VOL001/* there/volumes/VOL001/
says "a catalog is connected there" "$con" \
    "0IDC0603I CONNECT FOR USER CATALOG UCAT.TWO SUCCESSFUL
$(cc 0)" --root there
says "it cannot be twice" "$con" \
    "0IDC3013I DUPLICATE DATA SET NAME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38
 CATAMOUNT ** THE CATALOG EXISTS
0IDC3608I CONNECT FOR UCAT.TWO FAILED
$failed" --root there
cat >deck <<'END'
  DEFINE ALIAS(NAME(PROD.PAY) RELATE(UCAT.TWO))
  REPRO INDATASET(PROD.PAY.E) OUTFILE(OUT)
END
run 0 "its data set is read there" "$idcams" --root there \
    --dd "OUT=path:$work/out.txt,text" deck
same out.txt in.txt "with all that was in it"
# Tracks: 0-14 the label's, THEIR.A has 15 and 16, PROD.PAY.A and .E others.
echo '  LISTCAT ENT(THEIR.A.* PROD.PAY.*.*) ALL' >deck
is "$(body deck --root there | grep -o "LOW-CCHH-----X'[0-9A-F]*'" |
    sort -u | wc -l)" 5 "no two data sets have the same tracks there"
says "a catalog without a file is not connected" \
    "  IMPORT CONNECT OBJECTS((UCAT.NINE DEVT(3390) VOL(VOL001)))" \
    "0IDC3016I CATALOG IS NOT AVAILABLE
 IDC3009I ** VSAM CATALOG RETURN CODE IS 4 - REASON CODE IS IGG0CLEX-6
 CATAMOUNT ** ITS FILE IS NOT IN CATALOGS OF THIS ROOT
0IDC3608I CONNECT FOR UCAT.NINE FAILED
$failed"
says "a file of another catalog is not taken for it" \
    "  IMPORT CONNECT OBJECTS((UCAT.NINE DEVT(3390) VOL(VOL001)))" \
    "0IDC3016I CATALOG IS NOT AVAILABLE
 IDC3009I ** VSAM CATALOG RETURN CODE IS 4 - REASON CODE IS IGG0CLEX-6
 CATAMOUNT ** THE FILE HOLDS THE CATALOG 'UCAT.TWO', NOT UCAT.NINE
0IDC3608I CONNECT FOR UCAT.NINE FAILED
$failed" --root "$(cp root/catalogs/UCAT.TWO.db there/catalogs/UCAT.NINE.db
    echo there)"
says "RECONNECT is another way" "  DEFINE UCAT(NAME(UCAT.TWO) RECONNECT)" \
    "0IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0
0IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOL001 IS 0
 IDC0181I STORAGECLASS USED IS STANDARD
$(cc 0)"
is "$(names 'CATALOG(UCAT.TWO) CLUSTER')" \
    "CLUSTER PROD.PAY.A in UCAT.TWO CLUSTER PROD.PAY.E in UCAT.TWO" \
    "and all entries are in it"
mkdir -p third
rm -rf third
run 0 "a third root" "$idcams" --root third -e 'LISTCAT'
sed 's/VOL001/VOL777/g' root/catalogs/UCAT.TWO.db >third/catalogs/UCAT.TWO.db
says "a volume that is not here is told" "$con" \
    "0CATAMOUNT VOLUME VOL777 IS NOT IN THIS ROOT
0IDC0603I CONNECT FOR USER CATALOG UCAT.TWO SUCCESSFUL
$(cc 4)" --root third

# --- FORCE, RECOVERY ---------------------------------------------------------
says "TEST says what FORCE would take" "  DELETE UCAT.ONE UCAT PURGE FORCE TEST" \
    "0CATAMOUNT TEST: ENTRY (D) PROD.A.DATA WOULD BE DELETED
0CATAMOUNT TEST: ENTRY (I) PROD.A.INDEX WOULD BE DELETED
0CATAMOUNT TEST: ENTRY (C) PROD.A WOULD BE DELETED
0CATAMOUNT TEST: ENTRY (U) UCAT.ONE WOULD BE DELETED
$(cc 0)"
says "FORCE takes all that is in it" "  DELETE UCAT.ONE UCAT PURGE FORCE" \
    "0IDC0550I ENTRY (D) PROD.A.DATA DELETED
0IDC0550I ENTRY (I) PROD.A.INDEX DELETED
0IDC0550I ENTRY (C) PROD.A DELETED
0IDC0550I ENTRY (U) UCAT.ONE DELETED
$(cc 0)"
is "$(names 'ALIAS')" "" "and its aliases"
before=$(ls root/volumes/VOL001 | wc -l)
says "RECOVERY takes the catalog alone" "  DELETE UCAT.TWO UCAT RECOVERY" \
    "0IDC0550I ENTRY (U) UCAT.TWO DELETED
$(cc 0)"
is "$(ls root/volumes/VOL001 | wc -l)" "$before" "its data sets stay"
says "the master is never deleted" "  DELETE CATALOG.MASTER UCAT RECOVERY" \
    "$(notfound CATALOG.MASTER)
 CATAMOUNT ** CATALOG.MASTER IS A CATALOG: LISTCAT CATALOG LISTS, EXAMINE TESTS, DIAGNOSE COMPARES IT
 IDC0551I ** ENTRY CATALOG.MASTER NOT DELETED
$(cc 8)"

# --- DDs of catalogs ---------------------------------------------------------
says "STEPCAT and JOBCAT are taken, a catalog is not opened as a data set" \
    "  PRINT INFILE(STEPCAT)" \
    "0IDC3300I  ERROR OPENING UCAT.THREE
 IDC3351I ** VSAM OPEN RETURN CODE IS 188
 CATAMOUNT ** UCAT.THREE IS A CATALOG: LISTCAT CATALOG LISTS, EXAMINE TESTS, DIAGNOSE COMPARES IT
0IDC0005I NUMBER OF RECORDS PROCESSED WAS 0
$failed" \
    --dd STEPCAT="$("$idcams" -e \
    'DEFINE UCAT(NAME(UCAT.THREE) TRK(1 1) VOL(V1))' >/dev/null
    echo UCAT.THREE),shr" --dd JOBCAT=CATALOG.MASTER

# --- pain A15: a data set in use is found, and its catalog written -----------
"$idcams" -e 'DEFINE CLUSTER(NAME(USED.A) TRK(1 1) LINEAR)' >/dev/null
mkfifo pipe
"$idcams" --dd X=USED.A,old - <pipe >/dev/null 2>&1 &
pid=$!
exec 7>pipe
for ((i = 0; i < 100; i++)); do
	"$idcams" --who USED.A >who 2>&1
	grep -q EXC who && break
	sleep 0.1
done
is "$(names 'LEVEL(USED) CLUSTER')" "CLUSTER USED.A in CATALOG.MASTER" \
    "LISTCAT of what another job has with DISP=OLD waits for nobody"
run 0 "nor does a DEFINE beside it" "$idcams" \
    -e 'DEFINE CLUSTER(NAME(USED.B) TRK(1 1) LINEAR)'
exec 7>&-
wait $pid

# --- SYMBOLICRELATE: made a name when it is used ------------------------------
echo 'symbol=SYSVER V2R5' >>"$CATAMOUNT_ROOT/catamount.conf"
printf '%-80s\n' ONE TWO >two
"$idcams" -e "ALLOCATE DSN('S1.V2R5.LIB') NEW CATALOG TRACKS SPACE(1) RECFM(F B) LRECL(80)" >/dev/null
says "an alias by a text with a symbol" \
    "  DEFINE ALIAS(NAME(S1.LIB) SYMBOLICRELATE('S1.&SYSVER..LIB'))
  REPRO INFILE(I) OUTDATASET(S1.LIB)" \
    "$(cc 0)
0IDC0005I NUMBER OF RECORDS PROCESSED WAS 2
$(cc 0)" --dd I=path:two,text,recfm=fb,lrecl=80
echo "  LISTCAT ENTRIES(S1.LIB) ALL" >deck
is "$(body deck | sed -n '1,/RESOLVED/p')" \
    "0ALIAS --------- S1.LIB
      IN-CAT --- CATALOG.MASTER
      HISTORY
        RELEASE----------------2
      ASSOCIATIONS
        SYMBOLIC-S1.&SYSVER..LIB
        RESOLVED-S1.V2R5.LIB" "LISTCAT shows what that is now"
is "$("$idcams" --format json -e 'LISTCAT ENT(S1.LIB) ALL' |
    jq -r 'select(.type == "entry") | .symbolic + " " + .resolved')" \
    "S1.&SYSVER..LIB S1.V2R5.LIB" "JSON has both"
says "a symbol that is not defined stays, and is no name" \
    "  DEFINE ALIAS(NAME(S1.LAB) SYMBOLICRELATE('S1.&OTHER..LIB'))
  PRINT IDS(S1.LAB)" \
    "$(cc 0)
0IKJ56228I DATA SET S1.LAB NOT IN CATALOG OR CATALOG CAN NOT BE ACCESSED
0IDC0005I NUMBER OF RECORDS PROCESSED WAS 0
$failed"
for name in S1.RING "'S1.RING(0)'"; do
	says "aliases that lead in a circle lead nowhere: $name" \
	    "  DEFINE ALIAS(NAME(S1.ROUND) SYMBOLICRELATE('S1.RING'))
  DEFINE ALIAS(NAME(S1.RING) SYMBOLICRELATE('S1.ROUND'))
  PRINT IDS($name)
  DELETE (S1.ROUND S1.RING) ALIAS" \
	    "$(cc 0)
$(cc 0)
0IDC3300I  ERROR OPENING $(tr -d "'" <<<"$name")
 IDC3312I ** SYSTEM UNABLE TO OPEN
 CATAMOUNT ** ALIASES LEAD IN A CIRCLE
0IDC0005I NUMBER OF RECORDS PROCESSED WAS 0
$failed
0IDC0550I ENTRY (X) S1.ROUND DELETED
0IDC0550I ENTRY (X) S1.RING DELETED
$(cc 0)"
done

# --- pain A10 ----------------------------------------------------------------
{
	echo '  DEFINE UCAT(NAME(UCAT.MANY) TRK(1 1) VOL(V1))'
	for ((i = 0; i < 2000; i++)); do
		echo "  DEFINE ALIAS(NAME(A$i) RELATE(UCAT.MANY))"
	done
} >many
run 0 "a catalog has as many aliases as wanted" "$idcams" many
echo '  DEFINE NONVSAM(NAME(A1999.X) DEVT(3390) VOL(V1))' >deck
run 0 "the last of them routes" "$idcams" deck
is "$(names 'ENT(A1999.X)')" "NONVSAM A1999.X in UCAT.MANY" "to its catalog"
finish
