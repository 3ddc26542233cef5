/* The log of the server: one write a line, so that lines of threads stay
 * whole. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "nfs/log.h"

static atomic_bool off;

void
nfsd_log_off(void)
{
	off = true;
}

/* Bytes that vsnprintf has put into size bytes, with room for a newline. */
static size_t
taken(int n, size_t size)
{
	return n < 0 ? 0 : (size_t)n < size - 1 ? (size_t)n : size - 2;
}

void
nfsd_log(const char *event, const char *fmt, ...)
{
	time_t now = time(NULL);
	char line[512], when[32];
	struct tm tm;
	size_t n, from;
	va_list ap;

	if (off)
		return;
	gmtime_r(&now, &tm);
	strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", &tm);
	n = taken(snprintf(line, 100, "%s event=%s", when, event), 100);
	from = n;
	if (fmt != NULL) {
		line[n++] = ' ';
		va_start(ap, fmt);
		n += taken(vsnprintf(line + n, 400, fmt, ap), 400);
		va_end(ap);
	}
	/* Names come from clients: no line is forged. */
	for (; from < n; from++)
		if ((unsigned char)line[from] < 0x20 || line[from] == 0x7f)
			line[from] = '?';
	line[n++] = '\n';
	if (write(STDERR_FILENO, line, n) < 0)
		return; /* nobody is there to be told */
}

const char *
nfsd_peer(const struct sockaddr *peer, char out[NFSD_PEER_MAX])
{
	char host[INET6_ADDRSTRLEN] = "";

	if (peer != NULL && peer->sa_family == AF_INET) {
		const struct sockaddr_in *in = (const void *)peer;

		inet_ntop(AF_INET, &in->sin_addr, host, sizeof(host));
		snprintf(
		    out, NFSD_PEER_MAX, "%s:%u", host, ntohs(in->sin_port));
	} else if (peer != NULL && peer->sa_family == AF_INET6) {
		const struct sockaddr_in6 *in6 = (const void *)peer;

		inet_ntop(AF_INET6, &in6->sin6_addr, host, sizeof(host));
		snprintf(
		    out, NFSD_PEER_MAX, "[%s]:%u", host, ntohs(in6->sin6_port));
	} else
		snprintf(out, NFSD_PEER_MAX, "?");
	return out;
}
