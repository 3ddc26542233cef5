/* idcams --who: who has a data set, a line each. */
#include <ctype.h>
#include <stdio.h>

#include "base/dsname.h"
#include "services/who.h"
#include "shell/complain.h"
#include "shell/who.h"

struct telling {
	struct json_report *json; /* NULL: lines */
	int lines;
};

static bool
print_line(
    void *ctx, const char *name, enum ds_use use, const struct enq_holder *h)
{
	static const char *const uses[] = {
	    [DS_USE_NAME] = "allocated",
	    [DS_USE_OPEN] = "open",
	    [DS_USE_OUTPUT] = "open for output",
	};
	struct telling *t = ctx;
	char who[96];

	t->lines++;
	if (t->json != NULL) {
		json_report_holder(t->json, name, use, h);
		return true;
	}
	enq_holder_text(h, who, sizeof(who));
	printf("%s %s%s %s by %s\n", name, h->waiting ? "wanted " : "",
	    h->exclusive ? "EXC" : "SHR", uses[use], who);
	return true;
}

bool
who_print(struct ds_system *sys, const char *name, struct json_report *json)
{
	char folded[DSNAME_MAX + 2];
	struct ds_diag diag = {0};
	enum ds_status st;
	struct telling t = {.json = json};
	size_t n;

	/* One that is too long stays so, and is not found. */
	for (n = 0; name[n] != '\0' && n < sizeof(folded) - 1; n++)
		folded[n] = (char)toupper((unsigned char)name[n]);
	folded[n] = '\0';
	st = ds_who(sys, folded, print_line, &t, &diag);
	if (st != DS_OK) {
		complain_status("--who", st, &diag);
		return false;
	}
	if (t.lines == 0 && json == NULL)
		printf("%s is not in use\n", folded);
	return true;
}
