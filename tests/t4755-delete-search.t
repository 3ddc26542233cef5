#!/bin/bash
# DELETE of a generic name or a mask searches the catalogs that the book says
# (SC23-6846, "Catalog Search Order for DELETE"), takes no alias of a catalog
# along, and no user catalogs by FORCE; CATALOG is asked for user catalogs too.
. "$(dirname "$0")/support/tap.sh"

cmd() { # COMMAND: its messages to out; status is its code
	"$idcams" --no-pages -e "$1" >out 2>&1
}
would() { # the entries that DELETE TEST would delete
	cmd "DELETE $1 TEST"
	sed -n 's/.*TEST: ENTRY (\(.\)) \(.*\) WOULD BE.*/\1 \2/p' out | paste -sd,
}
nv() {
	echo "  DEFINE NONVSAM(NAME($1) DEVT(3390) VOL(V1))"
}
{
	echo '  DEFINE UCAT(NAME(UC.A) TRK(1) VOL(*))'
	echo '  DEFINE UCAT(NAME(UC.B) TRK(1) VOL(*))'
	echo '  DEFINE ALIAS(NAME(ABC) RELATE(UC.A))'
	echo '  DEFINE ALIAS(NAME(ABC.SUB) RELATE(UC.B))'
	nv ABC.X
	nv ABC.MAIN
	nv ABC.SUB.X
	nv M.X
	nv M.MAIN
	echo '  DEFINE ALIAS(NAME(M.AL) RELATE(M.X))'
	echo '  DEFINE CLUSTER(NAME(M.K) TRK(1) KEYS(4 0) RECSZ(9 9))'
	echo '  DEFINE PATH(NAME(M.P) PATHENTRY(M.K))'
	echo '  DEFINE AIX(NAME(M.I) RELATE(M.K) TRK(1) KEYS(2 4))'
	echo '  DEFINE GDG(NAME(M.G) LIMIT(2))'
	nv M.G.G0001V00
} >deck
"$idcams" deck >out 2>&1
is $? 0 "two user catalogs, the master, entries of all kinds"

# A first qualifier with a wildcard is the name of no catalog: the master alone.
is "$(would '*.MAIN MASK')" 'A M.MAIN' "*.MAIN MASK: of the master alone"
is "$(would '*.MAIN')" 'A M.MAIN' "*.MAIN: of the master alone"
is "$(would '%%%.** MASK')" '' "%%%.** MASK: nothing of another catalog"
like "$(cat out)" 'ENTRY %%%.\*\* NOT FOUND' "... none is found"
is "$(would '*.MAIN MASK CATALOG(UC.A)')" 'A ABC.MAIN' \
    "CATALOG names the one that is searched"
is "$(would '*.MAIN CATALOG(UC.A)')" 'A ABC.MAIN' "... without MASK too"
# A name there goes by its aliases, all that match ("Generic Catalog Selection").
is "$(would 'ABC.** MASK')" 'A ABC.MAIN,A ABC.X,A ABC.SUB.X' \
    "ABC.** MASK: of the catalogs that its aliases lead to"
is "$(would 'ABC.*')" 'A ABC.MAIN,A ABC.X' \
    "ABC.* leaves ABC.SUB alone, the alias of a catalog"
is "$(would 'ABC.* ALIAS')" 'X ABC.SUB' "... which ALIAS takes"
cmd 'DELETE **.X MASK TEST'
is $? 12 "** in front is refused"
like "$(cat out)" 'IDC3203I' "... by IDC3203I"

# "Using a MASK pattern for Objects other than CLUSTER, NONVSAM, and GDS".
# M.X is followed by its alias, M.K by all of its sphere.
would 'M.* MASK' >list
is "$(tr , '\n' <list | grep -c '^[GRB] ')" 2 \
    "a mask without a type: the sphere goes with its cluster (R, G), no group"
is "$(would 'M.I MASK')" '' "... an alternate index by itself does not"
is "$(would 'M.P MASK')" '' "... nor a path"
is "$(would 'M.AL MASK')" '' "... nor an alias"
is "$(would 'M.G MASK')" '' "... nor a group"
is "$(would 'M.G.* MASK')" 'H M.G.G0001V00' "... but a generation does"
is "$(would 'M.P MASK PATH')" 'R M.P' "a mask and a type take the type"

# What is found in a catalog is deleted there, whoever else has the name.
cmd "DEFINE NONVSAM(NAME(M.TWICE) DEVT(3390) VOL(V1)) CATALOG(UC.A)"
cmd "DELETE M.TWI* MASK CATALOG(UC.A)"
is $? 0 "a name that leads elsewhere, by a mask and CATALOG"

# "Deleting USERCATALOG objects": FORCE is not supported with a generic DELETE.
for name in 'UC.*' 'UC.** MASK' 'UC.A MASK'; do
	cmd "DELETE $name USERCATALOG FORCE"
	is $? 8 "DELETE $name USERCATALOG FORCE is refused"
	like "$(cat out)" 'FORCE OF USER CATALOGS TAKES NO GENERIC' "... why"
done
is "$(would 'UC.** MASK USERCATALOG RECOVERY')" 'U UC.A,U UC.B' \
    "RECOVERY is allowed"

# 4-6 and IDC3016I, as of all that names a catalog; 8-42 where it is not.
for c in 'DELETE UC.A USERCATALOG' 'DELETE UC.* USERCATALOG' \
    'DEFINE USERCATALOG(NAME(UC.C) TRK(1) VOL(*))' \
    'DEFINE MASTERCATALOG(NAME(UC.C) TRK(1) VOL(*))'; do
	cmd "$c CATALOG(NO.CAT)"
	like "$(cat out)" 'IDC3016I CATALOG IS NOT AVAILABLE' \
	    "$c of a catalog that is not there"
	like "$(cat out)" 'CODE IS 4 - REASON CODE IS IGG0CLEX-6' "... is 4-6"
done
cmd 'DELETE UC.A USERCATALOG RECOVERY CATALOG(UC.B)'
is $? 8 "a user catalog has no connector of another"
like "$(cat out)" 'ENTRY UC.A NOT FOUND' "... it is not found"
cmd 'DEFINE USERCATALOG(NAME(UC.C) TRK(1) VOL(*)) CATALOG(UC.B)'
is $? 12 "... and takes none"
like "$(cat out)" 'CONNECTORS OF CATALOGS ARE IN' "... which is told"
cmd 'DEFINE USERCATALOG(NAME(UC.C) TRK(1) VOL(*)) CATALOG(CATALOG.MASTER)'
is $? 0 "the master takes it"
cmd 'DELETE UC.C USERCATALOG CATALOG(CATALOG.MASTER)'
is $? 0 "... and gives it back"
finish
