# Catamount. Everything that is generated goes below $(BUILD).
#
#	make		 libraries and programs
#	make deps	 install the Debian packages of tools/debian-packages
#	make demo	 set-up, build, then the main job on real input
#	make check	 set-up, build, all tests
#	make check-long	 the same, valgrind, longer fuzzing, t91 tests
#	make bench	 figures beside other engines: bench/README.md
#	make fuzz	 fuzz targets in build/fuzz/, FUZZ_SECONDS each
#	make lint	 format, layers, grammars, sizes, manual pages
#	make format	 clang-format on every file
#	make install	 PREFIX=/usr/local DESTDIR=
#	make SAN=1 ...	 with AddressSanitizer and UBSan, in build/san/
#	make TSAN=1 ...	 with ThreadSanitizer, in build/tsan/
#	make CC=clang BUILD=build/clang ...
#
# The project's own path, DESTDIR and PREFIX may have spaces; BUILD may not.

SHELL := /bin/bash
# V=1 shows each command; else one word and the file.
ifneq ($(V),1)
Q := @
say = @echo '  $(1)	$@'
endif
PREFIX ?= /usr/local
DESTDIR ?=
VERSION := 0.1.0
# Of the shared library: grows when a program that was linked would not run.
SOVERSION := 0

# SAN=1: gcc's or clang's sanitizers. SAN=fuzz: the objects of fuzz targets.
ifeq ($(SAN),1)
BUILD ?= build/san
SANFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=undefined
else ifeq ($(TSAN),1)
BUILD ?= build/tsan
# It does not follow fences, of which it would warn.
SANFLAGS := -fsanitize=thread -Wno-tsan
else ifeq ($(SAN),fuzz)
BUILD ?= build/fuzz
CC := clang
SANFLAGS := -fsanitize=fuzzer-no-link,address,undefined \
	-fno-sanitize-recover=undefined
else
BUILD ?= build
SANFLAGS :=
endif
ifeq ($(origin CC),default)
CC := gcc
endif

OPT ?= -O2 -g
WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wvla -Wwrite-strings -Wundef -Werror
GENWARN := -Wall -Wextra -Werror
DEFS := -D_GNU_SOURCE -DCATAMOUNT_VERSION='"$(VERSION)"'
# Objects serve programs and the shared library: what is hidden costs nothing.
# CPPFLAGS, CFLAGS and LDFLAGS are the user's; ours go in front of them.
CC_FLAGS = -I. -I$(BUILD)/gen $(DEFS) -std=c11 $(OPT) $(SANFLAGS) \
	-fPIC -fvisibility=hidden -fno-omit-frame-pointer $(CPPFLAGS) $(CFLAGS)
LD_FLAGS = $(SANFLAGS) $(LDFLAGS)
# Builds may run side by side in one tree: each makes a file under a name of
# its own, then puts it in place whole.
TMP = $@.$$$$
LDLIBS := -lsqlite3 -lisal -luring -lpthread
# What programs need beside them, libcatamount not.
PROGLIBS := -ljansson

# One archive a folder: a folder is what tools/check-layers reasons about.
DIRS := base parser catalog access-methods access-methods/volume \
	access-methods/log access-methods/sphere \
	access-methods/vsam access-methods/qsam access-methods/bpam services lib utilities shell \
	dsn admin jcl nfs
# Programs: one main.c each.
PROGS := idcams dsn dsvol dsprofile jclrun dsnfsd

lib = $(BUILD)/lib/lib$(subst /,-,$(1)).a
srcs = $(filter-out %/main.c $(1)/main_%,$(sort $(wildcard $(1)/*.c)))
ARCHIVES := $(foreach d,$(DIRS),$(if $(wildcard $(d)/*.[cly]),$(call lib,$(d))))
GENSRC := $(wildcard parser/*.y parser/*.l)

LIBRARIES := $(addprefix $(BUILD)/lib/libcatamount,.a .so.$(VERSION))

.PHONY: all
all: $(ARCHIVES) $(PROGS:%=$(BUILD)/bin/%) $(LIBRARIES)

# --- set-up ------------------------------------------------------------
# Sub-makes build in parallel even where the user gave no -j.
JOBS = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc))

.PHONY: deps
deps:
	@tools/deps $(DEPS)

# What every object waits for: a writable $(BUILD) and the packages, both
# with a clear message; looked at once.
$(BUILD)/.set-up: tools/debian-packages
	@mkdir -p $(BUILD) 2>/dev/null && test -w $(BUILD) || { \
	    echo "$(BUILD)/ belongs to another user: remove it, or use" \
	    "make BUILD=build-$$(id -un)" >&2; exit 1; }
	@tools/deps --check build
	@touch $@

# Compiler and flags: when they change, everything is built again. The list
# of sources: when a file goes, its archive is made again.
define STAMP
.PHONY: FORCE
$(BUILD)/.$(1): FORCE | $(BUILD)/.set-up
	@echo '$(subst ','\'',$(2))' | cmp -s - $$@ || \
	    echo '$(subst ','\'',$(2))' >$$@
endef
$(eval $(call STAMP,flags,$(CC) $(CC_FLAGS) $(WARN) $(GENWARN) \
	$(LD_FLAGS) $(LDLIBS) $(PROGLIBS)))
$(eval $(call STAMP,sources,$(foreach d,$(DIRS),\
	$(wildcard $(d)/*.[chyl]))))
STAMPS := $(BUILD)/.flags | $(BUILD)/.set-up

# --- objects -----------------------------------------------------------
compile = -MMD -MP -MT $@ -MF $(TMP).dep -c -o $(TMP) $(1) && \
	mv $(TMP).dep $(@:.o=.d) && mv $(TMP) $@
$(BUILD)/obj/%.o: %.c $(STAMPS)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(CC_FLAGS) $(WARN) $(call compile,$<)

# Generated C: bison's and flex's output passes fewer warnings.
$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c $(STAMPS)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(CC_FLAGS) $(GENWARN) $(call compile,$<)

# Both files are made in a folder aside; what they say of their own names is
# put right before they move.
settle = sed -i "s|$$t/|$(@D)/|g" $$t/* && mv $$t/* $(@D)/ && rmdir $$t
$(BUILD)/gen/%.tab.c $(BUILD)/gen/%.tab.h: %.y | $(BUILD)/.set-up
	$(call say,BISON)
	$(Q)t=$(@D)/new.$$$$ && mkdir -p $$t && \
	    bison -Wall -Werror --header=$$t/$(*F).tab.h \
	    -o $$t/$(*F).tab.c $< && $(settle)
$(BUILD)/gen/%.lex.c $(BUILD)/gen/%.lex.h: %.l | $(BUILD)/.set-up
	$(call say,FLEX)
	$(Q)t=$(@D)/new.$$$$ && mkdir -p $$t && \
	    flex --header-file=$$t/$(*F).lex.h -o $$t/$(*F).lex.c $< && \
	    $(settle)

GENHDR := $(patsubst %.y,$(BUILD)/gen/%.tab.h,$(wildcard parser/*.y)) \
	$(patsubst %.l,$(BUILD)/gen/%.lex.h,$(wildcard parser/*.l))
GENOBJ := $(patsubst %.y,$(BUILD)/obj/gen/%.tab.o,$(wildcard parser/*.y)) \
	$(patsubst %.l,$(BUILD)/obj/gen/%.lex.o,$(wildcard parser/*.l))
$(GENOBJ): | $(GENHDR)
$(patsubst %.c,$(BUILD)/obj/%.o,$(call srcs,parser)): | $(GENHDR)
.SECONDARY:

define ARCHIVE_RULE
$(call lib,$(1)): $(patsubst %.c,$(BUILD)/obj/%.o,$(call srcs,$(1))) \
    $(if $(filter parser,$(1)),$(GENOBJ)) $(BUILD)/.sources
	@mkdir -p $$(@D)
	$$(call say,AR)
	$(Q)$(AR) rcs $$(TMP) $$(filter %.o,$$^) && mv $$(TMP) $$@
endef
$(foreach d,$(DIRS),$(eval $(call ARCHIVE_RULE,$(d))))

# --- programs ----------------------------------------------------------
# $(call link,LIBRARIES): the objects and archives of the prerequisites.
link = $(Q)$(CC) $(LD_FLAGS) -o $(TMP) $(filter %.o,$^) -Wl,--start-group \
	$(filter %.a,$^) -Wl,--end-group -Wl,--as-needed $(LDLIBS) $(PROGLIBS) \
	$(1) && mv $(TMP) $@

# shell/ is idcams: the command interpreter's main.
$(BUILD)/bin/idcams: $(BUILD)/obj/shell/main.o $(ARCHIVES)
	@mkdir -p $(@D)
	$(call say,LD)
	$(call link,-ledit)
$(BUILD)/bin/dsn: $(BUILD)/obj/dsn/main.o $(ARCHIVES)
	@mkdir -p $(@D)
	$(call say,LD)
	$(call link)

# admin/ is dsvol, volumes and their space, and dsprofile, who may do what.
$(BUILD)/bin/dsvol: $(BUILD)/obj/admin/main.o $(ARCHIVES)
	@mkdir -p $(@D)
	$(call say,LD)
	$(call link)
$(BUILD)/bin/dsprofile: $(BUILD)/obj/admin/main_profile.o $(ARCHIVES)
	@mkdir -p $(@D)
	$(call say,LD)
	$(call link)

# jcl/ is jclrun: jobs and the spool.
$(BUILD)/bin/jclrun: $(BUILD)/obj/jcl/main.o $(ARCHIVES)
	@mkdir -p $(@D)
	$(call say,LD)
	$(call link)

# nfs/ is dsnfsd: the NFS server.
$(BUILD)/bin/dsnfsd: $(BUILD)/obj/nfs/main.o $(ARCHIVES)
	@mkdir -p $(@D)
	$(call say,LD)
	$(call link)

# --- libcatamount ------------------------------------------------------
# One object of all that is needed, in which the ctm_ names alone are global.
LIBPARTS := $(call lib,base) $(call lib,catalog) $(call lib,services) \
	$(call lib,lib) $(foreach d,$(filter access-methods%,$(DIRS)),\
	$(if $(wildcard $(d)/*.c),$(call lib,$(d))))
$(BUILD)/obj/libcatamount.o: $(LIBPARTS)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) -r -nostdlib -o $(TMP) -Wl,--whole-archive $^ \
	    -Wl,--no-whole-archive && \
	    objcopy --wildcard --keep-global-symbol='ctm_*' $(TMP) && \
	    mv $(TMP) $@
$(BUILD)/lib/libcatamount.a: $(BUILD)/obj/libcatamount.o
	$(call say,AR)
	$(Q)$(AR) rcs $(TMP) $< && mv $(TMP) $@
$(BUILD)/lib/libcatamount.so.$(VERSION): $(BUILD)/obj/libcatamount.o \
    lib/catamount.map
	$(call say,LD)
	$(Q)$(CC) $(LD_FLAGS) -shared -Wl,-soname,libcatamount.so.$(SOVERSION) \
	    -Wl,--version-script=lib/catamount.map -o $(TMP) $< $(LDLIBS) && \
	    mv $(TMP) $@

# --- tests -------------------------------------------------------------
# build/tests/NAME.t is a cmocka program that prints TAP; tests/*.t are
# scripts. A C test links what its layer's digit says (see tests/README.md).
CTESTS := $(patsubst tests/%.c,$(BUILD)/tests/%.t,$(wildcard tests/t*.c))
AMLIBS := $(foreach d,$(filter access-methods%,$(DIRS)),$(if \
	$(wildcard $(d)/*.c),$(call lib,$(d))))
# Tests of IDCAMS over services in memory (support/memory_services.h) have the
# real ones not beside them: what is not there is an undefined reference.
UNSERVED := t4540-idcams-records t4550-idcams-entries
testlibs = $(strip $(if $(filter $(UNSERVED),$(1)),\
	$(foreach d,utilities parser base,$(call lib,$(d))),\
	$(if $(filter t0%,$(1)),$(call lib,base),\
	$(if $(filter t1%,$(1)),$(AMLIBS) $(call lib,base),\
	$(if $(filter t2%,$(1)),$(call lib,catalog) $(call lib,base),\
	$(if $(filter t3%,$(1)),$(call lib,parser) $(call lib,base),\
	$(ARCHIVES)))))))
TESTSUP := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tests/support/*.c))

define CTEST_RULE
$(BUILD)/tests/$(1).t: $(BUILD)/obj/tests/$(1).o $(TESTSUP) $(call testlibs,$(1))
	@mkdir -p $$(@D)
	$$(call say,LD)
	$$(call link,-lcmocka)
endef
$(foreach t,$(basename $(notdir $(wildcard tests/t*.c))),\
	$(eval $(call CTEST_RULE,$(t))))

# The access methods with the switches that can leave out a part, which the
# tests of mutants (t8011 and others) set; without sanitizers.
MUTSRC := $(wildcard access-methods/*.c access-methods/*/*.c base/*.c)
MUTOBJ := $(MUTSRC:%.c=$(BUILD)/obj/mutants/%.o)
$(BUILD)/obj/mutants/%.o: %.c $(STAMPS)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) -I. $(DEFS) -DLOG_MUTANTS -DSHARE_MUTANTS -DSPHERE_MUTANTS \
	    -std=c11 -O1 -w $(call compile,$<)
$(BUILD)/lib/libmutants.a: $(MUTOBJ)
	@mkdir -p $(@D)
	$(call say,AR)
	$(Q)$(AR) rcs $(TMP) $^ && mv $(TMP) $@

.PHONY: tests
tests: $(CTESTS) $(BUILD)/lib/libmutants.a

# One prove over all: C tests and scripts. tools/perl/Tally.pm adds what failed
# and the closing line "N passed, N failed". A test that hangs is ended and has
# failed; the longest takes a minute and a half, some times that with SAN.
JOBS_PROVE ?= 2
TEST_SECONDS ?= $(if $(SANFLAGS),900,300)
# $(abspath ...) would split a path at its spaces.
BUILD_PATH := $(if $(filter /%,$(BUILD)),,$(CURDIR)/)$(BUILD)
prove = mkdir -p $(BUILD)/tmp && CATAMOUNT_TMP='$(BUILD_PATH)/tmp' \
	CATAMOUNT_BUILD='$(BUILD_PATH)' CMOCKA_MESSAGE_OUTPUT=TAP \
	UBSAN_OPTIONS=print_stacktrace=1 PERL5LIB=tools/perl \
	prove -j$(JOBS_PROVE) -m --timer --harness Tally \
	--exec 'timeout -k 5 $(TEST_SECONDS) $(1)' $(2)
SCRIPTS := $(sort $(wildcard tests/t*.t))
SUB = $(MAKE) --no-print-directory $(JOBS)

# TESTS='build/tests/t1001-x.t tests/t7001-y.t' runs these alone. The crash
# tests take longest, so they begin.
ALLTESTS := $(filter $(BUILD)/tests/t8% tests/t8%,$(CTESTS) $(SCRIPTS)) \
	$(filter-out $(BUILD)/tests/t8% tests/t8%,$(CTESTS) $(SCRIPTS))
TESTS ?= $(filter-out $(BUILD)/tests/t91% tests/t91%,$(ALLTESTS))

.PHONY: check check-long run-tests valgrind
check:
	+@$(SUB) deps DEPS='build test'
	+@$(SUB) all tests demo-parts bench-programs
	+@$(SUB) run-tests
run-tests:
	@$(call prove,,$(TESTS))

# The C units under valgrind; t8 and t9 are too long for it. Leaks are the
# sanitizers' part: here a forked child that ends early would have some.
TESTS_VALGRIND ?= $(foreach n,0 1 2 3 4,$(BUILD)/tests/t$(n)%)
valgrind: tests
	@CATAMOUNT_SMALL=1 $(call prove,valgrind -q --error-exitcode=99,\
	    $(filter $(TESTS_VALGRIND),$(CTESTS)))

check-long:
	+@$(SUB) deps
	+@$(SUB) all tests demo-parts bench-programs
	+@CATAMOUNT_LONG=1 $(SUB) run-tests TESTS='$(ALLTESTS)' \
	    TEST_SECONDS=7200
	+@$(SUB) valgrind TEST_SECONDS=3600
	+@$(SUB) fuzz FUZZ_SECONDS=600

# --- fuzzing -----------------------------------------------------------
# tests/fuzz/fuzz_X.c with the seeds of tests/fuzz/seeds/fuzz_X/, by clang.
FUZZERS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_SECONDS ?= 30
FUZZ_SEED ?= 0

$(BUILD)/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(ARCHIVES)
	@mkdir -p $(@D)
	$(call say,LD)
	$(call link,-fsanitize=fuzzer)

.PHONY: fuzz fuzz-targets
fuzz-targets: $(FUZZERS:%=$(BUILD)/fuzz/%)
fuzz:
	+@$(SUB) SAN=fuzz BUILD=build/fuzz fuzz-targets
	@FUZZ_SEED=$(FUZZ_SEED) tools/fuzz build/fuzz $(FUZZ_SECONDS)

# --- sample data, demo, bench --------------------------------------------
# Tools stand alone; benchmarks measure the libraries.
$(BUILD)/tools/%: $(BUILD)/obj/tools/%.o
	@mkdir -p $(@D)
	$(call say,LD)
	$(call link)
# bench/engines/X.c and the rows make one program an engine. A peer is built
# where its header is, and links with its library alone.
PEERS := lmdb=lmdb.h=-llmdb bdb=db.h=-ldb-5.3 sqlite=sqlite3.h=-lsqlite3 \
	rocksdb=rocksdb/c.h=-lrocksdb
field = $(word $(1),$(subst =, ,$(2)))
has = $(shell echo '\#include <$(1)>' | $(CC) $(CPPFLAGS) -E - >/dev/null \
	2>&1 && echo yes)
ROWOBJ := $(patsubst %,$(BUILD)/obj/bench/engines/%.o,driver reads writes \
	workload)
ENGINES = $(BUILD)/bench/engines/catamount $(BUILD)/bench/engines/flat \
	$(foreach p,$(PEERS),$(if $(call has,$(call field,2,$(p))),\
	$(BUILD)/bench/engines/$(call field,1,$(p)))) \
	$(if $(shell command -v cobc),$(BUILD)/bench/engines/gnucobol)
BENCHPROGS = $(patsubst bench/%.c,$(BUILD)/bench/%,$(wildcard bench/*.c)) \
	$(ENGINES)
define PEER_RULE
$(BUILD)/bench/engines/$(call field,1,$(1)): \
    $(BUILD)/obj/bench/engines/$(call field,1,$(1)).o $(ROWOBJ)
	@mkdir -p $$(@D)
	$$(call say,LD)
	$$(call link,$(call field,3,$(1)))
endef
$(foreach p,$(PEERS),$(eval $(call PEER_RULE,$(p))))
$(BUILD)/bench/engines/catamount: $(BUILD)/obj/bench/engines/catamount.o \
    $(ROWOBJ) $(ARCHIVES)
	@mkdir -p $(@D)
	$(call say,LD)
	$(call link)
$(BUILD)/bench/engines/flat: $(BUILD)/obj/bench/engines/flat.o \
    $(BUILD)/obj/bench/engines/workload.o
	@mkdir -p $(@D)
	$(call say,LD)
	$(call link)
$(BUILD)/bench/records: $(BUILD)/obj/bench/records.o \
    $(BUILD)/obj/bench/engines/workload.o
	@mkdir -p $(@D)
	$(call say,LD)
	$(call link)
$(BUILD)/bench/engines/gnucobol: bench/engines/gnucobol.cob
	@mkdir -p $(@D)
	$(call say,COBC)
	$(Q)cobc -x -O2 -o $(TMP) $< && mv $(TMP) $@
$(BUILD)/bench/%: $(BUILD)/obj/bench/%.o $(ARCHIVES)
	@mkdir -p $(@D)
	$(call say,LD)
	$(call link)

$(BUILD)/samples/.made: $(BUILD)/tools/mksample
	@mkdir -p $(@D)
	@$< $(@D)
	@touch $@
# What the demo takes, which is a test too.
.PHONY: samples demo-parts
samples: $(BUILD)/samples/.made
demo-parts: samples $(BUILD)/tools/nfsget

.PHONY: demo bench
demo:
	+@$(SUB) deps DEPS=build
	+@$(SUB) all demo-parts
	@tools/demo $(BUILD)
# A peer that cannot be installed is left out, and the table says so.
bench:
	+@$(SUB) deps DEPS=build
	-+@$(SUB) deps DEPS=bench
	+@$(SUB) bench-programs
	@bench/run $(BUILD)
# What is installed is looked at for this goal alone.
.PHONY: bench-programs
ifneq ($(filter bench-programs,$(MAKECMDGOALS)),)
bench-programs: all $(BENCHPROGS)
endif

# --- lint, format ------------------------------------------------------
OURS = $(shell find $(DIRS) include examples tests tools bench \
	-name '*.[ch]' | sort -u)
.PHONY: lint format
lint:
	@tools/lint $(BUILD)
format:
	clang-format -i $(OURS)

# --- install -----------------------------------------------------------
# Quoted for the shell: the two may have spaces.
INSTALLDIR = '$(DESTDIR)$(PREFIX)'
DOCDIR = $(INSTALLDIR)/share/doc/catamount
.PHONY: install uninstall
install: all
	install -d $(INSTALLDIR)/bin $(INSTALLDIR)/share/man/man1 \
	    $(INSTALLDIR)/share/man/man3 $(INSTALLDIR)/share/man/man5 \
	    $(INSTALLDIR)/include \
	    $(INSTALLDIR)/lib/pkgconfig $(DOCDIR)/formats \
	    $(DOCDIR)/samples $(DOCDIR)/examples
	install -m 755 $(PROGS:%=$(BUILD)/bin/%) $(INSTALLDIR)/bin
	install -m 644 $(PROGS:%=man/%.1) $(INSTALLDIR)/share/man/man1
	install -m 644 include/catamount.h $(INSTALLDIR)/include
	install -m 644 $(LIBRARIES) $(INSTALLDIR)/lib
	ln -sf libcatamount.so.$(VERSION) \
	    $(INSTALLDIR)/lib/libcatamount.so.$(SOVERSION)
	ln -sf libcatamount.so.$(SOVERSION) $(INSTALLDIR)/lib/libcatamount.so
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' \
	    -e 's|@LIBS@|$(LDLIBS)|' lib/catamount.pc.in \
	    >$(INSTALLDIR)/lib/pkgconfig/catamount.pc
	chmod 644 $(INSTALLDIR)/lib/pkgconfig/catamount.pc
	install -m 644 man/catamount.3 $(INSTALLDIR)/share/man/man3
	install -m 644 man/catamount.conf.5 $(INSTALLDIR)/share/man/man5
	install -m 644 $(wildcard examples/*) $(DOCDIR)/examples
	install -m 644 README.md LICENSE $(filter-out doc/README.md,\
	    $(wildcard doc/*.md)) $(DOCDIR)
	install -m 644 $(wildcard doc/formats/*.md doc/formats/*.json) \
	    $(DOCDIR)/formats
	install -m 644 $(wildcard jcl-samples/*.*) $(DOCDIR)/samples
	cp -R jcl-samples/load jcl-samples/jcl jcl-samples/bank $(DOCDIR)/samples
uninstall:
	rm -f $(PROGS:%=$(INSTALLDIR)/bin/%) \
	    $(PROGS:%=$(INSTALLDIR)/share/man/man1/%.1)
	rm -f $(INSTALLDIR)/include/catamount.h \
	    $(INSTALLDIR)/lib/libcatamount.a \
	    $(INSTALLDIR)/lib/libcatamount.so \
	    $(INSTALLDIR)/lib/libcatamount.so.$(SOVERSION) \
	    $(INSTALLDIR)/lib/libcatamount.so.$(VERSION) \
	    $(INSTALLDIR)/lib/pkgconfig/catamount.pc \
	    $(INSTALLDIR)/share/man/man3/catamount.3 \
	    $(INSTALLDIR)/share/man/man5/catamount.conf.5
	rm -rf $(DOCDIR)

.PHONY: clean
clean:
	rm -rf build

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
