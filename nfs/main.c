/* dsnfsd: data sets by name, for clients of NFS. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "nfs/log.h"
#include "nfs/nfsd.h"
#include "nfs/server.h"
#include "services/security.h"
#include "services/system.h"

static const char help[] =
    "usage: dsnfsd [options]\n"
    "Serve the data sets of a system root to clients of NFS version 3, MOUNT\n"
    "included, on one TCP port.\n"
    "\n"
    "  --root DIR      the system root (else $CATAMOUNT_ROOT,\n"
    "                  /etc/catamount.conf, ~/.local/share/catamount)\n"
    "  --port N        the port (2049); 0: one that is free\n"
    "  --bind ADDRESS  where to listen, numeric (127.0.0.1)\n"
    "  --exports FILE  what is exported to whom (else exports in the root,\n"
    "                  else all to this machine)\n"
    "  --versions LIST 3, or 3,4 for 4.1 and 4.2 too, which are read only (3)\n"
    "  --threads N     that serve (two a processor, four at least)\n"
    "  --foreground    stay there and log to standard error\n"
    "  --log FILE      append the log to it\n"
    "  --pid-file FILE write the number of the process to it\n"
    "  --help, --version\n"
    "\n"
    "SIGTERM and SIGINT end it, SIGHUP reads the exports again, SIGUSR1 logs\n"
    "what was asked for.\n"
    "\n"
    "Exit status: 0 ended by a signal, 12 failed, 16 not understood.\n";

enum { EXIT_FAILED = 12, EXIT_BAD = 16, NFS_PORT = 2049, THREADS_MAX = 256 };

enum {
	OPT_ROOT = 256,
	OPT_PORT,
	OPT_BIND,
	OPT_EXPORTS,
	OPT_VERSIONS,
	OPT_THREADS,
	OPT_FOREGROUND,
	OPT_LOG,
	OPT_PID,
};

static const struct option longs[] = {
    {"root", required_argument, NULL, OPT_ROOT},
    {"port", required_argument, NULL, OPT_PORT},
    {"bind", required_argument, NULL, OPT_BIND},
    {"exports", required_argument, NULL, OPT_EXPORTS},
    {"versions", required_argument, NULL, OPT_VERSIONS},
    {"threads", required_argument, NULL, OPT_THREADS},
    {"foreground", no_argument, NULL, OPT_FOREGROUND},
    {"log", required_argument, NULL, OPT_LOG},
    {"pid-file", required_argument, NULL, OPT_PID},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

struct options {
	const char *root, *address, *log, *pid_file;
	char *exports; /* NULL: as without a file; owned */
	unsigned port, threads;
	bool foreground, v4;
};

static int
fail(const char *what, enum ds_status st, const struct ds_diag *diag)
{
	char text[DS_SENTENCE_MAX];

	fprintf(stderr, "dsnfsd: %s: %s\n", what,
	    ds_status_sentence(what, st, diag, text));
	return EXIT_FAILED;
}

static bool
read_number(const char *name, const char *arg, unsigned max, unsigned *np)
{
	unsigned long n;
	char *end;

	errno = 0;
	n = strtoul(arg, &end, 10);
	if (arg[0] < '0' || arg[0] > '9' || *end != '\0' || errno != 0 ||
	    n > max) {
		fprintf(stderr, "dsnfsd: --%s %s: 0 to %u\n", name, arg, max);
		return false;
	}
	*np = (unsigned)n;
	return true;
}

/* A path that is good from / too, where a daemon lives; NULL: no memory. */
static char *
absolute(const char *path)
{
	char here[PATH_MAX], *whole;

	if (path[0] == '/' || getcwd(here, sizeof(here)) == NULL)
		return strdup(path);
	return asprintf(&whole, "%s/%s", here, path) < 0 ? NULL : whole;
}

/* -1: go on; else the exit status. */
static int
take(struct options *o, int c)
{
	switch (c) {
	case OPT_ROOT:
		o->root = optarg;
		return -1;
	case OPT_PORT:
		return read_number("port", optarg, UINT16_MAX, &o->port)
			   ? -1
			   : EXIT_BAD;
	case OPT_BIND:
		o->address = optarg;
		return -1;
	case OPT_EXPORTS:
		free(o->exports);
		o->exports = absolute(optarg);
		return o->exports != NULL ? -1 : EXIT_FAILED;
	case OPT_VERSIONS:
		o->v4 = strcmp(optarg, "3,4") == 0;
		if (o->v4 || strcmp(optarg, "3") == 0)
			return -1;
		fprintf(stderr, "dsnfsd: --versions %s: 3 or 3,4\n", optarg);
		return EXIT_BAD;
	case OPT_THREADS:
		return read_number("threads", optarg, THREADS_MAX, &o->threads)
			   ? -1
			   : EXIT_BAD;
	case OPT_FOREGROUND:
		o->foreground = true;
		return -1;
	case OPT_LOG:
		o->log = optarg;
		return -1;
	case OPT_PID:
		o->pid_file = optarg;
		return -1;
	case 'h':
		fputs(help, stdout);
		return 0;
	case 'V':
		puts("dsnfsd " CATAMOUNT_VERSION);
		return 0;
	default:
		return EXIT_BAD;
	}
}

static int
read_options(int argc, char **argv, struct options *o)
{
	int c, ret;

	*o = (struct options){.address = "127.0.0.1", .port = NFS_PORT};
	while ((c = getopt_long(argc, argv, "hV", longs, NULL)) != -1)
		if ((ret = take(o, c)) >= 0)
			return ret;
	if (optind == argc)
		return -1;
	fprintf(stderr, "dsnfsd: '%s'? dsnfsd --help\n", argv[optind]);
	return EXIT_BAD;
}

/* --- in the background ---------------------------------------------------- */

/*
 * The parent waits until the server serves or has failed, and ends with its
 * status: the child says it, a byte, by *readyp. In the child -1.
 */
static int
into_background(int *readyp)
{
	uint8_t status = EXIT_FAILED;
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) != 0 || (pid = fork()) < 0) {
		fprintf(stderr, "dsnfsd: %s\n", strerror(errno));
		return EXIT_FAILED;
	}
	if (pid == 0) {
		close(ends[0]);
		*readyp = ends[1];
		setsid();
		return -1;
	}
	close(ends[1]);
	/* The end of the pipe: it died without a word. */
	while (read(ends[0], &status, 1) < 0 && errno == EINTR)
		;
	return status;
}

static void
let_go(const struct options *o, int *readyp)
{
	uint8_t ok = 0;
	int null;

	if (*readyp < 0)
		return;
	if ((null = open("/dev/null", O_RDWR | O_CLOEXEC)) >= 0) {
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		if (o->log == NULL)
			dup2(null, STDERR_FILENO);
		close(null);
	}
	while (write(*readyp, &ok, 1) < 0 && errno == EINTR)
		;
	close(*readyp);
	*readyp = -1;
}

static bool
open_log(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);

	if (fd < 0 || dup2(fd, STDERR_FILENO) < 0) {
		fprintf(stderr, "dsnfsd: %s: %s\n", path, strerror(errno));
		return false;
	}
	close(fd);
	return true;
}

static bool
write_pid(const char *path)
{
	FILE *fp = fopen(path, "we");
	bool ok = fp != NULL && fprintf(fp, "%d\n", (int)getpid()) > 0;

	if (fp != NULL && fclose(fp) != 0)
		ok = false;
	if (!ok)
		fprintf(stderr, "dsnfsd: %s: %s\n", path, strerror(errno));
	return ok;
}

/* --- what is told --------------------------------------------------------- */

static void
log_count(void *ctx, const struct server_count *c)
{
	(void)ctx;
	nfsd_log("count",
	    "program=%s procedure=%s calls=%llu failed=%llu bytes_in=%llu "
	    "bytes_out=%llu microseconds=%llu",
	    c->version->name, c->proc->name, (unsigned long long)c->calls,
	    (unsigned long long)c->failed, (unsigned long long)c->bytes_in,
	    (unsigned long long)c->bytes_out,
	    (unsigned long long)(c->ns / 1000));
}

static void
log_numbers(struct server *s)
{
	struct server_numbers n;

	server_numbers(s, &n);
	nfsd_log("numbers",
	    "connections=%u accepted=%llu refused=%llu stalled=%llu "
	    "broken=%llu buffers=%u buffers_used=%u",
	    n.connections, (unsigned long long)n.accepted,
	    (unsigned long long)n.refused, (unsigned long long)n.stalled,
	    (unsigned long long)n.broken, n.buffers, n.buffers_used);
	server_counts(s, log_count, NULL);
}

static void
log_data_set(void *ctx, const char *text)
{
	(void)ctx;
	nfsd_log("data-set", "%s", text);
}

static void
log_unlogged(const char *why)
{
	nfsd_log("audit", "failed=\"%s\"", why);
}

/* --- exports -------------------------------------------------------------- */

/* The root's own file, where there is one and no other was named. */
static enum ds_status
find_exports(struct options *o, struct ds_diag *diag)
{
	struct ds_system *sys = NULL;
	enum ds_status st;
	bool made = false;
	char *path = NULL;

	if ((st = ds_system_open(o->root, &sys, &made, diag)) != DS_OK)
		return st;
	if (made)
		fprintf(stderr, "dsnfsd: made the system root %s\n",
		    ds_system_root(sys));
	if (o->exports == NULL &&
	    asprintf(&path, "%s/exports", ds_system_root(sys)) > 0) {
		if (access(path, F_OK) == 0)
			o->exports = path;
		else
			free(path);
	}
	ds_system_close(&sys);
	return DS_OK;
}

static enum ds_status
read_exports(const struct options *o, struct nfsd *nfsd, struct ds_diag *diag)
{
	struct exports *ex = NULL;
	enum ds_status st;

	if ((st = exports_read(o->exports, &ex, diag)) != DS_OK)
		return st;
	nfsd_log("exports", "file=\"%s\" lines=%zu",
	    o->exports != NULL ? o->exports : "", ex->n);
	nfsd_export(nfsd, ex);
	return DS_OK;
}

static void
reload(const struct options *o, struct nfsd *nfsd)
{
	char text[DS_SENTENCE_MAX];
	struct ds_diag diag = {.status = DS_OK};
	enum ds_status st;

	/* Those that are wrong change nothing. */
	if ((st = read_exports(o, nfsd, &diag)) != DS_OK)
		nfsd_log("exports", "failed=\"%s\"",
		    ds_status_sentence("", st, &diag, text));
}

/* --- the server ----------------------------------------------------------- */

static void
block_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGHUP);
	sigaddset(set, SIGUSR1);
	/* Before the threads, which block them then, too. */
	pthread_sigmask(SIG_BLOCK, set, NULL);
}

static void
serve(const struct options *o, struct nfsd *nfsd, struct server *server,
    const sigset_t *set)
{
	int sig = 0;

	while (sig != SIGTERM && sig != SIGINT) {
		if (sigwait(set, &sig) != 0)
			continue;
		if (sig == SIGHUP)
			reload(o, nfsd);
		else if (sig == SIGUSR1)
			log_numbers(server);
	}
	nfsd_log("ending", "signal=%s", sig == SIGINT ? "INT" : "TERM");
}

static enum ds_status
make_ops(const struct options *o, struct nfsd *nfsd, struct ds_diag *diag)
{
	struct ops_config config = {.root = o->root,
	    .log = log_data_set,
	    .writable = exports_writable(nfsd->exports)};

	return ops_server_new(&config, &nfsd->ops, diag);
}

static int
run(struct options *o, int *readyp)
{
	struct nfsd nfsd;
	struct server_config config = {.address = o->address,
	    .port = (uint16_t)o->port,
	    .threads = o->threads,
	    .table = o->v4 ? &nfsd_table : &nfsd_table_3,
	    .begin = nfsd_begin,
	    .idle = nfsd_idle,
	    .end = nfsd_finish,
	    .ctx = &nfsd};
	struct ds_diag diag = {.status = DS_OK};
	struct server *server = NULL;
	int ret = EXIT_FAILED;
	enum ds_status st;
	sigset_t set;

	block_signals(&set);
	ds_unlogged_set(log_unlogged);
	if ((st = nfsd_init(&nfsd, &diag)) != DS_OK ||
	    (st = find_exports(o, &diag)) != DS_OK ||
	    (st = read_exports(o, &nfsd, &diag)) != DS_OK ||
	    (st = make_ops(o, &nfsd, &diag)) != DS_OK ||
	    (st = server_start(&config, &server, &diag)) != DS_OK) {
		fail("cannot serve", st, &diag);
		goto out;
	}
	if (o->pid_file != NULL && !write_pid(o->pid_file))
		goto out;
	nfsd_log("serving", "address=%s port=%u pid=%d", o->address,
	    server_port(server), (int)getpid());
	let_go(o, readyp);
	serve(o, &nfsd, server, &set);
	log_numbers(server);
	ret = 0;
out:
	server_stop(&server);
	nfsd_end(&nfsd);
	if (ret == 0 && o->pid_file != NULL)
		unlink(o->pid_file);
	return ret;
}

int
main(int argc, char **argv)
{
	struct options o;
	int ret, ready = -1;

	process_set_up();
	ret = read_options(argc, argv, &o);
	if (ret < 0 && !o.foreground)
		ret = into_background(&ready);
	if (ret < 0 && o.log != NULL && !open_log(o.log))
		ret = EXIT_FAILED;
	if (ret < 0)
		ret = run(&o, &ready);
	free(o.exports);
	return ret;
}
