#!/bin/bash
# What was in the master before its name got an alias is found: the master is
# searched behind the catalog that the name leads to. SC23-6846, "Catalog Search
# Order for DELETE" and "for LISTCAT"; JCL, "Identification through catalog".
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"
dsn=$build/bin/dsn

k="KEYS(4 0) RECSZ(20 20) TRK(1 1)"
yes 'a record' | head -3 >recs
echo 'another' >other
printf '  %s\n' "DEFINE CLUSTER(NAME(MY.K1) $k)" \
    "DEFINE AIX(NAME(MY.X) RELATE(MY.K1) TRK(1 1) KEYS(3 3))" \
    "DEFINE PATH(NAME(MY.P) PATHENTRY(MY.X))" \
    "DEFINE GDG(NAME(MY.G) LIMIT(3))" >deck
run 0 "a cluster with its alternate index and path, a group" "$idcams" deck
"$dsn" put --new recfm=fb,lrecl=80 recs my.ps
"$dsn" put --new recfm=fb,lrecl=80 recs 'my.g(+1)'
"$dsn" mkdir my.lib
"$dsn" put recs 'my.lib(m)'
printf '  %s\n' "DEFINE UCAT(NAME(UCAT.MY) TRK(1 1) VOL(VOL001))" \
    "DEFINE ALIAS(NAME(MY) RELATE(UCAT.MY))" >deck
run 0 "an alias then leads their names to another catalog" "$idcams" deck

"$idcams" --no-pages -e 'LISTCAT ENT(MY.K1 MY.PS MY.G MY.P MY.X.DATA)' >out
is "$? $(grep -c 'IN-CAT --- CATALOG.MASTER' out)" "0 8" \
    "LISTCAT ENTRIES finds them, components and generation too"
is "$("$dsn" cat my.ps | cmp - recs; "$dsn" cat 'my.g(0)' | cmp - recs
    "$dsn" cat 'my.lib(m)' | cmp - recs)" "" \
    "they are opened: sequential, by relative number, a member"
# 100: the alternate index is not built yet
run 4 "REPRO and PRINT through cluster and path" "$idcams" \
    --dd "IN=path:$work/other,recfm=F,lrecl=20,text" \
    -e 'REPRO INFILE(IN) ODS(MY.K1)' -e 'PRINT IDS(MY.K1)' \
    -e 'BLDINDEX IDS(MY.K1) ODS(MY.X)' -e 'PRINT IDS(MY.P)' \
    -e 'VERIFY DATASET(MY.K1)' -e 'EXAMINE NAME(MY.K1)'
run 0 "ALTER" "$idcams" -e 'ALTER MY.K1 OWNER(ME)' -e 'ALTER MY.K1.DATA ERASE'
run 0 "a member is added, content replaced" "$dsn" put other 'my.lib(n)'
run 0 "a data set's content too" "$dsn" put other my.ps
is "$("$dsn" cat my.ps)" another "which is read then"

# what is new is where its name leads, and comes first
"$dsn" put --new recfm=fb,lrecl=80 recs my.new
like "$("$idcams" --no-pages -e 'LISTCAT ENT(MY.NEW)')" 'IN-CAT --- UCAT.MY' \
    "a new data set is where the alias leads"
"$idcams" -e "DEFINE NONVSAM(NAME(MY.TWO) DEVT(3390) VOL(V1)) CATALOG(UCAT.MY)" \
    -e "DEFINE NONVSAM(NAME(MY.TWO) DEVT(3390) VOL(V2)) CATALOG(CATALOG.MASTER)" \
    >/dev/null
"$idcams" --no-pages -e 'LISTCAT ENT(MY.TWO)' >out
is "$(grep -c IN-CAT out) $(grep -c 'UCAT.MY' out)" "1 1" \
    "of a name in both the alias's catalog has the one that is found"
"$idcams" --no-pages -e 'LISTCAT ENT(MY.K1) CATALOG(UCAT.MY)' >out
is "$?" 4 "CATALOG is searched alone"

run 0 "DELETE, each" "$idcams" -e 'DELETE MY.P' -e 'DELETE MY.X' \
    -e 'DELETE MY.K1' -e 'DELETE MY.PS' -e 'DELETE MY.G GDG FORCE' \
    -e 'DELETE MY.LIB' -e 'DELETE MY.TWO NSCR' -e 'DELETE MY.TWO NSCR'
"$idcams" --no-pages -e 'LISTCAT LEVEL(MY)' >out
is "$(grep -c IN-CAT out)" 1 "MY.NEW alone is left"
run 1 "and the check finds no fault" \
    bash -c "\"$build/bin/dsvol\" check | grep -v 'nothing is wrong'"
finish
