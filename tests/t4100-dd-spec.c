/* The SPEC of a DD: each form, each option, each thing that is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "access-methods/am.h"
#include "services/dd_int.h"

static struct dd_part *
good(const char *spec)
{
	struct dd_part *p = NULL;
	struct ds_diag diag = {0};
	enum ds_status st = dd_parse(spec, &p, &diag);

	if (st != DS_OK)
		fail_msg("%s: %s", spec, diag.text);
	return p;
}

static void
data_sets_are_folded(void **state)
{
	struct dd_part *p = good("my.data.set");

	(void)state;
	assert_int_equal(p->kind, DD_DATASET);
	assert_string_equal(p->dsn, "MY.DATA.SET");
	assert_false(p->disp_given);
	dd_part_free(&p);
	p = good("A.B,Shr");
	assert_int_equal(p->disp, DD_SHR);
	assert_true(p->disp_given);
	dd_part_free(&p);
	p = good("A.B,mod");
	assert_int_equal(p->disp, DD_MOD);
	dd_part_free(&p);
	p = good("A.B,OLD");
	assert_int_equal(p->disp, DD_OLD);
	dd_part_free(&p);
	dd_part_free(&p);
}

static void
new_takes_attributes_and_space(void **state)
{
	struct dd_part *p = good("a.b,new,recfm=fba,lrecl=133,blksize=1330,"
				 "space=trk(5,2),vol=sys001,ccsid=IBM-037");

	(void)state;
	assert_int_equal(p->disp, DD_NEW);
	assert_int_equal(p->host.recfm, DS_RECFM_FB);
	assert_int_equal(p->host.ctlchar, 'A');
	assert_int_equal(p->host.lrecl, 133);
	assert_int_equal(p->host.blksize, 1330);
	assert_int_equal(p->unit, DS_UNIT_TRK);
	assert_int_equal(p->pri, 5);
	assert_int_equal(p->sec, 2);
	assert_string_equal(p->volser, "SYS001");
	assert_int_equal(p->host.ccsid, 37);
	dd_part_free(&p);
	p = good("A,new,recfm=U,space=(CYL,(1,3))");
	assert_int_equal(p->unit, DS_UNIT_CYL);
	assert_int_equal(p->pri, 1);
	assert_int_equal(p->sec, 3);
	dd_part_free(&p);
	p = good("A,new,recfm=U,space=cyl(7)");
	assert_int_equal(p->pri, 7);
	assert_int_equal(p->sec, 0);
	dd_part_free(&p);
}

/* K and M are 1024 and 1024 x 1024; 2048000K is the most: SC23-6855. */
static void
amp_says_how_a_data_set_is_buffered(void **state)
{
	struct dd_part *p = good("A.B,shr,amp=(accbias=do,smbvsp=4M,"
				 "smbvspi=2048000k,bufni=9,smbhwt=5)");

	(void)state;
	assert_int_equal(p->amp.accbias, AM_BIAS_DO);
	assert_int_equal(p->amp.smbvsp, 4 * 1024 * 1024);
	assert_int_equal(p->amp.smbvspi, UINT64_C(2097152000));
	assert_int_equal(p->amp.bufni, 9);
	assert_true(p->disp_given);
	dd_part_free(&p);
	p = good("A.B,AMP=('BUFND=8,BUFSP=65536,STRNO=2,SMBDFR=N'),old");
	assert_int_equal(p->amp.bufnd, 8);
	assert_int_equal(p->amp.bufsp, 65536);
	assert_int_equal(p->amp.strno, 2);
	assert_int_equal(p->disp, DD_OLD);
	dd_part_free(&p);
}

static void
paths_keep_their_case_and_take_host_options(void **state)
{
	struct dd_part *p = good("path:/tmp/My File.txt,text,RECFM=FB,"
				 "lrecl=80,noblankstrip,mod,ccsid=273,"
				 "ccsid=iso8859-1");

	(void)state;
	assert_int_equal(p->kind, DD_PATH);
	assert_string_equal(p->host.path, "/tmp/My File.txt");
	assert_true(p->host.text);
	assert_true(p->host.mod);
	assert_true(p->host.noblankstrip);
	assert_int_equal(p->host.ccsid, 273);
	assert_int_equal(p->host.host_ccsid, 819);
	dd_part_free(&p);
	p = good("PATH:a,,b,,,recfm=vb,bdw,binary");
	assert_string_equal(p->host.path, "a,b,");
	assert_true(p->host.bdw);
	dd_part_free(&p);
	p = good("-");
	assert_int_equal(p->kind, DD_PATH);
	assert_string_equal(p->host.path, "-");
	dd_part_free(&p);
	p = good("-,text");
	assert_true(p->host.text);
	dd_part_free(&p);
	p = good("dummy");
	assert_int_equal(p->kind, DD_DUMMY);
	dd_part_free(&p);
	p = good("DUMMY,recfm=FB,lrecl=80");
	assert_int_equal(p->host.lrecl, 80);
	dd_part_free(&p);
}

static void
a_relative_number_is_of_a_generation(void **state)
{
	struct dd_part *p = NULL;
	struct ds_diag diag;

	(void)state;
	assert_int_equal(dd_parse("a.b(-1),old", &p, &diag), DS_OK);
	assert_true(p->relative);
	assert_int_equal(p->number, -1);
	assert_string_equal(p->dsn, "A.B");
	assert_string_equal(p->member, "");
	dd_part_free(&p);
	assert_int_equal(dd_parse("A.B(+2),new,recfm=U", &p, &diag), DS_OK);
	assert_int_equal(p->number, 2);
	dd_part_free(&p);
}

static void
what_is_wrong_is_said(void **state)
{
	static const struct {
		const char *spec;
		enum ds_status st;
		const char *text; /* NULL: any */
	} bad[] = {
	    {"", DS_INVALID, "a DD needs a data set or a path"},
	    {",shr", DS_INVALID, "a DD needs a data set or a path"},
	    {"path:", DS_INVALID, "path: needs a file name"},
	    {"path:,text", DS_INVALID, "path: needs a file name"},
	    {"/tmp/x", DS_INVALID,
		"/tmp/x is not a data set name; a file is path:FILE"},
	    {"A..B", DS_INVALID, "A..B is not a data set name"},
	    {"1ABC", DS_INVALID, "1ABC is not a data set name"},
	    {"ABCDEFGHI", DS_INVALID, NULL},
	    {"A234567.B234567.C234567.D234567.E234567.F2345", DS_INVALID,
		NULL}, /* 45 characters */
	    {"A.B(MEM),new,recfm=U,dsorg=ps", DS_INVALID,
		"A.B: dsorg=ps has no members"},
	    {"A.B,new,recfm=U,dsntype=pds", DS_INVALID,
		"A.B: a PDS needs directory blocks, space=trk(p,s,d)"},
	    {"A.B,new,recfm=U,dsorg=po,vol=(V1,V2)", DS_INVALID,
		"A.B: a library is on one volume"},
	    {"A.B,new,recfm=U,dsntype=hfs", DS_INVALID,
		"dsntype=hfs is not basic, large, extreq, extpref, pds or "
		"library"},
	    {"A.B,new,recfm=U,dsorg=da", DS_INVALID,
		"dsorg=da is not po or ps"},
	    {"A.B(MEM),dsorg=po", DS_INVALID,
		"A.B: attributes and space go with new"},
	    {"A.B(0),new,recfm=U", DS_INVALID,
		"A.B: a new generation is (+1) and so on"},
	    {"A.B(-1),new,recfm=U", DS_INVALID, NULL},
	    {"A.B,gdgorder=up", DS_INVALID,
		"gdgorder=up is not fifo, lifo or usecatlg"},
	    {"A.B(+12345)", DS_INVALID, "+12345 is not a member name"},
	    {"A.B(MEM", DS_INVALID, NULL},
	    {"A.B()", DS_INVALID, NULL},
	    {"A.B(LONGMEMBER)", DS_INVALID, "LONGMEMBER is not a member name"},
	    {"A.B,", DS_INVALID, NULL},
	    {"A.B,amp=(accbias=best)", DS_INVALID,
		"accbias=best is nothing that amp= can say"},
	    {"A.B,amp=(bufnd=1,smbvsp=100)", DS_INVALID, NULL},
	    {"A.B,amp=(smbvsp=2048001K)", DS_INVALID, NULL},
	    {"A.B,amp=(bufnd=-1)", DS_INVALID, NULL},
	    {"A.B,amp=(bufni=65536)", DS_INVALID, NULL},
	    {"A.B,amp=(smbvspi=99999999999999999999M)", DS_INVALID, NULL},
	    {"A.B,amp=bufnd", DS_INVALID, NULL},
	    {"path:x,amp=(bufnd=4)", DS_INVALID, NULL},
	    {"A.B,bogus", DS_INVALID, "bogus is not an option of a DD"},
	    {"A.B,text", DS_INVALID, "text does not go here"},
	    {"A.B,shr,old", DS_INVALID, "a second disposition: old"},
	    {"A.B,recfm=FB", DS_INVALID,
		"A.B: attributes and space go with new"},
	    {"A.B,old,space=trk(1)", DS_INVALID, NULL},
	    {"A.B,new", DS_INVALID, "A.B: new needs recfm= and lrecl="},
	    {"A.B,new,lrecl=80", DS_INVALID, "A.B: new needs recfm="},
	    {"A.B,new,recfm=VB", DS_INVALID, "A.B: new needs lrecl="},
	    {"A.B,new,recfm=F", DS_INVALID, "A.B: new needs lrecl="},
	    {"A.B,new,recfm=X", DS_INVALID, "recfm=X is not a record format"},
	    {"A.B,new,recfm=", DS_INVALID, "recfm= needs a value"},
	    {"A.B,new,recfm", DS_INVALID, "recfm= needs a value"},
	    {"A.B,new=1", DS_INVALID, "new takes no value"},
	    {"A.B,new,recfm=F,lrecl=0", DS_INVALID,
		"lrecl=0 is not 1 to 32760"},
	    {"A.B,new,recfm=F,lrecl=32761", DS_INVALID, NULL},
	    {"path:/a,recfm=F,lrecl=65536", DS_INVALID,
		"lrecl=65536 is not 1 to 65535"},
	    {"A.B,new,recfm=F,lrecl=99999999999999999999", DS_INVALID, NULL},
	    {"A.B,new,recfm=F,lrecl=8x", DS_INVALID, NULL},
	    {"A.B,new,recfm=V,lrecl=4", DS_INVALID,
		"lrecl= of variable records counts the descriptor"},
	    {"A.B,new,recfm=U,space=blk(1)", DS_INVALID, NULL},
	    {"A.B,new,recfm=U,space=trk(0)", DS_INVALID, NULL},
	    {"A.B,new,recfm=U,space=trk(1,2,3,4)", DS_INVALID, NULL},
	    {"A.B,new,recfm=U,space=trk(1", DS_INVALID, NULL},
	    {"A.B,new,recfm=U,space=trk1)", DS_INVALID, NULL},
	    {"A.B,new,recfm=U,vol=TOOLONG", DS_INVALID, NULL},
	    {"A.B,new,recfm=U,ccsid=930", DS_INVALID,
		"ccsid=930 is not known here"},
	    {"A.B,new,recfm=U,ccsid=utf8", DS_INVALID, NULL},
	    {"A.B,new,recfm=U,ccsid=xyz", DS_INVALID,
		"ccsid=xyz is not a code page"},
	    {"path:x,shr", DS_INVALID, "shr does not go here"},
	    {"path:x,space=trk(1)", DS_INVALID, NULL},
	    {"path:x,text,binary", DS_INVALID,
		"text and binary exclude each other"},
	    {"path:x,text,bdw", DS_INVALID,
		"bdw goes with binary recfm=V and VB"},
	    {"path:x,recfm=F,lrecl=3,bdw", DS_INVALID, NULL},
	    {"path:x,recfm=F,lrecl=3,noblankstrip", DS_INVALID,
		"noblankstrip goes with text"},
	    {"path:x,ccsid=819", DS_INVALID, "that ccsid= goes with text"},
	    {"-x", DS_INVALID, NULL},
	    {"dummy,text", DS_INVALID, NULL},
	};
	struct dd_part *p = NULL;
	struct ds_diag diag;
	enum ds_status st;
	char *big;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		memset(&diag, 0, sizeof(diag));
		st = dd_parse(bad[i].spec, &p, &diag);
		if (st != bad[i].st)
			fail_msg("%s: %s", bad[i].spec, ds_status_name(st));
		assert_null(p);
		assert_string_not_equal(diag.text, "");
		if (bad[i].text != NULL)
			assert_string_equal(diag.text, bad[i].text);
	}
	/* A SPEC of a megabyte is refused like any other. */
	big = malloc((1 << 20) + 1);
	memset(big, 'A', 1 << 20);
	big[1 << 20] = '\0';
	assert_int_equal(dd_parse(big, &p, &diag), DS_INVALID);
	memcpy(big, "A,recfm=", 8);
	assert_int_equal(dd_parse(big, &p, &diag), DS_INVALID);
	memcpy(big, "A,(((((((", 9);
	assert_int_equal(dd_parse(big, &p, &diag), DS_INVALID);
	free(big);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(data_sets_are_folded),
	    cmocka_unit_test(new_takes_attributes_and_space),
	    cmocka_unit_test(amp_says_how_a_data_set_is_buffered),
	    cmocka_unit_test(paths_keep_their_case_and_take_host_options),
	    cmocka_unit_test(a_relative_number_is_of_a_generation),
	    cmocka_unit_test(what_is_wrong_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
