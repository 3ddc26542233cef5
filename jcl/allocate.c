/* The DDs of a step are allocated, in their order, before its program runs. */
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "jcl/native_int.h"
#include "services/gdg.h"
#include "services/locate.h"
#include "services/sysout.h"

enum { SPEC_MAX = 4096 + 256, CODE_DUPLICATE = 38 };

/* A DD that is being allocated: part i of its concatenation. */
struct part {
	struct step_run *sr;
	const struct jcl_dd *dd;
	const char *ddname;
	int i;
};

const struct job_binding *
binding_find(const struct job_env *env, const char *dsn)
{
	for (size_t i = 0; i < env->nbinds; i++)
		if (strcmp(env->binds[i].dsn, dsn) == 0)
			return &env->binds[i];
	return NULL;
}

struct passed *
passed_find(struct job *job, const char *dsn)
{
	struct passed *p;

	for (p = job->passed; p != NULL; p = p->next)
		if (strcmp(p->dsn, dsn) == 0)
			break;
	return p;
}

/* --- refusals ------------------------------------------------------------- */

/* "JOB STEP DD", "JOB STEP DD +001" of a later part. */
static void
place(const struct part *p, char out[LABEL_LEN + 16])
{
	if (p->i == 0)
		snprintf(out, LABEL_LEN + 16, "%s %s", p->sr->label, p->ddname);
	else
		snprintf(out, LABEL_LEN + 16, "%s %s +%03d", p->sr->label,
		    p->ddname, p->i);
}

/* Storage management's message, as IDCAMS prints it (zout). */
static void
say_duplicate(const struct part *p, const char *dsn)
{
	struct job_log *log = p->sr->job->log;

	joblog_line(log, LOG_JOB | LOG_SYSTEM, "IGD17101I DATA SET %s", dsn);
	joblog_line(log, LOG_JOB | LOG_SYSTEM,
	    "NOT DEFINED BECAUSE DUPLICATE NAME EXISTS IN CATALOG");
	joblog_line(log, LOG_JOB | LOG_SYSTEM,
	    "RETURN CODE IS 8 REASON CODE IS %d IGG0CLEH", CODE_DUPLICATE);
}

/* Always false: the step does not run. */
static bool
refuse(const struct part *p, enum ds_status st, const struct ds_diag *diag,
    const char *dsn)
{
	const unsigned to = LOG_JOB | LOG_SYSTEM;
	struct job_log *log = p->sr->job->log;
	char at[LABEL_LEN + 16];

	place(p, at);
	switch (st) {
	case DS_CAT_NOTFOUND:
		joblog_msg(log, to, MSG_IEF212I, at, NULL);
		break;
	case DS_CAT_DUPLICATE:
		say_duplicate(p, dsn);
		break;
	case DS_CAT_TYPE:
		joblog_msg(log, to, MSG_IEF365I, at, NULL);
		break;
	case DS_CAT_NOSPACE:
		joblog_msg(log, to, MSG_IEF257I, at, NULL);
		break;
	default:
		joblog_note(log, to, "%s NOT ALLOCATED: %s%s%s", at,
		    ds_status_text(st), diag->text[0] != '\0' ? ": " : "",
		    diag->text);
		break;
	}
	if (diag->holder[0] != '\0')
		joblog_note(log, to, "held by %s", diag->holder);
	return false;
}

/* --- what is no data set -------------------------------------------------- */

/* A DD as --dd takes it. */
static enum ds_status alloc_spec(const struct part *p, struct ds_diag *diag,
    const char *fmt, ...) __attribute__((format(printf, 3, 4)));

static enum ds_status
alloc_spec(const struct part *p, struct ds_diag *diag, const char *fmt, ...)
{
	char spec[SPEC_MAX];
	va_list ap;
	size_t n;
	int len;

	n = (size_t)snprintf(spec, sizeof(spec), "%s=", p->ddname);
	va_start(ap, fmt);
	len = vsnprintf(spec + n, sizeof(spec) - n, fmt, ap);
	va_end(ap);
	if (len < 0 || (size_t)len >= sizeof(spec) - n)
		return ds_fail(diag, DS_INVALID, NULL, "the DD is too long");
	return dd_alloc(p->sr->dds, spec, diag);
}

static void
say_device(const struct part *p, const char *device)
{
	joblog_msg(p->sr->job->log, LOG_SYSTEM, MSG_IEF237I, device,
	    p->i == 0 ? p->ddname : "", NULL);
}

/* ",recfm=FB,lrecl=80" of what is coded. */
static void
dcb_words(const struct dd_dcb *dcb, char *out, size_t size)
{
	char name[8];
	int n = 0;

	out[0] = '\0';
	if (dcb->recfm != DS_RECFM_NONE)
		n = snprintf(out, size, ",recfm=%s",
		    ds_recfm_name(dcb->recfm, dcb->ctlchar, name));
	if (dcb->lrecl > 0)
		snprintf(out + n, size - (size_t)n, ",lrecl=%u", dcb->lrecl);
}

static bool
alloc_dummy(const struct part *p)
{
	struct ds_diag diag = {0};
	struct dd_dcb dcb;
	char words[64];
	enum ds_status st;

	st = newds_dcb(p->sr, p->dd, &dcb, &diag);
	dcb_words(&dcb, words, sizeof(words));
	if (st == DS_OK)
		st = alloc_spec(p, &diag, "dummy%s", words);
	if (st != DS_OK)
		return refuse(p, st, &diag, "");
	say_device(p, "DMY");
	return true;
}

static bool
alloc_instream(const struct part *p)
{
	const struct jcl_dd *dd = p->dd;
	const size_t n = (size_t)dd->nlines;
	char **cards = calloc(n + 1, sizeof(*cards));
	struct ds_diag diag = {0};
	enum ds_status st = cards != NULL ? DS_OK : DS_NOMEM;
	size_t i;

	for (i = 0; st == DS_OK && i < n; i++)
		if ((cards[i] = strndup(dd->lines[i].text, dd->lines[i].len)) ==
		    NULL)
			st = DS_NOMEM;
	if (st == DS_OK)
		st = dd_alloc_instream(p->sr->dds, p->ddname,
		    (const char *const *)cards, n, &diag);
	for (i = 0; cards != NULL && i < n; i++)
		free(cards[i]);
	free(cards);
	if (st != DS_OK)
		return refuse(p, st, &diag, "");
	say_device(p, "JES2");
	return true;
}

static char
sysout_class(const struct part *p)
{
	const struct jcl_sysout *s = &p->dd->sysout;
	char class = s->class;

	if (class == ' ' && s->noutputs > 0 && s->outputs[0]->class != 0)
		class = s->outputs[0]->class;
	if (class == '*' || class == ' ')
		class = p->sr->job->jcl->msgclass;
	return class != 0 ? class : 'A';
}

static struct job_print *
add_print(const struct part *p)
{
	struct step_result *res = p->sr->res;
	struct job_print *v;

	v = realloc(res->prints, (res->nprints + 1) * sizeof(*v));
	if (v == NULL)
		return NULL;
	res->prints = v;
	v += res->nprints++;
	memset(v, 0, sizeof(*v));
	snprintf(v->dd, sizeof(v->dd), "%s", p->ddname);
	snprintf(v->file, sizeof(v->file), "%04u.%s.%s", ++p->sr->job->prints,
	    p->sr->step->name, p->ddname);
	v->class = sysout_class(p);
	v->submitted = p->dd->sysout.writer != NULL &&
		       strcmp(p->dd->sysout.writer, "INTRDR") == 0;
	return v;
}

static bool
alloc_sysout(const struct part *p)
{
	struct job_print *print = add_print(p);
	struct ds_diag diag = {0};
	char *path = NULL;
	struct dd_dcb dcb;
	enum ds_status st;

	if (print == NULL ||
	    (path = spool_job_path(p->sr->job->spool, print->file)) == NULL) {
		ds_fail(&diag, DS_NOMEM, NULL, NULL);
		return refuse(p, DS_NOMEM, &diag, "");
	}
	st = newds_dcb(p->sr, p->dd, &dcb, &diag);
	if (st == DS_OK)
		st = dd_alloc_sysout(p->sr->dds, p->ddname, path, &dcb, &diag);
	free(path);
	if (st != DS_OK)
		return refuse(p, st, &diag, "");
	say_device(p, "JES2");
	return true;
}

bool
allocate_sysout(struct step_run *sr, const char *ddname)
{
	const struct jcl_dd dd = {.name = ddname,
	    .sysout.class = '*',
	    .dcb = {.lrecl = -1, .blksize = -1}};
	const struct part p = {.sr = sr, .dd = &dd, .ddname = ddname};

	return alloc_sysout(&p);
}

/* A comma in a path is written twice. */
static char *
double_commas(const char *path)
{
	char *out = malloc(2 * strlen(path) + 1), *to = out;

	if (out == NULL)
		return NULL;
	for (; *path != '\0'; path++) {
		if (*path == ',')
			*to++ = ',';
		*to++ = *path;
	}
	*to = '\0';
	return out;
}

static bool
has_option(const struct jcl_path *path, const char *word)
{
	for (int i = 0; i < path->noptions; i++)
		if (strcmp(path->options[i], word) == 0)
			return true;
	return false;
}

/* FILEDATA: text unless it is said to be binary, as programs of z/OS UNIX
 * see it; z/OS itself takes binary (mem). */
static bool
alloc_path(const struct part *p)
{
	const struct jcl_path *path = &p->dd->path;
	char *name = double_commas(path->name);
	struct ds_diag diag = {0};
	struct dd_dcb dcb;
	char words[64];
	enum ds_status st;

	if (name == NULL) {
		ds_fail(&diag, DS_NOMEM, NULL, NULL);
		return refuse(p, DS_NOMEM, &diag, "");
	}
	st = newds_dcb(p->sr, p->dd, &dcb, &diag);
	dcb_words(&dcb, words, sizeof(words));
	if (st == DS_OK)
		st = alloc_spec(p, &diag, "path:%s%s%s%s", name,
		    path->data == JCL_FILEDATA_TEXT ? ",text" : "",
		    has_option(path, "OAPPEND") ? ",mod" : "", words);
	free(name);
	if (st != DS_OK)
		return refuse(p, st, &diag, "");
	joblog_msg(p->sr->job->log, LOG_SYSTEM, MSG_IGD103I, p->ddname, NULL);
	return true;
}

/* --- data sets ------------------------------------------------------------ */

static const char *
status_word(enum jcl_status status)
{
	switch (status) {
	case JCL_STATUS_NEW:
	case JCL_STATUS_NONE:
		return "NEW";
	case JCL_STATUS_OLD:
		return "OLD";
	case JCL_STATUS_MOD:
		return "MOD";
	case JCL_STATUS_SHR:
		break;
	}
	return "SHR";
}

/* The serial of its volume; of a cluster its data's. */
static void
find_volume(struct ds_system *sys, const char *dsn, char out[VOLSER_MAX + 1])
{
	struct ds_entry *ent = NULL, *data = NULL;
	const char *name;

	out[0] = '\0';
	if (ds_locate(sys, NULL, dsn, &ent, NULL) != DS_OK)
		return;
	if (ent->nvolumes == 0 &&
	    (name = ds_entry_assoc(ent, DS_DATA)) != NULL &&
	    ds_locate(sys, NULL, name, &data, NULL) == DS_OK) {
		ds_entry_free(&ent);
		ent = data;
	}
	if (ent->nvolumes > 0)
		memcpy(out, ent->volumes[0].volser, VOLSER_MAX + 1);
	ds_entry_free(&ent);
}

static bool
add_data(const struct part *p, const struct dd_name *name, struct alloc *a)
{
	struct step_result *res = p->sr->res;
	struct job_data *v;

	v = realloc(res->data, (res->ndata + 1) * sizeof(*v));
	if (v == NULL)
		return false;
	res->data = v;
	a->data = res->ndata++;
	v += a->data;
	memset(v, 0, sizeof(*v));
	snprintf(v->dd, sizeof(v->dd), "%s", p->ddname);
	snprintf(v->name, sizeof(v->name), "%s%s%s%s", name->dsn,
	    name->member[0] != '\0' ? "(" : "", name->member,
	    name->member[0] != '\0' ? ")" : "");
	v->status = status_word(a->disp.status);
	v->disposition = "KEEP";
	find_volume(p->sr->job->env->sys, name->dsn, v->volume);
	return true;
}

/* Nothing of what is allocated is NEW to services: it has been made. */
static enum ds_status
alloc_existing(const struct part *p, const struct dd_name *name,
    enum jcl_status status, struct ds_diag *diag)
{
	const struct jcl_dd *dd = p->dd;
	const bool member = name->member[0] != '\0';
	struct dd_dcb dcb;
	enum ds_status st;

	st = alloc_spec(p, diag, "%s%s%s%s,%s%s%s%s%s%s", name->dsn,
	    member ? "(" : "", name->member, member ? ")" : "",
	    status == JCL_STATUS_SHR   ? "shr"
	    : status == JCL_STATUS_MOD ? "mod"
				       : "old",
	    dd->amp != NULL ? ",amp=(" : "", dd->amp != NULL ? dd->amp : "",
	    dd->amp != NULL ? ")" : "",
	    dd->gdgorder != NULL ? ",gdgorder=" : "",
	    dd->gdgorder != NULL ? dd->gdgorder : "");
	if (st == DS_OK)
		st = newds_dcb(p->sr, dd, &dcb, diag);
	if (st == DS_OK &&
	    (dcb.recfm != DS_RECFM_NONE || dcb.lrecl != 0 || dcb.blksize != 0))
		dd_set_dcb(p->sr->dds, p->ddname, &dcb);
	return st;
}

static bool
exists(struct ds_system *sys, const char *dsn)
{
	struct ds_entry *ent = NULL;
	enum ds_status st = ds_locate(sys, NULL, dsn, &ent, NULL);

	ds_entry_free(&ent);
	return st == DS_OK;
}

static void
say_allocated(const struct part *p, const struct alloc *a, const char *volser)
{
	const struct ds_config *cfg = ds_system_config(p->sr->job->env->sys);
	struct job_log *log = p->sr->job->log;
	char padded[DSNAME_MAX + 1], dd[9];

	if (!cfg->sms) {
		say_device(p, "3390");
		return;
	}
	if (a->disp.status != JCL_STATUS_NEW) {
		joblog_msg(log, LOG_SYSTEM, MSG_IGD103I,
		    p->i == 0 ? p->ddname : "", NULL);
		return;
	}
	snprintf(dd, sizeof(dd), "%-8.8s", p->ddname);
	snprintf(padded, sizeof(padded), "%-44.44s", a->dsn);
	joblog_msg(log, LOG_SYSTEM, MSG_IGD101I, dd, NULL);
	joblog_more(log, LOG_SYSTEM, MSG_IGD101I_DSN, padded, NULL);
	joblog_more(log, LOG_SYSTEM, MSG_IGD101I_CLASSES, cfg->storclas,
	    cfg->mgmtclas, cfg->dataclas, NULL);
	joblog_more(log, LOG_SYSTEM, MSG_IGD101I_VOLUME, volser, NULL);
}

/* The next place of the step's data sets. */
static struct alloc *
add_alloc(const struct part *p, const struct dd_name *name)
{
	struct step_run *sr = p->sr;
	struct alloc *a;

	a = realloc(sr->allocs, (sr->nallocs + 1) * sizeof(*a));
	if (a == NULL)
		return NULL;
	sr->allocs = a;
	a += sr->nallocs++;
	memset(a, 0, sizeof(*a));
	a->data = SIZE_MAX; /* not in the result yet */
	a->dd = p->dd;
	snprintf(a->ddname, sizeof(a->ddname), "%s", p->ddname);
	memcpy(a->dsn, name->dsn, sizeof(a->dsn));
	a->disp.normal = p->dd->normal;
	a->disp.abnormal = p->dd->abnormal;
	a->disp.temporary = name->temporary;
	return a;
}

/* Make what is NEW. The alloc is there first: if anything fails from here on,
 * what was made goes with the others of the step. */
static enum ds_status
make_new(const struct part *p, const struct dd_name *name, struct ds_diag *diag)
{
	struct ds_system *sys = p->sr->job->env->sys;
	struct alloc *a;
	enum ds_status st;

	if (name->base[0] != '\0' && name->generation > 0 &&
	    (st = ds_gdg_reclaim(sys, name->dsn, diag)) != DS_OK)
		return st;
	if ((st = newds_make(p->sr, p->dd, name, diag)) != DS_OK)
		return st;
	if ((a = add_alloc(p, name)) == NULL)
		return ds_fail(diag, DS_NOMEM, name->dsn, NULL);
	a->disp.status = JCL_STATUS_NEW;
	a->disp.of_job = true;
	a->generation = name->base[0] != '\0';
	return DS_OK;
}

static enum ds_status
take_old(const struct part *p, const struct dd_name *name,
    enum jcl_status status, struct ds_diag *diag)
{
	const struct passed *pass = passed_find(p->sr->job, name->dsn);
	struct alloc *a = add_alloc(p, name);

	if (a == NULL)
		return ds_fail(diag, DS_NOMEM, name->dsn, NULL);
	a->disp.status = status;
	a->received = pass != NULL;
	a->disp.of_job = pass != NULL && pass->disp.of_job;
	a->generation = pass != NULL && pass->generation;
	return DS_OK;
}

/* Programs are looked for in the directory itself: native.c. */
static bool
is_library_dd(const char *ddname)
{
	return strcmp(ddname, "STEPLIB") == 0 || strcmp(ddname, "JOBLIB") == 0;
}

/* A member of a directory that is bound to the name. */
static bool
alloc_bound(const struct part *p, const struct job_binding *b,
    const struct dd_name *name)
{
	char *dir = double_commas(b->dir);
	struct ds_diag diag = {0};
	enum ds_status st;

	if (dir == NULL)
		st = ds_fail(&diag, DS_NOMEM, NULL, NULL);
	else if (name->member[0] == '\0' && is_library_dd(p->ddname))
		st = alloc_spec(p, &diag, "dummy");
	else if (name->member[0] == '\0')
		st = ds_fail(&diag, DS_UNSUPPORTED, name->dsn,
		    "a directory of the host is read by its members");
	else
		st = alloc_spec(p, &diag, "path:%s/%s,text,recfm=FB,lrecl=%u",
		    dir, name->member, b->lrecl);
	free(dir);
	if (st != DS_OK)
		return refuse(p, st, &diag, name->dsn);
	joblog_msg(p->sr->job->log, LOG_SYSTEM, MSG_IGD103I, p->ddname, NULL);
	return true;
}

static bool
alloc_data_set(const struct part *p)
{
	struct ds_system *sys = p->sr->job->env->sys;
	enum jcl_status status = dd_status(p->dd);
	const struct job_binding *b;
	struct ds_diag diag = {0};
	const size_t n = p->sr->nallocs;
	struct dd_name name;
	struct alloc *a;
	enum ds_status st;

	if ((st = dd_resolve(p->sr->job, p->dd, &name, &diag)) != DS_OK)
		return refuse(p, st, &diag, "");
	if ((b = binding_find(p->sr->job->env, name.dsn)) != NULL)
		return alloc_bound(p, b, &name);
	if (status == JCL_STATUS_MOD && !exists(sys, name.dsn))
		status = JCL_STATUS_NEW;
	if (status == JCL_STATUS_NEW)
		st = make_new(p, &name, &diag);
	else
		st = take_old(p, &name, status, &diag);
	if (st == DS_OK)
		st = alloc_existing(p, &name, status, &diag);
	if (st != DS_OK) {
		if (status != JCL_STATUS_NEW)
			p->sr->nallocs = n; /* nothing is to be undone */
		return refuse(p, st, &diag, name.dsn);
	}
	a = &p->sr->allocs[p->sr->nallocs - 1];
	if (!add_data(p, &name, a)) {
		ds_fail(&diag, DS_NOMEM, name.dsn, NULL);
		return refuse(p, DS_NOMEM, &diag, name.dsn);
	}
	say_allocated(p, a, p->sr->res->data[a->data].volume);
	return true;
}

/* --- the step ------------------------------------------------------------- */

static bool
alloc_part(const struct part *p)
{
	const struct jcl_dd *dd = p->dd;

	if (dd->instream)
		return alloc_instream(p);
	if (dd->dummy)
		return alloc_dummy(p);
	if (dd->sysout.class != 0)
		return alloc_sysout(p);
	if (dd->path.name != NULL)
		return alloc_path(p);
	return alloc_data_set(p);
}

static bool
alloc_dd(struct step_run *sr, const struct jcl_dd *dd)
{
	struct part p = {.sr = sr, .dd = dd, .ddname = dd->name};
	bool ok = true;

	for (; ok && p.dd != NULL; p.dd = p.dd->next, p.i++)
		ok = alloc_part(&p);
	return ok;
}

bool
allocate_step(struct step_run *sr)
{
	const struct jcl_dd *joblib = sr->job->jcl->joblib;
	bool ok = true;

	joblog_msg(sr->job->log, LOG_SYSTEM, MSG_IEF236I, sr->label, NULL);
	/* A STEPLIB goes before JOBLIB. */
	if (joblib != NULL && jcl_dd_find(sr->step, "STEPLIB") == NULL)
		ok = alloc_dd(sr, joblib);
	for (int i = 0; ok && i < sr->step->ndds; i++)
		ok = alloc_dd(sr, sr->step->dds[i]);
	return ok;
}
