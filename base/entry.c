/* Catalog entries as plain data: allocation, and the names of formats. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/entry.h"

struct ds_entry *
ds_entry_new(void)
{
	return calloc(1, sizeof(struct ds_entry));
}

void
ds_entry_free(struct ds_entry **entp)
{
	size_t i;

	if (entp == NULL || *entp == NULL)
		return;
	for (i = 0; i < (*entp)->nvolumes; i++)
		free((*entp)->volumes[i].extents);
	free((*entp)->volumes);
	free((*entp)->assocs);
	free(*entp);
	*entp = NULL;
}

struct ds_volume_cell *
ds_entry_add_volume(struct ds_entry *ent)
{
	struct ds_volume_cell *v;

	v = realloc(ent->volumes, (ent->nvolumes + 1) * sizeof(*v));
	if (v == NULL)
		return NULL;
	ent->volumes = v;
	v = &v[ent->nvolumes++];
	memset(v, 0, sizeof(*v));
	return v;
}

bool
ds_entry_add_extent(struct ds_volume_cell *vol, const struct ds_extent *ext)
{
	struct ds_extent *e;

	e = realloc(vol->extents, (vol->nextents + 1) * sizeof(*e));
	if (e == NULL)
		return false;
	vol->extents = e;
	e[vol->nextents++] = *ext;
	return true;
}

bool
ds_entry_add_assoc(struct ds_entry *ent, enum ds_type type, const char *name)
{
	struct ds_assoc *a;

	a = realloc(ent->assocs, (ent->nassocs + 1) * sizeof(*a));
	if (a == NULL)
		return false;
	ent->assocs = a;
	a = &a[ent->nassocs++];
	a->type = type;
	snprintf(a->name, sizeof(a->name), "%s", name);
	return true;
}

const char *
ds_entry_assoc(const struct ds_entry *ent, enum ds_type type)
{
	for (size_t i = 0; i < ent->nassocs; i++)
		if (ent->assocs[i].type == type)
			return ent->assocs[i].name;
	return NULL;
}

const char *
ds_extra_find(const char *extra, const char *key, size_t *lenp)
{
	const size_t klen = strlen(key);

	while (extra != NULL && *extra != '\0') {
		if (strncmp(extra, key, klen) == 0 && extra[klen] == '=') {
			*lenp = strcspn(extra + klen + 1, "\n");
			return extra + klen + 1;
		}
		if ((extra = strchr(extra, '\n')) != NULL)
			extra++;
	}
	return NULL;
}

bool
ds_extra_says(const char *extra, const char *key, const char *value)
{
	size_t len;
	const char *p = ds_extra_find(extra, key, &len);

	return p != NULL && len == strlen(value) && memcmp(p, value, len) == 0;
}

uint32_t
ds_extra_number(const char *extra, const char *key)
{
	size_t len;
	const char *p = ds_extra_find(extra, key, &len);

	return p != NULL ? (uint32_t)strtoul(p, NULL, 10) : 0;
}

bool
ds_extra_durable(const char *extra)
{
	return ds_extra_says(extra, "LOG", "UNDO") ||
	       ds_extra_says(extra, "LOG", "ALL") ||
	       ds_extra_says(extra, "LOG", "REDO");
}

bool
ds_extra_get(const char *extra, const char *key, char *out, size_t size)
{
	size_t len;
	const char *p = ds_extra_find(extra, key, &len);

	if (p == NULL || len >= size)
		return false;
	memcpy(out, p, len);
	out[len] = '\0';
	return true;
}

static const struct {
	const char *name;
	enum ds_recfm recfm;
} recfms[] = {
    {"FBS", DS_RECFM_FBS},
    {"VBS", DS_RECFM_VBS},
    {"FB", DS_RECFM_FB},
    {"VB", DS_RECFM_VB},
    {"VS", DS_RECFM_VS},
    {"F", DS_RECFM_F},
    {"V", DS_RECFM_V},
    {"U", DS_RECFM_U},
};

uint8_t
ds_recfm_bits(enum ds_recfm recfm, char ctl)
{
	static const uint8_t bits[] = {[DS_RECFM_F] = 0x80,
	    [DS_RECFM_FB] = 0x90,
	    [DS_RECFM_V] = 0x40,
	    [DS_RECFM_VB] = 0x50,
	    [DS_RECFM_U] = 0xC0,
	    [DS_RECFM_FBS] = 0x98,
	    [DS_RECFM_VS] = 0x48,
	    [DS_RECFM_VBS] = 0x58};

	return (uint8_t)(bits[recfm] | (ctl == 'A'      ? 0x04
					   : ctl == 'M' ? 0x02
							: 0));
}

const char *
ds_recfm_name(enum ds_recfm recfm, char ctl, char out[8])
{
	size_t i;

	out[0] = '\0';
	for (i = 0; i < sizeof(recfms) / sizeof(recfms[0]); i++)
		if (recfms[i].recfm == recfm) {
			if (ctl != 0)
				snprintf(out, 8, "%s%c", recfms[i].name, ctl);
			else
				snprintf(out, 8, "%s", recfms[i].name);
		}
	return out;
}

bool
ds_recfm_parse(const char *s, enum ds_recfm *recfmp, char *ctlp)
{
	size_t i, n;

	for (i = 0; i < sizeof(recfms) / sizeof(recfms[0]); i++) {
		n = strlen(recfms[i].name);
		if (strncmp(s, recfms[i].name, n) != 0)
			continue;
		if (s[n] != '\0' &&
		    ((s[n] != 'A' && s[n] != 'M') || s[n + 1] != '\0'))
			continue;
		*recfmp = recfms[i].recfm;
		*ctlp = s[n];
		return true;
	}
	return false;
}

enum ds_ps_kind
ds_ps_kind(const char *word)
{
	if (strcasecmp(word, "BASIC") == 0)
		return DS_PS_BASIC;
	if (strcasecmp(word, "LARGE") == 0)
		return DS_PS_LARGE;
	return strncasecmp(word, "EXTREQ", 6) == 0 ||
		       strncasecmp(word, "EXTPREF", 7) == 0
		   ? DS_PS_EXTENDED
		   : DS_PS_UNSAID;
}

const char *
ds_ps_kind_word(const struct ds_entry *ent)
{
	if (ent->org != DS_ORG_PS)
		return "";
	if ((ent->flags & DS_A_LARGE) != 0)
		return "large";
	return (ent->flags & DS_A_EXTENDED) != 0 ? "extreq" : "";
}

bool
ds_is_migrated(const struct ds_entry *ent)
{
	static const uint8_t none[sizeof(ent->comp_id)];

	return ent->nvolumes > 0 &&
	       (strcmp(ent->volumes[0].volser, "MIGRAT") == 0 ||
		   strcmp(ent->volumes[0].volser, "ARCIVE") == 0) &&
	       memcmp(ent->comp_id, none, sizeof(none)) == 0;
}
