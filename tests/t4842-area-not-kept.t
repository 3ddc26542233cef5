#!/bin/bash
# A recovery area that cannot be written: nothing fails by it, dsvol check and
# --rebuild say so, and it is there again when it can be. A file in place of the
# directory stands for what keeps it from being written.
. "$(dirname "$0")/support/tap.sh"

export CATAMOUNT_ROOT=$work/root
dsvol=$(dirname "$idcams")/dsvol
run 0 "a root" "$idcams" -e 'DEFINE NONVSAM(NAME(A.B) VOL(T1) DEVT(3480))'
rm -r root/recovery
echo >root/recovery
run 0 "a change where no area can be written" \
    "$idcams" -e 'DEFINE NONVSAM(NAME(A.C) VOL(T1) DEVT(3480))'
run 1 "is told by dsvol check" "$dsvol" check
like "$(cat out)" "no-area  CATALOG.MASTER: the catalog's recovery area is not" \
    "in a line"
run 1 "in JSON too" "$dsvol" check --format json
like "$(cat out)" '"kind": *"no-area"' "as a kind"
run 0 "it can be read" "$idcams" -e 'LISTCAT ENTRIES(A.B A.C)'
rm root/recovery
run 0 "where it can be written again it is" "$dsvol" check
rm -r root/catalogs
run 0 "and has all" "$idcams" --rebuild
run 0 "that was defined" "$idcams" -e 'LISTCAT ENTRIES(A.B A.C)'

# An older program's root has none until it is opened.
run 0 "with a user catalog" "$idcams" \
    -e 'DEFINE UCAT(NAME(UCAT.ONE) TRK(1 1) VOL(V1))'
rm -r root/recovery
run 0 "a root without the directory gets it" "$idcams" -e 'LISTCAT ENT(A.B)'
is "$(ls root/recovery | paste -sd,)" "CATALOG.MASTER.cra,UCAT.ONE.cra" \
    "with the area of each catalog, also of one that nobody asked for"
is "$(stat -c %a root/recovery root/recovery/C*.cra | paste -sd,)" \
    "$(stat -c %a root/catalogs root/catalogs/C*.db | paste -sd,)" \
    "with the modes of the catalogs"
finish
