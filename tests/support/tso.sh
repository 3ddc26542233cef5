# Steps of IKJEFT01 in tests that are shell scripts: source it behind jobs.sh.
#
# tso STATUS TITLE [PGM [PARM]]: a step with the commands of standard input;
# tsprt has its listing.
tso() {
	{
		echo "//T        JOB 1"
		echo "//S        EXEC PGM=${3:-IKJEFT01}${4:+,PARM='$4'}"
		echo "//SYSTSPRT DD SYSOUT=*"
		echo "//SYSPRINT DD SYSOUT=*"
		echo "//SYSIN    DD DUMMY"
		echo "//SYSTSIN  DD *"
		cat
		echo "/*"
	} >deck
	job "$1" "$2" <deck
	"$jclrun" show "$id" systsprt | sed 's/ *$//' >tsprt
}
