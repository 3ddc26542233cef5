/* The exports file: what a line says, who is let in, as whom. */
#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "nfs/exports.h"
#include "tests/support/random.h"

static enum ds_status
parse(const char *text, size_t len, struct exports **exp, struct ds_diag *diag)
{
	FILE *fp = fmemopen((void *)(uintptr_t)text, len, "r");
	enum ds_status st;

	assert_non_null(fp);
	st = exports_parse(fp, "exports", exp, diag);
	fclose(fp);
	return st;
}

static struct exports *
good(const char *text)
{
	struct exports *ex = NULL;

	assert_int_equal(parse(text, strlen(text), &ex, NULL), DS_OK);
	return ex;
}

static struct sockaddr *
from(const char *addr)
{
	static struct sockaddr_storage ss;
	struct sockaddr_in *in = (void *)&ss;
	struct sockaddr_in6 *in6 = (void *)&ss;

	memset(&ss, 0, sizeof(ss));
	if (inet_pton(AF_INET, addr, &in->sin_addr) == 1)
		ss.ss_family = AF_INET;
	else {
		assert_int_equal(inet_pton(AF_INET6, addr, &in6->sin6_addr), 1);
		ss.ss_family = AF_INET6;
	}
	return (struct sockaddr *)&ss;
}

/* The path of the export that is for it; "": none. */
static const char *
found(const struct exports *ex, const char *path, const char *addr)
{
	const struct export_line *e =
	    exports_for(ex, path, strlen(path), from(addr));

	return e == NULL ? "" : e->path;
}

static void
without_a_file_this_machine_reads_all(void **state)
{
	struct exports *ex = NULL;

	(void)state;
	assert_int_equal(exports_read(NULL, &ex, NULL), DS_OK);
	assert_string_equal(found(ex, "/", "127.0.0.1"), "/");
	assert_string_equal(found(ex, "/A.B", "::1"), "/");
	assert_string_equal(found(ex, "/", "10.0.0.1"), "");
	assert_false(exports_writable(ex));
	assert_int_equal(ex->all[0].squash, SQUASH_ROOT);
	exports_free(&ex);
	assert_int_equal(exports_read("/no/such/file", &ex, NULL), DS_NOFILE);
}

static void
the_longest_path_that_is_for_the_client_counts(void **state)
{
	struct exports *ex = good("# all\n\n"
				  "/ 10.0.0.0/8,fe80::/10\n"
				  "/payroll\t10.1.0.0/16 rw,view=text # it\n"
				  "/PAYROLL.TEST * ro\n"
				  "/text/OPEN *");

	(void)state;
	assert_int_equal(ex->n, 4);
	assert_string_equal(found(ex, "/", "10.1.2.3"), "/");
	assert_string_equal(found(ex, "/PayRoll", "10.1.2.3"), "/PAYROLL");
	assert_string_equal(found(ex, "/PAYROLL", "10.2.2.3"), "/");
	assert_string_equal(
	    found(ex, "/PAYROLL.X", "10.1.255.255"), "/PAYROLL");
	/* A level, not a part of one. */
	assert_string_equal(found(ex, "/PAYROLLS", "10.1.2.3"), "/");
	assert_string_equal(
	    found(ex, "//rdw//PAYROLL.TEST/", "1.2.3.4"), "/PAYROLL.TEST");
	assert_string_equal(found(ex, "/text/OPEN.A", "1.2.3.4"), "/text/OPEN");
	assert_string_equal(found(ex, "/OPEN", "1.2.3.4"), "");
	assert_string_equal(found(ex, "/rdw/OPEN", "1.2.3.4"), "");
	assert_string_equal(found(ex, "/", "febf::1"), "/");
	assert_string_equal(found(ex, "/", "fec0::1"), "");
	/* IPv4 over an IPv6 socket */
	assert_string_equal(found(ex, "/", "::ffff:10.9.9.9"), "/");
	assert_string_equal(found(ex, "", "10.1.2.3"), "");
	assert_string_equal(found(ex, "A", "10.1.2.3"), "");
	assert_string_equal(
	    found(ex, "/PAYROLL/TEST", "1.2.3.4"), "/PAYROLL.TEST");
	/* Nobody gets out of what is his. */
	assert_string_equal(found(ex, "/PAYROLL/..", "10.1.2.3"), "");
	assert_string_equal(found(ex, "/PAYROLL.TEST/../A", "10.1.2.3"), "");
	assert_string_equal(found(ex, "/..", "10.1.2.3"), "");
	assert_string_equal(found(ex, "/text/.", "10.1.2.3"), "");
	assert_int_equal(ex->all[1].view, OPS_TEXT);
	assert_true(ex->all[1].writable && exports_writable(ex));
	exports_free(&ex);
}

static void
networks_end_at_any_bit(void **state)
{
	struct exports *ex = good("/ 192.168.4.0/22\n/A 7.7.7.7/32\n"
				  "/B 0.0.0.0/0\n/C ::/0");

	(void)state;
	assert_string_equal(found(ex, "/", "192.168.7.255"), "/");
	assert_string_equal(found(ex, "/", "192.168.8.0"), "");
	assert_string_equal(found(ex, "/", "192.168.3.255"), "");
	assert_string_equal(found(ex, "/A", "7.7.7.7"), "/A");
	assert_string_equal(found(ex, "/A", "7.7.7.6"), "");
	/* All of IPv4 is not all. */
	assert_string_equal(found(ex, "/B", "9.9.9.9"), "/B");
	assert_string_equal(found(ex, "/B", "::1"), "");
	assert_string_equal(found(ex, "/C", "9.9.9.9"), "/C");
	exports_free(&ex);
}

static void
a_handle_finds_its_export_again(void **state)
{
	struct exports *ex = good("/A 10.0.0.1 ro\n/A 10.0.0.2 rw\n/B *");
	struct exports *again = good("/B *\n/A *");
	uint16_t a = ex->all[0].id;
	bool known;

	(void)state;
	assert_int_equal(a, ex->all[1].id);
	assert_int_not_equal(a, ex->all[2].id);
	/* The same whatever else is exported: handles outlive a reload. */
	assert_int_equal(a, again->all[1].id);
	assert_true(exports_by_id(ex, a, from("10.0.0.2"), &known)->writable);
	assert_false(exports_by_id(ex, a, from("10.0.0.1"), &known)->writable);
	assert_null(exports_by_id(ex, a, from("10.0.0.3"), &known));
	assert_true(known);
	assert_null(
	    exports_by_id(ex, (uint16_t)(a ^ 1), from("10.0.0.1"), &known));
	assert_false(known);
	exports_free(&ex);
	exports_free(&again);
}

static void
identities_are_squashed(void **state)
{
	struct exports *ex = good("/A * anonuid=7,anongid=8\n"
				  "/B * squash=none\n/C * squash=all");
	struct rpc_cred root = {.flavor = RPC_AUTH_SYS, .ngids = 1};
	struct rpc_cred user = {
	    .flavor = RPC_AUTH_SYS, .uid = 501, .gid = 20, .ngids = 2};
	struct rpc_cred none = {.flavor = RPC_AUTH_NONE};
	struct ops_caller c;

	(void)state;
	export_squash(&ex->all[0], &root, &c);
	assert_int_equal(c.uid, 7);
	assert_int_equal(c.gid, 8);
	assert_int_equal(c.ngids, 0);
	export_squash(&ex->all[0], &user, &c);
	assert_int_equal(c.uid, 501);
	assert_int_equal(c.ngids, 2);
	export_squash(&ex->all[1], &root, &c);
	assert_int_equal(c.uid, 0);
	export_squash(&ex->all[1], &none, &c);
	assert_int_equal(c.uid, 65534);
	export_squash(&ex->all[2], &user, &c);
	assert_int_equal(c.uid, 65534);
	exports_free(&ex);
}

static void
a_wrong_line_is_told_with_its_number(void **state)
{
	static const char *const bad[] = {"/", "A *", "/A..B *", "/A/../B *",
	    "/ 10.0.0.0/33", "/ 10.0.0", "/ host.name", "/ ::1/129",
	    "/ 10.0.0.1/", "/ 10.0.0.1/x", "/ * rx", "/ * squash=no",
	    "/ * anonuid=-1", "/ * anonuid=4294967296",
	    "/ * view=", "/text * view=rdw", "/ * ro rw", "/ ,",
	    "/ * =", "/A12345678 *", "/ * squash"};
	struct exports *ex = NULL;
	struct ds_diag diag;
	char text[200];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(text, sizeof(text), "/ *\n%s\n", bad[i]);
		if (parse(text, strlen(text), &ex, &diag) != DS_INVALID)
			fail_msg("%s", bad[i]);
		assert_null(ex);
		assert_non_null(strstr(diag.text, "line 2"));
		assert_string_equal(diag.name, "exports");
	}
}

static void
any_bytes_are_read_or_refused(void **state)
{
	static const char line[] = "/text/PAY.ROLL 10.1.0.0/16,::1,* "
				   "rw,view=text,squash=all,anonuid=7 # x\n";

	(void)state;
	for (seed = 1; seed < 5000; seed++) {
		struct exports *ex = NULL;
		char text[2 * sizeof(line)];
		size_t len = 1 + rnd(sizeof(text) - 1);

		for (size_t i = 0; i < len; i++)
			text[i] = line[i % (sizeof(line) - 1)];
		for (size_t i = rnd(4); i > 0; i--)
			text[rnd(len)] = (char)rnd(256);
		if (parse(text, len, &ex, NULL) == DS_OK) {
			exports_for(ex, text, len, from("10.1.2.3"));
			exports_free(&ex);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(without_a_file_this_machine_reads_all),
	    cmocka_unit_test(the_longest_path_that_is_for_the_client_counts),
	    cmocka_unit_test(networks_end_at_any_bit),
	    cmocka_unit_test(a_handle_finds_its_export_again),
	    cmocka_unit_test(identities_are_squashed),
	    cmocka_unit_test(a_wrong_line_is_told_with_its_number),
	    cmocka_unit_test(any_bytes_are_read_or_refused),
	};

	return cmocka_run_group_tests_name("exports", tests, NULL, NULL);
}
