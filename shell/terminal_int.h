/* Inside the terminal: the editor and the file of the history. */
#ifndef CATAMOUNT_SHELL_TERMINAL_INT_H
#define CATAMOUNT_SHELL_TERMINAL_INT_H

#include "shell/terminal.h"

struct editor;

/* Wait for standard input with signals let in at no other time: none is
 * missed. tend (NULL: none) is called in front and behind each. False: an
 * interrupt, or an error. */
bool terminal_wait(void (*tend)(void *ctx), void *ctx);

/* NULL: this terminal has no use for one. */
struct editor *editor_new(const struct terminal_opts *opts);
void editor_free(struct editor **ep);
enum terminal_got editor_line(
    struct editor *e, const char *prompt, const char **linep, size_t *lenp);
void editor_remember(struct editor *e, const char *command);

/*
 * The file of the history: a command a line, of all shells in the order they
 * were given. Private; cut to its end when it has grown. What goes wrong is no
 * fault: the history of this shell then is all there is.
 */
enum { HISTORY_LINES = 1000, HISTORY_BYTES = 1 << 20 };
void history_file_read(
    const char *path, void (*line)(void *ctx, const char *command), void *ctx);
void history_file_add(const char *path, const char *command);

#endif
