/*
 * LISTCAT's lines, entry type by entry type. The expected lines were written
 * by hand: labels and columns as a z/OS listing has them, the worked example
 * of a non-SMS cluster (37 records of 227 bytes), names and numbers of ours.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/capture.h"
#include "utilities/listcat_int.h"

#define HISTORY                                                           \
	"      HISTORY\n"                                                 \
	"        DATASET-OWNER-----(NULL)     CREATION--------2004.315\n" \
	"        RELEASE----------------2     EXPIRATION------0000.000\n"
#define PROTECTION \
	"      PROTECTION-PSWD-----(NULL)     RACF----------------(NO)\n"
#define IN_CAT "      IN-CAT --- UCAT.TEST\n"

static struct ds_entry *
entry(enum ds_type type, const char *name)
{
	struct ds_entry *e = ds_entry_new();

	assert_non_null(e);
	e->type = type;
	snprintf(e->name, sizeof(e->name), "%s", name);
	strcpy(e->catalog, "UCAT.TEST");
	e->created = 2004315;
	return e;
}

/* List it and compare; without pages, so that spacing is the entry's own. */
static void
expect(struct ds_entry *e, enum listcat_detail detail, bool indented,
    uint32_t data_cis, const char *want)
{
	struct capture cap = {0};
	struct sysprint_opts o = {true, false, false, capture_write, &cap};
	struct sysprint *sp = sysprint_new(&o);
	struct listcat_form form = {detail, indented, data_cis};

	assert_non_null(sp);
	listcat_entry(sp, e, &form);
	assert_string_equal(cap.text, want);
	sysprint_free(&sp);
	capture_free(&cap);
	ds_entry_free(&e);
}

static void
add_volume(struct ds_entry *e, uint32_t cchh, uint32_t tracks, uint64_t low,
    uint64_t high)
{
	struct ds_extent x = {cchh, cchh + tracks - 1, low, high, tracks};
	struct ds_volume_cell *v = ds_entry_add_volume(e);

	assert_non_null(v);
	strcpy(v->volser, "VOL001");
	v->devtype = 0x3010200F;
	assert_true(ds_entry_add_extent(v, &x));
}

static struct ds_entry *
sample_component(enum ds_type type, const char *name)
{
	struct ds_entry *e = entry(type, name);

	assert_true(ds_entry_add_assoc(e, DS_CLUSTER, "SAMPLE.KSDS"));
	e->org = DS_ORG_KSDS;
	e->keylen = 8;
	e->cisize = 512;
	e->cis_per_ca = 49;
	e->share_region = 4;
	e->share_system = 3;
	e->physrec = 512;
	e->physrecs_per_trk = 49;
	e->tracks_per_ca = 1;
	e->space_type = DS_SPACE_TRACK;
	e->space_pri = e->space_sec = 1;
	e->stats.extents = 1;
	e->stats.tod = 0xBC1A31F75083B742;
	e->stats.harba = 25088;
	add_volume(e, 0x05AF0001, 1, 0, 25087);
	return e;
}

static void
cluster_outside_sms(void **state)
{
	struct ds_entry *e = entry(DS_CLUSTER, "SAMPLE.KSDS");

	(void)state;
	assert_true(ds_entry_add_assoc(e, DS_DATA, "SAMPLE.KSDS.DATA"));
	assert_true(ds_entry_add_assoc(e, DS_INDEX, "SAMPLE.KSDS.INDEX"));
	expect(e, LISTCAT_ALL, false, 0,
	    "0CLUSTER ------- SAMPLE.KSDS\n" IN_CAT HISTORY
	    "        BWO STATUS--------(NULL)     BWO TIMESTAMP-----(NULL)\n"
	    "        BWO---------------(NULL)\n" PROTECTION
	    "      ASSOCIATIONS\n"
	    "        DATA-----SAMPLE.KSDS.DATA\n"
	    "        INDEX----SAMPLE.KSDS.INDEX\n");
}

static void
data_component_listed_with_its_cluster(void **state)
{
	struct ds_entry *e = sample_component(DS_DATA, "SAMPLE.KSDS.DATA");

	(void)state;
	e->avglrecl = e->maxlrecl = 227;
	e->bufspace = 1536;
	e->stats.rec_total = e->stats.rec_retrieved = 37;
	e->stats.excps = 39;
	e->stats.freespc = 15360; /* 49 - 19 CIs of 512 */
	e->stats.hurba = 25088;
	expect(e, LISTCAT_ALL, true, 0,
	    "0   DATA ------- SAMPLE.KSDS.DATA\n" IN_CAT HISTORY "        "
	    "ACCOUNT-INFO-----------------------------------(NULL)\n" PROTECTION
	    "      ASSOCIATIONS\n"
	    "        CLUSTER--SAMPLE.KSDS\n"
	    "      ATTRIBUTES\n"
	    "        KEYLEN-----------------8     AVGLRECL-------------227     "
	    "BUFSPACE------------1536     CISIZE---------------512\n"
	    "        RKP--------------------0     MAXLRECL-------------227     "
	    "EXCPEXIT----------(NULL)     CI/CA-----------------49\n"
	    "        SHROPTNS(4,3)   RECOVERY     UNIQUE           NOERASE     "
	    "INDEXED       NOWRITECHK     UNORDERED        NOREUSE\n"
	    "        NONSPANNED\n"
	    "      STATISTICS\n"
	    "        REC-TOTAL-------------37     SPLITS-CI--------------0     "
	    "EXCPS-----------------39\n"
	    "        REC-DELETED------------0     SPLITS-CA--------------0     "
	    "EXTENTS----------------1\n"
	    "        REC-INSERTED-----------0     FREESPACE-%CI----------0     "
	    "SYSTEM-TIMESTAMP:\n"
	    "        REC-UPDATED------------0     FREESPACE-%CA----------0     "
	    "     X'BC1A31F75083B742'\n"
	    "        REC-RETRIEVED---------37     FREESPC------------15360\n"
	    "      ALLOCATION\n"
	    "        SPACE-TYPE---------TRACK     HI-A-RBA-----------25088\n"
	    "        SPACE-PRI--------------1     HI-U-RBA-----------25088\n"
	    "        SPACE-SEC--------------1\n"
	    "      VOLUME\n"
	    "        VOLSER------------VOL001     PHYREC-SIZE----------512     "
	    "HI-A-RBA-----------25088     EXTENT-NUMBER----------1\n"
	    "        DEVTYPE------X'3010200F'     PHYRECS/TRK-----------49     "
	    "HI-U-RBA-----------25088     EXTENT-TYPE--------X'00'\n"
	    "        VOLFLAG------------PRIME     TRACKS/CA--------------1\n"
	    "        EXTENTS:\n"
	    "        LOW-CCHH-----X'05AF0001'     LOW-RBA----------------0     "
	    "TRACKS-----------------1\n"
	    "        HIGH-CCHH----X'05AF0001'     HIGH-RBA-----------25087\n");
}

static void
index_component_has_a_fourth_column(void **state)
{
	struct ds_entry *e = sample_component(DS_INDEX, "SAMPLE.KSDS.INDEX");

	(void)state;
	e->maxlrecl = 505;
	e->stats.rec_total = e->stats.levels = 1;
	e->stats.excps = 4;
	e->stats.freespc = 24576;
	e->stats.hurba = 512;
	e->stats.hilevel_rba = 12345678901;
	expect(e, LISTCAT_ALL, false, 49,
	    "0INDEX --------- SAMPLE.KSDS.INDEX\n" IN_CAT HISTORY PROTECTION
	    "      ASSOCIATIONS\n"
	    "        CLUSTER--SAMPLE.KSDS\n"
	    "      ATTRIBUTES\n"
	    "        KEYLEN-----------------8     AVGLRECL---------------0     "
	    "BUFSPACE---------------0     CISIZE---------------512\n"
	    "        RKP--------------------0     MAXLRECL-------------505     "
	    "EXCPEXIT----------(NULL)     CI/CA-----------------49\n"
	    "        SHROPTNS(4,3)   RECOVERY     UNIQUE           NOERASE     "
	    "NOWRITECHK     UNORDERED     NOREUSE\n"
	    "      STATISTICS\n"
	    "        REC-TOTAL--------------1     SPLITS-CI--------------0     "
	    "EXCPS------------------4     INDEX:\n"
	    "        REC-DELETED------------0     SPLITS-CA--------------0     "
	    "EXTENTS----------------1     LEVELS-----------------1\n"
	    "        REC-INSERTED-----------0     FREESPACE-%CI----------0     "
	    "SYSTEM-TIMESTAMP:            ENTRIES/SECT-----------7\n"
	    "        REC-UPDATED------------0     FREESPACE-%CA----------0     "
	    "     X'BC1A31F75083B742' SEQ-SET-RBA----------------0\n"
	    "        REC-RETRIEVED----------0     FREESPC------------24576     "
	    "                         HI-LEVEL-RBA-----12345678901\n"
	    "      ALLOCATION\n"
	    "        SPACE-TYPE---------TRACK     HI-A-RBA-----------25088\n"
	    "        SPACE-PRI--------------1     HI-U-RBA-------------512\n"
	    "        SPACE-SEC--------------1\n"
	    "      VOLUME\n"
	    "        VOLSER------------VOL001     PHYREC-SIZE----------512     "
	    "HI-A-RBA-----------25088     EXTENT-NUMBER----------1\n"
	    "        DEVTYPE------X'3010200F'     PHYRECS/TRK-----------49     "
	    "HI-U-RBA-------------512     EXTENT-TYPE--------X'00'\n"
	    "        VOLFLAG------------PRIME     TRACKS/CA--------------1\n"
	    "        EXTENTS:\n"
	    "        LOW-CCHH-----X'05AF0001'     LOW-RBA----------------0     "
	    "TRACKS-----------------1\n"
	    "        HIGH-CCHH----X'05AF0001'     HIGH-RBA-----------25087\n");
}

static void
cluster_in_sms_has_its_blocks(void **state)
{
	struct ds_entry *e = entry(DS_CLUSTER, "A.B");

	(void)state;
	e->flags = DS_A_SMS;
	e->org = DS_ORG_KSDS;
	e->expires = 2030001;
	strcpy(e->owner, "PAYROLL");
	strcpy(e->storclas, "SCTECH");
	strcpy(e->extra, "LOG=UNDO\nBWO=TYPECICS");
	expect(e, LISTCAT_ALL, false, 0,
	    "0CLUSTER ------- A.B\n" IN_CAT "      HISTORY\n"
	    "        DATASET-OWNER----PAYROLL     CREATION--------2004.315\n"
	    "        RELEASE----------------2     EXPIRATION------2030.001\n"
	    "      SMSDATA\n"
	    "        STORAGECLASS -----SCTECH     MANAGEMENTCLASS---(NULL)\n"
	    "        DATACLASS --------(NULL)     LBACKUP ---0000.000.0000\n"
	    "        CA-RECLAIM---------(YES)\n"
	    "        EATTR-------------(NULL)\n"
	    "        BWO STATUS------00000000     BWO TIMESTAMP---00000 "
	    "00:00:00.0\n"
	    "        BWO-------------TYPECICS\n"
	    "      RLSDATA\n"
	    "        LOG ------------------UNDO   RECOVERY REQUIRED --(NO)     "
	    "FRLOG ------------(NULL)\n"
	    "        VSAM QUIESCED -------(NO)    RLS IN USE ---------(NO)     "
	    "LOGREPLICATE-------------(NO)\n"
	    "0       LOGSTREAMID-----------------------------(NULL)\n"
	    "        RECOVERY TIMESTAMP LOCAL-----X'0000000000000000'\n"
	    "        RECOVERY TIMESTAMP GMT-------X'0000000000000000'\n"
	    "        DATABASE -----------------(NULL)\n"
	    "      ENCRYPTIONDATA\n"
	    "        DATA SET ENCRYPTION-----(NO)\n" PROTECTION
	    "      ASSOCIATIONS--------(NULL)\n");
}

static void
alternate_index_and_its_data(void **state)
{
	struct ds_entry *e = entry(DS_AIX, "A.AIX");

	(void)state;
	e->flags = DS_A_SMS | DS_A_UPGRADE;
	assert_true(ds_entry_add_assoc(e, DS_CLUSTER, "A.BASE"));
	expect(e, LISTCAT_ALL, false, 0,
	    "0AIX ----------- A.AIX\n" IN_CAT HISTORY
	    "        SMS MANAGED--------(YES)\n"
	    "        CA-RECLAIM---------(YES)\n"
	    "      ENCRYPTIONDATA\n"
	    "        DATA SET ENCRYPTION-----(NO)\n" PROTECTION
	    "      ATTRIBUTES\n"
	    "        UPGRADE\n"
	    "      ASSOCIATIONS\n"
	    "        CLUSTER--A.BASE\n");

	e = entry(DS_DATA, "A.AIX.DATA");
	assert_true(ds_entry_add_assoc(e, DS_AIX, "A.AIX"));
	e->keylen = 11;
	e->rkp = 5;
	e->axrkp = 16;
	e->share_region = 1;
	e->share_system = 3;
	e->org = DS_ORG_KSDS;
	e->flags = DS_A_SPANNED | DS_A_NONUNIQKEY | DS_A_REUSE | DS_A_SPEED |
		   DS_A_ERASE | DS_A_EXTENDED | DS_A_EXTADDR;
	expect(e, LISTCAT_ALLOCATION, false, 0,
	    "0DATA ---------- A.AIX.DATA\n" IN_CAT HISTORY
	    "        ACCOUNT-INFO-----------------------------------(NULL)\n"
	    "      ALLOCATION\n"
	    "        SPACE-TYPE---------TRACK     HI-A-RBA---------------0\n"
	    "        SPACE-PRI--------------0     HI-U-RBA---------------0\n"
	    "        SPACE-SEC--------------0\n");
}

static void
attribute_words_flow_through_their_cells(void **state)
{
	struct ds_entry *e = entry(DS_DATA, "A.AIX.DATA");
	struct capture cap = {0};
	struct sysprint_opts o = {true, false, false, capture_write, &cap};
	struct sysprint *sp = sysprint_new(&o);
	struct listcat_form form = {LISTCAT_ALL, false, 0};

	(void)state;
	assert_true(ds_entry_add_assoc(e, DS_AIX, "A.AIX"));
	e->share_region = 1;
	e->share_system = 3;
	e->axrkp = 16;
	e->org = DS_ORG_VRRDS;
	e->flags = DS_A_SPANNED | DS_A_NONUNIQKEY | DS_A_REUSE | DS_A_SPEED |
		   DS_A_ERASE | DS_A_EXTENDED | DS_A_EXTADDR | DS_A_ORDERED |
		   DS_A_WRITECHECK | DS_A_SUBALLOC;
	listcat_entry(sp, e, &form);
	assert_non_null(strstr(cap.text,
	    "        AXRKP-----------------16\n"
	    "        SHROPTNS(1,3)      SPEED     SUBALLOC           ERASE     "
	    "NUMBERED      WRITECHECK     ORDERED            REUSE\n"
	    "        SPANNED       NONUNIQKEY     EXTENDED        EXT-ADDR\n"));
	sysprint_free(&sp);
	capture_free(&cap);
	ds_entry_free(&e);
}

static void
path_gdg_and_generation(void **state)
{
	struct ds_entry *e = entry(DS_PATH, "A.PATH");

	(void)state;
	assert_true(ds_entry_add_assoc(e, DS_AIX, "A.AIX"));
	expect(e, LISTCAT_ALL, true, 0,
	    "0   PATH ------- A.PATH\n" IN_CAT HISTORY PROTECTION
	    "      ASSOCIATIONS\n"
	    "        AIX------A.AIX\n"
	    "      ATTRIBUTES\n"
	    "        NOUPDATE\n");

	e = entry(DS_GDG, "A.GDG");
	e->gdg_limit = 255;
	e->flags = DS_A_EMPTY | DS_A_FIFO | DS_A_PURGE | DS_A_GDGEXT;
	strcpy(e->extra, "ALTERED=2005001");
	assert_true(ds_entry_add_assoc(e, DS_GDS, "A.GDG.G0001V00"));
	expect(e, LISTCAT_ALL, false, 0,
	    "0GDG BASE ------ A.GDG\n" IN_CAT "      HISTORY\n"
	    "        DATASET-OWNER-----(NULL)     CREATION--------2004.315\n"
	    "        RELEASE----------------2     LAST ALTER------2005.001\n"
	    "      ATTRIBUTES\n"
	    "        LIMIT----------------255      NOSCRATCH  EMPTY      FIFO  "
	    "     PURGE      EXTENDED\n"
	    "      ASSOCIATIONS\n"
	    "        NONVSAM--A.GDG.G0001V00\n");

	e = entry(DS_GDS, "A.GDG.G0001V00");
	e->flags = DS_A_SMS | DS_A_LIBRARY;
	e->gds_status = 'R';
	add_volume(e, 0, 1, 0, 0);
	expect(e, LISTCAT_ALL, false, 0,
	    "0NONVSAM ------- A.GDG.G0001V00\n" IN_CAT HISTORY
	    "        ACCOUNT-INFO-----------------------------------(NULL)\n"
	    "        DSNTYPE----------LIBRARY\n"
	    "        STATUS--------ROLLED-OFF\n"
	    "      SMSDATA\n"
	    "        STORAGECLASS -----(NULL)     MANAGEMENTCLASS---(NULL)\n"
	    "        DATACLASS --------(NULL)     LBACKUP ---0000.000.0000\n"
	    "      ENCRYPTIONDATA\n"
	    "        DATA SET ENCRYPTION-----(NO)\n"
	    "      VOLUMES\n"
	    "        VOLSER------------VOL001     DEVTYPE------X'3010200F'     "
	    "FSEQN------------------0\n"
	    "      ASSOCIATIONS--------(NULL)\n"
	    "      ATTRIBUTES\n");
}

static void
alias_and_names_alone(void **state)
{
	struct ds_entry *e = entry(DS_ALIAS, "HLQ");

	(void)state;
	assert_true(ds_entry_add_assoc(e, DS_UCAT, "UCAT.TWO"));
	expect(e, LISTCAT_ALL, false, 0,
	    "0ALIAS --------- HLQ\n" IN_CAT "      HISTORY\n"
	    "        RELEASE----------------2\n"
	    "      ASSOCIATIONS\n"
	    "        USERCAT--UCAT.TWO\n");
	e = entry(DS_GDS, "ABCDEFGH.ABCDEFGH.ABCDEFGH.ABCDEFGH.ABCDEFGH");
	expect(e, LISTCAT_NAME, true, 0,
	    "0   NONVSAM ---- "
	    "ABCDEFGH.ABCDEFGH.ABCDEFGH.ABCDEFGH.ABCDEFGH\n" IN_CAT);
	expect(entry(DS_INDEX, "X.INDEX"), LISTCAT_HISTORY, true, 0,
	    "0   INDEX ------ X.INDEX\n" IN_CAT HISTORY);
	e = entry(DS_DATA, "X.DATA");
	add_volume(e, 0, 1, 0, 0);
	expect(e, LISTCAT_VOLUME, true, 0,
	    "0   DATA ------- X.DATA\n" IN_CAT HISTORY
	    "        ACCOUNT-INFO-----------------------------------(NULL)\n"
	    "      VOLUMES\n"
	    "        VOLSER------------VOL001     DEVTYPE------X'3010200F'     "
	    "VOLFLAG------------PRIME\n");
}

static void
volumes_share_the_high_used_rba(void **state)
{
	struct ds_entry *e = entry(DS_DATA, "X.DATA");
	struct ds_volume_cell *v;
	const char *p;
	struct capture cap = {0};
	struct sysprint_opts o = {true, false, false, capture_write, &cap};
	struct sysprint *sp = sysprint_new(&o);
	struct listcat_form form = {LISTCAT_ALL, false, 0};

	(void)state;
	e->physrec = 4096;
	e->stats.hurba = 15000;
	add_volume(e, 0, 1, 0, 9999);
	add_volume(e, 0x10000, 1, 10000, 19999);
	add_volume(e, 0x20000, 1, 20000, 29999);
	v = ds_entry_add_volume(e);
	v->volser[0] = '*';
	v->volflag = DS_VOLFLAG_CANDIDATE;
	listcat_entry(sp, e, &form);
	p = strstr(cap.text, "      VOLUME\n");
	assert_non_null(strstr(p, "HI-A-RBA-----------10000"));
	p = strstr(p, "HI-U-RBA-----------10000");
	assert_non_null(p);
	p = strstr(p, "HI-A-RBA-----------20000");
	assert_non_null(p);
	p = strstr(p, "HI-U-RBA-----------15000");
	assert_non_null(p);
	p = strstr(p, "HI-A-RBA-----------30000");
	assert_non_null(p);
	p = strstr(p, "HI-U-RBA---------------0");
	assert_non_null(p);
	p = strstr(p, "VOLSER-----------------*     PHYREC-SIZE------------0");
	assert_non_null(p);
	assert_non_null(strstr(p, "EXTENT-TYPE--------X'FF'"));
	assert_non_null(strstr(p, "VOLFLAG--------CANDIDATE"));
	sysprint_free(&sp);
	capture_free(&cap);
	ds_entry_free(&e);
}

static void
counts_begin_a_page(void **state)
{
	struct capture cap = {0};
	struct sysprint_opts o = {true, true, false, capture_write, &cap};
	struct sysprint *sp = sysprint_new(&o);
	uint64_t n[LISTCAT_COUNTS] = {0};
	char *p;

	(void)state;
	n[LISTCAT_N_CLUSTER] = 10;
	n[LISTCAT_N_NONVSAM] = 12345;
	sysprint_line(sp, '0', "X", 1);
	listcat_counts(sp, n);
	p = strstr(cap.text, "0X\n1IDCAMS  SYSTEM SERVICES");
	assert_non_null(p);
	p = strchr(p + 3, '\n') + 1;
	assert_string_equal(p,
	    "0         THE NUMBER OF ENTRIES PROCESSED WAS:\n"
	    "                    AIX -------------------0\n"
	    "                    ALIAS -----------------0\n"
	    "                    CLUSTER --------------10\n"
	    "                    DATA ------------------0\n"
	    "                    GDG -------------------0\n"
	    "                    INDEX -----------------0\n"
	    "                    NONVSAM -----------12345\n"
	    "                    PAGESPACE -------------0\n"
	    "                    PATH ------------------0\n"
	    "                    SPACE -----------------0\n"
	    "                    USERCATALOG -----------0\n"
	    "                    TAPELIBRARY -----------0\n"
	    "                    TAPEVOLUME ------------0\n"
	    "                    TOTAL -------------12355\n"
	    "0         THE NUMBER OF PROTECTED ENTRIES SUPPRESSED WAS 0\n");
	sysprint_free(&sp);
	capture_free(&cap);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(cluster_outside_sms),
	    cmocka_unit_test(data_component_listed_with_its_cluster),
	    cmocka_unit_test(index_component_has_a_fourth_column),
	    cmocka_unit_test(cluster_in_sms_has_its_blocks),
	    cmocka_unit_test(alternate_index_and_its_data),
	    cmocka_unit_test(attribute_words_flow_through_their_cells),
	    cmocka_unit_test(path_gdg_and_generation),
	    cmocka_unit_test(alias_and_names_alone),
	    cmocka_unit_test(volumes_share_the_high_used_rba),
	    cmocka_unit_test(counts_begin_a_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
