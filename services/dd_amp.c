/*
 * amp=(...) of a DD: what AMP of JCL says of buffers, so that a program is
 * tuned without being changed. The words and their limits: SC23-6855, "System-
 * managed buffering", and SA23-1385, "AMP parameter".
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "access-methods/am.h"
#include "services/dd_int.h"

enum { AMP_MAX = 512 };

static const uint64_t kib = 1024, mib = 1024 * 1024;

/* A number of at most max; with units K or M have to follow it. */
static bool
amount(const char *s, bool units, uint64_t max, uint64_t *np)
{
	uint64_t n = 0, unit = 1;

	if (!isdigit((unsigned char)*s))
		return false;
	for (; isdigit((unsigned char)*s); s++)
		if ((n = n * 10 + (uint64_t)(*s - '0')) > max)
			return false;
	if (units) {
		unit = toupper((unsigned char)*s) == 'K'   ? kib
		       : toupper((unsigned char)*s) == 'M' ? mib
							   : 0;
		s += unit != 0;
	}
	*np = n * unit;
	return unit != 0 && *s == '\0' && *np <= max;
}

static bool
take_bias(const char *value, struct ds_open_parms *amp)
{
	for (int bias = AM_BIAS_SYSTEM; bias <= AM_BIAS_DW; bias++)
		if (strcasecmp(value, am_bias_name((enum am_bias)bias)) == 0) {
			amp->accbias = bias;
			return true;
		}
	return false;
}

static bool
take(const char *name, const char *value, struct ds_open_parms *amp)
{
	uint64_t n = 0;
	bool ok = false;

	if (strcasecmp(name, "accbias") == 0)
		return take_bias(value, amp);
	if (strcasecmp(name, "bufnd") == 0) {
		ok = amount(value, false, 65535, &n);
		amp->bufnd = (uint32_t)n;
	} else if (strcasecmp(name, "bufni") == 0) {
		ok = amount(value, false, 65535, &n);
		amp->bufni = (uint32_t)n;
	} else if (strcasecmp(name, "strno") == 0) {
		ok = amount(value, false, 255, &n);
		amp->strno = (unsigned)n;
	} else if (strcasecmp(name, "bufsp") == 0) {
		ok = amount(value, false, 16776704, &amp->bufsp);
	} else if (strcasecmp(name, "smbvsp") == 0) {
		ok = amount(value, true, 2048000 * kib, &amp->smbvsp) &&
		     amp->smbvsp > 0;
	} else if (strcasecmp(name, "smbvspi") == 0) {
		ok = amount(value, true, 2048000 * kib, &amp->smbvspi) &&
		     amp->smbvspi > 0;
	} else if (strcasecmp(name, "msg") == 0) {
		ok = amp->tell_bias = strcasecmp(value, "smbbias") == 0;
	} else if (strcasecmp(name, "smbhwt") == 0) {
		/* no Hiperspace: no effect */
		ok = amount(value, false, 99, &n);
	} else if (strcasecmp(name, "smbdfr") == 0) {
		/* all writing is deferred: no effect */
		ok = strcasecmp(value, "y") == 0 || strcasecmp(value, "n") == 0;
	}
	return ok;
}

enum ds_status
dd_amp_parse(const char *value, struct ds_open_parms *ampp, char wrong[],
    size_t wrong_len)
{
	struct ds_open_parms amp = *ampp;
	char copy[AMP_MAX], *save = NULL, *word, *is;

	snprintf(copy, sizeof(copy), "%s", value);
	for (word = strtok_r(copy, "(),' ", &save); word != NULL;
	     word = strtok_r(NULL, "(),' ", &save)) {
		snprintf(wrong, wrong_len, "%s", word);
		if ((is = strchr(word, '=')) == NULL)
			return DS_INVALID;
		*is++ = '\0';
		if (!take(word, is, &amp))
			return DS_INVALID;
	}
	*ampp = amp;
	return DS_OK;
}
