#!/bin/bash
# What idcams --format json writes is what doc/formats/json.schema.json and
# doc/formats/json.md say, for every type of object; and each type and member of
# the schema is in the page.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"
command -v jq >/dev/null || skip_all "no jq"
python=
for p in python3 /usr/bin/python3; do
	"$p" -c 'import jsonschema' 2>/dev/null && python=$p && break
done
[ -n "$python" ] || skip_all "no jsonschema for python3"
schema=$top/doc/formats/json.schema.json

cat >valid.py <<'END'
import json, sys
import jsonschema

kind = jsonschema.validators.validator_for(json.load(open(sys.argv[1])))
schema = json.load(open(sys.argv[1]))
kind.check_schema(schema)
check = kind(schema)
bad = 0
for line in open(sys.argv[2], encoding="utf-8"):
    obj = json.loads(line)
    for e in check.iter_errors(obj):
        bad += 1
        print(obj.get("type"), list(e.absolute_path), e.message[:200])
sys.exit(bad > 0)
END
valid() { # TITLE: the objects of out keep to the schema
	ok "$1" "$python" valid.py "$schema" out
	cat out >>all
}
facts() { timeout 60 "$idcams" --format json "$@" >out 2>err </dev/null; }

seq -f '%08.0f row' 1 500 >rows
in="IN=path:$work/rows,text,recfm=fb,lrecl=20"
facts --dd "$in" -e 'define cluster(name(k.s) keys(8 0) recordsize(20 20) -
    tracks(5 5) freespace(10 10))' \
    -e 'define cluster(name(e.s) nonindexed recordsize(20 20) tracks(5 5))' \
    -e 'define cluster(name(r.s) numbered recordsize(20 20) tracks(5 5))' \
    -e 'define cluster(name(l.s) linear tracks(5 5))' \
    -e 'define aix(name(k.x) relate(k.s) keys(4 4) tracks(1 1) -
        nonuniquekey upgrade)' \
    -e 'define path(name(k.p) pathentry(k.x))' \
    -e 'define nonvsam(name(n.v) devicetypes(3390) volumes(abc123))' \
    -e 'define gdg(name(g.g) limit(3))' \
    -e 'repro infile(in) outdataset(k.s)' -e 'repro infile(in) outdataset(e.s)' \
    -e 'repro infile(in) outdataset(r.s)' -e 'bldindex ids(k.s) ods(k.x)'
# 4: the base is loaded before its alternate index is built (open code 100)
is $? 4 "data sets of every organization"
valid "DEFINE, REPRO, BLDINDEX"
for form in name history volume allocation all; do
	facts -e "listcat $form"
	valid "LISTCAT $form"
done
facts -e 'listcat entries(k.*, g.g) all' -e 'listcat level(none)' \
    -e 'listcat entries(no.such)'
valid "LISTCAT by name, of what is not there"
for set in K.S E.S R.S K.P K.X K.S.DATA K.S.INDEX; do
	facts -e "print indataset($set) count(2)" \
	    -e "print indataset($set) hex skip(1) count(1)"
	valid "PRINT of $set"
done
is "$(jq -c 'select(.type == "record" and .command == 1) | keys' out |
    sort -u)" '["command","hex","length","rba","text","type"]' \
    "index records have an RBA and no key"
facts -e 'examine name(k.s) datatest' -e 'verify dataset(k.s)' \
    -e 'delete no.such' -e 'frob' -e 'print' -e 'export' -e 'set maxcc=0'
valid "EXAMINE, errors"
printf ' LISTCAT /* \303\251 */ ENT(\n' >deck
facts deck
valid "a deck that ends in a command"
facts nosuch.ams
is "$? $(jq -rc .type out | tr '\n' ' ')" "16 run diagnostic done " \
    "a run that cannot begin is told as one"
valid "which keeps to the schema"
printf 'LISTCAT\n IF LASTCC = 0\n THEN\n DELETE a.b\n' >deck
facts --check deck
is "$? $(jq -rc .type out | sort -u | tr '\n' ' ')" "12 done finding run " \
    "--check has findings"
valid "which keep to the schema"
facts --who k.s
is "$? $(jq -rc .type out | tr '\n' ' ')" "0 run done " "--who of nobody"
# Row 300 as EBCDIC, in whichever set has it first.
row='\xF0\xF0\xF0\xF0\xF0\xF3\xF0\xF0\x40\x99'
f=$(LC_ALL=C grep -raPl "$row" root/volumes | head -n 1)
at=$(LC_ALL=C grep -aboP "$row" "$f" | head -n 1 | cut -d: -f1)
printf 'X' | dd of="$f" bs=1 seek="$at" conv=notrunc 2>/dev/null
for s in k.s e.s r.s; do
	facts -e "examine name($s) datatest"
	valid "EXAMINE of what may be damaged: $s"
done
ok "one of them was" grep -q '"type":"fault"' all

# --- a writer that was killed
facts --dd "$in" -e 'define cluster(name(w.s) nonindexed -
    recordsize(20 20) tracks(5 5))' -e 'repro infile(in) outdataset(w.s)'
is $? 0 "a set that is not damaged"
mkfifo pipe
"$idcams" --progress --dd "IN=path:$work/pipe,binary,recfm=fb,lrecl=20" \
    --dd "OUT=W.S,shr" -e 'repro infile(in) outfile(out)' >/dev/null 2>meter &
writer=$!
exec 9>pipe
for ((i = 0; i < 600; i++)); do # until it says that it has put some
	printf '%020d' $i >&9
	grep -aq REPRO meter && break
	sleep 0.05
done
kill -9 $writer
wait $writer 2>/dev/null
exec 9>&-
facts -e 'print indataset(w.s) count(1)'
is "$(jq -c 'select(.type == "improper") | [.name, .code, .redone > 0]' out)" \
    '["W.S",118,true]' "the next open says how it was found"
valid "which keeps to the schema"

# --- the listing: each label of it is a member; dashes and the like become _.
# Entry lines and what is `password`, `encryption` or an array are not looked for.
timeout 60 "$idcams" --format json --dd "SYSPRINT=path:$work/listing,text" \
    -e 'listcat entries(*.*) all' >out 2>err
jq -r '.. | objects | keys[]' out | sort -u >members
sed -nE 's/^.   ( .*)/\1/p' listing | sed -E 's/ {2,}/\n/g' |
    sed -nE 's/^([A-Z][A-Z0-9/% -]*[A-Z0-9])( ?-{2,}| -*[(]).*/\1/p' |
    sed -E 's/[-/ ]+%?/_/g' | tr A-Z a-z | sort -u >labels
like "$(wc -l <labels)" '^[5-9][0-9]$' "the listing has so many labels"
sed -E 's/^(freespace_c[ai])$/\1_percent/' labels | sort -u |
    comm -23 - members | grep -vxE 'in_cat|data|index|cluster|aix|path|nonvsam|protection_pswd|data_set_encryption' >lacks
is "$(tr '\n' ' ' <lacks)" "" "and each is a member"

# --- the page and the schema
jq -r '.["$defs"] | keys[]' "$schema" | while read -r t; do
	grep -q "\`$t\`" "$top/doc/formats/json.md" || echo "$t"
done >lacks
is "$(cat lacks)" "" "the page has every type of the schema"
jq -r '[.. | objects | .properties? // empty | keys[]] | unique[]' "$schema" |
    while read -r m; do
	grep -qwF -- "$m" "$top/doc/formats/json.md" || echo "$m"
done | grep -vxE 'type|aix|alias|cluster|data|gdg|nonvsam|pagespace|space|usercatalog|tapelibrary|tapevolume' >lacks
is "$(tr '\n' ' ' <lacks)" "" "and every member"
finish
