/*
 * The facts of a run as JSON, object by object: nothing of a listing is kept,
 * however long it is. What each object holds is in doc/formats/json.md.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/codepage.h"
#include "services/define.h"
#include "utilities/json_int.h"

enum { JSON_VERSION = 1 };

struct json_report {
	struct report report;
	bool (*write)(void *ctx, const char *line, size_t len);
	void *ctx;
	char *line; /* the object that is being written */
	size_t len, cap;
	char *text; /* UTF-8 on its way to a member */
	size_t text_cap;
	bool failed;
	uint64_t inputs;   /* records seen */
	uint64_t commands; /* seen */
	bool open;         /* one is at work: */
	bool executed;
	char verb[64];
	int maxcc;
};

/* --- members -------------------------------------------------------------- */

void
json_put(struct json_report *j, json_t *obj, const char *key, json_t *value)
{
	if (json_object_set_new(obj, key, value) != 0)
		j->failed = true;
}

void
json_push(struct json_report *j, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value) != 0)
		j->failed = true;
}

void
json_put_num(struct json_report *j, json_t *obj, const char *key, uint64_t num)
{
	json_put(j, obj, key,
	    json_integer(num > INT64_MAX ? INT64_MAX : (json_int_t)num));
}

void
json_put_bool(struct json_report *j, json_t *obj, const char *key, bool value)
{
	json_put(j, obj, key, json_boolean(value));
}

static bool
text_room(struct json_report *j, size_t need)
{
	char *p;

	if (need <= j->text_cap)
		return true;
	if ((p = realloc(j->text, need)) == NULL) {
		j->failed = true;
		return false;
	}
	j->text = p;
	j->text_cap = need;
	return true;
}

/* Text of ISO 8859-1, or of 1047 and the like, by the page's characters. */
static json_t *
text_value(struct json_report *j, const struct codepage *page,
    const uint8_t *data, size_t len)
{
	size_t n = 0, i;

	if (!text_room(j, len * CODEPAGE_UTF8_MAX + 1))
		return NULL;
	if (page != NULL) {
		n = codepage_to_utf8(page, data, len, j->text);
	} else {
		for (i = 0; i < len; i++) {
			if (data[i] >= 0x80)
				j->text[n++] = (char)(0xC0 | data[i] >> 6);
			j->text[n++] =
			    (char)(data[i] < 0x80 ? data[i]
						  : 0x80 | (data[i] & 0x3F));
		}
	}
	return json_stringn_nocheck(j->text, n);
}

void
json_put_textn(struct json_report *j, json_t *obj, const char *key,
    const char *text, size_t len)
{
	json_put(j, obj, key, text_value(j, NULL, (const uint8_t *)text, len));
}

void
json_put_text(
    struct json_report *j, json_t *obj, const char *key, const char *text)
{
	json_put_textn(j, obj, key, text, strlen(text));
}

void
json_put_or_null(
    struct json_report *j, json_t *obj, const char *key, const char *text)
{
	if (text == NULL || text[0] == '\0')
		json_put(j, obj, key, json_null());
	else
		json_put_text(j, obj, key, text);
}

void
json_put_host(
    struct json_report *j, json_t *obj, const char *key, const char *text)
{
	json_t *value = json_string(text); /* NULL: not UTF-8 */

	if (value != NULL)
		json_put(j, obj, key, value);
	else
		json_put_text(j, obj, key, text);
}

void
json_put_hex(struct json_report *j, json_t *obj, const char *key,
    const uint8_t *data, size_t len)
{
	static const char digits[] = "0123456789ABCDEF";
	size_t i;

	if (!text_room(j, 2 * len + 1))
		return;
	for (i = 0; i < len; i++) {
		j->text[2 * i] = digits[data[i] >> 4];
		j->text[2 * i + 1] = digits[data[i] & 15];
	}
	json_put(j, obj, key, json_stringn_nocheck(j->text, 2 * len));
}

/* --- lines ---------------------------------------------------------------- */

static int
add_piece(const char *piece, size_t size, void *ctx)
{
	struct json_report *j = ctx;
	size_t cap = j->cap > 0 ? j->cap : 1024;
	char *p;

	while (cap - j->len < size + 1)
		cap *= 2;
	if (cap > j->cap) {
		if ((p = realloc(j->line, cap)) == NULL)
			return -1;
		j->line = p;
		j->cap = cap;
	}
	memcpy(j->line + j->len, piece, size);
	j->len += size;
	return 0;
}

json_t *
json_begin(struct json_report *j, const char *type)
{
	json_t *obj = json_object();

	json_put(j, obj, "type", json_string(type));
	if (j->open)
		json_put_num(j, obj, "command", j->commands);
	return obj;
}

void
json_end(struct json_report *j, json_t *obj)
{
	j->len = 0;
	if (!j->failed &&
	    json_dump_callback(obj, add_piece, j, JSON_COMPACT) != 0)
		j->failed = true;
	json_decref(obj);
	if (j->failed)
		return;
	j->line[j->len++] = '\n';
	if (!j->write(j->ctx, j->line, j->len))
		j->failed = true;
}

/* --- the run and its commands --------------------------------------------- */

static void
input(void *ctx, const char *rec, size_t len)
{
	struct json_report *j = ctx;
	json_t *obj = json_begin(j, "input");

	while (len > 0 && rec[len - 1] == ' ')
		len--;
	json_put_num(j, obj, "line", ++j->inputs);
	json_put_textn(j, obj, "text", rec, len);
	json_end(j, obj);
}

/* executed: cc is its condition code. */
static void
end_command(struct json_report *j, bool executed, int cc)
{
	json_t *obj;

	if (!j->open)
		return;
	obj = json_begin(j, "end");
	json_put_text(j, obj, "verb", j->verb);
	json_put(j, obj, "cc", executed ? json_integer(cc) : json_null());
	json_put(j, obj, "maxcc", json_integer(j->maxcc));
	json_end(j, obj);
	j->open = false;
}

static void
command(void *ctx, const struct report_command *cmd)
{
	struct json_report *j = ctx;
	json_t *obj;

	end_command(j, false, 0); /* it was checked alone */
	j->open = true;
	j->commands++;
	j->executed = cmd->executed;
	snprintf(j->verb, sizeof(j->verb), "%s", cmd->verb);
	obj = json_begin(j, "command");
	json_put_text(j, obj, "verb", j->verb);
	json_put(j, obj, "line", json_integer(cmd->line));
	json_put_bool(j, obj, "executed", cmd->executed);
	json_put_textn(j, obj, "text", cmd->text, cmd->len);
	json_end(j, obj);
}

static void
end(void *ctx, int cc, int maxcc)
{
	struct json_report *j = ctx;

	j->maxcc = maxcc;
	end_command(j, j->executed, cc);
}

void
json_report_begin(struct json_report *j)
{
	json_t *obj = json_begin(j, "run");
	char when[64];
	struct tm tm = {0};

	ds_now(&tm);
	strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%S", &tm);
	json_put_num(j, obj, "catamount", JSON_VERSION);
	json_put(j, obj, "program", json_string("idcams"));
	json_put(j, obj, "version", json_string(CATAMOUNT_VERSION));
	json_put(j, obj, "started", json_string(when));
	json_end(j, obj);
}

void
json_report_done(struct json_report *j, int maxcc)
{
	json_t *obj;

	end_command(j, false, 0);
	obj = json_begin(j, "done");
	json_put(j, obj, "maxcc", json_integer(maxcc));
	json_end(j, obj);
}

/* --- messages ------------------------------------------------------------- */

/* A message object: cc is the condition code that it stands for. */
static void
put_message(struct json_report *j, const char *number, int cc, bool second,
    const char *const *insert, int n, const char *text, const char *source)
{
	static const char *const severities[] = {
	    "information", "warning", "error", "severe", "terminating"};
	json_t *obj = json_begin(j, "message"), *inserts = json_array();

	json_put_text(j, obj, "number", number);
	json_put(j, obj, "severity",
	    json_string(severities[cc / 4 < 5 ? cc / 4 : 4]));
	json_put(j, obj, "cc", json_integer(cc));
	json_put_bool(j, obj, "second", second);
	for (int i = 0; i < n; i++) {
		const char *s = insert[i] != NULL ? insert[i] : "";

		json_push(j, inserts,
		    text_value(j, NULL, (const uint8_t *)s, strlen(s)));
	}
	json_put(j, obj, "inserts", inserts);
	json_put_text(j, obj, "text", text);
	json_put_text(j, obj, "source", source);
	json_end(j, obj);
}

static void
message(void *ctx, const struct msg *m)
{
	const char *number = msg_number(m->id);
	char text[1024];
	size_t at = strlen(number);
	int n = MSG_INSERTS;

	msg_format(text, sizeof(text), m);
	while (text[at] == ' ')
		at++;
	while (n > 0 && m->insert[n - 1] == NULL)
		n--;
	put_message(ctx, number, msg_severity(m->id), msg_spacing(m->id) == ' ',
	    m->insert, n, text + at, msg_source(m->id));
}

/* Dynamic allocation's: the command fails. */
static void
foreign(void *ctx, const char *number, const char *text, const char *insert)
{
	put_message(ctx, number, 12, false, &insert, 1, text, "zout");
}

static void
note(void *ctx, const char *text, bool second)
{
	struct json_report *j = ctx;
	json_t *obj = json_begin(j, "note");

	json_put_bool(j, obj, "second", second);
	json_put_text(j, obj, "text", text);
	json_end(j, obj);
}

static void
line(void *ctx, const char *text, size_t len)
{
	struct json_report *j = ctx;
	json_t *obj = json_begin(j, "line");

	while (len > 0 && text[len - 1] == ' ')
		len--;
	json_put_textn(j, obj, "text", text, len);
	json_end(j, obj);
}

void
json_report_diagnostic(struct json_report *j, const char *text)
{
	json_t *obj = json_begin(j, "diagnostic");

	json_put_host(j, obj, "text", text);
	json_end(j, obj);
}

/* --- what the commands tell ----------------------------------------------- */

static void
entry(void *ctx, const struct ds_entry *ent, const struct listcat_form *form)
{
	struct json_report *j = ctx;
	json_t *obj = json_begin(j, "entry");

	json_entry(j, obj, ent, form);
	json_end(j, obj);
}

static void
counts(void *ctx, const uint64_t *n)
{
	struct json_report *j = ctx;
	json_t *obj = json_begin(j, "counts");

	json_entry_counts(j, obj, n);
	json_end(j, obj);
}

static const char *
org_name(const struct ds_attrs *a)
{
	static const char *const names[] = {[DS_ORG_NONE] = "NONE",
	    [DS_ORG_KSDS] = "KSDS",
	    [DS_ORG_ESDS] = "ESDS",
	    [DS_ORG_RRDS] = "RRDS",
	    [DS_ORG_VRRDS] = "VRRDS",
	    [DS_ORG_LDS] = "LDS",
	    [DS_ORG_PS] = "PS",
	    [DS_ORG_PO] = "PO"};

	return names[a->org];
}

static void
print(void *ctx, const struct report_print *p)
{
	struct json_report *j = ctx;
	const struct ds_attrs *a = p->attrs;
	json_t *obj = json_begin(j, "print");

	json_put_text(j, obj, "name", p->name);
	json_put_text(j, obj, "form", p->form);
	json_put_text(j, obj, "organization", org_name(a));
	json_put_bool(j, obj, "component", a->component);
	json_put_num(j, obj, "ccsid", a->ccsid);
	json_end(j, obj);
}

static bool
is_relative(const struct ds_attrs *a)
{
	return !a->component &&
	       (a->org == DS_ORG_RRDS || a->org == DS_ORG_VRRDS);
}

static void
put_bytes(struct json_report *j, json_t *obj, const char *name,
    const struct codepage *page, const uint8_t *data, size_t len)
{
	char key[16];

	snprintf(key, sizeof(key), "%s%shex", name, name[0] != '\0' ? "_" : "");
	json_put_hex(j, obj, key, data, len);
	snprintf(
	    key, sizeof(key), "%s%stext", name, name[0] != '\0' ? "_" : "");
	json_put(j, obj, key, text_value(j, page, data, len));
}

static void
record(void *ctx, const struct ds_attrs *a, const struct ds_rec *rec)
{
	struct json_report *j = ctx;
	json_t *obj = json_begin(j, "record");
	const struct codepage *page = NULL;

	if (codepage_get(a->ccsid, &page, NULL) != DS_OK)
		page = NULL;
	if (!a->vsam || is_relative(a))
		json_put_num(j, obj, "number", rec->rrn);
	else
		json_put_num(j, obj, "rba", rec->rba);
	if (a->vsam && !a->component && a->org == DS_ORG_KSDS &&
	    rec->len >= a->rkp + (uint64_t)a->keylen)
		put_bytes(j, obj, "key", page, rec->data + a->rkp, a->keylen);
	json_put_num(j, obj, "length", rec->len);
	put_bytes(j, obj, "", page, rec->data, rec->len);
	json_end(j, obj);
}

static void
processed(void *ctx, uint64_t records)
{
	struct json_report *j = ctx;
	json_t *obj = json_begin(j, "processed");

	json_put_num(j, obj, "records", records);
	json_end(j, obj);
}

static void
fault(void *ctx, const struct ds_found *f)
{
	struct json_report *j = ctx;
	json_t *obj = json_begin(j, "fault");

	json_put_text(j, obj, "component", f->component);
	json_put_bool(j, obj, "index", f->index);
	json_put_num(j, obj, "rba", f->rba);
	json_put_text(j, obj, "fault", ds_fault_name(f->fault));
	json_put_text(j, obj, "text", f->what);
	json_put_bool(j, obj, "difference", f->stale);
	if (f->ci != NULL) {
		json_put_num(j, obj, "ci_rba", f->rba - f->rba % f->ci_len);
		json_put_hex(j, obj, "ci_hex", f->ci, f->ci_len);
	}
	json_end(j, obj);
}

static void
examined(void *ctx, const struct report_examined *e)
{
	struct json_report *j = ctx;
	const struct ds_examined *s = e->sum;
	json_t *obj = json_begin(j, "examined");

	json_put_text(j, obj, "name", e->name);
	json_put_text(j, obj, "test", e->data ? "DATATEST" : "INDEXTEST");
	json_put_num(j, obj, "faults", e->faults);
	json_put_num(j, obj, "differences", e->differences);
	if (e->data) {
		json_put_num(j, obj, "control_intervals", s->cis);
		json_put_num(j, obj, "empty_control_intervals", s->empty_cis);
		json_put_num(j, obj, "records", s->records);
		json_put_num(j, obj, "longest_record", s->maxlen);
		json_put_num(j, obj, "bytes", s->bytes);
		json_put_num(j, obj, "free_bytes", s->free_bytes);
	}
	json_end(j, obj);
}

static void
improper(void *ctx, const char *name, const struct ds_improper *how)
{
	struct json_report *j = ctx;
	json_t *obj = json_begin(j, "improper");

	json_put_text(j, obj, "name", name);
	json_put(j, obj, "code", json_integer(how->code));
	json_put_num(j, obj, "redone", how->redone);
	json_put_num(j, obj, "lost_at_least", how->lost);
	json_put_bool(j, obj, "durable_kept", how->durable_only);
	json_put_or_null(j, obj, "log_kept", how->kept);
	json_end(j, obj);
}

void
json_report_holder(struct json_report *j, const char *name, enum ds_use use,
    const struct enq_holder *h)
{
	static const char *const uses[] = {
	    [DS_USE_NAME] = "allocated",
	    [DS_USE_OPEN] = "open",
	    [DS_USE_OUTPUT] = "output",
	};
	json_t *obj = json_begin(j, "holder");

	json_put_text(j, obj, "name", name);
	json_put_text(j, obj, "use", uses[use]);
	json_put_bool(j, obj, "exclusive", h->exclusive);
	json_put_bool(j, obj, "waiting", h->waiting);
	json_put_or_null(j, obj, "job", h->job);
	json_put_host(j, obj, "program", h->program);
	json_put(j, obj, "process", json_integer(h->pid));
	json_put_bool(j, obj, "ended", h->ended);
	json_end(j, obj);
}

void
json_report_finding(
    struct json_report *j, const char *file, const struct ams_finding *f)
{
	json_t *obj = json_begin(j, "finding");

	json_put_host(j, obj, "file", file);
	json_put_num(j, obj, "line", (uint64_t)f->line);
	json_put_num(j, obj, "column", (uint64_t)f->column);
	json_put_text(j, obj, "severity", f->error ? "error" : "warning");
	json_put_or_null(j, obj, "number", f->number != NULL ? f->number : "");
	json_put_text(j, obj, "text", f->text);
	json_end(j, obj);
}

/* --- the report ----------------------------------------------------------- */

static bool
failed(void *ctx)
{
	const struct json_report *j = ctx;

	return j->failed;
}

struct json_report *
json_report_new(
    bool (*write)(void *ctx, const char *line, size_t len), void *ctx)
{
	struct json_report *j = calloc(1, sizeof(*j));

	if (j == NULL)
		return NULL;
	j->write = write;
	j->ctx = ctx;
	j->report = (struct report){.ctx = j,
	    .input = input,
	    .command = command,
	    .end = end,
	    .message = message,
	    .foreign = foreign,
	    .note = note,
	    .line = line,
	    .entry = entry,
	    .counts = counts,
	    .print = print,
	    .record = record,
	    .processed = processed,
	    .fault = fault,
	    .examined = examined,
	    .improper = improper,
	    .failed = failed};
	return j;
}

void
json_report_free(struct json_report **jp)
{
	if (jp == NULL || *jp == NULL)
		return;
	free((*jp)->line);
	free((*jp)->text);
	free(*jp);
	*jp = NULL;
}

const struct report *
json_report_listener(const struct json_report *j)
{
	return &j->report;
}
