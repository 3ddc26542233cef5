#!/bin/bash
# amp=(...) of --dd: MSG=SMBBIAS has IDCAMS say which bias was chosen, in the
# form of IEC161I: return code and bias, DD and data set. What is chosen is
# SC23-6855's table "System-managed buffering": SO for reading in sequence, CR
# and CO for loads by RECOVERY and SPEED, SW for changes in sequence.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"

seq -f '%08.0f record' 1 20 >in.txt
run() {
	"$idcams" --no-pages "$@" >out 2>err </dev/null
}
copy() { # FROM TO: SPECs; what IEC161I says
	run --dd "I=$1" --dd "O=$2" -e 'repro infile(i) outfile(o) replace'
	grep IEC161I out
}
text="path:$work/in.txt,text,recfm=fb,lrecl=80"
for org in recovery speed; do
	run -e "define cluster(name(a.$org) keys(8 0) recordsize(80 80) -
	    tracks(1 1) $org)"
done
said() { # BIAS DD DSN
	echo "IEC161I 001($1)-255,,,$2,,,,$3"
}

is "$(copy "$text" 'A.RECOVERY,amp=(msg=smbbias)')" "$(said CR O A.RECOVERY)" \
    "a load with RECOVERY: CR"
is "$(copy "$text" 'A.SPEED,amp=(msg=smbbias)')" "$(said CO O A.SPEED)" \
    "a load with SPEED: CO"
is "$(copy A.SPEED,amp=msg=smbbias dummy)" "$(said SO I A.SPEED)" \
    "reading in sequence: SO"
is "$(copy "$text" "A.SPEED,amp=('MSG=SMBBIAS')")" "$(said SW O A.SPEED)" \
    "changing in sequence: SW"
is "$(copy 'A.SPEED,amp=(msg=smbbias)' 'A.RECOVERY,amp=(msg=smbbias)')" \
    "$(said SO I A.SPEED)
$(said SW O A.RECOVERY)" "input and output each say their own"
for bias in user so sw do dw; do
	is "$(copy "A.SPEED,amp=(accbias=$bias,msg=smbbias)" dummy)" \
	    "$(said ${bias^^} I A.SPEED)" "accbias=$bias is what is chosen"
done
is "$(copy 'A.SPEED,amp=(accbias=system,msg=smbbias)' dummy)" \
    "$(said SO I A.SPEED)" "accbias=system leaves the choice"
run --dd 'I=A.SPEED,amp=(msg=smbbias)' -e 'print infile(i) count(1)'
is "$(grep IEC161I out)" "$(said SO I A.SPEED)" "PRINT says it too"
is "$(copy 'A.SPEED,amp=(accbias=do)' dummy)" "" "without msg= nothing is said"
is "$(copy A.SPEED A.RECOVERY)" "" "nor without amp="
is "$(copy "$text" \
    'A.PS,new,recfm=fb,lrecl=80,amp=(msg=smbbias,accbias=do)')" "" \
    "nor of a sequential data set"

run --dd 'I=A.SPEED,amp=(msg=smbbias,buffers=3)' -e 'print infile(i)'
is "$? $(cat err)" "16 idcams: I=A.SPEED,amp=(msg=smbbias,buffers=3): \
invalid argument: buffers=3 is nothing that amp= can say" \
    "a word that there is not names DD, data set and word"
finish
