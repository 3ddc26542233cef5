/* Facts on their way from the commands to who listens to a SYSPRINT. */
#include "utilities/report.h"

/* The member of the listener, when there is one. */
#define TELL(sp, member, ...)                                    \
	do {                                                     \
		const struct report *r_ = sysprint_listener(sp); \
		if (r_ != NULL && r_->member != NULL)            \
			r_->member(r_->ctx, __VA_ARGS__);        \
	} while (0)

/* What follows are the lines of what was told. */
static bool
lines(struct sysprint *sp)
{
	sysprint_known(sp, true);
	return sysprint_prints(sp);
}

void
report_told(struct sysprint *sp)
{
	sysprint_known(sp, false);
}

bool
report_foreign(struct sysprint *sp, const char *number, const char *text,
    const char *insert)
{
	TELL(sp, foreign, number, text, insert);
	return lines(sp);
}

bool
report_note(struct sysprint *sp, const char *text, bool second)
{
	TELL(sp, note, text, second);
	return lines(sp);
}

bool
report_entry(struct sysprint *sp, const struct ds_entry *ent,
    const struct listcat_form *form)
{
	TELL(sp, entry, ent, form);
	return lines(sp);
}

bool
report_counts(struct sysprint *sp, const uint64_t *counts)
{
	TELL(sp, counts, counts);
	return lines(sp);
}

bool
report_record(
    struct sysprint *sp, const struct ds_attrs *attrs, const struct ds_rec *rec)
{
	TELL(sp, record, attrs, rec);
	return lines(sp);
}

bool
report_fault(struct sysprint *sp, const struct ds_found *f)
{
	TELL(sp, fault, f);
	return lines(sp);
}

void
report_command(struct sysprint *sp, const struct report_command *cmd)
{
	TELL(sp, command, cmd);
}

void
report_end(struct sysprint *sp, int cc, int maxcc)
{
	TELL(sp, end, cc, maxcc);
}

void
report_print(struct sysprint *sp, const struct report_print *p)
{
	TELL(sp, print, p);
}

void
report_processed(struct sysprint *sp, uint64_t records)
{
	TELL(sp, processed, records);
}

void
report_examined(struct sysprint *sp, const struct report_examined *e)
{
	TELL(sp, examined, e);
}

void
report_improper(
    struct sysprint *sp, const char *name, const struct ds_improper *how)
{
	TELL(sp, improper, name, how);
}
