/*
 * The types of LISTCAT, and what does not go with them: ALLOCATION and VOLUME
 * of types that have neither, EXPIRATION of types without a date. The rules are
 * those of MVS 3.8 (src38, IDCLC01), which the examples of SC23-6846 keep.
 */
#include "utilities/listcat_int.h"

#define BIT(kind) (1u << (kind))

static const struct {
	const char *keyword;
	enum listcat_kind kind;
} words[] = {
    {"ALIAS", LISTCAT_N_ALIAS},
    {"ALTERNATEINDEX", LISTCAT_N_AIX},
    {"CLUSTER", LISTCAT_N_CLUSTER},
    {"DATA", LISTCAT_N_DATA},
    {"GENERATIONDATAGROUP", LISTCAT_N_GDG},
    {"INDEX", LISTCAT_N_INDEX},
    {"LIBRARYENTRIES", LISTCAT_N_TAPELIBRARY},
    {"NONVSAM", LISTCAT_N_NONVSAM},
    {"PAGESPACE", LISTCAT_N_PAGESPACE},
    {"PATH", LISTCAT_N_PATH},
    {"SPACE", LISTCAT_N_SPACE},
    {"USERCATALOG", LISTCAT_N_USERCATALOG},
    {"VOLUMEENTRIES", LISTCAT_N_TAPEVOLUME},
};

unsigned
listcat_types(const struct ams_plist *top)
{
	unsigned kinds = 0;
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (ams_given(top, words[i].keyword))
			kinds |= BIT(words[i].kind);
	return kinds;
}

/* Of kinds, those that ALLOCATION or VOLUME says nothing about. What has its
 * space in components is listed beside these. */
static unsigned
without_space(unsigned kinds, bool allocation)
{
	const unsigned comps = BIT(LISTCAT_N_DATA) | BIT(LISTCAT_N_INDEX);
	unsigned bad = BIT(LISTCAT_N_ALIAS);

	if ((kinds & comps) == 0)
		bad |= BIT(LISTCAT_N_CLUSTER) | BIT(LISTCAT_N_AIX) |
		       BIT(LISTCAT_N_PATH);
	if ((kinds & BIT(LISTCAT_N_DATA)) == 0)
		bad |= BIT(LISTCAT_N_PAGESPACE);
	if (allocation)
		bad |= BIT(LISTCAT_N_SPACE) | BIT(LISTCAT_N_NONVSAM) |
		       BIT(LISTCAT_N_GDG) | BIT(LISTCAT_N_USERCATALOG);
	else if ((kinds & BIT(LISTCAT_N_NONVSAM)) == 0)
		bad |= BIT(LISTCAT_N_GDG);
	return kinds & bad;
}

int
listcat_check_types(struct sysprint *sp, unsigned *kindsp,
    enum listcat_detail detail, bool expiration)
{
	const unsigned dated = BIT(LISTCAT_N_CLUSTER) | BIT(LISTCAT_N_NONVSAM) |
			       BIT(LISTCAT_N_GDG) | BIT(LISTCAT_N_PAGESPACE) |
			       BIT(LISTCAT_N_AIX) | BIT(LISTCAT_N_PATH);
	unsigned bad = 0;
	int cc = CC_OK;

	if (detail == LISTCAT_ALLOCATION || detail == LISTCAT_VOLUME)
		bad = without_space(*kindsp, detail == LISTCAT_ALLOCATION);
	if (bad != 0) {
		sysprint_msgv(sp, MSG_IDC2563I, NULL);
		cc = CC_ERROR;
		*kindsp &= ~bad;
	}
	if (expiration && *kindsp != 0 && (*kindsp & dated) == 0) {
		sysprint_msgv(sp, MSG_IDC1569I, NULL);
		cc = cc > CC_WARNING ? cc : CC_WARNING;
	}
	return cc;
}
