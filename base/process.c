/* What each program of ours arranges with the host before it works. */
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/process.h"

static void
fill_standard_descriptors(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

/* A group of 999 generations is open as one data set: two descriptors each. */
static void
raise_descriptors(void)
{
	struct rlimit lim;

	if (getrlimit(RLIMIT_NOFILE, &lim) != 0)
		return;
	lim.rlim_cur = lim.rlim_max;
	setrlimit(RLIMIT_NOFILE, &lim);
}

void
process_set_up(void)
{
	fill_standard_descriptors();
	raise_descriptors();
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
}

void
process_catch(int sig, const struct sigaction *sa)
{
	struct sigaction old;

	if (sigaction(sig, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
		sigaction(sig, sa, NULL);
}

void
process_end_by(int sig)
{
	signal(sig, SIG_DFL);
	raise(sig);
}
