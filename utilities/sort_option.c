/* OPTION, the operands that SORT and MERGE share with it, and EXEC PARM. */
#include <stdio.h>
#include <string.h>

#include "utilities/sort_int.h"

/* Words that change nothing here: how storage, work data sets, messages and
 * exits are managed. With "=": they have a value. */
static const char *const ignored[] = {"EQUALS", "NOEQUALS", "DYNALLOC",
    "NODYNALLOC", "DYNALLOC=", "DYNALOC=", "DYNSPC=", "FILSZ=", "SIZE=",
    "HIPRMAX=", "DSPSIZE=", "MOSIZE=", "AVGRLEN=", "MSGPRT=", "MSGDDN=",
    "MSGDD=", "MSGCON=", "LIST", "NOLIST", "LISTX", "NOLISTX", "CHECK",
    "NOCHECK", "NOCHALT", "CINV", "NOCINV", "STIMER", "NOSTIMER", "VERIFY",
    "NOVERIFY", "WRKREL", "NOWRKREL", "WRKSEC", "NOWRKSEC", "OUTREL",
    "NOOUTREL", "RESALL=", "RESINV=", "ARESALL=", "ARESINV=", "SOLRF", "ZSORT",
    "NOZSORT", "BLKSET", "NOBLKSET", "ODMAXBF=", "SDB=", "EFS=NONE",
    "LOCALE=NONE", "ABEND", "NOABEND", "NOCKPT", "USEWKDD", "NOUSEWKDD",
    "SZERO", "COBEXIT=", "VIO", "NOVIO", "TEXIT", "NOTEXIT", "NOSZERO",
    "SMF=", "IOMAXBF=", "GNPAD=", "GNTRUNC=", "TUNE=", "SVC=", "CFW", "NOCFW",
    "HIPRLIM=", "PAGEFIX", "NOPAGEFIX", "IGNCKPT", "NOIGNCKPT",
    "SPANINC=", "DIAG", "NODIAG", "EXITCK=", "FSZEST", "NOFSZEST", "CKPT",
    "CHKPT", "INREC"};

static bool
pass_ignored(struct sort_scan *sc)
{
	const char *before = sc->at;
	const char *word, *eq;
	char key[20];
	size_t i, n;

	for (i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++) {
		word = ignored[i];
		eq = strchr(word, '=');
		n = eq != NULL ? (size_t)(eq - word) : strlen(word);
		snprintf(key, sizeof(key), "%.*s", (int)n, word);
		sc->at = before;
		if (!scan_word(sc, key))
			continue;
		if (eq == NULL && *sc->at != '=')
			return true;
		if (eq != NULL && eq[1] != '\0' &&
		    strncmp(sc->at, eq, strlen(eq)) == 0) {
			sc->at += strlen(eq);
			return true;
		}
		if (eq != NULL && eq[1] == '\0' && scan_char(sc, '=')) {
			scan_skip(sc);
			return true;
		}
	}
	sc->at = before;
	return false;
}

/* KEY=number */
static bool
take_count(struct sort_scan *sc, uint64_t *np)
{
	uint64_t n;

	if (!scan_need(sc, '='))
		return false;
	if (!scan_number(sc, UINT64_C(9999999999999999), &n))
		return scan_bad(sc, MSG_ICE007A);
	*np = n;
	return true;
}

/* KEY=RC0, RC4, RC16 */
static bool
take_code(struct sort_scan *sc, int *ccp)
{
	if (!scan_need(sc, '='))
		return false;
	if (scan_word(sc, "RC0"))
		*ccp = 0;
	else if (scan_word(sc, "RC4"))
		*ccp = 4;
	else if (scan_word(sc, "RC16"))
		*ccp = 16;
	else
		return scan_bad(sc, MSG_ICE007A);
	return true;
}

/* MAX, n, nK, nM */
static bool
take_memory(struct sort_scan *sc, size_t *np)
{
	char word[SORT_DDNAME * 2];
	unsigned long n = 0;
	char unit = '\0';

	if (!scan_need(sc, '='))
		return false;
	if (scan_word(sc, "MAX"))
		return true;
	scan_name(sc, word);
	if (sscanf(word, "%9lu%c", &n, &unit) < 1 || n == 0 ||
	    (unit != '\0' && unit != 'K' && unit != 'M'))
		return scan_bad(sc, MSG_ICE007A);
	*np = (size_t)n * (unit == 'M'      ? 1024UL * 1024
			      : unit == 'K' ? 1024UL
					    : 1UL);
	return true;
}

static bool
take_dd(struct sort_scan *sc, char dd[SORT_DDNAME])
{
	char name[SORT_DDNAME * 2];

	if (!scan_need(sc, '='))
		return false;
	scan_name(sc, name);
	if (!member_valid(name, strlen(name)))
		return scan_bad(sc, MSG_ICE007A);
	snprintf(dd, SORT_DDNAME, "%.8s", name);
	return true;
}

/* SORTDD=cccc: SORT of the names of DDs is cccc. */
static bool
take_prefix(struct sort_scan *sc)
{
	struct sort_plan *p = &sc->s->plan;
	char name[SORT_DDNAME];

	if (!take_dd(sc, name))
		return false;
	if (strlen(name) != 4)
		return scan_bad(sc, MSG_ICE007A);
	memcpy(p->in_dd, name, 4);
	memcpy(p->out_dd, name, 4);
	return true;
}

struct flag {
	const char *word;
	bool *to, value;
};

static bool
take_flag(struct sort_scan *sc)
{
	struct sort_plan *p = &sc->s->plan;
	const struct flag flags[] = {{"VLSHRT", &p->short_ok, true},
	    {"NOVLSHRT", &p->short_ok, false},
	    {"VLSCMP", &p->compare_short, true},
	    {"NOVLSCMP", &p->compare_short, false},
	    {"VLLONG", &p->cut_long, true}, {"NOVLLONG", &p->cut_long, false},
	    {"ZDPRINT", &p->signs_kept, false},
	    {"NZDPRINT", &p->signs_kept, true}};

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (scan_word(sc, flags[i].word)) {
			*flags[i].to = flags[i].value;
			return true;
		}
	return false;
}

static bool
take_value(struct sort_scan *sc)
{
	struct sort_plan *p = &sc->s->plan;

	if (scan_word(sc, "SKIPREC"))
		return take_count(sc, &p->skip);
	if (scan_word(sc, "STOPAFT")) {
		p->stops = true;
		return take_count(sc, &p->stop);
	}
	if (scan_word(sc, "MAINSIZE") || scan_word(sc, "SIZEMAX"))
		return take_memory(sc, &p->memory);
	if (scan_word(sc, "SORTIN"))
		return take_dd(sc, p->in_dd);
	if (scan_word(sc, "SORTOUT"))
		return take_dd(sc, p->out_dd);
	if (scan_word(sc, "SORTDD"))
		return take_prefix(sc);
	if (scan_word(sc, "PAD"))
		return take_code(sc, &p->pad_cc);
	if (scan_word(sc, "TRUNC"))
		return take_code(sc, &p->trunc_cc);
	if (scan_word(sc, "OVFLO"))
		return take_code(sc, &p->overflow);
	if (scan_word(sc, "NULLOUT"))
		return take_code(sc, &p->null_cc);
	if (scan_word(sc, "NULLOFL"))
		return take_code(sc, &p->null_outfil_cc);
	return false;
}

bool
sort_option(struct sort_scan *sc)
{
	if (pass_ignored(sc) || take_flag(sc) || take_value(sc))
		return true;
	if (sc->bad)
		return false;
	if (scan_word(sc, "COPY")) {
		sc->s->plan.op = SORT_COPY;
		return true;
	}
	if (scan_is(sc, "E15") || scan_is(sc, "E35") || scan_is(sc, "CHALT") ||
	    scan_is(sc, "LOCALE") || scan_is(sc, "EFS") ||
	    scan_is(sc, "NOSOLRF") || scan_is(sc, "Y2PAST"))
		return scan_note(sc, "%.*s IS NOT BUILT IN THIS VERSION",
		    (int)strcspn(sc->at, "=,"), sc->at);
	return scan_bad(sc, MSG_ICE006A);
}
