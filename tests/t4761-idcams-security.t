#!/bin/bash
# What the commands of IDCAMS print and answer when a profile refuses them.
# Catalog commands: return code 56, IDC3018I and IDC3009I (MVS 3.8's table of
# catalog return codes); opens of clusters: error code 152 (SC23-6855); ICH408I:
# z/OS Security Server RACF Messages and Codes. What each command needs:
# SC23-6846, "Required RACF Authorization Tables".
. "$(dirname "$0")/support/tap.sh"

printf '%-80.80s\n' alpha bravo carol >records
setup='define cluster(name(pay.ksds) keys(4 0) recordsize(80 80) tracks(1 1))
repro infile(in) outdataset(pay.ksds)
define alternateindex(name(pay.aix) relate(pay.ksds) keys(4 4) recordsize(80 80) tracks(1 1) reuse)
bldindex indataset(pay.ksds) outdataset(pay.aix)
define path(name(pay.path) pathentry(pay.aix))
define nonvsam(name(pay.plain) volumes(vol001) devicetypes(3390))
define cluster(name(open.ksds) keys(4 0) recordsize(80 80) tracks(1 1))
repro infile(in) outdataset(open.ksds)
define usercatalog(name(pay.cat) cylinders(1 1) volume(vol001))
define nonvsam(name(open.plain) volumes(vol001) devicetypes(3390))'
mapfile -t commands <<<"$setup"
is "$("$idcams" --dd "in=path:$PWD/records,text,recfm=fb,lrecl=80" \
    --dd "ps=pay.ps,new,recfm=fb,lrecl=80" \
    "${commands[@]/#/-e}" >listing 2>&1; echo $?)" 0 "the data sets are there"

cat >>"$CATAMOUNT_ROOT/catamount.conf" <<'END'
security=on
protectall=off
END
profile=$build/bin/dsprofile
ok "a profile" "$profile" add 'pay.**'
ok "that lets BERT read" "$profile" permit 'pay.**' bert read
ok "CARL write" "$profile" permit 'pay.**' carl update
ok "and DORA all" "$profile" permit 'pay.**' dora alter

# run USER COMMAND: its code in rc; SYSPRINT in out, standard error in err.
run() {
	CATAMOUNT_USER=$1 "$idcams" --no-pages \
	    --dd "in=path:$PWD/records,text,recfm=fb,lrecl=80" \
	    --dd "port=path:$PWD/port,recfm=vbs,lrecl=32000" -e "$2" >out 2>err
	rc=$?
}
messages() { grep -oE '^(IDC|CATAMOUNT).*' out | grep -v IDC0002I; }

catalog56=$(printf '%s\n' "IDC3018I SECURITY VERIFICATION FAILED" \
    "IDC3009I ** VSAM CATALOG RETURN CODE IS 56 - REASON CODE IS IGG0CLEX-6")

run ANNA 'delete pay.plain'
is "$(messages)" "$catalog56
CATAMOUNT ** USER ANNA HAS NONE BY PAY.** AND NEEDS ALTER
IDC0551I ** ENTRY PAY.PLAIN NOT DELETED
IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 8" "DELETE"
is "$(cat err)" "ICH408I USER(ANNA    ) GROUP(        ) NAME(                    )
ICH408I   PAY.PLAIN CL(DATASET ) VOL(VOL001)
ICH408I   INSUFFICIENT ACCESS AUTHORITY
ICH408I   FROM PAY.** (G)
ICH408I   ACCESS INTENT(ALTER  )  ACCESS ALLOWED(NONE   )" "and ICH408I"

# Each of these gives 56; the column is the highest level with which it fails.
while IFS='|' read -r user command; do
	run "$user" "$command"
	ok "$user: $command" grep -q "RETURN CODE IS 56 " out
	ok "which is no success" test $rc -ge 4
done <<'END'
CARL|delete pay.ksds
CARL|delete pay.path
CARL|delete pay.aix
CARL|delete pay.ksds.data
CARL|delete pay.cat usercatalog
CARL|alter pay.ksds freespace(10 10)
CARL|alter pay.ksds.data freespace(10 10)
CARL|alter pay.plain newname(carl.plain)
CARL|alter open.plain newname(pay.other)
CARL|define nonvsam(name(pay.new) volumes(vol001) devicetypes(3390))
CARL|define cluster(name(pay.new) keys(4 0) recordsize(80 80) tracks(1 1))
CARL|define path(name(carl.path) pathentry(pay.ksds))
CARL|define alternateindex(name(carl.aix) relate(pay.ksds) keys(4 4) recordsize(80 80) tracks(1 1))
CARL|define alias(name(carl.alias) relate(pay.plain))
CARL|define gdg(name(pay.gdg) limit(3))
CARL|define usercatalog(name(pay.cat2) cylinders(1 1) volume(vol001))
CARL|export pay.cat disconnect
ANNA|listcat entries(pay.ksds)
END
ok "nothing has changed" test -z "$("$profile" list pay.new 2>/dev/null | grep PAY.NEW)"

# An open of a cluster: 152; the records of others stay.
while IFS='|' read -r user command; do
	run "$user" "$command"
	ok "$user: $command" grep -q "VSAM OPEN RETURN CODE IS 152" out
	ok "which is no success" test $rc -ge 8
done <<'END'
ANNA|print indataset(pay.ksds)
ANNA|print indataset(pay.ksds.data)
ANNA|print indataset(pay.path)
BERT|repro infile(in) outdataset(pay.ksds) replace
BERT|repro indataset(open.ksds) outdataset(pay.ksds) replace
CARL|verify dataset(pay.ksds)
CARL|examine name(pay.ksds)
BERT|bldindex indataset(pay.ksds) outdataset(pay.aix)
END
run ANNA 'print indataset(pay.ps)'
is "$(messages | head -3)" "IDC3300I  ERROR OPENING PAY.PS
IDC3312I ** SYSTEM UNABLE TO OPEN
CATAMOUNT ** USER ANNA HAS NONE BY PAY.** AND NEEDS READ" \
    "a sequential one is not opened"

# With the level that is needed.
while IFS='|' read -r user command; do
	run "$user" "$command"
	ok "$user may: $command" test $rc -le 4
done <<'END'
BERT|print indataset(pay.ksds)
BERT|listcat entries(pay.ksds) all
CARL|repro infile(in) outdataset(pay.ksds) replace
CARL|bldindex indataset(pay.ksds) outdataset(pay.aix)
DORA|verify dataset(pay.ksds)
DORA|examine name(pay.ksds)
DORA|alter pay.ksds.data freespace(10 10)
DORA|export pay.ksds outfile(port) temporary
DORA|define nonvsam(name(pay.new) volumes(vol001) devicetypes(3390))
ANNA|define nonvsam(name(anna.new) volumes(vol001) devicetypes(3390))
ANNA|delete anna.new
ANNA|print indataset(open.ksds)
END

# Listings: what may not be read is left out, and counted.
run ANNA 'listcat level(pay)'
is "$rc $(grep -c '^[A-Z].*PAY\.' out)" "0 0" "LISTCAT shows nothing of it"
is "$(grep -o 'SUPPRESSED WAS.*' out)" "SUPPRESSED WAS 11" \
    "cluster and alternate index of three, path, three non-VSAM, catalog"
run BERT 'listcat level(pay)'
is "$(grep -o 'SUPPRESSED WAS.*' out)" "SUPPRESSED WAS 0" "BERT sees all"
run ANNA 'delete pay.** mask'
ok "a mask finds nothing" test $rc -ne 0
run DORA 'listcat entries(pay.ksds pay.plain)'
is "$rc" 0 "they are there"

# RACF(YES): a profile of the very name.
ok "a discrete profile" "$profile" add pay.ksds uacc=read
run ANNA 'listcat entries(pay.ksds) all'
is "$(grep -o 'RACF-*(.*)' out | sort | uniq -c | tr -s ' ')" \
    " 3 RACF---------------(YES)" "its cluster and components have RACF(YES)"
run DORA 'listcat entries(pay.aix) all'
is "$(grep -o 'RACF-*(.*)' out | sort -u)" "RACF----------------(NO)" \
    "what a generic one protects has not"
CATAMOUNT_USER=ANNA "$idcams" --format json -e 'listcat entries(pay.ksds) all' \
    -e 'listcat level(pay)' >json 2>/dev/null
is "$(jq -r 'select(.kind == "CLUSTER") | .racf' json | head -1)" true \
    "in JSON as well"
is "$(jq -r 'select(.type == "counts") | .suppressed' json | tr '\n' ' ')" \
    "0 8 " "and how many were kept back"

CATAMOUNT_USER=ANNA "$idcams" --format json -e 'delete pay.plain' \
    -e 'verify dataset(pay.aix)' >json 2>/dev/null
is "$(jq -r 'select(.type == "note") | .text' json)" \
    "user ANNA has NONE by PAY.** and needs ALTER
user ANNA has NONE by PAY.** and needs CONTROL" "and why"

# NEWNAME to a name whose profile is there already: 114, IDC3034I.
ok "another" "$profile" add pay.taken
ok "which lets DORA in" "$profile" permit pay.taken dora alter
ok "and the first one too" "$profile" permit pay.ksds dora alter
run DORA 'alter pay.ksds newname(pay.taken)'
is "$(messages | head -2)" \
    "IDC3034I COMMAND FAILED DUE TO DUPLICATE RACF PROFILE
IDC3009I ** VSAM CATALOG RETURN CODE IS 114 - REASON CODE IS IGG0CLEX-0" \
    "two profiles of one name"
run DORA 'alter pay.ksds newname(pay.moved)'
is $rc 0 "a name without one"
is "$("$profile" list pay.moved | sed -n '2s/ .*//p')" PAY.MOVED \
    "has the profile from then on"
run DORA 'delete pay.moved'
is $rc 0 "deleted"
is "$("$profile" list pay.moved | sed -n '2s/ .*//p')" "PAY.**" \
    "it has none any more"

# Whoever is not the root's owner is himself.
is "$(CATAMOUNT_USER='NOT-AN-ID' "$idcams" -e 'listcat entries(pay.plain)' \
    2>/dev/null | grep -c 'PAY.PLAIN$')" 0 "a user ID that is none is nobody's"
finish
