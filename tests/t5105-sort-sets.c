/*
 * SORT on every kind of data set: VSAM, members, concatenations, code pages;
 * and what is left when one is full, damaged or the process dies.
 */
#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

#include "tests/support/child.h"
#include "tests/support/sort.h"

static void
runs(struct job_step *s, const char *cards, const char *ends)
{
	step_cards(s, "SYSIN", cards);
	step_file(s, "SYSOUT", "text");
	step_run(s, "SORT", NULL);
	if (strcmp(s->ended, ends) != 0)
		fail_msg("%s %s", s->ended, step_print(s, "SYSOUT"));
}

/* KEYS(4 0), records of 4 to 80 bytes. */
static void
make_ksds(struct fixture *f, const char *name)
{
	struct ds_define_cluster def = {0};

	def_ksds(&def, name);
	def.cluster.keylen = 4;
	def.cluster.rkp = 0;
	def.cluster.avglrecl = 20;
	def.cluster.maxlrecl = 80;
	assert_int_equal(define(f, &def), DS_OK);
}

static void
clusters_are_read_and_loaded(void **state)
{
	struct fixture *f = *state;
	struct job_step s = {0};

	make_ksds(f, "A.KSDS");
	step_make(f, "A.V,new,recfm=VB,lrecl=84", "CCCC3\nAAAA1234\nBBBB\n");
	/* a load in key order; V by the input */
	step_begin(&s, f);
	step_dd(&s, "SORTIN=A.V,shr");
	step_dd(&s, "SORTOUT=A.KSDS,old");
	runs(&s, " SORT FIELDS=(5,4,CH,A)\n", "0000");
	assert_string_equal(
	    step_records(&s, "A.KSDS"), "AAAA1234\nBBBB\nCCCC3\n");
	/* and back, by another field; V by the output */
	step_begin(&s, f);
	step_dd(&s, "SORTIN=A.KSDS,shr");
	step_dd(&s, "SORTOUT=A.W,new,recfm=VB,lrecl=84");
	runs(&s, " SORT FIELDS=(5,4,CH,D)\n", "0000");
	assert_string_equal(step_records(&s, "A.W"), "CCCC3\nBBBB\nAAAA1234\n");
	/* F by RECORD: filled with zeros, which print as none */
	step_begin(&s, f);
	step_dd(&s, "SORTIN=A.KSDS,shr");
	step_dd(&s, "SORTOUT=A.F,new,recfm=FB,lrecl=4");
	runs(&s, " OPTION COPY\n RECORD TYPE=F\n OUTREC BUILD=(1,4)\n", "0000");
	assert_string_equal(step_records(&s, "A.F"), "AAAA\nBBBB\nCCCC\n");
}

static void
records_out_of_key_order_are_no_load(void **state)
{
	struct job_step s = {0};

	make_ksds(*state, "A.KSDS");
	step_make(*state, "A.V,new,recfm=VB,lrecl=84", "BBBB\nAAAA\n");
	step_begin(&s, *state);
	step_dd(&s, "SORTIN=A.V,shr");
	step_dd(&s, "SORTOUT=A.KSDS,old");
	runs(&s, " OPTION COPY\n", "0016");
	says(step_print(&s, "SYSOUT"), "CATAMOUNT SORTOUT FAILED");
}

static void
members_and_concatenations_are_read(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.ONE,new,recfm=VB,lrecl=20", "D\nB\n");
	step_make(*state, "A.TWO,new,recfm=VB,lrecl=84",
	    "CCCCCCCCCCCCCCCCCCCCCCCCCCCC\nA\n");
	step_begin(&s, *state);
	step_dd(&s, "SORTIN=A.ONE,shr");
	step_dd(&s, "SORTIN=A.TWO,shr");
	step_dd(&s, "SORTOUT=A.OUT,new,recfm=VB,lrecl=84");
	runs(&s, " SORT FIELDS=(5,1,CH,A)\n", "0000");
	assert_string_equal(step_records(&s, "A.OUT"),
	    "A\nB\nCCCCCCCCCCCCCCCCCCCCCCCCCCCC\nD\n");
}

static void
constants_are_in_the_code_page_of_the_input(void **state)
{
	struct job_step s = {0};

	/* in ISO 8859-1 capital letters stand in front of small ones */
	step_make(
	    *state, "A.IN,new,recfm=FB,lrecl=2,ccsid=819", "b2\nb1\nA1\na1\n");
	step_begin(&s, *state);
	step_dd(&s, "SORTIN=A.IN,shr");
	step_dd(&s, "SORTOUT=A.OUT,new,recfm=FB,lrecl=4,ccsid=819");
	runs(&s,
	    " SORT FIELDS=(1,1,CH,A,2,1,ZD,A)\n OMIT COND=(1,1,CH,EQ,C'a')\n"
	    " OUTREC BUILD=(1,2,TRAN=LTOU,C'+',X)\n",
	    "0000");
	assert_string_equal(step_records(&s, "A.OUT"), "A1+\nB1+\nB2+\n");
}

static void
what_is_too_long_is_refused(void **state)
{
	struct job_step s = {0};

	step_begin(&s, *state);
	step_cards(&s, "SORTIN", "A\n");
	step_file(&s, "SORTOUT", "binary,recfm=FB,lrecl=40000");
	runs(&s, " OPTION COPY\n", "0016");
	says(step_print(&s, "SYSOUT"),
	    "CATAMOUNT SORTOUT HAS RECORDS OF MORE THAN 32767 BYTES\n");
	step_begin(&s, *state);
	step_file(&s, "SORTOUT", "text,recfm=FB,lrecl=80");
	step_file(&s, "SORTIN", "binary,recfm=U,lrecl=80");
	runs(&s, " OPTION COPY\n", "0016");
}

static void
a_full_data_set_is_an_abend(void **state)
{
	struct job_step s = {0};
	char *lines = calloc(1, 10 * 3000 + 1);

	for (int i = 0; i < 3000; i++)
		snprintf(lines + (size_t)i * 10, 11, "%09d\n", i);
	step_make(*state, "A.IN,new,recfm=FB,lrecl=80", lines);
	free(lines);
	step_make(*state, "A.OUT,new,recfm=FB,lrecl=80,space=trk(1)", "OLD\n");
	step_begin(&s, *state);
	step_dd(&s, "SORTIN=A.IN,shr");
	step_dd(&s, "SORTOUT=A.OUT,old");
	runs(&s, " SORT FIELDS=(1,9,CH,D)\n OPTION MAINSIZE=64K\n", "SD37");
	/* as OPEN for output and the end of the step leave it on z/OS: no old
	 * record, the first of the new ones */
	assert_memory_equal(
	    step_records(&s, "A.OUT"), "000002999\n000002998\n", 20);
}

static void
a_damaged_input_is_an_abend(void **state)
{
	struct job_step s = {0};
	char path[STEP_PATH];
	FILE *fp;

	step_make(*state, "A.OUT,new,recfm=VB,lrecl=84", "OLD\n");
	step_begin(&s, *state);
	snprintf(path, sizeof(path), "%s/SORTIN", s.f->dir);
	fp = fopen(path, "w");
	assert_non_null(fp);
	fwrite("\0\6\0\0AB\0\2\0\0", 10, 1, fp); /* a length below four */
	fclose(fp);
	step_file(&s, "SORTIN", "binary,recfm=VB,lrecl=84");
	step_dd(&s, "SORTOUT=A.OUT,old");
	runs(&s, " SORT FIELDS=(5,1,CH,A)\n", "S001");
	assert_string_equal(step_records(&s, "A.OUT"), "OLD\n");
}

static unsigned
names_in(const char *dir)
{
	DIR *d = opendir(dir);
	unsigned n = 0;

	assert_non_null(d);
	while (readdir(d) != NULL)
		n++;
	closedir(d);
	return n;
}

static unsigned asked;

/* Dies in the middle of the merge. */
static bool
die(void)
{
	if (++asked == 4500)
		raise(SIGKILL);
	return false;
}

static void
a_killed_sort_leaves_nothing(void **state)
{
	struct fixture *f = *state;
	struct job_step s = {.f = *state};
	char *lines = calloc(1, 10 * 3000 + 1);
	unsigned before;
	int status = 0;
	pid_t pid;

	for (int i = 0; i < 3000; i++)
		snprintf(lines + (size_t)i * 10, 11, "%09d\n", i * 7 % 3000);
	step_make(f, "A.IN,new,recfm=FB,lrecl=80", lines);
	free(lines);
	step_make(f, "A.OUT,new,recfm=FB,lrecl=80", "OLD\n");
	before = names_in(f->dir);
	if ((pid = child_fork()) == 0) {
		static const char *const cards[] = {
		    " SORT FIELDS=(1,9,CH,D)", " OPTION MAINSIZE=16K"};
		struct ds_system *sys = NULL;
		struct program_run run = {.name = "SORT", .interrupted = die};
		struct program_end end;

		if (ds_system_open(f->dir, &sys, NULL, NULL) != DS_OK ||
		    dd_table_new(sys, &run.dds) != DS_OK ||
		    dd_alloc(run.dds, "SORTIN=A.IN,shr", NULL) != DS_OK ||
		    dd_alloc(run.dds, "SORTOUT=A.OUT,old", NULL) != DS_OK ||
		    dd_alloc_instream(run.dds, "SYSIN", cards, 2, NULL) !=
			DS_OK)
			_exit(1);
		run.sys = sys;
		program_find("SORT")->run(&run, &end);
		_exit(2);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(names_in(f->dir), before);
	assert_string_equal(step_records(&s, "A.OUT"), "OLD\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(clusters_are_read_and_loaded),
	    T(records_out_of_key_order_are_no_load),
	    T(members_and_concatenations_are_read),
	    T(constants_are_in_the_code_page_of_the_input),
	    T(what_is_too_long_is_refused),
	    T(a_full_data_set_is_an_abend),
	    T(a_damaged_input_is_an_abend),
	    T(a_killed_sort_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
