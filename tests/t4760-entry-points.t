#!/bin/bash
# Each function of services that may be called from outside and is given an open
# root is in a table of t4022: with the access that it needs, or with the reason
# why it asks nobody. Who adds one without either is told here.
. "$(dirname "$0")/support/tap.sh"

[ -d "$top/services" ] || skip_all "no source here"

# Prototypes of headers that others may include, without comments. What of a
# job's temporary data sets is given their own handle is not the root's.
inside='_int\.h$|/(enq|ispf|rewrite|space|staged|stop|symbols)\.h$'
for h in $(ls "$top"/services/*.h | grep -vE "$inside"); do
	perl -0777 -ne 's{/\*.*?\*/}{}gs; s{^\s*#.*$}{}gm;
	    while (/\b(\w+)\s*\(([^;{}]*)\)\s*;/gs) {
		my ($name, $args) = ($1, $2);
		print "$name\n" if $args =~ /struct ds_system \*|struct ds_import \*im\b/
		    || $name =~ /^(ds_|dd_alloc)/ && $args =~ /struct dd_table \*/
		    || $name =~ /^ds_(rebuild|system_open)$/; }' "$h"
done | sort -u >headers
"$build/tests/t4022-security-matrix.t" --names >table
cut -f1 table | sort -u >listed

# Those of DDs and of an import under way that name no data set of their own.
cat >parts <<'END'
dd_alloc_instream
dd_alloc_sysout
ds_import_commit
ds_import_load
ds_import_object
END
ok "there are functions" test "$(wc -l <headers)" -gt 50
is "$(comm -23 headers <(sort listed parts))" "" \
    "each has its access in the table, or a reason"
is "$(comm -13 headers listed)" "" "and each of the table is in a header"
is "$(sort table | grep -P '\t$')" "" "each reason says something"
finish
