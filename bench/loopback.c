/*
 * What one TCP connection over loopback carries from memory: the limit of any
 * server of files.
 *
 *	loopback MB		seconds, and the sender's of CPU, on standard
 *output
 *
 * One process sends, from two buffers of 1 MiB in turn, another receives into
 * one, both with the machine's defaults but for the congestion control, reno,
 * as dsnfsd has it for a peer on the same machine.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/clock.h"

enum { PIECE = 1 << 20 };

static void
die(const char *what)
{
	perror(what);
	exit(1);
}

static void
send_all(int listener, unsigned long mb)
{
	static char hot[2][PIECE];
	int fd = accept(listener, NULL, NULL);
	size_t done;
	ssize_t n;

	if (fd < 0)
		die("accept");
	setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
	memset(hot, 'x', sizeof(hot));
	for (unsigned long i = 0; i < mb; i++)
		for (done = 0; done < PIECE; done += (size_t)n) {
			n = write(fd, hot[i % 2] + done, PIECE - done);
			if (n <= 0)
				die("write");
		}
	exit(close(fd) == 0 ? 0 : 1);
}

static double
seconds(struct timeval tv)
{
	return (double)tv.tv_sec + (double)tv.tv_usec / 1e6;
}

int
main(int argc, char **argv)
{
	static char buf[PIECE];
	struct sockaddr_in at = {
	    .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	unsigned long mb = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), fd;
	socklen_t len = sizeof(at);
	int status = 1;
	double start, took;
	struct rusage ru;
	pid_t sender;

	if (mb == 0)
		return 2;
	if (listener < 0 || bind(listener, (struct sockaddr *)&at, len) != 0 ||
	    listen(listener, 1) != 0 ||
	    getsockname(listener, (struct sockaddr *)&at, &len) != 0)
		die("listen");
	if ((sender = fork()) == 0)
		send_all(listener, mb);
	fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (sender < 0 || fd < 0 ||
	    connect(fd, (struct sockaddr *)&at, len) != 0)
		die("connect");
	memset(buf, 0, sizeof(buf));
	start = clock_seconds(CLOCK_MONOTONIC);
	while (recv(fd, buf, sizeof(buf), MSG_WAITALL) > 0)
		;
	took = clock_seconds(CLOCK_MONOTONIC) - start;
	if (wait4(sender, &status, 0, &ru) != sender || status != 0)
		return 1;
	printf(
	    "%.6f %.6f\n", took, seconds(ru.ru_utime) + seconds(ru.ru_stime));
	return fflush(stdout) == 0 ? 0 : 1;
}
