#!/bin/bash
# ALTER: whole SYSPRINTs of what it does and of what it refuses, and what LISTCAT
# says behind it. Which word goes with which entry is SC23-6846's table, the
# texts are MVS 3.8's, the second lines those of listings of z/OS.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

# lists TITLE ENTRY PATTERN WANTED: pieces of its LISTCAT ALL
lists() {
	is "$("$idcams" -e "LISTCAT ENT($2) ALL" 2>err | grep -oE -- "$3")" \
	    "$4" "$1"
}
done_() { # NAME: altered
	echo "0IDC0531I ENTRY $1 ALTERED
$(cc 0)"
}
not() { # NAME
	echo " IDC0532I ** ENTRY $1 NOT ALTERED
$failed"
}
misfit() { # KEYWORD NAME
	echo "0IDC3190I '$1' PARAMETER INVALID WITH ENTRY TYPE
$(not "$2")"
}

cat >deck <<'END'
  DEFINE CLUSTER(NAME(T.K) CYL(1 1) KEYS(8 0) RECSZ(100 200))
  DEFINE CLUSTER(NAME(T.D) TRK(1 1))
  DEFINE AIX(NAME(T.X) RELATE(T.K) KEYS(4 10) TRK(1 1))
  DEFINE PATH(NAME(T.P) PATHENTRY(T.X))
  DEFINE NONVSAM(NAME(T.NV) DEVICETYPES(3390) VOLUMES(VOL001))
END
run 0 "entries are there" "$idcams" deck

# --- attributes of components -------------------------------------------------
says "words of a data component" "  ALTER T.K.DATA FREESPACE(20 10) -
    SHAREOPTIONS(2 4) ERASE WRITECHECK INHIBIT -
    BUFFERSPACE(100000) EXCEPTIONEXIT(MYEXIT)" \
    "$(done_ T.K.DATA)"
lists "they are listed" T.K \
    'FREESPACE-%C[IA]-+[0-9]+|SHROPTNS.[^ ]*|ERASE|WRITECHECK|INH-UPDATE|BUFSPACE-+100000|EXCPEXIT-+MYEXIT' \
    "BUFSPACE----------100000
EXCPEXIT----------MYEXIT
SHROPTNS(2,4)
ERASE
WRITECHECK
INH-UPDATE
FREESPACE-%CI---------20
FREESPACE-%CA---------10
SHROPTNS(1,3)
ERASE
FREESPACE-%CI----------0
FREESPACE-%CA----------0"
says "and taken back" "  ALTER T.K.DATA FSPC(0 0) SHR(1) NERAS NWCK UNINH -
    NULLIFY(EEXT)" "$(done_ T.K.DATA)"
lists "with what was there before" T.K.DATA \
    'SHROPTNS.[^ ]*|NOERASE|NOWRITECHK|INH-UPDATE|EXCPEXIT-+[^ ]*' \
    "EXCPEXIT----------(NULL)
SHROPTNS(1,4)
NOERASE
NOWRITECHK"
says "less than two control intervals and one of the index" \
    "  ALTER T.K.DATA BUFFERSPACE(20000)" "0IDC3032I BUFFERSPACE TOO SMALL
 IDC3009I ** VSAM CATALOG RETURN CODE IS 208 - REASON CODE IS IGG0CLEX-0
$(not T.K.DATA)"
for word in 'FREESPACE(1 1)' 'SHAREOPTIONS(3 3)' 'BUFFERSPACE(50000)' ERASE \
    INHIBIT WRITECHECK 'ADDVOLUMES(*)' 'REMOVEVOLUMES(*)' 'EXCEPTIONEXIT(X)'; do
	says "${word%%(*} is not the cluster's" "  ALTER T.K $word" \
	    "$(misfit "${word%%(*}" T.K)"
done
for word in UPGRADE NOUPDATE UNIQUEKEY 'LIMIT(3)' ROLLIN 'BUFND(3)'; do
	says "${word%%(*} is not a component's" "  ALTER T.K.DATA $word" \
	    "$(misfit "${word%%(*}" T.K.DATA)"
done
says "free space is not the index's" "  ALTER T.K.INDEX FREESPACE(1 1)" \
    "$(misfit FREESPACE T.K.INDEX)"

# --- of whole entries -----------------------------------------------------------
says "words of a cluster" "  ALTER T.K OWNER(JOHN) TO(2030001) LOG(UNDO) -
    BWO(TYPECICS) MANAGEMENTCLASS(MC1) STORAGECLASS(SC1)" "$(done_ T.K)"
lists "they are listed too" T.K \
    '(OWNER|EXPIRATION|BWO|LOG |STORAGECLASS |MANAGEMENTCLASS)-+[^ ]*[A-Z1-9][^ ]*' \
    "OWNER-------JOHN
EXPIRATION------2030.001
STORAGECLASS --------SC1
MANAGEMENTCLASS------MC1
BWO-------------TYPECICS
LOG ------------------UNDO
LOG ------------(NULL)
OWNER-----(NULL)
OWNER-----(NULL)"
says "and nullified" "  ALTER T.K NULLIFY(OWNER RETENTION LOG BWO MGMTCLAS)" \
    "$(done_ T.K)"
lists "nothing is left of them" T.K \
    '(OWNER|EXPIRATION|BWO|LOG |MANAGEMENTCLASS)-+[^ ]*[A-Z1-9][^ ]*' \
    "OWNER-----(NULL)
MANAGEMENTCLASS---(NULL)
BWO---------------(NULL)
LOG ----------------(NULL)
LOG ------------(NULL)
OWNER-----(NULL)
OWNER-----(NULL)"
says "more words of a cluster" "  ALTER T.K ACCOUNT('DEPT 12') RLSQUIESCE -
    NORECLAIMCA LOGREPLICATE" "$(done_ T.K)"
lists "that are listed where z/OS lists them" T.K \
    '(ACCOUNT-INFO|QUIESCED |CA-RECLAIM|LOGREPLICATE)-+(.YES|.NO|DEPT)' \
    "CA-RECLAIM----------(NO
QUIESCED ------(YES
LOGREPLICATE------------(YES
ACCOUNT-INFO----------------------------------DEPT"
says "and taken back again" "  ALTER T.K RLSENABLE RECLAIMCA NOLOGREPLICATE" \
    "$(done_ T.K)"
lists "as they were" T.K '(QUIESCED |CA-RECLAIM|LOGREPLICATE)-+(.YES|.NO)' \
    "CA-RECLAIM---------(YES
QUIESCED -------(NO
LOGREPLICATE-------------(NO"
says "a line end is no part of a word" "  ALTER T.K ACCOUNT(X'C10AC2')" \
    "$(done_ T.K)"
says "a date from today on" "  ALTER T.NV FOR(122)" "$(done_ T.NV)"
lists "the year has 365 days" T.NV 'EXPIRATION-+[0-9.]*' \
    "EXPIRATION------2023.001"
says "an alternate index is not upgraded any more" "  ALTER T.X NOUPGRADE" \
    "$(done_ T.X)"
says "a path without its upgrade set" "  ALTER T.P NOUPDATE" "$(done_ T.P)"
lists "both are listed" T.P '^ *NOUP[A-Z]*' "       NOUPDATE"
says "keys of an alternate index" "  ALTER T.X.DATA UNIQUEKEY" \
    "$(done_ T.X.DATA)"
says "or of its data" "  ALTER T.X NUNQK
  ALTER T.X UNIQUEKEY" "$(done_ T.X)
$(done_ T.X)"
lists "are unique now" T.X.DATA '[A-Z]*UNIQ[A-Z]*KEY' "UNIQUEKEY"
says "an alias or a missing entry" "  ALTER T.NONE OWNER(X)" \
    "0IDC3012I ENTRY T.NONE NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
$(not T.NONE)"

# --- KEYS and RECORDSIZE --------------------------------------------------------
says "what was chosen at DEFINE stays" "  ALTER T.K KEYS(9 0)" \
    "0IDC3545I KEYS AND/OR RECORDSIZE VALUES CANNOT BE ALTERED
$(not T.K)"
says "the same values are a warning" "  ALTER T.K KEYS(8 0) RECSZ(100 200)" \
    "0IDC1544I KEYS AND/OR RECORDSIZE VALUES EQUAL TO PRIOR NON-DEFAULT VALUES
0IDC0531I ENTRY T.K ALTERED
$(cc 4)"
says "the defaults again, too" "  ALTER T.D KEYS(64 0)" \
    "0IDC1543I NEW KEYS AND/OR RECORDSIZE VALUES EQUAL TO PRIOR DEFAULT VALUES
0IDC0531I ENTRY T.D ALTERED
$(cc 4)"
says "a key outside of the record" "  ALTER T.D KEYS(8 4082)" \
    "0IDC3546I NEW KEY VALUES CONFLICT WITH RECORDSIZE
$(not T.D)"
says "a record that no control interval holds" "  ALTER T.D RECSZ(80 30000)" \
    "0IDC3540I KEYS/RECORDSIZE VALUES CONFLICT WITH CONTROL INTERVAL SIZE
$(not T.D)"
says "an index has no keys of its own" "  ALTER T.D.INDEX KEYS(8 0)" \
    "0IDC3547I ENTRY TYPE IS INVALID WITH KEYS/RECORDSIZE PARAMETER
$(not T.D.INDEX)"
says "defaults of an empty set" "  ALTER T.D KEYS(3 2) RECORDSIZE(10 20)" \
    "$(done_ T.D)"
printf '..K1 one\n..K2 two\n' >in.txt
in=(--dd "IN=path:$work/in.txt,recfm=V,lrecl=80,text")
says "records go by the new key" "  REPRO INFILE(IN) OUTDATASET(T.D)
  PRINT INDATASET(T.D) CHARACTER FROMKEY('K2 ')" \
    "0IDC0005I NUMBER OF RECORDS PROCESSED WAS 2
$(cc 0)
-LISTING OF DATA SET -T.D
 KEY OF RECORD - K2
 ..K2 ...
0IDC0005I NUMBER OF RECORDS PROCESSED WAS 1
$(cc 0)" "${in[@]}"
says "no more once it has some" "  ALTER T.D RECSZ(5 6)" \
    "0IDC3545I KEYS AND/OR RECORDSIZE VALUES CANNOT BE ALTERED
$(not T.D)"

# --- NEWNAME ---------------------------------------------------------------------
says "a name that is there" "  ALTER T.K NEWNAME(T.D)" \
    "0IDC3013I DUPLICATE DATA SET NAME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38
$(not T.K)"
says "a base has another name" "  ALTER T.K NEWNAME(N.K)" "$(done_ T.K)"
says "its components, by a generic name" "  ALTER T.K.* NEWNAME(N.K.*)" \
    "0IDC0531I ENTRY T.K.DATA ALTERED
0IDC0531I ENTRY T.K.INDEX ALTERED
$(cc 0)"
lists "associations go along" N.K '(DATA|INDEX|AIX)-+[A-Z.]*$|^CLUSTER -+ .*' \
    "CLUSTER ------- N.K
DATA-----N.K.DATA
INDEX----N.K.INDEX
AIX------T.X"
says "asterisks in one name alone" "  ALTER N.K.* NEWNAME(N.L)" \
    "0IDC3536I INVALID USE OF * WITH THE NEWNAME PARAMETER
$(not 'N.K.*')"
says "a generic name that takes nothing" "  ALTER Q.* OWNER(X)" \
    "0IDC3012I ENTRY Q.* NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
$(not 'Q.*')"
says "words that nothing fits" "  ALTER N.K.* LIMIT(3)" \
    "$(misfit LIMIT N.K.DATA)"

# --- catalogs ---------------------------------------------------------------------
cat >deck <<'END'
  DEFINE UCAT(NAME(UC.ONE) CYL(1) VOLUME(VOL001))
  DEFINE ALIAS(NAME(U) RELATE(UC.ONE))
  DEFINE CLUSTER(NAME(U.K) TRK(1 1))
  DEFINE GDG(NAME(U.G) LIMIT(5))
  DEFINE NONVSAM(NAME(U.G.G0001V00) DEVICETYPES(3390) -
    VOLUMES(VOL001))
END
run 0 "a user catalog has entries" "$idcams" deck
says "a name of another catalog" "  ALTER U.K NEWNAME(V.K)" \
    "0IDC3022I INVALID RELATED OBJECT
 IDC3009I ** VSAM CATALOG RETURN CODE IS 80 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** THE NAME BELONGS TO CATALOG.MASTER, THE ENTRY IS IN UC.ONE
$(not U.K)"
says "one of its own" "  ALTER U.K NEWNAME(U.L) CATALOG(UC.ONE)
  ALTER U.K.DATA FREESPACE(5 5)" "$(done_ U.K)
$(done_ U.K.DATA)"
lists "is there" U.L 'IN-CAT --- [A-Z.]*|FREESPACE-%CI-+5' "IN-CAT --- UC.ONE
IN-CAT --- UC.ONE
FREESPACE-%CI----------5
IN-CAT --- UC.ONE"
says "an entry that CATALOG does not have" \
    "  ALTER U.L OWNER(X) CATALOG(CATALOG.MASTER)" \
    "0IDC3012I ENTRY U.L NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
$(not U.L)"
says "aliases are not altered" "  ALTER U OWNER(X)" \
    "0IDC3019I INVALID ENTRY TYPE FOR REQUESTED ACTION
 IDC3009I ** VSAM CATALOG RETURN CODE IS 60 - REASON CODE IS IGG0CLEX-0
$(not U)"
says "a group with generations keeps its name" "  ALTER U.G NEWNAME(U.H)" \
    "0IDC3014I CATALOG ERROR
 IDC3009I ** VSAM CATALOG RETURN CODE IS 152 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** IT HAS GENERATIONS
$(not U.G)"
says "a generation leaves it by a name" "  ALTER U.G.G0001V00 NEWNAME(U.OLD)
  ALTER U.G NEWNAME(U.H)
  ALTER U.OLD NEWNAME(U.H.G0003V00)" "$(done_ U.G.G0001V00)
$(done_ U.G)
0IDC0531I ENTRY U.OLD ALTERED
 CATAMOUNT ** U.H.G0003V00 IS DEFERRED: ALTER ROLLIN PUTS IT IN ITS GROUP
0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0"
lists "and is another's, deferred until it is rolled in" U.H.G0003V00 \
    'STATUS-+[A-Z]*' "STATUS----------DEFERRED"
says "ROLLIN" "  ALTER U.H.G0003V00 ROLLIN" "$(done_ U.H.G0003V00)"
lists "makes it active" U.H.G0003V00 'STATUS-+[A-Z]*|GDG-+U.H' \
    "STATUS------------ACTIVE
GDG------U.H"

# --- volumes ---------------------------------------------------------------------
says "candidates are added" "  ALTER N.K.DATA ADDVOLUMES(* *)" \
    "0IDC0526I ALTERED ALLOCATION STATUS FOR VOLUME * IS 0
0IDC0526I ALTERED ALLOCATION STATUS FOR VOLUME * IS 0
$(done_ N.K.DATA)"
lists "they are listed as such" N.K.DATA 'VOLFLAG-+[A-Z]*' \
    "VOLFLAG------------PRIME
VOLFLAG--------CANDIDATE
VOLFLAG--------CANDIDATE"
says "what has space of it stays" "  ALTER N.K.DATA REMOVEVOLUMES(VOL001)" \
    "0IDC3014I CATALOG ERROR
 CATAMOUNT ** IT HAS SPACE ON VOLUME VOL001
$(not N.K.DATA)"
says "an entry without space has no candidates" "  ALTER T.NV AVOL(*)" \
    "$(misfit ADDVOLUMES T.NV)"

# A data set that has outgrown its volume goes on where ALTER lets it: 45 tracks
# on a volume of 4 cylinders, 270 records of 200 bytes on a track.
export CATAMOUNT_ROOT=$work/small
"$idcams" -e LISTCAT >out 2>&1
sed -i 's/^pool=.*/pool=VOLA VOLB/; s/^cylinders=.*/cylinders=4/' \
    small/catamount.conf
awk 'BEGIN { for (i = 0; i < 20000; i++)
	printf "%08d%192s", i, "the rest of record " i }' >in.bin
in="--dd IN=path:$work/in.bin,recfm=fb,lrecl=200"
"$idcams" -e 'DEFINE CLUSTER(NAME(A.E) NONINDEXED TRK(10 5) RECSZ(200 200))' \
    $in -e 'REPRO INFILE(IN) OUTDATASET(A.E)' >out 2>err
is "$?" 12 "a volume of 45 tracks is full"
"$idcams" -e 'ALTER A.E.DATA ADDVOLUMES(*)' $in \
    -e 'REPRO INFILE(IN) OUTDATASET(A.E) COUNT(10000)' >out 2>err
is "$?" 0 "with another candidate there is room"
is "$("$idcams" -e 'LISTCAT ENT(A.E) ALL' | grep -o 'VOLSER.*VOL[AB]' |
    grep -o VOL.$ | tr '\n' ' ')" "VOLA VOLB " "on both volumes"
"$idcams" -e 'DELETE A.E' >out 2>err
"$idcams" $in --dd 'O=A.PS,new,recfm=fb,lrecl=200,space=trk(10,10)' \
    -e 'REPRO INFILE(IN) OUTFILE(O) COUNT(9000)' >out 2>err
"$idcams" $in --dd 'O=A.PS,mod' -e 'REPRO INFILE(IN) OUTFILE(O) COUNT(9000)' \
    >out 2>err
is "$?" 12 "a sequential data set has outgrown its volume"
"$idcams" -e 'ALTER A.PS ADDVOLUMES(*)' >out 2>err
"$idcams" $in --dd 'O=A.PS,mod' -e 'REPRO INFILE(IN) OUTFILE(O) COUNT(9000)' \
    >out 2>err
is "$?" 0 "it goes on on another"
finish
