/*
 * idcams --restore: a lost master catalog back from its portable copy.
 */
#ifndef CATAMOUNT_SHELL_RESTORE_H
#define CATAMOUNT_SHELL_RESTORE_H

/* The exit status: 0, 12 when nothing was done. */
int restore_print(const char *root, const char *path);

#endif
