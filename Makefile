# Catamount. Everything that is generated goes below $(BUILD).
#
#	make            libraries and programs
#	make deps       install the Debian packages of tools/debian-packages
#	make demo       set-up, build, then the main job on real input
#	make check      set-up, build, all tests
#	make SAN=1 ...  the same with AddressSanitizer and UBSan, in build-san/

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
VERSION := 0.1.0

ifeq ($(SAN),1)
BUILD ?= build-san
SANFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=undefined
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
CPPFLAGS += -I. -I$(BUILD)/gen $(DEFS)
CFLAGS += -std=c11 $(OPT) $(SANFLAGS) -fno-omit-frame-pointer
LDFLAGS += $(SANFLAGS)
LDLIBS := -lsqlite3 -lisal -luring -lpthread

# One archive a folder: a folder is what tools/check-layers reasons about.
DIRS := base parser catalog access-methods access-methods/volume access-methods/sphere \
	access-methods/vsam access-methods/qsam services utilities
# Programs: one main.c each.
PROGS := idcams

lib = $(BUILD)/lib/lib$(subst /,-,$(1)).a
srcs = $(sort $(wildcard $(1)/*.c))
ARCHIVES := $(foreach d,$(DIRS),$(if $(wildcard $(d)/*.[cly]),$(call lib,$(d))))
GENSRC := $(wildcard parser/*.y parser/*.l)

.PHONY: all
all: $(ARCHIVES) $(PROGS:%=$(BUILD)/bin/%)

# --- objects -----------------------------------------------------------
$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(WARN) -MMD -MP -c -o $@ $<

# Generated C: bison's and flex's output passes fewer warnings.
$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(GENWARN) -MMD -MP -c -o $@ $<

$(BUILD)/gen/%.tab.c $(BUILD)/gen/%.tab.h: %.y
	@mkdir -p $(@D)
	bison -Wall -Werror --header=$(BUILD)/gen/$*.tab.h \
	    -o $(BUILD)/gen/$*.tab.c $<
$(BUILD)/gen/%.lex.c $(BUILD)/gen/%.lex.h: %.l
	@mkdir -p $(@D)
	flex --header-file=$(BUILD)/gen/$*.lex.h -o $(BUILD)/gen/$*.lex.c $<

GENHDR := $(patsubst %.y,$(BUILD)/gen/%.tab.h,$(wildcard parser/*.y)) \
	$(patsubst %.l,$(BUILD)/gen/%.lex.h,$(wildcard parser/*.l))
GENOBJ := $(patsubst %.y,$(BUILD)/obj/gen/%.tab.o,$(wildcard parser/*.y)) \
	$(patsubst %.l,$(BUILD)/obj/gen/%.lex.o,$(wildcard parser/*.l))
$(GENOBJ): | $(GENHDR)
$(patsubst %.c,$(BUILD)/obj/%.o,$(call srcs,parser)): | $(GENHDR)
.SECONDARY:

define ARCHIVE_RULE
$(call lib,$(1)): $(patsubst %.c,$(BUILD)/obj/%.o,$(call srcs,$(1))) \
    $(if $(filter parser,$(1)),$(GENOBJ))
	@mkdir -p $$(@D)
	@rm -f $$@
	$(AR) rcs $$@ $$^
endef
$(foreach d,$(DIRS),$(eval $(call ARCHIVE_RULE,$(d))))

# --- programs ----------------------------------------------------------
# shell/ is idcams: the command interpreter's main and its line editor.
$(BUILD)/bin/idcams: $(patsubst %.c,$(BUILD)/obj/%.o,$(call srcs,shell)) \
    $(ARCHIVES)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $(filter %.o,$^) -Wl,--start-group \
	    $(filter %.a,$^) -Wl,--end-group $(LDLIBS) -ledit

# --- tests -------------------------------------------------------------
# build/tests/NAME.t is a cmocka program that prints TAP; tests/*.t are
# scripts. A C test links what its layer's digit says (see tests/README.md).
CTESTS := $(patsubst tests/%.c,$(BUILD)/tests/%.t,$(wildcard tests/t*.c))
AMLIBS := $(foreach d,$(filter access-methods%,$(DIRS)),$(if \
	$(wildcard $(d)/*.c),$(call lib,$(d))))
testlibs = $(strip $(if $(filter t0%,$(1)),$(call lib,base),\
	$(if $(filter t1%,$(1)),$(AMLIBS) $(call lib,base),\
	$(if $(filter t2%,$(1)),$(call lib,catalog) $(call lib,base),\
	$(if $(filter t3%,$(1)),$(call lib,parser) $(call lib,base),\
	$(ARCHIVES))))))
TESTSUP := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tests/support/*.c))

define CTEST_RULE
$(BUILD)/tests/$(1).t: $(BUILD)/obj/tests/$(1).o $(TESTSUP) $(call testlibs,$(1))
	@mkdir -p $$(@D)
	$(CC) $(LDFLAGS) -o $$@ $$(filter %.o,$$^) -Wl,--start-group \
	    $$(filter %.a,$$^) -Wl,--end-group $(LDLIBS) -lcmocka
endef
$(foreach t,$(basename $(notdir $(wildcard tests/t*.c))),\
	$(eval $(call CTEST_RULE,$(t))))

.PHONY: tests
tests: $(CTESTS)

.PHONY: clean
clean:
	rm -rf build build-san build-clang

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
