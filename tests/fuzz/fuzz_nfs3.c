/*
 * libFuzzer: calls of MOUNT and NFS version 3, over a root with a few data
 * sets.
 *
 * Input: calls, one behind the other, a byte each what it is:
 *
 *	0	the rest is a stream, marks and all
 *	else	of NFS, procedure value % 22, 255: time for what is to be
 *		published; then a byte which handle (bit 7:
 *		its bytes are changed by the next two, a place and a value), a
 *		byte how many bytes of arguments follow behind the handle
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nfs/log.h"
#include "nfs/nfsd.h"
#include "nfs/record.h"
#include "services/dataset.h"
#include "tests/support/define.h"

enum { HANDLES = 7, CALLS = 16, KEYLEN = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t len);

static char dir[] = "/dev/shm/fuzz-nfs3-XXXXXX"; /* in memory */
static struct nfsd nfsd;
static struct nfsd_worker *worker;
static struct ops_fh handles[HANDLES];
static uint8_t out[RPC_REPLY_MAX], buffer[RECORD_BUFFER];

static void
must(bool ok)
{
	if (!ok)
		abort();
}

static void
clean_up(void)
{
	char cmd[64];

	nfsd_finish(worker);
	nfsd_end(&nfsd);
	snprintf(cmd, sizeof(cmd), "rm -rf %s", dir);
	must(system(cmd) == 0);
}

static void
make_set(struct ds_system *sys, const char *name, const char *member, bool po)
{
	struct ds_define_ps def;
	struct ds_file *file = NULL;

	memset(&def, 0, sizeof(def));
	snprintf(def.name, sizeof(def.name), "%s", name);
	def.recfm = DS_RECFM_FB;
	def.lrecl = 10;
	def.unit = DS_UNIT_TRK;
	def.pri = 1;
	def.partitioned = def.library = po;
	must(ds_define_ps(sys, &def, NULL) == DS_OK);
	must(ds_open_name(sys, member, DS_OUTPUT | DS_SEQ, &file, NULL) ==
	     DS_OK);
	for (int i = 0; i < 100; i++)
		must(ds_put(file, "0123456789", 10, NULL) == DS_OK);
	must(ds_close(&file, NULL) == DS_OK);
}

static void
make_cluster(struct ds_system *sys)
{
	struct ds_define_cluster def;
	struct ds_defined made;

	def_small(&def, "A.KSDS");
	def.org = DS_ORG_KSDS;
	def.cluster.keylen = KEYLEN;
	def.cluster.rkp = 0;
	def.cluster.avglrecl = 10;
	def.cluster.maxlrecl = 20;
	must(ds_define_cluster(sys, &def, &made, NULL) == DS_OK);
}

static void
begin(void)
{
	struct ops_config config = {
	    .root = dir, .writable = true, .idle_ms = 1, .hold_ms = 1};
	struct ds_system *sys = NULL;
	struct ops *ops;
	void *w;

	nfsd_log_off();
	must(mkdtemp(dir) != NULL);
	must(ds_system_open(dir, &sys, NULL, NULL) == DS_OK);
	make_set(sys, "A.SET", "A.SET", false);
	make_set(sys, "A.LIB", "A.LIB(M)", true);
	make_cluster(sys);
	ds_system_close(&sys);
	must(nfsd_init(&nfsd, NULL) == DS_OK);
	must(exports_read(NULL, &nfsd.exports, NULL) == DS_OK);
	nfsd.exports->all[0].clients[0].bits = 0; /* to all */
	nfsd.exports->all[0].writable = true;
	must(ops_server_new(&config, &nfsd.ops, NULL) == DS_OK);
	must(nfsd_begin(&nfsd, &w, NULL) == DS_OK);
	worker = w;
	ops = worker->ops;
	must(ops_mount(ops, "/", OPS_TEXT, nfsd.exports->all[0].id,
		 &handles[0]) == OPS_OK);
	must(ops_mount(ops, "/A", OPS_RDW, nfsd.exports->all[0].id,
		 &handles[1]) == OPS_OK);
	must(ops_lookup(ops, &handles[0], "A.SET", 5, &handles[2], NULL) ==
	     OPS_OK);
	must(ops_lookup(ops, &handles[0], "A.LIB", 5, &handles[3], NULL) ==
	     OPS_OK);
	must(ops_lookup(ops, &handles[3], "M", 1, &handles[4], NULL) == OPS_OK);
	must(ops_lookup(ops, &handles[1], "KSDS", 4, &handles[5], NULL) ==
	     OPS_OK);
	must(ops_create(ops, &handles[0], ".x", 2, OPS_UNCHECKED, NULL, NULL,
		 &handles[6], NULL) == OPS_OK);
	atexit(clean_up);
}

/* Each answer has at least the five words of a denial. */
static bool
answer(const uint8_t *rec, size_t len)
{
	struct rpc_call call = {.worker = worker};
	struct xdr_out res = xdr_out(out, sizeof(out));
	uint8_t *exact = malloc(len + (len == 0)); /* for ASan */
	bool ok;

	must(exact != NULL);
	if (len > 0)
		memcpy(exact, rec, len);
	ok = rpc_answer(&nfsd_table, &call, exact, len, &res, NULL);
	must(!ok ||
	     (!res.full && xdr_used(&res) >= 20 && xdr_used(&res) % 4 == 0));
	free(exact);
	return ok;
}

static void
stream(const uint8_t *in, size_t len)
{
	struct record_stream s;
	const uint8_t *rec;
	size_t room, n;

	record_init(&s, buffer, sizeof(buffer));
	memcpy(record_space(&s, &room), in, len < room ? len : room);
	record_filled(&s, len < room ? len : room);
	while (record_next(&s, &rec, &n) == RECORD_ONE && answer(rec, n))
		;
}

static void
call_nfs(uint32_t proc, const struct ops_fh *fh, const uint8_t *args, size_t n)
{
	uint8_t rec[512];
	struct xdr_out call = xdr_out(rec, sizeof(rec));
	uint8_t *p;

	xdr_put_u32(&call, 1);
	xdr_put_u32(&call, 0);
	xdr_put_u32(&call, 2);
	xdr_put_u32(&call, 100003);
	xdr_put_u32(&call, 3);
	xdr_put_u32(&call, proc);
	xdr_put_u64(&call, 0);
	xdr_put_u64(&call, 0);
	xdr_put_opaque(&call, fh->data, fh->len);
	if ((p = xdr_reserve(&call, n)) != NULL)
		memcpy(p, args, n);
	answer(rec, xdr_used(&call));
}

/* The data sets stay as they are but for their records, and no others come. */
static bool
may_write(uint32_t proc, uint8_t which)
{
	enum { SETATTR = 2, WRITE = 7, CREATE = 8, COMMIT = 21 };

	return proc == SETATTR || proc == WRITE || proc == COMMIT ||
	       (proc == CREATE && (which & 0x7f) % HANDLES > 1);
}

int
LLVMFuzzerTestOneInput(const uint8_t *in, size_t len)
{
	struct ops_fh fh;
	uint32_t proc;
	uint8_t which;
	size_t n;

	if (worker == NULL)
		begin();
	for (int i = 0; i < CALLS && len > 0; i++) {
		if (in[0] == 0) {
			stream(in + 1, len - 1);
			return 0;
		}
		if (len < 5)
			return 0;
		if (in[0] == 255) {
			ops_idle(worker->ops);
			in++;
			len--;
			continue;
		}
		proc = in[0] % NFS3_PROCS;
		which = in[1];
		fh = handles[(which & 0x7f) % HANDLES];
		if (which & 0x80)
			fh.data[in[2] % sizeof(fh.data)] ^= in[3];
		n = in[4] < len - 5 ? in[4] : len - 5;
		nfsd.exports->all[0].writable = may_write(proc, which);
		call_nfs(proc, &fh, in + 5, n);
		in += 5 + n;
		len -= 5 + n;
	}
	return 0;
}
