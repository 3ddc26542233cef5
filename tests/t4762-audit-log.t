#!/bin/bash
# audit.log: what is in it, what is not, and that it stands in nobody's way. The
# members are those of doc/formats/audit.md.
. "$(dirname "$0")/support/tap.sh"

profile=$build/bin/dsprofile
log=$CATAMOUNT_ROOT/audit.log
"$idcams" -e 'define nonvsam(name(pay.plain) volumes(vol001) devicetypes(3390))' \
    >/dev/null 2>&1
ok "no question, no log" test ! -e "$log"
ok "a profile that logs what is granted from UPDATE on" \
    "$profile" add 'pay.**' uacc=read audit=update
"$profile" permit 'pay.**' carl alter 2>/dev/null
echo security=on >>"$CATAMOUNT_ROOT/catamount.conf"
is "$(jq -r '[.user, .program, .name, .change, .outcome] | join(" ")' "$log" |
    cut -d' ' -f2-)" \
    "dsprofile PAY.** ADDSD OWNER($(jq -r .user "$log" | head -1)) UACC(READ) AUDIT(UPDATE) NOWARNING granted
dsprofile PAY.** PERMIT ID(CARL) ACCESS(ALTER) granted" \
    "changes of profiles are logged"
is "$(stat -c %a "$log")" 600 "for the owner of the root alone"

last() { tail -1 "$log" | jq -r '[.user, .name, .wanted, .allowed, .profile, .outcome] | join(" ")'; }
as() { CATAMOUNT_USER=$1 "$idcams" -e "$2" >out 2>err; }
n=$(wc -l <"$log")
as ANNA 'listcat entries(pay.plain)'
is "$(wc -l <"$log")" "$n" "READ that is granted is not"
as ANNA 'delete pay.plain'
is "$(last)" "ANNA PAY.PLAIN ALTER READ PAY.** denied" "what is refused is"
is "$(tail -1 "$log" | jq -r '[.uid, .program, .job] | map(tostring) | join(" ")')" \
    "$(id -u) idcams " "with the process's user and program"
ok "and the time, UTC" \
    grep -qE '^\{"time":"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"' "$log"
as CARL 'alter pay.plain owner(x)'
is "$(last)" "CARL PAY.PLAIN ALTER ALTER PAY.** granted" \
    "what is granted from AUDIT's level on is"
n=$(wc -l <"$log")
as ANNA 'listcat level(other)'
"$profile" add 'quiet.**' 2>/dev/null
"$idcams" -e 'define nonvsam(name(quiet.x) volumes(vol001) devicetypes(3390))' \
    >/dev/null
as ANNA 'listcat level(quiet)'
is "$(grep -o 'SUPPRESSED WAS.*' out)" "SUPPRESSED WAS 1" "an entry is kept back"
is "$(tail -n +$((n + 1)) "$log" | grep -c QUIET.X)" 0 "of which the log is silent"
ok "WARNING" "$profile" alter 'quiet.**' warning
as ANNA 'delete quiet.x'
is "$(last)" "ANNA QUIET.X ALTER NONE QUIET.** warning" "is logged, and granted"
is "$(grep -c '^ICH408I.*WARNING' err)" 1 "and printed"
ok "done" grep -q 'IDC0550I ENTRY (A) QUIET.X DELETED' out
CATAMOUNT_USER=ANNA "$profile" delete 'quiet.**' 2>/dev/null
is "$(tail -1 "$log" | jq -r '[.user, .name, .change, .outcome] | join(" ")')" \
    "ANNA QUIET.** DELDSD denied" "a change that is refused, too"
"$build/bin/dsprofile" check pay.plain alter anna >out
is "$(tail -1 "$log" | jq -r .change)" DELDSD "a check is not"

# Rotation: the file goes, the next line makes another.
mv "$log" "$log.1"
as ANNA 'delete pay.plain'
is "$(wc -l <"$log")" 1 "a log that was moved away begins anew"

# What cannot be written refuses nothing and grants nothing.
rm "$log" && mkdir "$log"
as ANNA 'delete pay.plain'
ok "refused without a log" grep -q 'CODE IS 56' out
as CARL 'delete pay.plain'
ok "granted without a log" grep -q 'IDC0550I' out
rmdir "$log"
ln -s "$PWD/elsewhere" "$log"
as ANNA 'define nonvsam(name(pay.x) volumes(vol001) devicetypes(3390))'
ok "a link is not followed" test ! -e elsewhere

# Lines of many processes do not mix.
rm "$log"
for i in 1 2 3 4 5 6 7 8; do
	CATAMOUNT_USER=ANNA "$idcams" -e 'define gdg(name(pay.g) limit(2))' \
	    -e 'define gdg(name(pay.h) limit(2))' -e 'delete pay.i' \
	    -e 'define gdg(name(pay.k) limit(2))' >/dev/null 2>&1 &
done
wait
is "$(jq -r .outcome "$log" | sort | uniq -c | tr -s ' ')" " 24 denied" \
    "eight processes, three refusals each"
finish
