# Jobs in tests that are shell scripts: source it behind tap.sh.
#
#	job 4 "it ends with 4" <<'E' ... E	run the JCL of standard input:
#		out has its lists, json what became of it, id its number
#	has 'IEF142I A B' "it ran"		a line of out holds this text
#	q '.steps[0].code'			of the JSON
jclrun=$build/bin/jclrun

job() {
	local status=$1 title=$2

	shift 2
	cat >job.jcl
	run "$status" "$title" "$jclrun" "$@" job.jcl
	id=$(sed -n 's/^ [0-9.]* \(JOB[0-9]*\)  .*/\1/p' out | head -n 1)
	[ -z "$id" ] || "$jclrun" --format json show "$id" >json
}

has() {
	if grep -qF -- "$1" out; then
		pass "$2"
	else
		fail "$2"
		diag "no line has: $1"
		grep -v '^IDCAMS' out | head -c 3000 | sed 's/^/# /'
	fi
}

q() {
	jq -r "$1" json
}

# path_dd DDNAME FILE: //DDNAME DD PATH='FILE', with a second card for what goes
# past column 71; more parameters go on the next card. How long the name of a
# file is depends on where the test runs.
path_dd() {
	local card card_at

	card=$(printf "//%-8s DD PATH='%s'," "$1" "$2")
	# An apostrophe in column 71 would end the statement.
	[ $(((${#card} - 71) % 56)) -ne 1 ] || card=${card/ DD / DD  }
	printf '%s\n' "${card:0:71}"
	for ((card_at = 71; card_at < ${#card}; card_at += 56)); do
		printf '//             %s\n' "${card:card_at:56}"
	done
}
