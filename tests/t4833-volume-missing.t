#!/bin/bash
# A volume whose directory is not there: told as that, everything else goes on,
# what is on it is refused as on a volume that is offline (IDC3021I, return code
# 72), and all is as it was when the directory is back.
. "$(dirname "$0")/support/tap.sh"

dsvol=$build/bin/dsvol
k="KEYS(1 0) RECSZ(3 3) TRK(1 1)"
printf 'one\ntwo\n' >in.txt
"$idcams" --init >/dev/null
echo sms=off >>root/catamount.conf
"$dsvol" add SEC001 --cylinders 50 >/dev/null
for v in SEC VOL; do
	run 0 "a cluster on ${v}001" "$idcams" --dd "i=path:$work/in.txt,text" \
	    -e "DEFINE CLUSTER(NAME($v.K) $k VOL(${v}001))" \
	    -e "REPRO IFILE(I) ODS($v.K)"
done
mv root/volumes/SEC001 away
run 0 "volumes are listed" "$dsvol" list
like "$(cat out)" '^SEC001 .* MISSING ' "one as missing"
like "$(cat out)" '^VOL001 .* ONLINE ' "the other as online"
"$dsvol" list --format json | jq -r '"\(.volser) \(.missing)"' >out
is "$(cat out)" "SEC001 true
VOL001 false" "as JSON too"
run 1 "the check finds it" "$dsvol" check
like "$(cat out)" '^SEC001 no-volume .*volumes/SEC001 is not there' "by its name"
like "$(cat out)" ' 2 files, .* 1 faults' "alone, and goes on with the other"
run 12 "its data set is not opened" "$idcams" -e 'PRINT IDS(SEC.K)'
like "$(cat out)" "THE VOLUME'S DIRECTORY IS NOT THERE" "and told why"
run 8 "nor deleted" "$idcams" -e 'DELETE SEC.K'
like "$(cat out)" 'IDC3021I USER VOLUME NOT MOUNTED' "with the message"
like "$(cat out)" 'RETURN CODE IS 72' "of a volume that is offline"
run 12 "nothing is put there" "$idcams" \
    -e "DEFINE CLUSTER(NAME(SEC.L) $k VOL(SEC001))"
like "$(cat out)" 'RETURN CODE IS 72' "likewise"
ok "and no directory is made" test ! -e root/volumes/SEC001
run 0 "LISTCAT lists it" "$idcams" -e 'LISTCAT ENT(SEC.K) ALL'
run 0 "the other volume's data set is read" "$idcams" \
    -e 'PRINT IDS(VOL.K) CHARACTER'
sed -i 's/^sms=off/sms=on/; s/^pool=.*/pool=SEC001 VOL001/' root/catamount.conf
grep -q '^pool=' root/catamount.conf ||
    echo 'pool=SEC001 VOL001' >>root/catamount.conf
run 0 "of a pool the others are taken" "$idcams" \
    -e "DEFINE CLUSTER(NAME(NEW.K) $k)"
mv root/volumes/VOL001 away2
run 0 "they may all be gone" "$dsvol" list
run 12 "then nothing is defined" "$idcams" -e "DEFINE CLUSTER(NAME(NEW.L) $k)"
mv away root/volumes/SEC001
mv away2 root/volumes/VOL001
run 0 "back, it is as it was" "$dsvol" check
run 0 "and its data set" "$idcams" -e 'PRINT IDS(SEC.K) CHARACTER'
is "$(grep -cx 'one\|two' out)" 2 "with its records"
finish
