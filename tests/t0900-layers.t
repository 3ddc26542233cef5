#!/bin/bash
# The layers: no file includes what is not below it.
. "$(dirname "$0")/support/tap.sh"

ok "every include obeys the layers" "$top/tools/check-layers" "$top"

# The checker itself: it refuses what it is there to refuse.
mkdir -p tree/catalog tree/parser
echo '#include "access-methods/vsam/ci.h"' >tree/catalog/bcs.c
nok "catalog may not include access-methods" "$top/tools/check-layers" tree
echo '#include <sqlite3.h>' >tree/parser/x.c
rm tree/catalog/bcs.c
nok "sqlite3.h belongs to catalog" "$top/tools/check-layers" tree
echo '#include "base/status.h"' >tree/parser/x.c
ok "base may be included" "$top/tools/check-layers" tree
finish
