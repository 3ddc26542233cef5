#!/bin/bash
# What jclrun --format json writes keeps to doc/formats/job.schema.json: of all
# samples, of jobs with each kind of end, of the spool; and each member of the
# schema is in doc/formats/json.md.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
python=
for p in python3 /usr/bin/python3; do
	"$p" -c 'import jsonschema' 2>/dev/null && python=$p && break
done
[ -n "$python" ] || skip_all "no jsonschema for python3"
schema=$top/doc/formats/job.schema.json
samples=$top/jcl-samples

cat >valid.py <<'END'
import json, sys
import jsonschema

schema = json.load(open(sys.argv[1]))
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
check = kind(schema)
bad = 0
for line in open(sys.argv[2], encoding="utf-8"):
    obj = json.loads(line)
    for e in check.iter_errors(obj):
        bad += 1
        print(obj.get("id"), list(e.absolute_path), e.message[:200])
sys.exit(bad > 0)
END
cat >ends.jcl <<'E'
//ABENDS   JOB 1
//A        EXEC PGM=NONE
//B        EXEC PGM=IEFBR14
//JCLERR   JOB 1
//A        EXEC PGM=IEFBR14,XX=1
//NOTFOUND JOB 1
//A        EXEC PGM=IEFBR14
//X        DD DSN=NOT.THERE,DISP=SHR
//HELD     JOB 1,TYPRUN=HOLD
//A        EXEC PGM=IEFBR14
//SCANNED  JOB 1,TYPRUN=SCAN
//A        EXEC PGM=IEFBR14
E
"$jclrun" --format json --bind "SAMPLE.LOAD=$samples/load" \
    --bind "SAMPLE.JCL=$samples/jcl" \
    "$samples"/*.jcl ends.jcl >out 2>err
ok "the samples are jobs" test "$(wc -l <out)" -ge 20
ok "their objects keep to the schema" "$python" valid.py "$schema" out
"$jclrun" --format json list >spool
ok "so does what the spool has of them" "$python" valid.py "$schema" spool
is "$(sort out | sha256sum)" "$(sort spool | sha256sum)" "which is the same"
is "$(jq -r .state out | sort -u | paste -sd,)" \
    "abended,ended,held,jcl error,scanned" "each of these ends was among them"
for m in $(jq -r '[.. | .properties? // empty | keys[]] | unique[]' "$schema"); do
	[ "$m" = type ] || ok "$m is in json.md" grep -qw "$m" \
	    <(sed -n '/a job$/,$p' "$top/doc/formats/json.md")
done
finish
