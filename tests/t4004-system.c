/* The system root: where it is, how it is made, what it says of itself. */
#include <errno.h>
#include <grp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/define.h"
#include "services/locate.h"
#include "services/system_int.h"
#include "tests/support/child.h"
#include "tests/support/root.h"

static char base[ROOT_LEN], root[96];
static struct ds_diag diag;

static int
setup(void **state)
{
	(void)state;
	if (!root_new(base, "t4004"))
		return -1;
	snprintf(root, sizeof(root), "%s/root", base);
	unsetenv("CATAMOUNT_ROOT");
	memset(&diag, 0, sizeof(diag));
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(base);
}

static unsigned
mode_of(const char *name)
{
	char path[256];
	struct stat sb;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	if (stat(path, &sb) != 0)
		return 0;
	return sb.st_mode & 07777;
}

static void
write_conf(const char *text)
{
	char path[256];
	FILE *fp;

	snprintf(path, sizeof(path), "%s/catamount.conf", root);
	assert_non_null(fp = fopen(path, "w"));
	fputs(text, fp);
	fclose(fp);
}

static void
the_first_use_makes_the_root(void **state)
{
	struct ds_system *sys = NULL;
	const struct ds_config *cfg;
	struct cat_volume vol;
	bool made = false;

	(void)state;
	assert_int_equal(ds_system_open(root, &sys, &made, &diag), DS_OK);
	assert_true(made);
	cfg = ds_system_config(sys);
	assert_string_equal(cfg->master, "CATALOG.MASTER");
	assert_true(cfg->sms);
	assert_string_equal(cfg->pool, "VOL001");
	assert_int_equal(cfg->ccsid, 1047);
	assert_int_equal(
	    cat_volume_get(ds_system_catalog(sys), "VOL001", &vol, &diag),
	    DS_OK);
	assert_int_equal(vol.devtype, 0x3010200F);
	assert_int_equal(mode_of(""), 0700);
	assert_int_equal(mode_of("catalogs"), 0700);
	assert_int_equal(mode_of("volumes/VOL001"), 0700);
	assert_int_equal(mode_of("spool"), 0700);
	assert_int_equal(mode_of("enq"), 0700);
	assert_int_equal(mode_of("catamount.conf"), 0600);
	assert_int_equal(mode_of("catalogs/CATALOG.MASTER.db"), 0600);
	assert_int_equal(mode_of(".making"), 0);
	ds_system_close(&sys);
	ds_system_close(&sys);
	assert_int_equal(ds_system_open(root, &sys, &made, &diag), DS_OK);
	assert_false(made);
	ds_system_close(&sys);
}

static void
the_umask_does_not_matter(void **state)
{
	struct ds_system *sys = NULL;
	mode_t old = umask(0);

	(void)state;
	assert_int_equal(ds_system_open(root, &sys, NULL, &diag), DS_OK);
	ds_system_close(&sys);
	assert_int_equal(mode_of(""), 0700);
	assert_int_equal(mode_of("catalogs/CATALOG.MASTER.db"), 0600);
	umask(old);
}

static void
a_shared_root_is_its_groups(void **state)
{
	struct group *gr = getgrgid(getegid());
	struct ds_system *sys = NULL;
	mode_t old = umask(077);

	(void)state;
	assert_non_null(gr);
	assert_int_equal(ds_system_init(root, gr->gr_name, &diag), DS_OK);
	assert_int_equal(ds_system_open(root, &sys, NULL, &diag), DS_OK);
	assert_int_equal(mode_of(""), 02770);
	assert_int_equal(mode_of("catalogs"), 02770);
	assert_int_equal(mode_of("volumes/VOL001"), 02770);
	assert_int_equal(mode_of("catamount.conf"), 0660);
	assert_int_equal(mode_of("catalogs/CATALOG.MASTER.db"), 0660);
	assert_int_equal(mode_of("catalogs/CATALOG.MASTER.db-wal"), 0660);
	ds_system_close(&sys);
	assert_int_equal(ds_system_init(root, gr->gr_name, &diag), DS_EXIST);
	assert_int_equal(
	    ds_system_init(base, "no-such-group", &diag), DS_INVALID);
	umask(old);
}

static void
the_environment_names_the_root(void **state)
{
	struct ds_system *sys = NULL;
	char other[96];
	bool made;

	(void)state;
	setenv("CATAMOUNT_ROOT", root, 1);
	assert_int_equal(ds_system_open(NULL, &sys, &made, &diag), DS_OK);
	assert_string_equal(ds_system_root(sys), root);
	ds_system_close(&sys);
	/* --root comes first; parents are made */
	snprintf(other, sizeof(other), "%s/deep/er/root", base);
	assert_int_equal(ds_system_open(other, &sys, &made, &diag), DS_OK);
	assert_true(made);
	assert_string_equal(ds_system_root(sys), other);
	ds_system_close(&sys);
	/* without either: below the home directory */
	unsetenv("CATAMOUNT_ROOT");
	setenv("HOME", base, 1);
	if (access("/etc/catamount.conf", F_OK) != 0) {
		assert_int_equal(
		    ds_system_open(NULL, &sys, NULL, &diag), DS_OK);
		snprintf(
		    other, sizeof(other), "%s/.local/share/catamount", base);
		assert_string_equal(ds_system_root(sys), other);
		ds_system_close(&sys);
	}
}

static void
a_relative_root_is_made_absolute(void **state)
{
	struct ds_system *sys = NULL;
	char cwd[256];

	(void)state;
	assert_non_null(getcwd(cwd, sizeof(cwd)));
	assert_int_equal(chdir(base), 0);
	assert_int_equal(ds_system_open("root", &sys, NULL, &diag), DS_OK);
	assert_string_equal(ds_system_root(sys), root);
	assert_int_equal(chdir(cwd), 0);
	ds_system_close(&sys);
}

static void
a_folder_of_other_things_is_refused(void **state)
{
	struct ds_system *sys = NULL;
	char cmd[256];

	(void)state;
	snprintf(
	    cmd, sizeof(cmd), "mkdir %s && echo x > %s/letter", root, root);
	assert_int_equal(system(cmd), 0);
	assert_int_equal(ds_system_open(root, &sys, NULL, &diag), DS_EXIST);
	assert_string_equal(diag.name, root);
	assert_non_null(strstr(diag.text, "letter"));
	assert_int_equal(mode_of("catalogs"), 0);
	snprintf(cmd, sizeof(cmd), "%s/letter", root);
	assert_int_not_equal(ds_system_open(cmd, &sys, NULL, &diag), DS_OK);
	assert_null(sys);
}

/* The configuration: a wrong line is told with its number. */
static void
the_configuration_is_read(void **state)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
	    {"sms=maybe\n", "line 1: sms is on or off"},
	    {"\n# x\nsms\n", "line 3: not keyword=value"},
	    {"colour=red\n", "line 1: no keyword 'colour'"},
	    {"cylinders=1\n", "line 1: cylinders is 2 to 262668"},
	    {"cylinders=12x\n", "line 1: cylinders is"},
	    {"ccsid=0\n", "line 1: ccsid is"},
	    {"pool=TOOLONGX\n", "line 1: pool is"},
	    {"master=two..dots\n", "line 1: master is"},
	    {"storclas=TOOLONGNAME\n", "line 1: storclas is"},
	    {"wait=0\n", "line 1: wait is 1 to 3600"},
	    {"define-dataclas=\n", "line 1: define-dataclas is a new name"},
	    {"define-dataclas=TOOLONGNAME\n", "line 1: define-dataclas is"},
	    {"define-storclas=TOOLONGNAME\n", "line 1: define-storclas is"},
	    {"define-mgmtclas=A\ndefine-mgmtclas=A\n",
		"line 2: define-mgmtclas is a new name"},
	    {"define-dataclas=A,large\n", "line 1: define-dataclas is"},
	    {"define-dataclas=A,extended,\n", "line 1: define-dataclas is"},
	    {"define-dataclas=A\ndefine-dataclas=A,extended\n",
		"line 2: define-dataclas is a new name"},
	};
	struct ds_system *sys = NULL;
	const struct ds_config *cfg;
	size_t i;

	(void)state;
	assert_int_equal(ds_system_open(root, &sys, NULL, &diag), DS_OK);
	ds_system_close(&sys);
	write_conf("  sms = off   # no classes\n"
		   "storclas=SC#TECH\n mgmtclas=\nccsid=37\nuserid=BOSS\n"
		   "reserve=on\nwait=25\n#dataclas=X\npool=VOL002\n"
		   "define-dataclas=A\ndefine-dataclas=B#,extended\n"
		   "define-dataclas=C,addressable");
	assert_int_equal(ds_system_open(root, &sys, NULL, &diag), DS_OK);
	cfg = ds_system_config(sys);
	assert_false(cfg->sms);
	assert_string_equal(cfg->storclas, "SC#TECH");
	assert_string_equal(cfg->mgmtclas, "");
	assert_string_equal(cfg->dataclas, "");
	assert_int_equal(cfg->ccsid, 37);
	assert_string_equal(cfg->userid, "BOSS");
	assert_true(cfg->reserve);
	assert_int_equal(cfg->wait_ms, 25000);
	assert_string_equal(cfg->pool, "VOL002");
	assert_int_equal(cfg->ndataclases, 3);
	assert_string_equal(cfg->dataclases[1].name, "B#");
	assert_false(cfg->dataclases[0].extended);
	assert_true(cfg->dataclases[1].extended);
	assert_false(cfg->dataclases[1].addressable);
	assert_true(cfg->dataclases[2].extended);
	assert_true(cfg->dataclases[2].addressable);
	ds_system_close(&sys);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		write_conf(bad[i].text);
		assert_int_equal(
		    ds_system_open(root, &sys, NULL, &diag), DS_INVALID);
		assert_non_null(strstr(diag.name, "catamount.conf"));
		assert_non_null(strstr(diag.text, bad[i].why));
	}
}

/* A written configuration reads back as the defaults. */
static void
the_written_configuration_reads_back(void **state)
{
	struct ds_config a, b;
	char path[160];
	FILE *fp;

	(void)state;
	snprintf(path, sizeof(path), "%s/conf", base);
	ds_config_default(&a);
	assert_non_null(fp = fopen(path, "w"));
	ds_config_write(fp, &a);
	fclose(fp);
	ds_config_default(&b);
	assert_int_equal(ds_config_read(path, &b, &diag), DS_OK);
	assert_memory_equal(&a, &b, sizeof(a));
}

static void
a_root_of_etc_is_found(void **state)
{
	char path[160], found[PATH_MAX];
	FILE *fp;

	(void)state;
	snprintf(path, sizeof(path), "%s/conf", base);
	assert_false(ds_config_root(path, found));
	assert_non_null(fp = fopen(path, "w"));
	fputs("# system\nother=1\nroot = /srv/catamount # here\n", fp);
	fclose(fp);
	assert_true(ds_config_root(path, found));
	assert_string_equal(found, "/srv/catamount");
}

/* Numbers of statfs(2) and the kernel's magic.h. */
static void
network_file_systems_are_known(void **state)
{
	(void)state;
	assert_true(ds_fs_is_network(0x6969));             /* NFS */
	assert_true(ds_fs_is_network(0xFF534D42));         /* CIFS */
	assert_true(ds_fs_is_network(0x01021997));         /* 9p */
	assert_true(ds_fs_is_network(0xFFFFFFFFFE534D42)); /* sign */
	assert_false(ds_fs_is_network(0xEF53));            /* ext4 */
	assert_false(ds_fs_is_network(0x01021994));        /* tmpfs */
	assert_false(ds_fs_is_network(0x58465342));        /* XFS */
	assert_false(ds_fs_is_network(0x9123683E));        /* btrfs */
}

enum { PROCESSES = 8 };

static void
many_first_uses_make_one_root(void **state)
{
	struct ds_system *sys = NULL;
	pid_t pids[PROCESSES];
	int i, status, makers = 0;
	bool made = false;

	(void)state;
	for (i = 0; i < PROCESSES; i++)
		if ((pids[i] = child_fork()) == 0) {
			if (ds_system_open(root, &sys, &made, &diag) != DS_OK)
				_exit(9);
			_exit(made ? 1 : 0);
		}
	for (i = 0; i < PROCESSES; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_true(WIFEXITED(status));
		assert_int_not_equal(WEXITSTATUS(status), 9);
		makers += WEXITSTATUS(status);
	}
	assert_int_equal(makers, 1);
	assert_int_equal(ds_system_open(root, &sys, &made, &diag), DS_OK);
	assert_false(made);
	ds_system_close(&sys);
}

/* What is run as root belongs to the owner of the root. */
static void
files_made_by_root_are_the_owners(void **state)
{
	struct ds_system *sys = NULL;
	struct ds_define_ps def;
	char cmd[256];

	(void)state;
	if (geteuid() != 0) {
		print_message("# SKIP not root\n");
		return;
	}
	assert_int_equal(mkdir(root, 0700), 0);
	assert_int_equal(chown(root, 65534, 65534), 0);
	assert_int_equal(ds_system_open(root, &sys, NULL, &diag), DS_OK);
	memset(&def, 0, sizeof(def));
	strcpy(def.name, "A.B");
	def.recfm = DS_RECFM_FB;
	def.lrecl = 80;
	assert_int_equal(ds_define_ps(sys, &def, &diag), DS_OK);
	snprintf(
	    cmd, sizeof(cmd), "test -z \"$(find %s ! -user 65534)\"", root);
	assert_int_equal(system(cmd), 0);
	ds_system_close(&sys);
}

static void
a_volume_that_is_gone_is_told(void **state)
{
	struct ds_system *sys = NULL;
	struct volume *vol = NULL;
	char cmd[256];

	(void)state;
	assert_int_equal(ds_system_open(root, &sys, NULL, &diag), DS_OK);
	assert_int_equal(
	    ds_system_volume(sys, "NOVOL", &vol, &diag), DS_CAT_NOVOLUME);
	snprintf(cmd, sizeof(cmd), "rmdir %s/volumes/VOL001", root);
	assert_int_equal(system(cmd), 0);
	assert_int_not_equal(
	    ds_system_volume(sys, "VOL001", &vol, &diag), DS_OK);
	assert_null(vol);
	ds_system_close(&sys);
}

static void
a_new_pool_is_made_when_needed(void **state)
{
	struct ds_system *sys = NULL;
	struct cat_volume vol;
	struct ds_define_ps def;
	struct ds_entry *ent = NULL;

	(void)state;
	assert_int_equal(ds_system_open(root, &sys, NULL, &diag), DS_OK);
	ds_system_close(&sys);
	write_conf("pool=VOL002\ncylinders=100\n");
	assert_int_equal(ds_system_open(root, &sys, NULL, &diag), DS_OK);
	memset(&def, 0, sizeof(def));
	strcpy(def.name, "A.B");
	def.recfm = DS_RECFM_FB;
	def.lrecl = 80;
	assert_int_equal(ds_define_ps(sys, &def, &diag), DS_OK);
	assert_int_equal(ds_locate(sys, NULL, "A.B", &ent, &diag), DS_OK);
	assert_string_equal(ent->volumes[0].volser, "VOL002");
	ds_entry_free(&ent);
	assert_int_equal(
	    cat_volume_get(ds_system_catalog(sys), "VOL002", &vol, &diag),
	    DS_OK);
	assert_int_equal(vol.cylinders, 100);
	assert_int_equal(vol.used_tracks, 15);
	assert_int_equal(mode_of("volumes/VOL002"), 0700);
	ds_system_close(&sys);
}

/* Hand: 2024 is a leap year, its 1 March is day 61. */
static void
the_clock_can_be_set(void **state)
{
	struct tm tm;
	uint32_t real;

	(void)state;
	unsetenv("CATAMOUNT_CLOCK");
	real = ds_today();
	setenv("CATAMOUNT_CLOCK", "2024-03-01T23:59:58", 1);
	assert_int_equal(ds_today(), 2024061);
	ds_now(&tm);
	assert_int_equal(tm.tm_hour, 23);
	assert_int_equal(tm.tm_sec, 58);
	setenv("CATAMOUNT_CLOCK", "1999-12-31T00:00:00", 1);
	assert_int_equal(ds_today(), 1999365);
	/* what is no date is not taken */
	setenv("CATAMOUNT_CLOCK", "2023-02-29T00:00:00", 1);
	assert_true(ds_today() >= real);
	setenv("CATAMOUNT_CLOCK", "2024-03-01", 1);
	assert_true(ds_today() >= real);
	unsetenv("CATAMOUNT_CLOCK");
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(the_first_use_makes_the_root),
	    T(the_umask_does_not_matter),
	    T(a_shared_root_is_its_groups),
	    T(the_environment_names_the_root),
	    T(a_relative_root_is_made_absolute),
	    T(a_folder_of_other_things_is_refused),
	    T(the_configuration_is_read),
	    T(the_written_configuration_reads_back),
	    T(a_root_of_etc_is_found),
	    T(network_file_systems_are_known),
	    T(many_first_uses_make_one_root),
	    T(files_made_by_root_are_the_owners),
	    T(a_volume_that_is_gone_is_told),
	    T(a_new_pool_is_made_when_needed),
	    T(the_clock_can_be_set),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
