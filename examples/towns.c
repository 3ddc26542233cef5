/*
 * Fill a key-sequenced data set and use it. Define it before:
 *
 *	idcams -e 'define cluster(name(my.towns) keys(4 0) recordsize(20 40) -
 *	    tracks(1 1))'
 *
 *	./towns MY.TOWNS
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <catamount.h>

/* Keys of four bytes; any bytes will do, these are ASCII. */
static const char *const towns[] = {"0100 Aurich", "0200 Celle", "0300 Bremen",
    "0310 Bremerhaven", "0400 Hannover"};
enum { NTOWNS = sizeof(towns) / sizeof(towns[0]) };

static struct ctm_error err;

static void
must(int outcome, const char *what)
{
	if (outcome == CTM_OK)
		return;
	fprintf(stderr, "%s: %s (%d, %d) %s%s\n", what, err.text, err.code,
	    err.reason, err.holder[0] != '\0' ? "in use by " : "", err.holder);
	exit(1);
}

/* A data set that was never filled is loaded: keys ascend, and nothing is
 * there before the close. */
static void
load(struct ctm_system *system, const char *name)
{
	struct ctm_request next = {.options = CTM_KEY | CTM_SEQ};
	struct ctm_file *file = NULL;
	struct ctm_string *string = NULL;

	must(ctm_open(
		 system, name, CTM_OUTPUT | CTM_SEQUENTIAL, NULL, &file, &err),
	    "open for output");
	must(ctm_string_new(file, &string, &err), "string");
	for (int i = 0; i < NTOWNS; i++)
		must(ctm_put(
			 string, &next, towns[i], strlen(towns[i]), NULL, &err),
		    "put");
	must(ctm_close(&file, &err), "close");
}

/* From a generic key on, as long as it fits. */
static void
list(struct ctm_string *string, const char *generic)
{
	struct ctm_request at = {.options = CTM_KEY | CTM_DIR | CTM_GEN};
	struct ctm_request next = {.options = CTM_KEY | CTM_SEQ | CTM_LOC};
	struct ctm_record rec;

	at.key = generic;
	at.key_length = strlen(generic);
	must(ctm_point(string, &at, &err), "point");
	while (ctm_get(string, &next, &rec, &err) == CTM_OK &&
	       memcmp(rec.data, generic, at.key_length) == 0)
		printf("%.*s\n", (int)rec.length, (const char *)rec.data);
}

static void
change(struct ctm_string *string)
{
	char area[40];
	struct ctm_request key = {
	    .options = CTM_KEY | CTM_DIR | CTM_UPD,
	    .key = "0200",
	    .key_length = 4,
	    .area = area,
	    .area_length = sizeof(area),
	};
	struct ctm_record rec;

	must(ctm_get(string, &key, &rec, &err), "get for update");
	must(ctm_put(string, &key, "0200 Celle (Aller)", 18, NULL, &err),
	    "put for update");
	key.key = "0310";
	must(ctm_get(string, &key, &rec, &err), "get for update");
	must(ctm_erase(string, &key, &err), "erase");
	if (ctm_get(string, &key, &rec, &err) != CTM_REQUEST ||
	    err.reason != CTM_NOT_FOUND) {
		fprintf(stderr, "a record was not erased\n");
		exit(1);
	}
}

int
main(int argc, char **argv)
{
	struct ctm_system *system = NULL;
	struct ctm_file *file = NULL;
	struct ctm_string *string = NULL;

	if (argc != 2) {
		fprintf(stderr, "usage: towns DATASET\n");
		return 2;
	}
	must(ctm_system_open(NULL, &system, &err), "system");
	load(system, argv[1]);
	must(ctm_open(system, argv[1], CTM_INPUT | CTM_OUTPUT | CTM_DIRECT,
		 NULL, &file, &err),
	    "open");
	must(ctm_string_new(file, &string, &err), "string");
	list(string, "03");
	change(string);
	list(string, "0");
	must(ctm_close(&file, &err), "close");
	ctm_system_close(&system);
	return 0;
}
