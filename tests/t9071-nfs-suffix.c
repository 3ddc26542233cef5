/* What stands behind the comma of a name: how it is read, and what one that is
 * made is to be. */
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"
#include "tests/support/nfs_write.h"

static enum ops_status
make(struct serving *s, const char *name, bool library)
{
	struct ops_fh root, fh;
	struct ops_attr a;

	assert_int_equal(walk(s, "", &root), OPS_OK);
	return library ? ops_mkdir(s->ops, &root, name, strlen(name), &fh, &a)
		       : ops_create(s->ops, &root, name, strlen(name),
			     OPS_UNCHECKED, NULL, NULL, &fh, &a);
}

static void
test_sequential(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *e;
	struct serving s;
	struct ops_fh fh, same;

	serve_writing(f, &s);
	assert_int_equal(
	    make(&s, "a.fb,text,recfm(fb),lrecl(80),space(5,2),cyls", false),
	    OPS_OK);
	e = locate(f, "A.FB");
	assert_int_equal(e->recfm, DS_RECFM_FB);
	assert_int_equal(e->lrecl, 80);
	assert_int_equal(e->space_type, DS_SPACE_CYL);
	assert_int_equal(e->space_pri, 5);
	assert_int_equal(e->space_sec, 2);
	ds_entry_free(&e);
	/* IBM's server: VB of 8196 (cpn2co115). */
	assert_int_equal(make(&s, "A.PLAIN", false), OPS_OK);
	e = locate(f, "A.PLAIN");
	assert_int_equal(e->recfm, DS_RECFM_VB);
	assert_int_equal(e->lrecl, 8196);
	ds_entry_free(&e);
	assert_int_equal(
	    make(&s, "A.CC,recfm(VBA),lrecl(133),srv_ccsid(37)", false),
	    OPS_OK);
	e = locate(f, "A.CC");
	assert_int_equal(e->recfm, DS_RECFM_VB);
	assert_int_equal(e->ctlchar, 'A');
	assert_int_equal(e->ccsid, 37);
	ds_entry_free(&e);
	/* Of one that is there only the view counts. */
	assert_int_equal(walk(&s, "A.FB,text", &fh), OPS_OK);
	assert_int_equal(walk(&s, "A.FB,recfm(vb),lf,text", &same), OPS_OK);
	assert_int_equal(fh.len, same.len);
	assert_memory_equal(fh.data, same.data, fh.len);
	assert_int_equal(write_at(&s, &fh, 0, "AB\n", 3), OPS_OK);
	assert_int_equal(ops_commit(s.ops, &fh), OPS_OK);
	settle(&s);
	assert_reads(&s, &fh, "AB\n", 3);
	serve_end(&s);
}

static void
test_clusters(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *e;
	struct serving s;
	struct ops_fh fh;

	serve_writing(f, &s);
	assert_int_equal(
	    make(&s,
		"A.K,text,dsorg(indexed),keys(4,2),recordsize(10,20),"
		"shareoptions(2,3),space(3,1),trks",
		false),
	    OPS_OK);
	e = locate(f, "A.K.DATA");
	assert_int_equal(e->org, DS_ORG_KSDS);
	assert_int_equal(e->keylen, 4);
	assert_int_equal(e->rkp, 2);
	assert_int_equal(e->avglrecl, 10);
	assert_int_equal(e->maxlrecl, 20);
	assert_int_equal(e->share_region, 2);
	ds_entry_free(&e);
	assert_int_equal(walk(&s, "text/A.K", &fh), OPS_OK);
	assert_int_equal(
	    write_at(&s, &fh, 0, "..0002\n..0001 x\n", 16), OPS_OK);
	assert_int_equal(ops_commit(s.ops, &fh), OPS_OK);
	settle(&s);
	assert_reads(&s, &fh, "..0001 x\n..0002\n", 16);
	settle(&s);
	assert_int_equal(make(&s, "A.E,dsorg(nonindexed)", false), OPS_OK);
	e = locate(f, "A.E.DATA");
	assert_int_equal(e->org, DS_ORG_ESDS);
	assert_int_equal(e->maxlrecl, 4096);
	ds_entry_free(&e);
	assert_int_equal(
	    make(&s, "A.N,dsorg(numbered),recordsize(50,50)", false), OPS_OK);
	e = locate(f, "A.N.DATA");
	assert_int_equal(e->org, DS_ORG_RRDS);
	ds_entry_free(&e);
	assert_int_equal(make(&s, "A.D,dsorg(indexed)", false), OPS_OK);
	e = locate(f, "A.D.DATA");
	assert_int_equal(e->keylen, 64);
	ds_entry_free(&e);
	serve_end(&s);
}

static void
test_libraries(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *e;
	struct serving s;

	serve_writing(f, &s);
	assert_int_equal(
	    make(&s, "A.PDS,recfm(fb),lrecl(80),dsntype(pds),dir(9)", true),
	    OPS_OK);
	e = locate(f, "A.PDS");
	assert_int_equal(e->org, DS_ORG_PO);
	assert_int_equal(e->flags & DS_A_LIBRARY, 0);
	assert_int_equal(e->lrecl, 80);
	ds_entry_free(&e);
	assert_int_equal(make(&s, "A.LIB", true), OPS_OK);
	e = locate(f, "A.LIB");
	assert_int_not_equal(e->flags & DS_A_LIBRARY, 0);
	ds_entry_free(&e);
	assert_int_equal(make(&s, "A.NO,dsorg(indexed)", true), OPS_INVAL);
	serve_end(&s);
}

static void
test_wrong(void **state)
{
	static const char *const wrong[] = {"A.X,", "A.X,,text", "A.X,text,",
	    "A.X,nothing", "A.X,recfm", "A.X,recfm()", "A.X,recfm(zz)",
	    "A.X,recfm(fb", "A.X,recfm(fb)x", "A.X,lrecl(0)",
	    "A.X,lrecl(99999)", "A.X,lrecl(80,1)", "A.X,lrecl(-1)",
	    "A.X,lrecl(+1)", "A.X,lrecl( 1)", "A.X,lrecl(1111111111)",
	    "A.X,space(5,5)", "A.X,trks", "A.X,space(0),trks", "A.X,keys(8,0)",
	    "A.X,dsorg(indexed),recfm(fb)", "A.X,dsorg(indexed),keys(0,0)",
	    "A.X,dsorg(indexed),keys(256,0)",
	    "A.X,dsorg(indexed),recordsize(20,10)", "A.X,dsorg(da)",
	    "A.X,dsntype(x)", "A.X,crlf", "A.X,dataclas(LONGERTHAN)",
	    "A.X,recfm(fffffffffffffffffffffffffffffffffffff)",
	    "A.X,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(1)"};
	struct fixture *f = *state;
	struct serving s;
	struct ops_fh fh;

	serve_writing(f, &s);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		assert_int_equal(make(&s, wrong[i], false), OPS_INVAL);
		assert_int_equal(walk(&s, wrong[i], &fh), OPS_INVAL);
	}
	assert_false(there(f, "A.X"));
	serve_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_sequential),
	    T(test_clusters),
	    T(test_libraries),
	    T(test_wrong),
	};

	return cmocka_run_group_tests_name("nfs-suffix", tests, NULL, NULL);
}
