/* Operations, in the words of services. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nfs/ops_int.h"
#include "nfs/scratch.h"
#include "nfs/session.h"
#include "services/security.h"

/* --- outcomes --------------------------------------------------------------
 */

enum ops_status
ops_failed(struct ops *ops, const char *what, enum ds_status st,
    const struct ds_diag *diag)
{
	char text[DS_SENTENCE_MAX];

	switch (st) {
	case DS_OK:
		return OPS_OK;
	case DS_CAT_NOTFOUND:
	case DS_OPEN_NOENTRY:
	case DS_NOMEMBER:
	case DS_NOTFOUND:
	case DS_OPEN_EMPTY:
		return OPS_NOENT;
	case DS_CAT_SECURITY:
	case DS_OPEN_SECURITY:
		return OPS_ACCES;
	case DS_CAT_DUPLICATE:
	case DS_EXIST:
		return OPS_EXIST;
	case DS_INVALID:
	case DS_CAT_TYPE:
		return OPS_INVAL;
	case DS_CAT_UNEXPIRED:
		return OPS_PERM;
	case DS_CAT_NOTEMPTY:
		return OPS_NOTEMPTY;
	case DS_CAT_NOSPACE:
	case DS_NOSPACE:
	case DS_DIRFULL:
	case DS_FULL:
	case DS_CAT_FULL:
		return OPS_NOSPC;
	case DS_BUSY:
	case DS_OPEN_INUSE:
	case DS_CAT_INUSE:
	case DS_TIMEOUT:
	case DS_LOCKED:
	case DS_AGAIN:
	case DS_LOADING:
		return OPS_DELAY;
	default:
		break;
	}
	server_log(ops->server, "%s: %s", what,
	    ds_status_sentence(what, st, diag, text));
	return st == DS_NOMEM ? OPS_FAULT : OPS_IO;
}

/* --- threads ---------------------------------------------------------------
 */

enum ds_status
ops_new(struct ops_server *server, struct ops **opsp, struct ds_diag *diag)
{
	struct ops *ops = calloc(1, sizeof(*ops));
	enum ds_status st;

	if (ops == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	ops->server = server;
	pthread_mutex_init(&ops->lock, NULL);
	ops->uid = geteuid();
	ops->gid = getegid();
	st = ds_system_open(server->config.root, &ops->sys, NULL, diag);
	if (st == DS_OK && opened_new(ops, &ops->opened) != OPS_OK)
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	if (st != DS_OK) {
		ops_free(&ops);
		return st;
	}
	ds_system_set_wait(ops->sys, WAIT_MS);
	ops->secure = ds_system_config(ops->sys)->security;
	pthread_mutex_lock(&server->threads_lock);
	ops->next = server->threads;
	server->threads = ops;
	pthread_mutex_unlock(&server->threads_lock);
	*opsp = ops;
	return DS_OK;
}

/* The last one publishes what is ready. */
static void
leave_threads(struct ops *ops)
{
	struct ops_server *s = ops->server;
	struct ops **at;
	bool last;

	pthread_mutex_lock(&s->threads_lock);
	last = s->threads == ops && ops->next == NULL;
	pthread_mutex_unlock(&s->threads_lock);
	if (last)
		sessions_flush(ops);
	pthread_mutex_lock(&s->threads_lock);
	for (at = &s->threads; *at != NULL && *at != ops; at = &(*at)->next)
		;
	if (*at == ops)
		*at = ops->next;
	pthread_mutex_unlock(&s->threads_lock);
}

void
ops_free(struct ops **opsp)
{
	if (opsp == NULL || *opsp == NULL)
		return;
	leave_threads(*opsp);
	pthread_mutex_destroy(&(*opsp)->lock);
	opened_free(&(*opsp)->opened);
	ds_system_close(&(*opsp)->sys);
	free(*opsp);
	*opsp = NULL;
}

uint64_t
ops_client(const void *name, size_t len)
{
	return hash_bytes(8, name, len);
}

enum ops_status
ops_act_for(struct ops *ops, const struct ops_caller *caller)
{
	gid_t gids[GIDS_MAX + 1];
	unsigned n = caller->ngids < GIDS_MAX ? caller->ngids : GIDS_MAX;
	struct ds_diag diag = {0};
	enum ds_status st;

	ops->caller.client = caller->client;
	if (!ops->secure) {
		ops->caller.uid = caller->uid;
		ops->caller.gid = caller->gid;
		return OPS_OK;
	}
	if (ops->acting && ops->caller.uid == caller->uid &&
	    ops->caller.gid == caller->gid && ops->caller.ngids == n &&
	    (n == 0 ||
		memcmp(ops->gids, caller->gids, n * sizeof(gids[0])) == 0))
		return OPS_OK;
	gids[0] = caller->gid;
	for (unsigned i = 0; i < n; i++)
		gids[i + 1] = caller->gids[i];
	ops->acting = false;
	st = ds_system_act_for(ops->sys, caller->uid, gids, (int)n + 1, &diag);
	if (st != DS_OK)
		return ops_failed(ops, "a caller", st, &diag);
	ops->caller = *caller;
	ops->caller.ngids = n;
	if (n > 0)
		memcpy(ops->gids, caller->gids, n * sizeof(gids[0]));
	ops->acting = true;
	return OPS_OK;
}

bool
ops_authorized(struct ops *ops, const char *name)
{
	return !ops->secure ||
	       ds_authorize(ops->sys, name, DS_ACCESS_READ, NULL) == DS_OK;
}

int
ops_idle(struct ops *ops)
{
	int left, other;

	ops_enter(ops);
	left = opened_idle(ops);
	other = sessions_idle(ops);
	ops_leave(ops);
	return left < 0 || (other >= 0 && other < left) ? other : left;
}

void
ops_enter(struct ops *ops)
{
	pthread_mutex_lock(&ops->lock);
}

void
ops_leave(struct ops *ops)
{
	if (ops->server->nwanted > 0)
		opened_release_wanted(ops);
	pthread_mutex_unlock(&ops->lock);
}

bool
ops_fh_export(const struct ops_fh *fh, uint16_t *exportp)
{
	struct node node;

	if (!handle_decode(fh, &node))
		return false;
	*exportp = node.export;
	return true;
}

/* --- names -----------------------------------------------------------------
 */

static enum ops_status
do_mount(struct ops *ops, const char *path, enum ops_view view, uint16_t export,
    struct ops_fh *fhp)
{
	struct found f = {.node = {NODE_ROOT, view, export, {0}, ""}}, next;
	enum ops_status st = OPS_OK;
	size_t n;

	for (path += strspn(path, "/"); *path != '\0' && st == OPS_OK;
	     path += n, path += strspn(path, "/")) {
		n = strcspn(path, "/");
		memset(&next, 0, sizeof(next));
		st = names_lookup(ops, &f, path, n, &next);
		found_free(&f);
		f = next;
	}
	if (st == OPS_OK && !found_is_dir(&f))
		st = OPS_NOTDIR;
	if (st == OPS_OK)
		handle_encode(&f.node, fhp);
	found_free(&f);
	return st;
}

enum ops_status
ops_mount(struct ops *ops, const char *path, enum ops_view view,
    uint16_t export, struct ops_fh *fhp)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_mount(ops, path, view, export, fhp);
	ops_leave(ops);
	return st;
}

static enum ops_status
do_getattr(struct ops *ops, const struct ops_fh *fh, struct ops_attr *attrp)
{
	struct found f = {0};
	enum ops_status st;
	bool known;

	if (attr_of_open(ops, fh, attrp, &st))
		return st;
	if ((st = names_resolve(ops, fh, &f)) != OPS_OK)
		return st;
	st = attr_get(ops, &f, false, attrp, &known);
	found_free(&f);
	return st;
}

enum ops_status
ops_getattr(struct ops *ops, const struct ops_fh *fh, struct ops_attr *attrp)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_getattr(ops, fh, attrp);
	ops_leave(ops);
	return st;
}

static enum ops_status
do_lookup(struct ops *ops, const struct ops_fh *dir, const char *name,
    size_t len, struct ops_fh *fhp, struct ops_attr *attrp)
{
	struct found d = {0}, f = {0};
	enum ops_status st;
	bool known;

	if ((st = names_resolve(ops, dir, &d)) != OPS_OK)
		return st;
	st = names_lookup(ops, &d, name, len, &f);
	found_free(&d);
	if (st == OPS_OK && attrp != NULL)
		st = attr_get(ops, &f, false, attrp, &known);
	if (st == OPS_OK)
		handle_encode(&f.node, fhp);
	found_free(&f);
	return st;
}

enum ops_status
ops_lookup(struct ops *ops, const struct ops_fh *dir, const char *name,
    size_t len, struct ops_fh *fhp, struct ops_attr *attrp)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_lookup(ops, dir, name, len, fhp, attrp);
	ops_leave(ops);
	return st;
}

/* Entries of directories are made and removed, records written. */
static uint32_t
may_change(struct ops *ops, const struct found *f)
{
	const uint32_t entries =
	    OPS_ACCESS_MODIFY | OPS_ACCESS_EXTEND | OPS_ACCESS_DELETE;

	if (f->node.kind == NODE_ROOT || f->node.kind == NODE_LEVEL)
		return entries;
	if (f->node.kind == NODE_SCRATCH)
		return OPS_ACCESS_MODIFY | OPS_ACCESS_EXTEND;
	if (found_is_dir(f) && attr_may(ops, f->name, DS_ACCESS_UPDATE))
		return OPS_ACCESS_MODIFY | OPS_ACCESS_EXTEND |
		       OPS_ACCESS_DELETE;
	if (attr_may_write(ops, f))
		return OPS_ACCESS_MODIFY | OPS_ACCESS_EXTEND;
	return 0;
}

static enum ops_status
do_access(struct ops *ops, const struct ops_fh *fh, uint32_t wanted,
    uint32_t *grantedp)
{
	struct found f = {0};
	enum ops_status st;
	uint32_t may;

	if ((st = names_resolve(ops, fh, &f)) != OPS_OK)
		return st;
	may = found_is_dir(&f) ? OPS_ACCESS_READ | OPS_ACCESS_LOOKUP
			       : OPS_ACCESS_READ;
	if (f.whole != NULL && !attr_may(ops, f.name, DS_ACCESS_READ))
		may = 0;
	else if (ops->server->config.writable)
		may |= may_change(ops, &f);
	found_free(&f);
	*grantedp = may & wanted;
	return OPS_OK;
}

enum ops_status
ops_access(struct ops *ops, const struct ops_fh *fh, uint32_t wanted,
    uint32_t *grantedp)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_access(ops, fh, wanted, grantedp);
	ops_leave(ops);
	return st;
}

/* --- records ---------------------------------------------------------------
 */

static enum ops_status
do_read(struct ops *ops, const struct ops_fh *fh, uint64_t offset, void *buf,
    size_t len, size_t *gotp, bool *eofp)
{
	struct opened_file *pf;
	struct node node;
	enum ops_status st;

	if (handle_decode(fh, &node) && node.kind == NODE_SCRATCH)
		return scratch_read(ops, &node, offset, buf, len, gotp, eofp);
	if (session_read(ops, fh, offset, buf, len, gotp, eofp, &st))
		return st;
	if ((st = opened_get(ops, fh, NULL, &pf)) != OPS_OK)
		return st;
	return opened_read(ops, pf, offset, buf, len, gotp, eofp);
}

enum ops_status
ops_read(struct ops *ops, const struct ops_fh *fh, uint64_t offset, void *buf,
    size_t len, size_t *gotp, bool *eofp)
{
	enum ops_status st;

	ops_enter(ops);
	st = do_read(ops, fh, offset, buf, len, gotp, eofp);
	ops_leave(ops);
	return st;
}
