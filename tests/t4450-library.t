#!/bin/bash
# libcatamount as it is installed: the examples, in C and C++, compiled by
# pkg-config alone, static and shared; what the libraries export.
. "$(dirname "$0")/support/tap.sh"

root=$work/installed
lib=$root/opt/catamount/lib
make_it() {
	env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -C "$top" \
	    BUILD="${build#"$top/"}" PREFIX=/opt/catamount DESTDIR="$root" "$@"
}

for tool in pkg-config cc g++ nm make; do
	command -v $tool >/dev/null || skip_all "$tool is not there"
done
[ -x "$idcams" ] || skip_all "$idcams is not built"
case $build in *' '*) skip_all "BUILD has a space in it" ;; esac
ok "make install ends with 0" make_it -o all install

# Libraries with sanitizers want programs with them.
san=
nm -D "$lib/libcatamount.so" | grep -q __asan_init &&
    san=-fsanitize=address,undefined

pc() {
	PKG_CONFIG_SYSROOT_DIR="$root" PKG_CONFIG_LIBDIR="$lib/pkgconfig" \
	    pkg-config "$@" catamount
}
is "$(pc --modversion)" "$("$idcams" --version 2>/dev/null |
    grep -o '[0-9][0-9.]*' | head -n 1)" "pkg-config knows the version"

# What others may see, by the header.
declared=$(grep -oE '^ctm_[a-z_]+\(|[ *]ctm_[a-z_]+\($|CTM_API .*ctm_[a-z_]+\(' \
    "$root/opt/catamount/include/catamount.h" | grep -oE 'ctm_[a-z_]+\(' | tr -d '(' |
    sort -u)
is "$(nm -D --defined-only "$lib/libcatamount.so" | grep -o 'ctm_[a-z_]*' |
    sort -u)" "$declared" "the shared library exports what the header declares"
is "$(nm -D --defined-only "$lib/libcatamount.so" | awk '$2 != "A"' |
    grep -cv ' ctm_')" 0 "... and nothing else"
is "$(nm -g --defined-only "$lib/libcatamount.a" | awk 'NF == 3 {print $3}' |
    grep -v '^__odr_asan' | sort -u)" "$declared" \
    "so does the static one"
is "$(readelf -d "$lib/libcatamount.so" | grep -o 'soname: .*')" \
    "soname: [libcatamount.so.0]" "it has a soname"

# The header alone, without a warning.
for std in c99 c11 c++11 c++17; do
	case $std in c++*) comp=g++ lang=c++ ;; *) comp=cc lang=c ;; esac
	printf '#include <catamount.h>\nint main(void){return CTM_OK;}\n' |
	    $comp -std=$std -Wall -Wextra -Wpedantic -Werror -x $lang \
	    "-I$root/opt/catamount/include" -o alone - 2>errors
	is "$?$(cat errors)" 0 "the header stands alone in $std"
done

# $1 compiler, $2 source, $3 program, rest: options
compile() {
	local comp=$1 src=$2 out=$3

	shift 3
	$comp -Wall -Wextra -Werror $san "$top/examples/$src" $(pc "$@") \
	    -o "$out"
}
static() {
	local comp=$1 src=$2 out=$3

	$comp -Wall -Wextra -Werror $san "-I$root/opt/catamount/include" \
	    "$top/examples/$src" "$lib/libcatamount.a" \
	    $(pc --static --libs-only-l | sed 's/-lcatamount//') -o "$out"
}
ok "the C example compiles, shared" compile cc towns.c towns --cflags --libs
ok "... and static" static cc towns.c towns-static
ok "the C++ example compiles, shared" compile g++ census.cpp census \
    --cflags --libs
ok "... and static" static g++ census.cpp census-static
export LD_LIBRARY_PATH=$lib

define() {
	"$idcams" -e "define cluster(name($1) keys(4 0) recordsize(20 40) -
	    tracks(1 1))" >/dev/null 2>&1
}
# By the source: the records of the generic key 03, then all but 0310.
want='0300 Bremen
0310 Bremerhaven
0100 Aurich
0200 Celle (Aller)
0300 Bremen
0400 Hannover'
define my.towns
is "$(./towns MY.TOWNS)" "$want" "the C example runs, shared"
define my.towns2
is "$(LD_LIBRARY_PATH='' ./towns-static MY.TOWNS2)" "$want" "... and static"
want='4 0100 Aurich
4 0400 Hannover'
is "$(./census MY.TOWNS)" "$want" "the C++ example runs, shared"
is "$(LD_LIBRARY_PATH='' ./census-static MY.TOWNS)" "$want" "... and static"
is "$("$idcams" -e 'examine name(my.towns) indextest datatest' >out 2>&1
    echo $?)" 0 "EXAMINE finds no fault"
finish
