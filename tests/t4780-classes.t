#!/bin/bash
# What classes of storage management do: pools and guaranteed space of storage
# classes, dates of management classes, attributes of data classes. Dates are
# counted by hand: the first of March 2026 is day 060.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2026-03-01T12:00:00
dsvol=$build/bin/dsvol
dsn=$build/bin/dsn

run() { # COMMAND...
	local c a=()

	for c; do a+=(-e "$c"); done
	"$idcams" "${a[@]}" >out 2>err
}
volume() { "$dsn" stat "$1" | sed -n 's/^volumes *//p'; }
# words of LISTCAT ALL of an entry, in their order: NAME-VALUE, one line
words() { # ENTRY WORD...
	local e=$1 w
	shift
	run "LISTCAT ENTRIES($e) ALL"
	for w; do
		grep -o "$w-*[A-Z0-9.]*" out | head -1 | sed 's/-\{2,\}/-/'
	done | tr '\n' ' '
}
expires() { words "$1" EXPIRATION | sed 's/EXPIRATION-//; s/ $//'; }
base="TRK(1 1) KEYS(4 0) RECORDSIZE(80 80)"

run "LISTCAT"
cat >>root/catamount.conf <<'END'
define-storclas=STANDARD
define-storclas=FAST,pool=(FST001 FST002)
define-storclas=NAMED,guaranteed
define-storclas=BOTH,pool=FST001 FST002,guaranteed
define-mgmtclas=MONTH,expire=30
define-mgmtclas=DATE,expire=2030/001
define-mgmtclas=LIMIT,limit=10
define-mgmtclas=NODATE,limit=0
define-mgmtclas=TWO,expire=50,limit=20
define-mgmtclas=GONE,rolloff=expire
define-mgmtclas=STAYS,rolloff=keep
define-dataclas=KS,space=trk(6,3),keys=(8,2),recordsize=(100,200),cisize=8192,freespace=(10,20),shareoptions=(2,3),volumes=3
define-dataclas=ES,recorg=es,space=cyl(2),keys=(8,2),freespace=(10,20)
define-dataclas=SEQ,recfm=FB,lrecl=80,space=trk(4,1),volumes=2
define-dataclas=BIG,addressable
END

# --- storage classes -------------------------------------------------------
run "DEFINE CLUSTER(NAME(A.FAST) $base STORAGECLASS(FAST))"
is "$?,$(volume A.FAST)" "0,FST001" "a class has a pool of its own, made when not there"
run "DEFINE CLUSTER(NAME(A.STD) $base)"
is "$(volume A.STD)" VOL001 "others go to the root's"
run "DEFINE CLUSTER(NAME(A.OTHER) $base STORAGECLASS(FAST) VOLUMES(VOL001))"
is "$(volume A.OTHER)" FST001 "whatever VOLUMES says"
run "DEFINE CLUSTER(NAME(A.N1) $base STORAGECLASS(NAMED) VOLUMES(FST002))"
is "$?,$(volume A.N1)" "0,FST002" "guaranteed space honours VOLUMES"
run "DEFINE CLUSTER(NAME(A.N2) $base STORAGECLASS(NAMED) VOLUMES(VOL001 FST001 *))"
is "$(volume A.N2)" "VOL001 FST001 *" "those behind the first are candidates"
run "DEFINE CLUSTER(NAME(A.N3) $base STORAGECLASS(NAMED) VOLUMES(*))"
is "$(volume A.N3)" VOL001 "an asterisk leaves the choice"
run "DEFINE CLUSTER(NAME(A.N4) $base STORAGECLASS(NAMED))"
is "$(volume A.N4)" VOL001 "so does nothing"
run "DEFINE CLUSTER(NAME(A.N5) $base STORAGECLASS(NAMED) VOLUMES(NOVOL1))"
is $? 12 "a volume that is not there"
like "$(cat out)" IDC3021I "is said to be none"
run "DEFINE CLUSTER(NAME(A.B1) $base STORAGECLASS(BOTH) VOLUMES(VOL001))"
is $? 12 "a volume that is not of the class"
like "$(cat out)" 'THE VOLUME IS NOT OF THE STORAGE CLASS BOTH' "is told"
run "LISTCAT ENTRIES(A.B1)"
is $? 4 "and nothing is made"
run "DEFINE CLUSTER(NAME(A.B2) $base STORAGECLASS(BOTH) VOLUMES(FST002))"
is "$(volume A.B2)" FST002 "one that is of it is taken"
run "DEFINE AIX(NAME(A.X) RELATE(A.FAST) TRK(1) KEYS(4 4) RECORDSIZE(30 60))"
is "$(volume A.X)" FST001 "an alternate index goes with its base"
"$dsn" mkdir --new 'recfm=FB,lrecl=80,storclas=fast,space=trk(1,1)' a.lib
is "$(volume A.LIB)" FST001 "a DD has a storage class, too"
run "LISTCAT ENTRIES(A.LIB) ALL"
like "$(cat out)" 'STORAGECLASS -*FAST' "which LISTCAT shows"
"$dsvol" remove FST002 2>err
is $? 12 "a volume of a class is not removed"
like "$(cat err)" 'in a pool' "and why is told"
run "DEFINE CLUSTER(NAME(A.K) TRK(1 1) KEYS(8 0) RECORDSIZE(80 80) STORAGECLASS(FAST) VOLUMES(* * *))"
# 15 tracks of it are left, most of them in use
"$dsvol" resize FST001 --cylinders 2
"$dsvol" resize FST002 --cylinders 4
yes record | head -12000 >many # 960 kB: 17 tracks of 57,344 bytes
"$dsn" put --new 'recfm=FB,lrecl=80,space=trk(5,1),storclas=FAST,vol=(A,*,*)' \
    many a.grown
is "$(volume A.GROWN)" "FST001 FST002 *" "what grows goes on in the class's pool"
ok "  its records are there" sh -c "'$dsn' cat a.grown | cmp - many"
seq -f '%08g' 9000 | sed 's/$/ and more of a record/' >keyed
"$dsn" put keyed a.k
is "$?,$(volume A.K.DATA)" "0,FST001 FST002 *" "so does a cluster"

# --- management classes ----------------------------------------------------
run "DEFINE CLUSTER(NAME(M.ONE) $base MANAGEMENTCLASS(MONTH))"
is "$(expires M.ONE)" 2026.090 "a class gives a date: 30 days from day 060"
run "DELETE M.ONE"
is $? 8 "it does not go before"
like "$(cat out)" IDC3023I "as one with a date of its own"
CATAMOUNT_CLOCK=2026-04-01T12:00:00 run "DELETE M.ONE"
is $? 0 "but then"
run "DEFINE CLUSTER(NAME(M.TWO) $base MANAGEMENTCLASS(MONTH) FOR(3))"
is "$(expires M.TWO)" 2026.063 "a date that is coded comes first"
run "DEFINE CLUSTER(NAME(M.DATE) $base MANAGEMENTCLASS(DATE))"
is "$(expires M.DATE)" 2030.001 "a date by itself"
run "DEFINE CLUSTER(NAME(M.L1) $base MANAGEMENTCLASS(LIMIT) FOR(100))"
is "$(expires M.L1)" 2026.070 "a limit cuts what is longer"
run "DEFINE CLUSTER(NAME(M.L2) $base MANAGEMENTCLASS(LIMIT) FOR(9999))"
is "$(expires M.L2)" 2026.070 "for ever is longer"
run "DEFINE CLUSTER(NAME(M.L3) $base MANAGEMENTCLASS(LIMIT) FOR(4))"
is "$(expires M.L3)" 2026.064 "what is shorter stays"
run "DEFINE CLUSTER(NAME(M.L4) $base MANAGEMENTCLASS(LIMIT))"
is "$(expires M.L4)" 0000.000 "and no date is none"
run "DEFINE CLUSTER(NAME(M.N) $base MANAGEMENTCLASS(NODATE) FOR(100))"
is "$(expires M.N)" 0000.000 "a limit of 0 takes no date"
run "DEFINE CLUSTER(NAME(M.B) $base MANAGEMENTCLASS(TWO))"
is "$(expires M.B)" 2026.080 "a class keeps to its own limit"
"$dsn" mkdir --new recfm=FB,lrecl=80,mgmtclas=month m.lib
is "$(expires M.LIB)" 2026.090 "a DD has a management class, too"
"$dsn" rm -r -f m.lib 2>err
is $? 1 "its data set does not go either"
run "DELETE M.TWO PURGE"
is $? 0 "PURGE deletes it"

# generations: NOSCRATCH keeps who leaves, SCRATCH deletes it
gen() { "$idcams" --dd "O=$1(+1),new,recfm=F,lrecl=80,space=trk(1),mgmtclas=$2" -e 'SET LASTCC = 0' >out 2>&1; }
left() { "$dsn" ls "$1" | grep -c '\.G0001V00$'; }
run "DEFINE GDG(NAME(G.NS) LIMIT(1) NOSCRATCH)" \
    "DEFINE GDG(NAME(G.S) LIMIT(1) SCRATCH)" \
    "DEFINE GDG(NAME(G.NX) LIMIT(1) NOSCRATCH)" \
    "DEFINE GDG(NAME(G.K) LIMIT(1) SCRATCH)"
for g in 'G.NS LIMIT' 'G.S LIMIT' 'G.NX GONE' 'G.K STAYS'; do
	gen $g
	gen $g
done
is "$(left G.NS)$(left G.S)" 10 "a class without a word leaves it to the group"
is "$(left G.NX)" 0 "rolloff=expire deletes who leaves a group with NOSCRATCH"
is "$(left G.K)" 1 "rolloff=keep keeps who leaves one with SCRATCH"
like "$(run 'LISTCAT ENTRIES(G.K.G0001V00) ALL'; cat out)" 'ROLLED-OFF' \
    "as rolled off"

# --- data classes ----------------------------------------------------------
run "DEFINE CLUSTER(NAME(D.KS) DATACLASS(KS))"
is $? 0 "a cluster by its data class alone"
is "$(words D.KS.DATA KEYLEN AVGLRECL CISIZE RKP MAXLRECL SPACE-PRI SPACE-SEC)" \
    "KEYLEN-8 AVGLRECL-100 CISIZE-8192 RKP-2 MAXLRECL-200 SPACE-PRI-6 SPACE-SEC-3 " \
    "has what the class says"
run "LISTCAT ENTRIES(D.KS.DATA) ALL"
like "$(cat out)" 'SHROPTNS.2,3.' "SHAREOPTIONS"
like "$(cat out)" 'FREESPACE-%CI-*10 ' "FREESPACE"
is "$(volume D.KS.DATA)" "VOL001 * *" "and a volume count"
run "LISTCAT ENTRIES(D.KS) ALL"
like "$(cat out)" 'DATACLASS ?-*KS' "LISTCAT shows the class"
run "DEFINE CLUSTER(NAME(D.SAYS) DATACLASS(KS) CYL(1 1) KEYS(4 0) RECORDSIZE(50 50) FREESPACE(0 0) SHAREOPTIONS(1 3)) DATA(CISZ(4096))"
is "$(words D.SAYS.DATA KEYLEN AVGLRECL CISIZE RKP MAXLRECL SPACE-PRI)" \
    "KEYLEN-4 AVGLRECL-50 CISIZE-4096 RKP-0 MAXLRECL-50 SPACE-PRI-1 " \
    "what is coded comes first"
run "DEFINE CLUSTER(NAME(D.LIKE) MODEL(D.SAYS) DATACLASS(KS))"
is "$(words D.LIKE.DATA KEYLEN MAXLRECL)" "KEYLEN-4 MAXLRECL-50 " \
    "a model comes before the class"
run "DEFINE CLUSTER(NAME(D.ES) DATACLASS(ES) RECORDSIZE(80 80))"
is "$("$dsn" stat D.ES | sed -n 's/^dsorg *//p'),$(words D.ES.DATA KEYLEN SPACE-PRI)" \
    "ESDS,KEYLEN-0 SPACE-PRI-2 " "an organization, and no words that it does not take"
run "DEFINE CLUSTER(NAME(D.RR) NUMBERED DATACLASS(ES) RECORDSIZE(80 80))"
is "$("$dsn" stat D.RR | sed -n 's/^dsorg *//p')" RRDS "one that is coded"
run "DEFINE AIX(NAME(D.X) RELATE(D.KS) DATACLASS(KS) KEYS(4 20) RECORDSIZE(50 90))"
is "$(words D.X.DATA KEYLEN MAXLRECL SPACE-PRI)" \
    "KEYLEN-4 MAXLRECL-90 SPACE-PRI-6 " "an alternate index takes its space"
"$idcams" --dd 'O=D.PS,new,dataclas=seq' -e 'LISTCAT ENTRIES(D.PS)' >out 2>&1
is "$?,$("$dsn" stat D.PS | grep -E '^(recfm|lrecl)' | tr -s ' ' | tr '\n' ' ')" \
    "0,recfm FB lrecl 80 " "a DD needs no more than a class"
# four tracks of 57,344 bytes
is "$("$dsn" stat D.PS | sed -n 's/^allocated *//p'),$(volume D.PS)" \
    "229376,VOL001 *" "space too"
"$idcams" --dd 'O=D.PS2,new,dataclas=big' -e 'LISTCAT' >out 2>&1
is $? 16 "but one that says nothing of records will not do"
run "DEFINE CLUSTER(NAME(D.NO) DATACLASS(BIG))"
is $? 12 "nor one without space"
like "$(cat out)" IDC3505I "for a cluster"

# --- shown -----------------------------------------------------------------
is "$("$dsvol" class | sed 's/ *$//' | grep -E 'FAST|BOTH|TWO|STAYS|SEQ|STANDARD')" \
    "storclas    STANDARD default
storclas    FAST             pool=(FST001 FST002)
storclas    BOTH             guaranteed pool=(FST001 FST002)
mgmtclas    TWO              expire=50 limit=20
mgmtclas    STAYS            rolloff=keep
dataclas    SEQ              space=trk(4,1) volumes=2 recfm=FB lrecl=80" \
    "dsvol class shows them"
is "$("$dsvol" class --format json | grep -c '"default":')" 15 "as objects too"

# --- refused ---------------------------------------------------------------
wrong() { # LINE
	cp root/catamount.conf conf
	echo "$1" >>root/catamount.conf
	run "LISTCAT"
	is "$?,$(grep -c "line $(wc -l <root/catamount.conf)" err)" 16,1 "$1"
	mv conf root/catamount.conf
}
for l in define-storclas=FAST define-storclas=NEW, define-storclas=NEW,fast \
    define-storclas=NEW,pool= 'define-storclas=NEW,pool=(V1 V1)' \
    define-storclas=NEW,pool=TOOLONG1 define-storclas=TOOLONGNAME \
    define-mgmtclas=NEW,expire=0 define-mgmtclas=NEW,expire=x \
    define-mgmtclas=NEW,expire=2030/367 define-mgmtclas=NEW,limit \
    define-mgmtclas=NEW,rolloff=never define-dataclas=NEW,space=trk \
    'define-dataclas=NEW,space=acre(1)' 'define-dataclas=NEW,space=trk(0)' \
    'define-dataclas=NEW,keys=8' 'define-dataclas=NEW,keys=(256,0)' \
    'define-dataclas=NEW,recordsize=(9,8)' define-dataclas=NEW,volumes=60 \
    define-dataclas=NEW,recfm=Q define-dataclas=NEW,recorg=zz \
    'define-dataclas=NEW,shareoptions=(5,3)' 'define-dataclas=NEW,keys=(1,2,3)' \
    define-dataclas=NEW=1; do
	wrong "$l"
done
sed -i 's/^sms=.*/sms=off/' root/catamount.conf
run "DEFINE CLUSTER(NAME(O.K) $base MANAGEMENTCLASS(MONTH) VOLUMES(VOL001))"
is "$?,$(expires O.K)" "0,0000.000" "without SMS a class does nothing"
finish
