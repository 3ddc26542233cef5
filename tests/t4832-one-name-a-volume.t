#!/bin/bash
# A volume has a name once, whatever catalogs say, and a component's name leads
# to its cluster's catalog. SC23-6846, "Generic Catalog Selection for DELETE and
# LISTCAT": a data or index name that does not point to the catalog of the
# cluster is an error. The texts behind CATAMOUNT are our own.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

k="KEYS(4 0) RECSZ(20 20) TRK(1 1)"
# refused TITLE COMMAND TEXT
refused() {
	"$idcams" --no-pages -e "$2" >out
	is "$? $(grep -c "$3" out)" "12 1" "$1"
}
printf '  %s\n' "DEFINE CLUSTER(NAME(MY.K1) $k)" \
    "DEFINE UCAT(NAME(UC) TRK(1 1) VOL(VOL001))" \
    "DEFINE ALIAS(NAME(MY) RELATE(UC))" >deck
run 0 "a cluster, and an alias that leads its name away" "$idcams" deck
refused "DEFINE of its name in the other catalog" "DEFINE CLUSTER(NAME(MY.K1) $k)" \
    'MY.K1.DATA OF CATALOG.MASTER IS ON VOL001'
like "$(cat out)" 'RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38' "is a duplicate"
refused "a data name that leads elsewhere" \
    "DEFINE CLUSTER(NAME(OT.K1) $k) DATA(NAME(MY.ZZ))" \
    'MY.ZZ LEADS TO UC, THE CLUSTER TO CATALOG.MASTER'
refused "an index name likewise" \
    "DEFINE CLUSTER(NAME(OT.K1) $k) INDEX(NAME(MY.ZZ))" 'MY.ZZ LEADS TO UC'
run 0 "CATALOG sends all of it there" "$idcams" \
    -e "DEFINE CLUSTER(NAME(OT.K1) $k) CATALOG(UC)"
refused "where the volume has it then" "DEFINE CLUSTER(NAME(OT.K1) $k)" \
    'OT.K1.DATA OF UC IS ON VOL001'
run 0 "another" "$idcams" -e "DEFINE CLUSTER(NAME(OT.K2) $k)"
refused "does not get that name by ALTER" \
    "ALTER OT.K2.DATA NEWNAME(OT.K1.DATA)" 'OT.K1.DATA OF UC IS ON VOL001'
is "$(ls root/volumes/VOL001 | grep -c '^[0-9a-f]\{32\}$')" 6 \
    "what was refused left no file: three clusters have two each"
"$build/bin/dsvol" check >out
is "$?" 0 "nor a track"
"$build/bin/dsvol" add VOL002 --cylinders 10 >/dev/null
sed -i 's/^pool=.*/pool=VOL002/' root/catamount.conf
run 0 "on another volume the name is free" "$idcams" \
    -e "DEFINE CLUSTER(NAME(OT.K1) $k)"
finish
