/*
 * Run a command and tell how long it took and how much memory it had:
 *
 *	timed OUT COMMAND...	appends "SECONDS PEAK-RSS-KB" to OUT
 *
 * The exit status is the command's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

int
main(int argc, char **argv)
{
	struct rusage ru;
	double start = now(), took;
	int status;
	pid_t pid;
	FILE *fp;

	if (argc < 3) {
		fprintf(stderr, "usage: timed OUT COMMAND...\n");
		return 2;
	}
	if ((pid = fork()) == 0) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &ru) != pid) {
		perror("timed");
		return 2;
	}
	took = now() - start;
	if ((fp = fopen(argv[1], "a")) == NULL) {
		perror(argv[1]);
		return 2;
	}
	fprintf(fp, "%.3f %ld\n", took, ru.ru_maxrss);
	fclose(fp);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
