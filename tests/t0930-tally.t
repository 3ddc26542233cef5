#!/bin/bash
# How "make check" tells of a test that fails or hangs, by tests of its own.
# Made up here: one that fails in its seventh test, one that hangs in a child
# which keeps its output open, one that is good.
. "$(dirname "$0")/support/tap.sh"
command -v prove >/dev/null || skip_all "no prove(1)"
[ -f "$top/Makefile" ] || skip_all "no Makefile here"

cat >fails.t <<'END'
#!/bin/bash
for i in {1..60}; do
	[ $i = 7 ] && echo "not ok 7 - seven" && echo "# got: x" || echo "ok $i"
done
echo 1..60
exit 1
END
cat >hangs.t <<END
#!/bin/bash
echo "ok 1 - was said before"
sleep 1000 &
echo \$! >'$work/child'
wait
END
printf '%s\n' '#!/bin/bash' 'echo 1..1' 'echo ok 1 - quiet' >good.t
chmod +x ./*.t

# The line of the Makefile itself, with a limit of a second.
unset MAKEFLAGS MAKELEVEL
make -s -C "$top" run-tests BUILD="$work/build" TEST_SECONDS=1 \
    TESTS="$work/fails.t $work/hangs.t $work/good.t" >out 2>&1
is $? 2 "the run fails"
like "$(cat out)" '^61 passed, 2 failed$' "all are counted"
told() { # NAME: what is told of it behind the summary
	sed -n '/^Result: /,$p' out | sed -n "/\/$1/,/^\$/p"
}
like "$(told fails.t)" '^    not ok 7 - seven$' "the test that failed is told"
like "$(told fails.t)" '^    # got: x$' "with what it said"
like "$(told fails.t)" '^    ok 60$' "and the last lines of its program"
unlike "$(told fails.t)" '^    ok 30$' "not all of them"
like "$(told hangs.t)" 'hangs\.t: took too long' "what hangs is ended"
like "$(told hangs.t)" '^    ok 1 - was said before$' "with what it said last"
is "$(told good.t)" "" "nothing is told of what is good"
# Who is to wait for it is not ours: it may be there still, but ended.
unlike "$(cat "/proc/$(cat child)/stat" 2>&1)" 'sleep\) [^Z]' \
    "and its children are ended, too"
finish
