/*
 * What may come next in a command: verbs, keywords that are legal at this
 * place, values. From the parser's tables; names come from a source. Knows no
 * terminal.
 */
#ifndef CATAMOUNT_SHELL_COMPLETE_H
#define CATAMOUNT_SHELL_COMPLETE_H

#include <stdbool.h>
#include <stddef.h>

enum complete_kind {
	COMPLETE_DSN, /* up to the next qualifier; a stem ends in '.' */
	COMPLETE_DD,
	COMPLETE_VOLSER,
	COMPLETE_FILE,   /* of the host; a folder ends in '/' */
	COMPLETE_MEMBER, /* of the library that prefix is: each */
};

/* Calls add with each name that begins with prefix. */
struct complete_source {
	void *ctx;
	void (*names)(void *ctx, enum complete_kind kind, const char *prefix,
	    void (*add)(void *to, const char *name), void *to);
	/* May ALTER of this entry (member: of a member in it) have the keyword?
	 * NULL: of any. */
	bool (*alters)(
	    void *ctx, const char *name, bool member, const char *keyword);
};

struct complete_item {
	char *text; /* the whole word */
	char after; /* what follows when it is the only one; 0 nothing */
};

struct completions {
	size_t start;                /* where in the text the word begins */
	struct complete_item *items; /* in order, each once */
	size_t n;
	bool exact;       /* no folding: quoted, or a name of the host */
	const char *hint; /* what is expected here, or NULL */
};

/*
 * text is a command up to the cursor, len bytes, its lines joined. Always
 * fills *out, with nothing when there is no memory; completions_free.
 */
void complete(const char *text, size_t len, const struct complete_source *src,
    struct completions *out);
void completions_free(struct completions *c);
/* How many characters of items[0] all items begin with. */
size_t completions_common(const struct completions *c);

#endif
