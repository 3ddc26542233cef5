#!/bin/bash
# A client that is not ours (libnfs) lists, reads and copies data sets. Bytes
# are those that were put; text is theirs, binary EBCDIC by hand (IBM-1047).
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/dsnfsd.sh"
command -v nfs-cat >/dev/null || skip_all "libnfs-utils is not there"
dsn=$build/bin/dsn

url() {
	echo "nfs://127.0.0.1$1?nfsport=$port&mountport=$port&version=3"
}
hex() {
	od -An -v -tx1 | tr -d ' \n'
}

seq -f '%07.0f the quick brown fox' 1 20000 >lines
"$dsn" put --new 'recfm=vb,lrecl=80,space=cyl(2,2)' lines NFS.LINES 2>/dev/null
printf 'one\ntwo\n' >two
"$dsn" put --new recfm=fb,lrecl=5 two NFS.TWO
"$dsn" mkdir --new 'recfm=fb,lrecl=80,space=trk(5,5)' NFS.LIB
"$dsn" put two 'NFS.LIB(MEMBER1)'
printf 'three\n' | "$dsn" put - 'NFS.LIB(MEMBER2)'
"$idcams" -e 'define cluster(name(nfs.ksds) keys(7 0) recordsize(27 80) tracks(20 5))' >out || cat out
"$dsn" put lines NFS.KSDS
ok "a server" serve

nfs-ls "$(url /)" >ls 2>&1
is "$(awk '{print $1, $NF}' ls | sort -k2)" "-r--r--r-- NFS.KSDS
dr-xr-xr-x NFS.LIB
-r--r--r-- NFS.LINES
-r--r--r-- NFS.TWO" "nfs-ls lists data sets and libraries"
nfs-ls "$(url /NFS/LIB)" >ls 2>&1
is "$(awk '{print $NF}' ls | sort | xargs)" "MEMBER1 MEMBER2" \
    "a library's members"
nfs-cat "$(url /text/NFS.LINES)" >got
same got lines "nfs-cat of a sequential set as text"
nfs-cat "$(url /text/NFS.KSDS)" >got
same got lines "of a cluster"
nfs-cat "$(url /text/NFS.LIB/MEMBER1)" >got
same got two "of a member"
is "$(nfs-cat "$(url //NFS.TWO)" | hex)" 9695854040a3a6964040 "as records"
is "$(nfs-cat "$(url /rdw/NFS.TWO)" | hex)" 000900009695854040000900""00a3a6964040 \
    "with descriptors"
is "$(nfs-cat "$(url //nfs.two,text)")" "$(cat two)" \
    "any case, and the view as a suffix"
ok "nfs-cp copies one out" nfs-cp "$(url /text/NFS.KSDS)" copy
same copy lines "and it is the same"
nok "what is not there is not copied" nfs-cp "$(url //NFS.NONE)" none
nok "nothing is written where it is exported ro" nfs-cp two "$(url //NFS.NEW)"
is "$("$dsn" ls | xargs)" "NFS.KSDS NFS.LIB NFS.LINES NFS.TWO" \
    "the catalog is as it was"
unserve
is $ended 0 "the server ends well"

# Written: the bytes are the client's own; a data set that is made is VB.
echo '/ 127.0.0.1 rw' >exports
ok "a server that lets itself be written to" serve --exports exports
ok "nfs-cp makes a data set" nfs-cp lines "$(url /text/NFS.NEW)"
nfs-cat "$(url /text/NFS.NEW)" >got
same got lines "the client has it at once"
ok "and a member" nfs-cp lines "$(url /text/NFS.LIB/MEMBER3)"
nfs-cat "$(url /text/NFS.LIB/MEMBER3)" >got
same got lines "which is there, too"
printf '%081d\n' 0 >long
nok "what does not fit is refused" nfs-cp long "$(url /text/NFS.LIB/LONG)"
unserve
"$dsn" cat NFS.NEW >got
same got lines "and others, when the server has ended"
"$dsn" cat 'NFS.LIB(MEMBER3)' >got
same got lines "the member, too"
is "$("$dsn" cat 'NFS.LIB(LONG)')" "" "nothing of what was refused"
finish
