/*
 * System-managed buffering: which bias an open data set has, by what it was
 * opened for or by what the caller says (ACCBIAS), and what follows from it.
 *
 * Facts: SC23-6855 "System-managed buffering". Counts of buffers and the choice
 * for mixed intents rest on memory (mem).
 *
 *	bias	chosen for		data, index	ring takes over
 *	SO	sequential input	1, 1/2 MiB	at once
 *	SW	sequential and direct,	24, 8 MiB	at once
 *		changes in sequence
 *	DW	changes, paths		24, 8 MiB	after 2 CIs in a row
 *	DO	direct			1/5, all	after 32 data CIs
 *	CO, CR	load with SPEED,	1, 1/2 MiB	(the loader)
 *		RECOVERY
 *	USER	said so			1, 1/2 MiB	as the intent says
 */
#include <string.h>

#include "access-methods/am_int.h"

enum { WEIGHTED_BUFSP = 32 * 1024 * 1024 };
enum { MOVES_WEIGHTED = 2, MOVES_DIRECT = 32 };

/* The vendor's limits of SMBVSP: 1K to 2048000K. */
#define SMBVSP_MAX ((uint64_t)2048000 * 1024)

const char *
am_bias_name(enum am_bias bias)
{
	static const char *const names[] = {
	    "SYSTEM", "USER", "SO", "SW", "DO", "DW", "CO", "CR"};

	return (size_t)bias < sizeof(names) / sizeof(names[0]) ? names[bias]
							       : "";
}

enum ds_status
smb_check(const struct am_parms *parms, struct ds_diag *diag)
{
	const char *why = NULL;

	if (parms->accbias < AM_BIAS_SYSTEM || parms->accbias > AM_BIAS_DW)
		why = "ACCBIAS is USER, SYSTEM, DO, DW, SO or SW";
	else if (parms->sphere.smbvsp > SMBVSP_MAX ||
		 parms->sphere.smbvspi > SMBVSP_MAX)
		why = "SMBVSP and SMBVSPI are 2048000K at most";
	return why == NULL ? DS_OK : ds_fail(diag, DS_INVALID, NULL, "%s", why);
}

static enum am_bias
by_intent(unsigned intent, bool path)
{
	unsigned how = intent & (AM_SEQ | AM_DIR);

	if (how == (AM_SEQ | AM_DIR) || (how == AM_SEQ && intent & AM_OUTPUT))
		return AM_BIAS_SW;
	/* A path's base is read by key, but SMB has no DO for a path. */
	if (how == AM_DIR && !path)
		return AM_BIAS_DO;
	return how == AM_DIR || intent & AM_OUTPUT ? AM_BIAS_DW : AM_BIAS_SO;
}

void
smb_choose(struct am_file *file, const struct am_parms *parms,
    struct sphere_parms *sparms)
{
	bool own = sparms->bufsp > 0 || sparms->bufnd > 0;

	file->bias = parms->accbias;
	if (sparms->lsr != NULL)
		file->bias = AM_BIAS_USER; /* no SMB with LSR */
	else if (file->bias == AM_BIAS_SYSTEM)
		file->bias = by_intent(file->intent, parms->path != NULL);
	switch (file->bias) {
	case AM_BIAS_DO:
		/* It says what may be dirty, too. */
		sparms->direct = !own;
		sparms->bufsp = own ? sparms->bufsp : WEIGHTED_BUFSP;
		file->ring_moves = MOVES_DIRECT;
		break;
	case AM_BIAS_SW:
	case AM_BIAS_DW:
		sparms->bufsp = own ? sparms->bufsp : WEIGHTED_BUFSP;
		file->ring_moves =
		    file->bias == AM_BIAS_DW ? MOVES_WEIGHTED : 0;
		break;
	case AM_BIAS_SO:
		file->ring_moves = 0;
		break;
	default:
		file->ring_moves = file->intent & AM_SEQ ? 0 : MOVES_WEIGHTED;
		break;
	}
}

void
smb_loading(struct am_file *file)
{
	const struct comp_attr *attr = sphere_attr(file->sphere, SPHERE_DATA);

	if (file->bias != AM_BIAS_USER)
		file->bias = attr->flags & DS_A_SPEED ? AM_BIAS_CO : AM_BIAS_CR;
}

enum ds_status
am_buffers(const struct am_file *file, enum sphere_part part,
    struct am_buffers *bufp, struct ds_diag *diag)
{
	struct am_buffers buf = {.bias = file->bias};
	enum ds_status st;

	st = sphere_buffers(file->sphere, part, &buf.pool, diag);
	if (st != DS_OK)
		return st;
	buf.excps = sphere_stats(file->sphere, part)->excps;
	*bufp = buf;
	return DS_OK;
}
