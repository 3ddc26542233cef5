#!/bin/bash
# dsprofile: its commands, in its own words and in RACF's, as text and JSON; who
# may. The rules are those of man/dsprofile.1.
. "$(dirname "$0")/support/tap.sh"

p=$build/bin/dsprofile
man=$top/man/dsprofile.1
# run ARGS: its exit status in rc, output in out, standard error in err.
run() {
	"$p" "$@" >out 2>err
	rc=$?
}
me=$(id -un | tr '[:lower:]' '[:upper:]')

run
is $rc 16 "nothing is not understood"
run frobnicate
is $rc 16 "nor is what it does not know"
run --help
is $rc 0 "help"
for v in add alter delete permit list check connect remove groups login logins; do
	ok "$v is in the help and on the page" \
	    bash -c "grep -q '^  $v ' out || grep -q '^  $v' out; grep -q 'Cm.* $v' '$man'"
done
run --version
ok "version" grep -q '^dsprofile (Catamount)' out

run add 'pay.**' uacc=read audit=control
is $rc 0 "add"
ok "says that nobody is asked yet" grep -q 'security=off' err
run add 'pay.**'
is $rc 12 "a second time"
ok "is told" grep -q 'PAY.\*\*: there is a profile of this name' err
while read -r bad; do
	run add "$bad"
	is $rc 12 "'$bad' is no name of a profile"
done <<'END'
*.x
pay.a**
pay.**.x.**
pa%.x
pay..x
1pay.x
END
for bad in uacc=all 'uacc(read' frob owner=1x audit= ; do
	run alter 'pay.**' "$bad"
	ok "'$bad' is refused" test $rc -ge 12
done
run ADDSD "'PAY.MASTER'" 'UACC(NONE)' 'OWNER(STAFF)' WARNING
is $rc 0 "RACF's words"
run permit 'pay.**' anna update
is $rc 0 "permit"
run permit 'pay.**' 'ID(BERT,STAFF)' 'ACCESS(ALTER)'
is $rc 0 "permit in RACF's words, two at once"
run permit 'pay.**' '*' execute
is $rc 0 "permit to all who have an ID"
for bad in "pay.** anna" "pay.** anna all" "pay.** anna read delete" "pay.**"; do
	# shellcheck disable=SC2086
	(set -f && "$p" permit $bad) >out 2>err
	is $? 16 "permit $bad: not understood"
done
run permit 'pay.none' anna read
is $rc 12 "a profile that there is not"
run list
cat >want <<END
PROFILE                                      OWNER    UACC     AUDIT    WARNING
PAY.**                                       ME       READ     CONTROL  NO
  *        EXECUTE
  ANNA     UPDATE
  BERT     ALTER
  STAFF    ALTER
PAY.MASTER                                   STAFF    NONE     NONE     YES
END
is "$(sed "s/\(^PAY.\*\* *\)$me\b/\1ME/; s/ME *READ/ME       READ/" out)" \
    "$(cat want)" "list"
run --format json list pay.x
is "$(jq -c '[.name, .generic, .uacc, .warning, (.access | length)]' out)" \
    '["PAY.**",true,"READ",false,4]' "list of a data set, as JSON"
run permit 'pay.**' bert delete
run alter pay.master owner=anna nowarning uacc=update
is $rc 0 "alter"
run --format json list pay.master
is "$(jq -c '[.owner, .uacc, .warning, .audit]' out)" \
    '["ANNA","UPDATE",false,"NONE"]' "what was not said stays"

run check pay.x alter anna
is "$rc $(cat out)" \
    "8 ANNA ALTER of PAY.X: not granted; has UPDATE by PAY.**: the profile says so" \
    "check: no"
run check pay.x update anna
is "$rc" 0 "check: yes"
run check pay.x read
is "$rc" 0 "check for oneself"
run check other.x read anna
is "$rc $(cut -d: -f2- out)" \
    "8  not granted; has NONE by no profile: no profile protects it (protectall=on)" \
    "check without a profile"
run check anna.x alter anna
is "$rc" 0 "one's own first qualifier"
run --format json check pay.x alter bert
is "$(jq -c '[.user, .wanted, .granted, .allowed, .profile]' out)" \
    '["BERT","ALTER",false,"READ","PAY.**"]' "check as JSON: BERT has UACC again"
run check pay.x all anna
is $rc 16 "a level that there is not"
run check 'pay.*' read
is $rc 12 "a name that is none"

run connect bert staff
is $rc 0 "connect"
run check pay.x alter bert
is $rc 0 "by his group"
run groups
is "$(cat out)" "BERT     STAFF" "groups"
run remove bert staff
run check pay.x alter bert
is $rc 8 "removed"
run login john.doe jdoe
is $rc 0 "login"
run --format json logins
is "$(jq -c '[.login, .user]' out)" '["john.doe","JDOE"]' "logins"
run login john.doe delete
run logins
is "$(cat out)" "" "deleted"

# Who may: ANNA owns PAY.MASTER, BERT nothing.
as() { CATAMOUNT_USER=$1 "$p" "${@:2}" >out 2>err; rc=$?; }
as ANNA permit pay.master carl read
is $rc 0 "the owner changes it"
as BERT permit pay.master bert alter
is $rc 12 "who is not, does not"
as BERT add bert.x
is $rc 0 "his own"
as BERT add pay.y
is $rc 12 "not another's"
as BERT list pay.master
ok "he sees it without its access list" \
    bash -c 'grep -q "^PAY.MASTER" out && grep -q "those who may" out && ! grep -q CARL out'
as BERT check pay.x read anna
is $rc 12 "of others the root's owner may ask alone"
as BERT connect bert staff
is $rc 12 "groups are the root owner's"
as BERT login x bert
is $rc 12 "logins, too"
run delete pay.master
is $rc 0 "delete"
run DELDSD 'pay.**'
is $rc 0 "DELDSD"
run list
is "$(sed -n '2,$s/ .*//p' out)" BERT.X "what is left"
ok "man can show the page" bash -c "man -l '$man' >shown 2>&1 || ! command -v man"
finish
