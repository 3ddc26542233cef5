#!/bin/bash
# make install and make uninstall, below a directory with a space in its name.
. "$(dirname "$0")/support/tap.sh"

root="$work/a b"
# The programs are built already; of a build elsewhere the same ones.
make_it() {
	env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -C "$top" \
	    BUILD="${build#"$top/"}" PREFIX=/usr DESTDIR="$root" "$@"
}

if [ ! -x "$idcams" ]; then
	skip_all "$idcams is not built"
fi
case $build in *' '*) case $build in
"$top"/*) ;;
*) skip_all "BUILD has a space in it" ;;
esac ;; esac

# What is there by the sources, not by the Makefile.
wanted() {
	echo usr/bin/idcams
	echo usr/bin/dsnfsd
	echo usr/bin/dsprofile
	echo usr/bin/dsvol
	echo usr/bin/jclrun
	echo usr/share/man/man1/idcams.1
	echo usr/bin/dsn
	echo usr/share/man/man1/dsn.1
	echo usr/share/man/man1/dsnfsd.1
	echo usr/share/man/man1/dsprofile.1
	echo usr/share/man/man1/dsvol.1
	echo usr/share/man/man1/jclrun.1
	echo usr/share/man/man3/catamount.3
	echo usr/share/man/man5/catamount.conf.5
	echo usr/include/catamount.h
	echo usr/lib/libcatamount.a
	echo usr/lib/libcatamount.so.0.1.0
	echo usr/lib/pkgconfig/catamount.pc
	cd "$top" || exit
	for f in README.md LICENSE doc/[!R]*.md; do
		echo "usr/share/doc/catamount/${f##*/}"
	done
	for f in examples/*; do
		echo "usr/share/doc/catamount/examples/${f##*/}"
	done
	for f in doc/formats/*; do
		echo "usr/share/doc/catamount/formats/${f##*/}"
	done
	for f in $(cd "$top" && find jcl-samples -type f); do
		echo "usr/share/doc/catamount/samples/${f#jcl-samples/}"
	done
}

ok "make install ends with 0" make_it -o all install
is "$(cd "$root" && find . -type f | sed 's|^\./||' | sort)" \
    "$(wanted | sort)" \
    "program, library, manual pages, documents and samples are there"
ok "the installed program runs" "$root/usr/bin/idcams" --version
same "$root/usr/share/doc/catamount/samples/cards.ams" \
    "$top/jcl-samples/cards.ams" "a sample is the one of the sources"
is "$(find "$root" -type f -perm /022)" "" "others may write nothing of it"
touch "$root/usr/bin/other"
ok "make uninstall ends with 0" make_it uninstall
is "$(cd "$root" && find . -type f)" ./usr/bin/other \
    "uninstall takes what install put, and nothing else"
ok "uninstall once more is no error" make_it uninstall
finish
