#!/bin/bash
# Two users of the host in a shared root: who asks is the real user of the
# process, his ID and groups are his login's and the host's. As the superuser
# alone, who can be somebody else; login and group are nobody and nogroup.
. "$(dirname "$0")/support/tap.sh"

[ "$(id -u)" = 0 ] || skip_all "not the superuser"
command -v setpriv >/dev/null || skip_all "no setpriv"
[ "$(id -gn nobody 2>/dev/null)" = nogroup ] || skip_all "no nobody of nogroup"
chmod 755 "$work"
cp "$idcams" "$build/bin/dsprofile" "$build/bin/dsn" .
chmod 755 idcams dsprofile dsn
nobody() { setpriv --reuid=nobody --regid=nogroup --init-groups "$@"; }
nobody ./idcams --version >/dev/null 2>&1 || skip_all "nobody runs nothing here"

ok "a root that nogroup shares" ./idcams --init --group nogroup
echo hello >in.txt
chmod 644 in.txt
ok "data sets" ./dsn put --new recfm=fb,lrecl=80 in.txt pay.ps
echo security=on >>"$CATAMOUNT_ROOT/catamount.conf"
./dsprofile add 'pay.**' && ./dsprofile permit 'pay.**' nogroup read

is "$(nobody ./dsn cat pay.ps)" hello "nobody reads by his group"
is "$(nobody ./dsn put in.txt pay.ps 2>&1 | grep -o 'user .*')" \
    "user NOBODY has READ by PAY.** and needs UPDATE" "and writes nothing"
is "$(nobody ./dsprofile check pay.ps read | cut -d: -f1)" \
    "NOBODY READ of PAY.PS" "his login is his ID"
nobody ./idcams -e 'delete pay.ps' >out 2>err
is "$(sed -n 1p err | cut -c1-45)" \
    "ICH408I USER(NOBODY  ) GROUP(NOGROUP ) NAME(n" "ICH408I has user and group"
ok "his own first qualifier is his" \
    nobody ./dsn put --new recfm=fb,lrecl=80 in.txt nobody.ps
ok "with a profile" nobody ./dsprofile add 'nobody.**' uacc=read
ok "he deletes it" nobody ./dsn rm nobody.ps
nobody ./dsprofile add 'pay.x' 2>err
is $? 12 "no profile of others"
nobody ./dsprofile permit 'pay.**' nobody alter 2>err
is $? 12 "no right for himself"
CATAMOUNT_USER=ROOT nobody ./dsn cat pay.ps >out 2>err
is "$(grep -c 'takes the root' err)" 1 "nobody cannot be another"
is "$(CATAMOUNT_USER=nobody nobody ./dsn cat pay.ps)" hello "but himself"
is "$(stat -c '%a %U %G' "$CATAMOUNT_ROOT/audit.log")" "660 root nogroup" \
    "the log is the group's"
is "$(jq -r 'select(.user == "NOBODY" and .name == "PAY.PS") | .uid' \
    "$CATAMOUNT_ROOT/audit.log" | sort -u)" "$(id -u nobody)" \
    "and has his real number"
is "$(CATAMOUNT_USER=nobody ./dsn put in.txt pay.ps 2>&1 | grep -c 'user NOBODY')" \
    1 "the superuser can be nobody, and may no more then"
./dsprofile login nobody guest
is "$(nobody ./dsprofile check pay.ps read | cut -d' ' -f1)" GUEST \
    "a login has the ID that the catalog gives it"
finish
