# What tests that compare SYSPRINT share: a deck run, and the lines that count.
# Source it behind tap.sh:
#
#	. "$(dirname "$0")/support/tap.sh"
#	. "$top/tests/support/sysprint.sh"
#	says "an entry that is not there" '  DELETE NO.SUCH' "...$(cc 8)"
#
# The clock stands, so that dates in it are known. A test that leaves out other
# lines sets body_drop, patterns for grep -v.

export CATAMOUNT_CLOCK=2022-09-01T15:36:44
# echoes, empty lines and the last line of all
body_drop=(-e '^  ' -e '^[0 ]$' -e '^0IDC0002I')

# body DECK [OPTION...]: SYSPRINT with ASA control, without what body_drop says.
body() {
	local deck=$1

	shift
	"$idcams" --asa --no-pages "$@" "$deck" 2>err |
	    grep -v "${body_drop[@]}"
}

# show COMMANDS [OPTION...]: their SYSPRINT, as says compares it.
show() {
	printf '%s\n' "$1" >deck
	shift
	body deck "$@"
}

# says TITLE COMMANDS WANTED [OPTION...]
says() {
	local title=$1 wanted=$3

	printf '%s\n' "$2" >deck
	shift 3
	is "$(body deck "$@")" "$wanted" "$title"
}

failed='0IDC3003I FUNCTION TERMINATED. CONDITION CODE IS 12'

# cc N: the line that ends a command.
cc() {
	echo "0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS $1"
}

# records N: the line of commands that count them.
records() {
	echo "0IDC0005I NUMBER OF RECORDS PROCESSED WAS $1"
}
