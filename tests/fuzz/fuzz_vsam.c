/*
 * libFuzzer: VSAM sets of every organization with damaged control intervals,
 * as tests/support/vsam_damage.h has it. Free and used control areas, index
 * records, spanned records are all there before the damage.
 */
#include <unistd.h>

#include "tests/support/vsam_damage.h"

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t len);

static char dir[] = "/dev/shm/fuzz-vsam-XXXXXX"; /* in memory */
static struct volume *vol;

static void
clean_up(void)
{
	vol_close(&vol);
	rmdir(dir);
}

int
LLVMFuzzerTestOneInput(const uint8_t *in, size_t len)
{
	if (vol == NULL && (mkdtemp(dir) == NULL ||
			       vol_open(dir, false, &vol, NULL) != DS_OK ||
			       atexit(clean_up) != 0))
		abort();
	damage_run(vol, in, len < 200 ? len : 200);
	return 0;
}
