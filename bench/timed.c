/*
 * Run a command and tell how long it took and how much memory it had, as a
 * line of JSON like those of the engines, on standard output; what the command
 * prints goes to standard error.
 *
 *	timed ROW ENGINE MB REP N COMMAND...	N operations in it
 *
 * The exit status is the command's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/clock.h"

static double
seconds(struct timeval tv)
{
	return (double)tv.tv_sec + (double)tv.tv_usec / 1e6;
}

int
main(int argc, char **argv)
{
	double start = clock_seconds(CLOCK_MONOTONIC), took, cpu, n;
	struct rusage ru;
	int status;
	pid_t pid;

	if (argc < 7 || (n = strtod(argv[5], NULL)) <= 0) {
		fprintf(
		    stderr, "usage: timed ROW ENGINE MB REP N COMMAND...\n");
		return 2;
	}
	if ((pid = fork()) == 0) {
		dup2(STDERR_FILENO, STDOUT_FILENO);
		execvp(argv[6], argv + 6);
		perror(argv[6]);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &ru) != pid) {
		perror("timed");
		return 2;
	}
	took = clock_seconds(CLOCK_MONOTONIC) - start;
	if (!WIFEXITED(status))
		return 128;
	if (WEXITSTATUS(status) != 0)
		return WEXITSTATUS(status);
	cpu = seconds(ru.ru_utime) + seconds(ru.ru_stime);
	printf("{\"row\":\"%s\",\"engine\":\"%s\",\"mb\":%s,\"rep\":%s,"
	       "\"n\":%.0f,\"seconds\":%.6f,\"rate\":%.1f,\"cpu_us\":%.3f,"
	       "\"rss_kb\":%ld}\n",
	    argv[1], argv[2], argv[3], argv[4], n, took, n / took,
	    cpu * 1e6 / n, ru.ru_maxrss);
	return 0;
}
