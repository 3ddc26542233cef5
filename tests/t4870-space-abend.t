#!/bin/bash
# A step that ends for want of space, B37, D37 or E37, says so in the job log
# (IEC030I, IEC031I, IEC032I; the form is that of z/OS MVS System Messages,
# volume 7) and leaves what it had written: z/OS closes the data sets of a step
# that has ended. Outside of a job what is not whole does not take the place of
# what was there, but for REPRO, which counts what it has stored.
# A track holds 56,664 bytes on z/OS; here, where no block is cut, as many whole
# records as its control areas hold: the file that comes back is the first
# records of the input, at least 698 (2 blocks of 27920) a track.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
dsn=$build/bin/dsn dsvol=$build/bin/dsvol

"$dsvol" add V2 --cylinders 10 >/dev/null 2>&1 # it makes the root
awk 'BEGIN { for (i = 0; i < 3000; i++) printf "%08d\n", i }' >in.txt
printf 'OLD ONE\nOLD TWO\n' >old.txt

# kept NAME MIN TITLE [OLD-RECORDS]: the first records of in.txt, MIN or more,
# behind those of old.txt.
kept() {
	local n

	"$dsn" get "$1" got.txt >/dev/null 2>&1
	n=$(wc -l <got.txt)
	if [ "$n" -ge "$2" ] && [ "$n" -lt 3000 ] &&
	    cat ${4:+old.txt} in.txt | head -n "$n" | cmp -s - got.txt; then
		pass "$3"
	else
		fail "$3 ($n records)"
	fi
	rm -f got.txt
}
step() { # PGM DD, the cards of SYSIN on standard input
	printf "//J1 JOB 1,'A',MSGLEVEL=(0,0)\n//S1 EXEC PGM=%s\n" "$1"
	printf '//SYSPRINT DD SYSOUT=*\n//SYSOUT DD SYSOUT=*\n'
	path_dd "$2" "$work/in.txt"
	printf '//             FILEDATA=TEXT,RECFM=FB,LRECL=80\n'
}

{
	step IEBGENER SYSUT1
	cat <<-'X'
	//SYSIN DD DUMMY
	//SYSUT2 DD DSN=A.ONE,DISP=(NEW,CATLG,CATLG),SPACE=(TRK,1),
	//          RECFM=FB,LRECL=80
	X
} >cards
job 240 "without secondary space IEBGENER abends" <cards
has 'IEC031I D37-04,IFG0554P,J1,S1,SYSUT2,,VOL001,,A.ONE' \
    "IEC031I is in the job log, whatever MSGLEVEL says"
has 'IEF450I J1 S1 - ABEND=SD37' "SD37 ends it"
kept A.ONE 698 "a new data set has the records that were written"
run 0 "and is closed: it can be moved" "$dsvol" move VOL001 V2 A.ONE

"$dsn" put --new 'recfm=FB,lrecl=80,space=trk(1,1)' old.txt a.two
{
	step SORT SORTIN
	cat <<-'X'
	//SYSIN DD *
	 OPTION COPY
	 OUTFIL FNAMES=O2
	/*
	//SORTOUT DD DUMMY
	//O2 DD DSN=A.FAR,DISP=(NEW,CATLG,CATLG),SPACE=(TRK,(1,1)),
	//      RECFM=FB,LRECL=80
	X
} >cards
job 0 "16 extents are enough for 3000 records" <cards
"$dsvol" add SM --cylinders 2 && "$dsvol" pool add SM &&
    "$dsvol" pool remove VOL001
{
	step SORT SORTIN
	cat <<-'X'
	//SYSIN DD *
	 OPTION COPY
	/*
	//FILL DD DSN=A.FILL,DISP=(NEW,CATLG),SPACE=(TRK,12)
	//SORTOUT DD DSN=A.SORTED,DISP=(NEW,CATLG,CATLG),SPACE=(TRK,(1,1)),
	//      RECFM=FB,LRECL=80
	X
} >cards
job 240 "SORT abends on a volume that is full" <cards
has 'IEC030I B37-04,IFG0554A,J1,S1,SORTOUT,,SM,,A.SORTED' "that is IEC030I"
has 'IEF450I J1 S1 - ABEND=SB37' "and SB37"
kept A.SORTED 2094 "SORTOUT has the records of its three tracks"

# An old data set is written over, as OPEN for output does; MOD goes on.
for d in OLD MOD; do
	"$idcams" -e 'DELETE A.SORTED' >/dev/null 2>&1
	"$dsn" put --new 'recfm=FB,lrecl=80,space=trk(1,0)' old.txt "a.$d"
	{
		step IDCAMS IN
		cat <<-X
		//OUT DD DSN=A.$d,DISP=$d
		//SYSIN DD *
		  REPRO INFILE(IN) OUTFILE(OUT)
		  LISTCAT
		/*
		X
	} >cards
	job 240 "REPRO in a step abends as any program does, DISP=$d" <cards
	has "IEC031I D37-04,IFG0554P,J1,S1,OUT,,SM,,A.$d" "with IEC031I, $d"
	is "$(grep -c 'IDC0002I\|LISTING FROM CATALOG' out)" 0 \
	    "and no command follows, $d"
	if [ $d = OLD ]; then
		kept A.OLD 698 "the records take the place of the old ones"
	else
		kept A.MOD 698 "they stand behind the old ones" behind
	fi
	"$idcams" -e "DELETE A.$d" >/dev/null 2>&1
done

# Outside of a job.
"$dsn" put --new 'recfm=FB,lrecl=80,space=trk(1,0)' old.txt a.put
"$dsn" put in.txt a.put >out 2>&1
is $? 1 "dsn put of what does not fit fails"
is "$("$dsn" cat a.put)" "$(cat old.txt)" "and what was there stays"
"$idcams" -e 'ALLOCATE DATASET(A.EMPTY) NEW CATALOG SPACE(1,0) TRACKS RECFM(F,B) LRECL(80) VOLUME(SM)' >out 2>&1
"$dsn" put in.txt a.empty >out 2>&1
is "$?,$("$dsn" cat a.empty)" "1," "one that was empty stays empty"
run 0 "and closed: it can be moved" "$dsvol" move SM V2 A.EMPTY
"$idcams" --dd "I=path:in.txt,text,recfm=fb,lrecl=80" --dd O=A.PUT \
    -e 'REPRO INFILE(I) OUTFILE(O)' >out 2>&1
is $? 12 "REPRO of it has code 12"
n=$(sed -n 's/^IDC0005I .* WAS //p' out)
kept A.PUT 698 "and keeps the records"
is "$("$dsn" cat a.put | wc -l)" "$n" "that it counts"

# A member is not stowed: its name leads where it led.
"$dsn" mkdir --new 'recfm=FB,lrecl=80,space=trk(1,0,1)' a.lib >/dev/null 2>&1 ||
    "$dsn" mkdir a.lib
"$dsn" put old.txt 'a.lib(m)'
{
	step IEBGENER SYSUT1
	cat <<-'X'
	//SYSIN DD DUMMY
	//SYSUT2 DD DSN=A.LIB(M),DISP=SHR
	X
} >cards
job 240 "a member that does not fit ends the step" <cards
grep -q 'IEC03[12]I [DE]37-04,IFG0554P,J1,S1,SYSUT2,,SM,,A.LIB(M)' out &&
    pass "with the member in the message" || fail "with the member: $(grep IEC03 out)"
is "$("$dsn" cat 'a.lib(m)')" "$(cat old.txt)" "and stays as it was"
finish
