/* The DDs of a step are allocated, in their order, before its program runs. */
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "jcl/allocate_int.h"
#include "jcl/native_int.h"
#include "services/gdg.h"
#include "services/locate.h"
#include "services/sysout.h"

enum { SPEC_MAX = 4096 + 256, CODE_DUPLICATE = 38 };

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

/* The message that says it in one line. */
static void
refusal(const struct part *p, enum ds_status st, const struct ds_diag *diag,
    const char *dsn, char *out, size_t size)
{
	static const struct {
		enum ds_status st;
		enum msg_id id;
	} known[] = {{DS_CAT_NOTFOUND, MSG_IEF212I}, {DS_CAT_TYPE, MSG_IEF365I},
	    {DS_EXIST, MSG_IEF253I}, {DS_CAT_NOSPACE, MSG_IEF257I}};
	char at[LABEL_LEN + 16];
	struct msg m = {.insert = {at}};

	place(p, at);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i].st == st) {
			m.id = known[i].id;
			msg_format(out, size, &m);
			return;
		}
	if (st == DS_CAT_DUPLICATE)
		snprintf(out, size,
		    "IGD17101I DATA SET %s NOT DEFINED BECAUSE DUPLICATE NAME "
		    "EXISTS IN CATALOG",
		    dsn);
	else
		snprintf(out, size, "CATAMOUNT %s NOT ALLOCATED: %s%s%s", at,
		    ds_status_text(st), diag->text[0] != '\0' ? ": " : "",
		    diag->text);
}

bool
part_refuse(const struct part *p, enum ds_status st, const struct ds_diag *diag,
    const char *dsn)
{
	struct job_result *res = p->sr->job->res;
	struct job_log *log = p->sr->job->log;
	char text[400];

	refusal(p, st, diag, dsn, text, sizeof(text));
	snprintf(res->why, sizeof(res->why), "%.199s", text);
	if (st == DS_CAT_DUPLICATE)
		say_duplicate(p, dsn);
	else
		joblog_line(log, LOG_JOB | LOG_SYSTEM, "%s", text);
	if (diag->holder[0] != '\0')
		joblog_note(
		    log, LOG_JOB | LOG_SYSTEM, "held by %s", diag->holder);
	return false;
}

/* --- what is no data set -------------------------------------------------- */

enum ds_status
part_spec(const struct part *p, struct ds_diag *diag, const char *fmt, ...)
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

void
part_say_device(const struct part *p, const char *device)
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
		st = part_spec(p, &diag, "dummy%s", words);
	if (st != DS_OK)
		return part_refuse(p, st, &diag, "");
	part_say_device(p, "DMY");
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
		return part_refuse(p, st, &diag, "");
	part_say_device(p, "JES2");
	return true;
}

static const struct jcl_output *
default_output(const struct jcl_output *const *list, int n)
{
	for (int i = 0; i < n; i++)
		if (list[i]->dflt)
			return list[i];
	return NULL;
}

/* The OUTPUT statement of a SYSOUT DD: what it names, else the default of its
 * step, else that of the job; NULL. */
static const struct jcl_output *
output_of(const struct part *p)
{
	const struct jcl_sysout *s = &p->dd->sysout;
	const struct jcl_step *step = p->sr->step;
	const struct jcl_job *job = p->sr->job->jcl;
	const struct jcl_output *out;

	if (s->noutputs > 0)
		return s->outputs[0];
	out = default_output(step->outputs, step->noutputs);
	return out != NULL ? out : default_output(job->outputs, job->noutputs);
}

/* What a printer would be told; the DD goes before OUTPUT. */
static void
set_printing(const struct part *p, struct job_print *v)
{
	const struct jcl_sysout *s = &p->dd->sysout;
	const struct jcl_output *out = output_of(p);
	const char *copies = NULL;

	v->copies = s->copies;
	v->hold = s->hold;
	v->form = s->form;
	v->dest = s->dest;
	if (out == NULL)
		return;
	copies = jcl_param_find(&out->params, "COPIES");
	if (v->copies == 0 && copies != NULL)
		v->copies = (int)strtol(copies, NULL, 10);
	if (v->form == NULL)
		v->form = jcl_param_find(&out->params, "FORMS");
	if (v->dest == NULL)
		v->dest = jcl_param_find(&out->params, "DEST");
}

static char
sysout_class(const struct part *p)
{
	const struct jcl_output *out = output_of(p);
	char class = p->dd->sysout.class;

	if (class == ' ' && out != NULL && out->class != 0)
		class = out->class;
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
	set_printing(p, v);
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
		return part_refuse(p, DS_NOMEM, &diag, "");
	}
	st = newds_dcb(p->sr, p->dd, &dcb, &diag);
	if (st == DS_OK)
		st = dd_alloc_sysout(p->sr->dds, p->ddname, path, &dcb, &diag);
	free(path);
	if (st != DS_OK)
		return part_refuse(p, st, &diag, "");
	part_say_device(p, "JES2");
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

bool
allocate_reader(struct step_run *sr, const char *ddname)
{
	const struct jcl_dd dd = {.name = ddname,
	    .sysout = {.class = '*', .writer = "INTRDR"},
	    .dcb = {.lrecl = -1, .blksize = -1}};
	const struct part p = {.sr = sr, .dd = &dd, .ddname = ddname};

	return alloc_sysout(&p);
}

char *
part_path(const char *path)
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
	char *name = part_path(path->name);
	struct ds_diag diag = {0};
	struct dd_dcb dcb;
	char words[64];
	enum ds_status st;

	if (name == NULL) {
		ds_fail(&diag, DS_NOMEM, NULL, NULL);
		return part_refuse(p, DS_NOMEM, &diag, "");
	}
	st = newds_dcb(p->sr, p->dd, &dcb, &diag);
	dcb_words(&dcb, words, sizeof(words));
	if (st == DS_OK)
		st = part_spec(p, &diag, "path:%s%s%s%s", name,
		    path->data == JCL_FILEDATA_TEXT ? ",text" : "",
		    has_option(path, "OAPPEND") ? ",mod" : "", words);
	free(name);
	if (st != DS_OK)
		return part_refuse(p, st, &diag, "");
	joblog_msg(p->sr->job->log, LOG_SYSTEM, MSG_IGD103I, p->ddname, NULL);
	return true;
}

/* --- the step ------------------------------------------------------------- */

static bool
alloc_part(const struct part *p)
{
	const struct jcl_dd *dd = p->dd;
	struct ds_diag diag = {0};

	if (dd->subsys != NULL)
		return part_refuse(p,
		    ds_fail(&diag, DS_UNSUPPORTED, NULL, "SUBSYS=%.60s",
			dd->subsys),
		    &diag, "");
	if (dd->instream)
		return alloc_instream(p);
	if (dd->dummy)
		return alloc_dummy(p);
	if (dd->sysout.class != 0)
		return alloc_sysout(p);
	if (dd->path.name != NULL)
		return alloc_path(p);
	return part_data_set(p);
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
