/*
 * idcams --rebuild: lost catalogs made again.
 */
#ifndef CATAMOUNT_SHELL_REBUILD_H
#define CATAMOUNT_SHELL_REBUILD_H

/* A line for each thing; the exit status: 0, 4 when something could not be
 * had back, 12 when nothing could be done. */
int rebuild_print(const char *root);

#endif
