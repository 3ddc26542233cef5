/*
 * Who has a sphere open. Between processes an ENQ on its data component; that
 * belongs to the process as a whole, so a table knows the opens of this one.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/dd_int.h"
#include "services/system_int.h"

struct open_lock {
	struct open_lock *next;
	char comp[SPHERE_NAME_LEN];
	bool output;
	struct enq *enq;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct open_lock *table;

static bool
conflicts(const char *comp, bool output)
{
	const struct open_lock *l;

	for (l = table; l != NULL; l = l->next)
		if (strcmp(l->comp, comp) == 0 && (output || l->output))
			return true;
	return false;
}

enum ds_status
open_lock_take(struct ds_system *sys, const char *comp, bool output,
    struct open_lock **lockp, struct ds_diag *diag)
{
	struct open_lock *l = calloc(1, sizeof(*l));
	enum ds_status st = DS_OK;
	if (l == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	snprintf(l->comp, sizeof(l->comp), "%s", comp);
	l->output = output;
	pthread_mutex_lock(&table_lock);
	if (conflicts(comp, output)) {
		st = ds_fail(diag, DS_OPEN_INUSE, NULL, NULL);
		if (diag != NULL)
			snprintf(diag->holder, sizeof(diag->holder),
			    "this program itself");
	} else {
		st = enq_take(ds_system_root(sys), "SYSVSAM", comp,
		    output ? ENQ_EXC : ENQ_SHR, 0, &l->enq, diag);
		if (st == DS_BUSY)
			st = DS_OPEN_INUSE; /* the holder stays in diag */
		if (st == DS_OPEN_INUSE && diag != NULL)
			diag->status = st;
	}
	if (st == DS_OK) {
		l->next = table;
		table = l;
	}
	pthread_mutex_unlock(&table_lock);
	if (st != DS_OK)
		free(l);
	else
		*lockp = l;
	return st;
}

void
open_lock_free(struct open_lock **lockp)
{
	struct open_lock **lp;

	if (lockp == NULL || *lockp == NULL)
		return;
	pthread_mutex_lock(&table_lock);
	for (lp = &table; *lp != *lockp; lp = &(*lp)->next)
		continue;
	*lp = (*lockp)->next;
	enq_free(&(*lockp)->enq);
	free(*lockp);
	pthread_mutex_unlock(&table_lock);
	*lockp = NULL;
}
