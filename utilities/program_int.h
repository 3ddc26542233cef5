/* Between the table of programs and the programs. */
#ifndef CATAMOUNT_UTILITIES_PROGRAM_INT_H
#define CATAMOUNT_UTILITIES_PROGRAM_INT_H

#include "base/msg.h"
#include "utilities/program.h"

program_fn program_idcams, program_iebgener, program_iebcopy, program_iebupdte,
    program_iebcompr, program_iebptpch, program_iehprogm, program_sort,
    program_tso;

/* System codes. */
enum {
	ABEND_CANCELLED = 0x222,
	ABEND_OPEN = 0x013,
	ABEND_IO = 0x001,
	ABEND_STOW = 0xB14,
	ABEND_SECURITY = 0x913
};

void program_code(struct program_end *endp, int code);
void program_abend(
    struct program_end *endp, unsigned code, unsigned reason, const char *why);
/* It is an SB37, SD37 or SE37. */
bool program_is_full(const struct program_end *end);
bool program_interrupted(const struct program_run *run);
void program_log(const struct program_run *run, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* A message of the job log; second may be NULL. */
void program_log_msg(const struct program_run *run, enum msg_id id,
    const char *first, const char *second);

#endif
