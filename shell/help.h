/* HELP: commands, their parameters and messages, from the tables. */
#ifndef CATAMOUNT_SHELL_HELP_H
#define CATAMOUNT_SHELL_HELP_H

/* To standard error, where the prompt is. args: "", a command with keywords, a
 * message number. */
void help_print(const char *args);

#endif
