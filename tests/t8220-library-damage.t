#!/bin/bash
# A damaged byte in a library: the member that has it is told with the place,
# all others are read and written, and the damaged one can be deleted and
# replaced. RBAs of control intervals are multiples of 28,672.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44

# lines DECK [OPTION...]: the messages alone.
lines() {
	"$idcams" --no-pages "$@" 2>err | grep -E '^ ?(IDC|CATAMOUNT)' |
	    grep -v -e IDC0002I -e IDC0001I
}
seq 1 3000 >in.txt
for kind in pds library; do
	rm -rf root
	new="new,recfm=FB,lrecl=80,dsntype=$kind"
	[ $kind = pds ] && new+=,space='cyl(2,2,5)'
	cat >deck <<'END'
  REPRO INFILE(IN) OUTFILE(O)
  REPRO INFILE(IN) OUTDATASET(T.L(B))
END
	run 0 "$kind: a library" "$idcams" --dd "IN=path:$work/in.txt,text" \
	    --dd "O=T.L(A),$new" deck
	# The record "1000" of A: its first byte in the largest file.
	file=$(ls -S root/volumes/VOL001/* | grep -v spare | head -1)
	at=$(LC_ALL=C grep -obUaP '\xF1\xF0\xF0\xF0\x40' "$file" | head -1)
	at=${at%%:*}
	printf '\xF2' | dd of="$file" bs=1 seek="$at" conv=notrunc 2>/dev/null

	echo '  REPRO INDATASET(T.L(A)) OUTFILE(O)' >deck
	"$idcams" --no-pages --dd O=dummy deck >out 2>err
	is $? 12 "$kind: the damaged member is not read to its end"
	is "$(grep -cE 'CATAMOUNT .* T.L RBA [0-9]+: THE CONTROL INTERVAL' out)" \
	    1 "$kind: and the place is told"
	rba=$(sed -nE 's/.* RBA ([0-9]+): .*/\1/p' out)
	is $((rba % 28672)) 0 "$kind: of a control interval"
	echo '  REPRO INDATASET(T.L(B)) OUTFILE(O)' >deck
	is "$(lines --dd O=dummy deck)" \
	    "IDC0005I NUMBER OF RECORDS PROCESSED WAS 3000" \
	    "$kind: another member is read"
	echo '  REPRO INDATASET(T.L(B)) OUTDATASET(T.L(C))' >deck
	is "$(lines deck)" "IDC0005I NUMBER OF RECORDS PROCESSED WAS 3000" \
	    "$kind: one is written"
	echo '  REPRO INDATASET(T.L(B)) OUTDATASET(T.L(A))' >deck
	is "$(lines deck)" "IDC0005I NUMBER OF RECORDS PROCESSED WAS 3000" \
	    "$kind: the damaged one is replaced"
	echo '  REPRO INDATASET(T.L(A)) OUTFILE(O)' >deck
	is "$(lines --dd O=dummy deck)" \
	    "IDC0005I NUMBER OF RECORDS PROCESSED WAS 3000" \
	    "$kind: and whole again"
	echo '  DELETE T.L(*)' >deck
	is "$(lines deck)" "IDC0549I MEMBER A DELETED
IDC0549I MEMBER B DELETED
IDC0549I MEMBER C DELETED" "$kind: all are deleted"
	echo '  REPRO INFILE(IN) OUTDATASET(T.L(D))' >deck
	is "$(lines --dd "IN=path:$work/in.txt,text" deck)" \
	    "IDC0005I NUMBER OF RECORDS PROCESSED WAS 3000" \
	    "$kind: and another is written"
	echo '  EXAMINE NAME(T.L)' >deck
	"$idcams" --no-pages deck >out 2>err
	is $? 8 "$kind: EXAMINE still finds the damage"
done
finish
