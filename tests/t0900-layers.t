#!/bin/bash
# The layers: no file includes what is not below it.
. "$(dirname "$0")/support/tap.sh"

ok "every include obeys the layers" "$top/tools/check-layers" "$top"

# The checker itself, over a tree of one file: what it is there to refuse.
refused() { # FILE TITLE, the file's text on standard input
	rm -rf tree
	mkdir -p "tree/${1%/*}"
	cat >"tree/$1"
	nok "$2" "$top/tools/check-layers" tree
}
taken() {
	rm -rf tree
	mkdir -p "tree/${1%/*}"
	cat >"tree/$1"
	ok "$2" "$top/tools/check-layers" tree
}

refused catalog/bcs.c "catalog may not include access-methods" <<<'#include "access-methods/vsam/ci.h"'
refused base/x.c "base may include no other folder" <<<'#include "parser/ams.h"'
refused parser/x.c "sqlite3.h belongs to catalog" <<<'#include <sqlite3.h>'
refused parser/x.c "white space hides nothing" <<<' #	include	<sqlite3.h>'
refused utilities/x.c "angle brackets are no way round" <<<'#include <catalog/catalog.h>'
refused services/x.c "nor for what is below: ours are in quotes" <<<'#include <catalog/catalog.h>'
refused services/dd.c "x_int.h is for its own folder" <<<'#include "catalog/cat_int.h"'
refused access-methods/vsam/x.c "that of a sister folder is another's" <<<'#include "access-methods/qsam/qsam_int.h"'
refused services/x.c "an include by macro is refused" <<<'#include CATALOG_HEADER'
refused services/x.c "a relative path is refused" <<<'#include "../catalog/cat_int.h"'
refused services/x.c "and one in the middle" <<<'#include "base/../parser/ams.h"'
refused services/x.c "and a name alone" <<<'#include "enq.h"'
refused server/x.c "a new folder has no layer yet" <<<'int x;'
refused tools/x.c "tools stand on base alone" <<<'#include "catalog/catalog.h"'
refused parser/x.y "grammars are looked at" <<<'#include "catalog/catalog.h"'
refused parser/x.l "scanners are looked at" <<<'#include "catalog/catalog.h"'
refused utilities/x.def "tables are looked at" <<<'#include "catalog/catalog.h"'
refused utilities/x.c "readline belongs to shell" <<<'#include <readline/readline.h>'
refused utilities/x.c "editline belongs to shell" <<<'#include <editline/readline.h>'
refused services/x.c "histedit.h belongs to shell" <<<'#include <histedit.h>'
refused services/x.c "RPC belongs to nfs" <<<'#include <rpc/rpc.h>'
refused services/x.c "by its other path too" <<<'#include <tirpc/rpc/rpc.h>'
refused services/x.c "cmocka belongs to tests" <<<'#include <cmocka.h>'

taken parser/x.c "base may be included" <<<'#include "base/status.h"'
taken catalog/x.c "catalog may include sqlite3.h" <<<'#include <sqlite3.h>'
taken access-methods/vsam/x.c "x_int.h holds for the folders below" <<<'#include "access-methods/am_int.h"'
taken tests/x.c "tests may look inside" <<<'#include "catalog/cat_int.h"'
taken parser/x.c "the system's headers are free" <<<'#include <sys/stat.h>'
taken "shell/a b.c" "a name may have a space" <<<'#include "base/status.h"'
taken build/x.c "what is generated is not looked at" <<<'#include <sqlite3.h>'
finish
