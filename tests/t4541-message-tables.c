/*
 * Which message a status and a fault have. The tables stand here a second time,
 * written from the books and not from the code: the catalog's return codes and
 * their first messages (SYM6-1 IDCTP01 and SC23-6846's IDC3009I), the error
 * codes of OPEN (IDAERRCD), those of a request (IDARMRCD), EXAMINE's messages
 * by their texts. Each status and each fault has a row; one that is new fails
 * until it has.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/capture.h"
#include "utilities/idcams_int.h"
#include "utilities/sysprint.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))

static const struct row {
	const char *status;
	int catalog;       /* first message; IDC3009I when there is a code */
	const char *codes; /* return code-reason; "": no IDC3009I */
	int open;   /* of IDC3351I; 0: IDC3312I, -1: IDC3304I, -2: allocation's
		       IKJ56228I */
	int action; /* second line of IDC3302I */
	int code;   /* of its IDC3351I */
} rows[] = {
    /* status, catalog, OPEN, request */
    {"DS_EOD", 3014, "", 0, 3351, 4},
    {"DS_DUPLICATE", 3014, "", 0, 3308, 0},
    {"DS_DUPAIX", 3014, "", 0, 3327, 0},
    {"DS_SEQUENCE", 3014, "", 0, 3314, 0},
    {"DS_NOTFOUND", 3014, "", 0, 3351, 16},
    {"DS_LOCKED", 3014, "", 0, 3351, 20},
    {"DS_NOSPACE", 3020, "68-20", 0, 3351, 28},
    {"DS_BADRBA", 3014, "", 0, 3351, 32},
    {"DS_AREASMALL", 3014, "", 0, 3351, 44},
    {"DS_STRINGS", 3014, "", 0, 3351, 64},
    {"DS_NOACCESS", 3014, "", 0, 3351, 68},
    {"DS_KEYTOESDS", 3014, "", 0, 3351, 72},
    {"DS_NOINSERT", 3014, "", 0, 3351, 76},
    {"DS_NOERASE", 3014, "", 0, 3351, 80},
    {"DS_BADLOCATE", 3014, "", 0, 3351, 84},
    {"DS_NOPOSITION", 3014, "", 0, 3351, 88},
    {"DS_NOUPDATE", 3014, "", 0, 3351, 92},
    {"DS_KEYCHANGED", 3014, "", 0, 3351, 96},
    {"DS_LENCHANGED", 3014, "", 0, 3351, 100},
    {"DS_BADOPTION", 3014, "", 0, 3351, 104},
    {"DS_BADLENGTH", 3014, "", 0, 3309, 0},
    {"DS_BADKEYLEN", 3014, "", 0, 3310, 0},
    {"DS_LOADING", 3014, "", 0, 3351, 116},
    {"DS_LOCSPAN", 3014, "", 0, 3351, 132},
    {"DS_SPANADDR", 3014, "", 0, 3351, 136},
    {"DS_SEGMENTS", 3014, "", 0, 3351, 140},
    {"DS_NOBASE", 3014, "", 0, 3351, 144},
    {"DS_TOOMANY", 3014, "", 0, 3351, 148},
    {"DS_BADCI", 3014, "", 0, 3351, 156},
    {"DS_BADRRN", 3014, "", 0, 3351, 192},
    {"DS_RRNADDR", 3014, "", 0, 3351, 196},
    {"DS_NOTBYPATH", 3014, "", 0, 3351, 200},
    {"DS_PUTBACKWARD", 3014, "", 0, 3351, 204},
    {"DS_BADENDREQ", 3014, "", 0, 3351, 208},
    {"DS_CORRUPT", 3014, "", 132, 3351, 4},
    {"DS_CORRUPTIX", 3014, "", 132, 3351, 8},
    {"DS_OPEN_NOTCLOSED", 3014, "", 116, 3317, 0},
    {"DS_OPEN_NODD", 3014, "", -1, 3317, 0},
    {"DS_OPEN_IO", 3014, "", 132, 3317, 0},
    {"DS_OPEN_NOENTRY", 3014, "", 148, 3317, 0},
    {"DS_OPEN_SECURITY", 3014, "", 152, 3317, 0},
    {"DS_OPEN_EMPTY", 3014, "", 160, 3317, 0},
    {"DS_OPEN_INUSE", 3028, "184-0", 168, 3317, 0},
    {"DS_OPEN_NOTVSAM", 3014, "", 188, 3317, 0},
    {"DS_OPEN_EMPTYPATH", 3014, "", 196, 3317, 0},
    {"DS_OPEN_CISIZE", 3014, "", 220, 3317, 0},
    {"DS_OPEN_NORESET", 3014, "", 232, 3317, 0},
    {"DS_CAT_UNAVAIL", 3016, "4-6", 180, 3317, 0},
    {"DS_CAT_NOTFOUND", 3012, "8-42", -2, 3317, 0},
    {"DS_CAT_DUPLICATE", 3013, "8-38", 0, 3317, 0},
    {"DS_CAT_FULL", 3017, "20-0", 0, 3317, 0},
    {"DS_CAT_SECURITY", 3018, "56-6", 152, 3317, 0},
    {"DS_CAT_PROFILE", 3034, "114-0", 0, 3317, 0},
    {"DS_CAT_TYPE", 3019, "60-0", 0, 3317, 0},
    {"DS_CAT_NOSPACE", 3020, "68-20", 0, 3317, 0},
    {"DS_CAT_NOVOLUME", 3021, "72-0", 0, 3317, 0},
    {"DS_CAT_RELATED", 3022, "80-0", 0, 3317, 0},
    {"DS_CAT_UNEXPIRED", 3023, "84-6", 0, 3317, 0},
    {"DS_CAT_INUSE", 3028, "184-0", 168, 3317, 0},
    {"DS_CAT_LRECL", 3029, "192-0", 0, 3317, 0},
    {"DS_CAT_CISIZE", 3030, "196-0", 0, 3317, 0},
    {"DS_CAT_KEY", 3031, "204-0", 0, 3317, 0},
    {"DS_CAT_BUFSPACE", 3032, "208-0", 0, 3317, 0},
    {"DS_CAT_NOVVR", 3014, "50-5", 0, 3317, 0},
    {"DS_CAT_NOTEMPTY", 3014, "152-0", 0, 3317, 0},
    {"DS_NOMEM", 3004, "", 136, 3317, 0},
    {"DS_IO", 3014, "", 132, 3317, 0},
    {"DS_EXIST", 3014, "", 0, 3317, 0},
    {"DS_NOFILE", 3014, "", 0, 3317, 0},
    {"DS_FULL", 3020, "68-20", 0, 3317, 0},
    {"DS_BUSY", 3028, "184-0", 168, 3351, 20},
    {"DS_TIMEOUT", 3028, "184-0", 168, 3351, 20},
    {"DS_STOPPED", 3014, "", 0, 3317, 0},
    {"DS_INVALID", 3014, "", 0, 3317, 0},
    {"DS_BADTEXT", 3014, "", 0, 3317, 0},
    {"DS_BADBLOCK", 3014, "", 0, 3317, 0},
    {"DS_VERSION", 3014, "", 0, 3317, 0},
    {"DS_UNSUPPORTED", 3014, "", 0, 3317, 0},
    {"DS_NOMEMBER", 3014, "", 0, 3317, 0},
    {"DS_DIRFULL", 3014, "", 0, 3317, 0},
    {"DS_AGAIN", 3014, "", 0, 3317, 0},
};

/* DS_OK is no failure. */
static const enum ds_status statuses[] = {
#define X(name, class, rc, rsn, text) name,
    DS_STATUS_LIST(X)
#undef X
};

static const struct row *
row_of(enum ds_status st)
{
	size_t i;

	for (i = 0; i < LEN(rows); i++)
		if (strcmp(rows[i].status, ds_status_name(st)) == 0)
			return &rows[i];
	fail_msg("%s has no row", ds_status_name(st));
	return NULL;
}

/* The n-th line of what was printed, behind its control character. */
static const char *
line(const struct capture *cap, int n, char out[200])
{
	const char *p = cap->text != NULL ? cap->text : "";

	for (; n > 0 && p != NULL; n--)
		if ((p = strchr(p, '\n')) != NULL)
			p++;
	out[0] = '\0';
	if (p != NULL && *p != '\0')
		snprintf(out, 200, "%.*s", (int)strcspn(p + 1, "\n"), p + 1);
	return out;
}

enum where { CATALOG, OPEN, ACTION };

/* The n-th line of a status's messages. */
static const char *
said(enum where where, enum ds_status st, int n, char out[200])
{
	static const uint8_t rec[] = {1, 2, 3, 4, 5};
	struct capture cap = {0};
	struct sysprint_opts o = {true, false, false, capture_write, &cap};
	struct ams_run run = {.sp = sysprint_new(&o)};
	struct ds_diag diag = {.status = st};

	assert_non_null(run.sp);
	if (where == CATALOG)
		ams_catalog_error(&run, st, &diag, "A.B");
	else if (where == OPEN)
		ams_open_error(&run, st, &diag, "A.B");
	else
		ams_action_error(&run, st, &diag, "A.B", rec, sizeof(rec));
	line(&cap, n, out);
	sysprint_free(&run.sp);
	capture_free(&cap);
	return out;
}

static void
expect_number(const char *got, int number, enum ds_status st)
{
	char want[16];

	snprintf(want, sizeof(want), "IDC%04dI", number);
	if (strncmp(got, want, strlen(want)) != 0)
		fail_msg("%s: %s, not %s", ds_status_name(st), got, want);
}

/* "IGG0CLxx-n": the module of two of them is known, of the others decoration.
 */
static void
expect_codes(const char *got, const char *codes, enum ds_status st)
{
	static const char text[] = "IDC3009I ** VSAM CATALOG RETURN CODE IS ";
	char rc[8] = "", module[16] = "", rsn[8] = "", pair[20];

	if (codes[0] == '\0') {
		if (strncmp(got, "IDC3009I", 8) == 0)
			fail_msg("%s: %s", ds_status_name(st), got);
		return;
	}
	assert_memory_equal(got, text, strlen(text));
	assert_int_equal(
	    sscanf(got + strlen(text),
		"%7[0-9] - REASON CODE IS %15[^-]-%7[0-9]", rc, module, rsn),
	    3);
	snprintf(pair, sizeof(pair), "%s-%s", rc, rsn);
	assert_string_equal(pair, codes);
	if (strcmp(codes, "8-42") == 0)
		assert_string_equal(module, "IGG0CLEG");
	if (strcmp(codes, "8-38") == 0)
		assert_string_equal(module, "IGG0CLEH");
	if (strcmp(codes, "50-5") == 0)
		assert_string_equal(module, "IGG0CLFF");
}

static void
each_status_has_the_catalogs_message_and_codes(void **state)
{
	const struct row *r;
	char got[200];

	(void)state;
	for (size_t i = 1; i < LEN(statuses); i++) {
		r = row_of(statuses[i]);
		expect_number(said(CATALOG, statuses[i], 0, got), r->catalog,
		    statuses[i]);
		expect_codes(
		    said(CATALOG, statuses[i], 1, got), r->codes, statuses[i]);
	}
}

/* Its last word is the code. */
static void
expect_code(const char *got, const char *what, int code, enum ds_status st)
{
	char want[80];

	snprintf(want, sizeof(want), "IDC3351I ** VSAM %s RETURN CODE IS %d",
	    what, code);
	if (strcmp(got, want) != 0)
		fail_msg("%s: %s, not %s", ds_status_name(st), got, want);
}

static void
each_status_has_the_code_of_open(void **state)
{
	const struct row *r;
	char got[200];

	(void)state;
	for (size_t i = 1; i < LEN(statuses); i++) {
		r = row_of(statuses[i]);
		if (r->open == -2) {
			said(OPEN, statuses[i], 0, got);
			assert_memory_equal(got, "IKJ56228I ", 10);
			continue;
		}
		expect_number(
		    said(OPEN, statuses[i], 0, got), 3300, statuses[i]);
		said(OPEN, statuses[i], 1, got);
		if (r->open > 0)
			expect_code(got, "OPEN", r->open, statuses[i]);
		else
			expect_number(
			    got, r->open < 0 ? 3304 : 3312, statuses[i]);
	}
}

static void
each_status_has_the_code_of_a_request(void **state)
{
	const struct row *r;
	char got[200];

	(void)state;
	for (size_t i = 1; i < LEN(statuses); i++) {
		r = row_of(statuses[i]);
		expect_number(
		    said(ACTION, statuses[i], 0, got), 3302, statuses[i]);
		said(ACTION, statuses[i], 1, got);
		if (r->action == 3351)
			expect_code(got, "I/O", r->code, statuses[i]);
		else
			expect_number(got, r->action, statuses[i]);
	}
}

/* What z/OS says of a fault, in its words; all others are lines of ours. */
static const struct {
	const char *fault, *number, *text;
} faults[] = {
    {"DS_F_IX_ORDER", "IDC11704I", "INDEX KEYS ARE NOT IN SEQUENCE"},
    {"DS_F_IX_POINTERS", "IDC11705I",
	"INDEX RECORD CONTAINS DUPLICATE INDEX POINTERS"},
    {"DS_F_IX_TWICE", "IDC11705I",
	"INDEX RECORD CONTAINS DUPLICATE INDEX POINTERS"},
    {"DS_F_CA_TWICE", "IDC11707I",
	"DUPLICATE INDEX POINTERS FOUND IN SEQUENCE SET"},
    {"DS_F_IX_COUNT", "IDC11711I", "INDEX CONTROL INTERVAL COUNT ERROR"},
    {"DS_F_CA_UNKNOWN", "IDC11724I",
	"DATA COMPONENT CA NOT KNOWN TO SEQUENCE SET"},
    {"DS_F_SEQSET_FIRST", "IDC11725I",
	"SEQUENCE SET RBA INCONSISTENT WITH VSAM-MAINTAINED RBA"},
    {"DS_F_SEQSET_LAST", "IDC11725I",
	"SEQUENCE SET RBA INCONSISTENT WITH VSAM-MAINTAINED RBA"},
    {"DS_F_FREE_COUNTS", "IDC11728I", "DATA FOUND IN EMPTY CI"},
    {"DS_F_KEY_ORDER", "IDC11733I", "DATA COMPONENT KEY SEQUENCE ERROR"},
};

static void
expect_text(enum msg_id id, const char *text)
{
	struct capture cap = {0};
	struct sysprint_opts o = {true, false, false, capture_write, &cap};
	struct sysprint *sp = sysprint_new(&o);
	char got[200];

	assert_non_null(sp);
	sysprint_msgv(sp, id, NULL);
	line(&cap, 0, got);
	assert_string_equal(got + strcspn(got, " ") + 1, text);
	sysprint_free(&sp);
	capture_free(&cap);
}

static void
each_fault_has_its_message_of_examine(void **state)
{
	size_t k, found = 0;
	enum msg_id id;

	(void)state;
	for (int f = 0; f < DS_F_COUNT; f++) {
		id = ams_fault_msg((enum ds_fault)f);
		for (k = 0; k < LEN(faults); k++)
			if (strcmp(faults[k].fault,
				ds_fault_name((enum ds_fault)f)) == 0)
				break;
		if (k == LEN(faults)) {
			assert_int_equal(id, MSG_COUNT);
			continue;
		}
		found++;
		assert_string_equal(msg_number(id), faults[k].number);
		expect_text(id, faults[k].text);
	}
	assert_int_equal(found, LEN(faults));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_status_has_the_catalogs_message_and_codes),
	    cmocka_unit_test(each_status_has_the_code_of_open),
	    cmocka_unit_test(each_status_has_the_code_of_a_request),
	    cmocka_unit_test(each_fault_has_its_message_of_examine),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
