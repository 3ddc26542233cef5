#!/bin/bash
# Each job of jcl-samples/ that has an .expected beside it, in a root of its
# own: exit status, the outcome of each step, and lines that its lists hold in
# this order. The .expected files were written by hand from the rules that the
# job shows.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
export CATAMOUNT_CLOCK=2026-03-01T12:00:00
samples=$top/jcl-samples

# "STEP1 0000", "STEP1.COPY S806", "STEP2 FLUSH", "STEP3 -" of all jobs.
outcomes() {
	jq -r '.steps[] | .step + (if .procstep then "." + .procstep else "" end)
	    + " " + (if .state == "ended" then
	    (.code | tostring | "000" + . | .[-4:])
	    elif .state == "abended" then .abend
	    elif .state == "flushed" then "FLUSH"
	    elif .state == "not allocated" then "JCL" else "-" end)'
}
# The lines of a file occur in another one in this order; the first that does
# not is printed.
in_order() {
	awk 'NR == FNR { want[n++] = $0; next }
	    at < n && index($0, want[at]) { at++ }
	    END { if (at < n) print want[at] }' "$1" "$2"
}

for jcl in "$samples"/*.jcl; do
	name=$(basename "$jcl" .jcl)
	expected=$samples/$name.expected
	[ -f "$expected" ] || continue
	export CATAMOUNT_ROOT=$work/root-$name
	status=$(sed -n 's/^exit //p' "$expected")
	run "$status" "$name ends with $status" "$jclrun" \
	    --bind "SAMPLE.LOAD=$samples/load" \
	    --bind "SAMPLE.JCL=$samples/jcl" "$jcl"
	id=JOB00001
	"$jclrun" --format json show 1 >json
	is "$(outcomes <json)" "$(sed -n 's/^step //p' "$expected")" \
	    "$name: its steps"
	grep -v '^\(exit\|step\) ' "$expected" >lines
	is "$(in_order lines out)" "" "$name: its lists"
	rm -rf "$CATAMOUNT_ROOT"
done
ok "there are samples" test "$tap_n" -ge 30
for jcl in "$samples"/*.jcl; do
	ok "$(basename "$jcl") is in the index" \
	    grep -qF "\`$(basename "$jcl")\`" "$samples/README.md"
	is "$(awk 'length > 72' "$jcl")" "" "and its cards end by column 72"
done
finish
