/*
 * A small client of NFS version 3, for the demo and for measuring: a file to
 * standard output, several READs in flight over one connection.
 *
 *	nfsget [-d] [-f FLIGHT] [-m MOUNTPORT] [-s BYTES] PORT PATH
 *
 * PATH is /NAME, /text/NAME, /text/LIB/MEMBER: what is in front of its last
 * part is mounted, at MOUNTPORT where the server has another port for that.
 * -d: nothing is written; seconds, bytes, and seconds of CPU are told.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/bytes.h"

enum {
	NFS = 100003,
	MOUNT = 100005,
	HEAD = 24, /* of a reply that was accepted and done */
	REPLY_MAX = (1 << 20) + 4096,
	FLIGHT_MAX = 64,
};

/* A reply that has come, from its xid on. */
struct got {
	uint8_t bytes[REPLY_MAX];
	size_t len; /* 0: it has not come */
};

static int fd;
static struct got got[FLIGHT_MAX]; /* that of a call at xid % FLIGHT_MAX */

static void
die(const char *what, uint32_t status)
{
	fprintf(stderr, "nfsget: %s: %u\n", what, status);
	exit(1);
}

static void
get_all(uint8_t *p, size_t len)
{
	ssize_t n;

	for (; len > 0; p += n, len -= (size_t)n)
		if ((n = recv(fd, p, len, MSG_WAITALL)) <= 0)
			die("the connection has ended", 0);
}

/* AUTH_SYS for this user; then what is in args. */
static void
call(uint32_t xid, uint32_t prog, uint32_t proc, const uint8_t *args, size_t n)
{
	const uint32_t head[] = {0, xid, 0, 2, prog, 3, proc, 1, 20, 0, 0,
	    (uint32_t)getuid(), (uint32_t)getgid(), 0, 0, 0};
	uint8_t buf[512];
	size_t len = sizeof(head);

	got[xid % FLIGHT_MAX].len = 0;
	for (size_t i = 0; i < len / 4; i++)
		be32_put(buf + 4 * i, head[i]);
	memcpy(buf + len, args, n);
	len += n;
	be32_put(buf, 0x80000000U | (uint32_t)(len - 4));
	if (send(fd, buf, len, MSG_NOSIGNAL) != (ssize_t)len)
		die("cannot send", 0);
}

static void
receive(void)
{
	uint8_t head[8];
	struct got *g;
	size_t len;

	get_all(head, sizeof(head));
	len = be32_get(head) & 0x7fffffffU;
	g = &got[be32_get(head + 4) % FLIGHT_MAX];
	if (!(head[0] & 0x80) || len < HEAD + 4 || len > sizeof(g->bytes) ||
	    g->len > 0)
		die("a reply that is none", (uint32_t)len);
	memcpy(g->bytes, head + 4, 4);
	get_all(g->bytes + 4, len - 4);
	g->len = len;
}

/* The reply to a call; servers may answer in any order. It is there until the
 * next call of that place. */
static const struct got *
result(const char *what, uint32_t xid)
{
	struct got *g = &got[xid % FLIGHT_MAX];

	while (g->len == 0)
		receive();
	if (be32_get(g->bytes) != xid || be32_get(g->bytes + 8) != 0 ||
	    be32_get(g->bytes + 20) != 0)
		die("a call that was refused", be32_get(g->bytes + 20));
	if (be32_get(g->bytes + HEAD) != 0)
		die(what, be32_get(g->bytes + HEAD));
	return g;
}

static size_t
put_opaque(uint8_t *to, const void *data, size_t len)
{
	be32_put(to, (uint32_t)len);
	memset(to + 4 + len / 4 * 4, 0, 4);
	memcpy(to + 4, data, len);
	return 4 + (len + 3) / 4 * 4;
}

/* A handle is where MNT and LOOKUP have it first. Its bytes with its length. */
static size_t
take_fh(uint8_t fh[72], const struct got *g)
{
	size_t n = be32_get(g->bytes + HEAD + 4);

	if (n > 64 || HEAD + 8 + n > g->len)
		die("a handle that is none", (uint32_t)n);
	return put_opaque(fh, g->bytes + HEAD + 8, n);
}

static void
reach(unsigned port)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
	    .sin_port = htons((uint16_t)port),
	    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};

	if (fd > 0)
		close(fd);
	fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof(to)) != 0)
		die("nobody serves there", port);
}

static size_t
find(char *path, unsigned mount_port, unsigned port, uint8_t fh[72])
{
	char *name = strrchr(path, '/');
	uint8_t args[400];
	size_t n;

	if (name == NULL || strlen(path) > 200)
		die(path, 0);
	*name++ = '\0';
	n = put_opaque(args, path[0] ? path : "/", path[0] ? strlen(path) : 1);
	reach(mount_port);
	call(1, MOUNT, 1, args, n);
	n = take_fh(fh, result("mount", 1));
	if (mount_port != port)
		reach(port);
	memcpy(args, fh, n);
	n += put_opaque(args + n, name, strlen(name));
	call(2, NFS, 3, args, n);
	return take_fh(fh, result("lookup", 2));
}

static void
ask(const uint8_t *fh, size_t n, uint32_t i, uint32_t size)
{
	uint8_t args[96];

	memcpy(args, fh, n);
	be64_put(args + n, (uint64_t)i * size);
	be32_put(args + n + 8, size);
	call(i + 3, NFS, 6, args, n + 12);
}

/* The bytes of the file that are in the reply; *eofp. */
static size_t
take_data(const struct got *g, const uint8_t **datap, int *eofp)
{
	size_t at = HEAD + 8, n;

	at += be32_get(g->bytes + HEAD + 4) != 0 ? 84 : 0;
	if (at + 12 > g->len)
		die("a reply too short", 0);
	n = be32_get(g->bytes + at);
	*eofp = be32_get(g->bytes + at + 4) != 0;
	*datap = g->bytes + at + 12;
	if (n > g->len - at - 12)
		die("a reply too short", 0);
	return n;
}

/* All of it by reads of size bytes, flight of them asked for at a time. */
static uint64_t
copy(const uint8_t *fh, size_t n, uint32_t flight, uint32_t size, FILE *out)
{
	uint32_t asked = 0, i;
	const uint8_t *data;
	uint64_t total = 0;
	size_t len;
	int eof = 0;

	for (i = 0; !eof; i++) {
		while (asked < i + flight)
			ask(fh, n, asked++, size);
		len = take_data(result("read", i + 3), &data, &eof);
		if (len < size && !eof)
			die("a read that is short", (uint32_t)len);
		if (out != NULL && fwrite(data, 1, len, out) != len)
			die("cannot write", 0);
		total += len;
	}
	return total;
}

static double
seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double
cpu(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

int
main(int argc, char **argv)
{
	unsigned flight = 8, size = 1 << 20, mount_port = 0, port;
	double start, start_cpu;
	uint8_t fh[72];
	int c, quiet = 0;
	uint64_t total;
	size_t n;

	while ((c = getopt(argc, argv, "df:m:s:")) != -1)
		if (c == 'd')
			quiet = 1;
		else if (c == 'f')
			flight = (unsigned)atoi(optarg);
		else if (c == 'm')
			mount_port = (unsigned)atoi(optarg);
		else if (c == 's')
			size = (unsigned)atoi(optarg);
		else
			return 2;
	if (argc - optind != 2 || flight == 0 || flight > FLIGHT_MAX ||
	    size == 0 || size > 1 << 20) {
		fputs("usage: nfsget [-d] [-f FLIGHT] [-m MOUNTPORT] "
		      "[-s BYTES] PORT PATH\n",
		    stderr);
		return 2;
	}
	port = (unsigned)atoi(argv[optind]);
	n = find(
	    argv[optind + 1], mount_port > 0 ? mount_port : port, port, fh);
	start = seconds();
	start_cpu = cpu();
	total = copy(fh, n, flight, size, quiet ? NULL : stdout);
	if (quiet)
		printf("%.6f %llu %.6f\n", seconds() - start,
		    (unsigned long long)total, cpu() - start_cpu);
	return fflush(stdout) == 0 ? 0 : 1;
}
