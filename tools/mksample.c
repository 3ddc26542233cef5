/*
 * Make the sample files of the demo: sequential files in code page 1047 with
 * fixed-length records, like those of a credit-card application, all of our
 * own invention and the same bytes on every run. jcl-samples/README.md has
 * their layouts.
 *
 *	mksample DIR
 *
 * Keys hold letters and digits, so that their order (letters before digits)
 * is not that of ASCII. Each file is in ascending key order but late.ps,
 * which comes as it was received; transactions-all.ps is what a data set
 * holds when late.ps was added to transactions.ps.
 *
 * The table of characters is this program's own: the data are a witness
 * against the project's code pages, not a product of them.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REC_MAX = 500, RECORDS_MAX = 400 };

struct file {
	const char *name;
	size_t lrecl, keylen;
	size_t n;
	uint8_t rec[RECORDS_MAX][REC_MAX];
	size_t at; /* where the next field of record n goes */
};

/* --- characters and numbers, by 1047 ---------------------------------- */

static uint8_t
ebcdic(char c)
{
	static const char specials[] = ".<(+|&!$*);-/,%_>?:#@'=\" ";
	static const uint8_t codes[] = {0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50,
	    0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x60, 0x61, 0x6B, 0x6C, 0x6D, 0x6E,
	    0x6F, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x40};
	const char *p;

	if (c >= '0' && c <= '9')
		return (uint8_t)(0xF0 + (c - '0'));
	if (c >= 'A' && c <= 'I')
		return (uint8_t)(0xC1 + (c - 'A'));
	if (c >= 'J' && c <= 'R')
		return (uint8_t)(0xD1 + (c - 'J'));
	if (c >= 'S' && c <= 'Z')
		return (uint8_t)(0xE2 + (c - 'S'));
	if (c >= 'a' && c <= 'i')
		return (uint8_t)(0x81 + (c - 'a'));
	if (c >= 'j' && c <= 'r')
		return (uint8_t)(0x91 + (c - 'j'));
	if (c >= 's' && c <= 'z')
		return (uint8_t)(0xA2 + (c - 's'));
	p = strchr(specials, c);
	return p == NULL ? 0x6F : codes[p - specials];
}

static void
put_byte(struct file *f, uint8_t b)
{
	if (f->at >= f->lrecl) {
		fprintf(
		    stderr, "mksample: %s: a record is too long\n", f->name);
		exit(1);
	}
	f->rec[f->n][f->at++] = b;
}

/* PIC X(len). */
static void
put_text(struct file *f, size_t len, const char *s)
{
	size_t i, n = strlen(s);

	for (i = 0; i < len; i++)
		put_byte(f, ebcdic(i < n ? s[i] : ' '));
}

/* PIC 9(len). */
static void
put_digits(struct file *f, int len, uint64_t v)
{
	char s[24];

	snprintf(s, sizeof(s), "%0*llu", len, (unsigned long long)v);
	put_text(f, (size_t)len, s);
}

/* PIC S9(len), the sign in the zone of the last digit: C plus, D minus. */
static void
put_zoned(struct file *f, int len, int64_t v)
{
	put_digits(f, len, (uint64_t)(v < 0 ? -v : v));
	f->rec[f->n][f->at - 1] &= 0x0F;
	f->rec[f->n][f->at - 1] |= v < 0 ? 0xD0 : 0xC0;
}

/* PIC S9(2 * len - 1) COMP-3. */
static void
put_packed(struct file *f, size_t len, int64_t v)
{
	uint64_t u = (uint64_t)(v < 0 ? -v : v);
	uint8_t b[16] = {0};
	size_t i;

	b[len - 1] = (uint8_t)(((u % 10) << 4) | (v < 0 ? 0x0D : 0x0C));
	u /= 10;
	for (i = len - 1; i-- > 0; u /= 100)
		b[i] = (uint8_t)((u / 10 % 10) << 4 | u % 10);
	for (i = 0; i < len; i++)
		put_byte(f, b[i]);
}

static void
put_record(struct file *f)
{
	while (f->at < f->lrecl)
		put_byte(f, 0x40);
	f->at = 0;
	if (++f->n == RECORDS_MAX) {
		fprintf(stderr, "mksample: %s: too many records\n", f->name);
		exit(1);
	}
}

/* --- the files ----------------------------------------------------------- */

/* A pseudo-random number below n, the same on every run. */
static uint32_t
dice(uint32_t n)
{
	static uint32_t state = 20250101;

	state = state * 1664525 + 1013904223;
	return (state >> 8) % n;
}

static const char *const first_names[] = {"Ada", "Bela", "Carla", "Dirk",
    "Edda", "Falk", "Greta", "Hugo", "Ines", "Jonas", "Klara", "Lars"};
static const char *const last_names[] = {"Ahlers", "Brandt", "Carstens",
    "Dreyer", "Evers", "Franke", "Gerdes", "Hansen", "Ibsen", "Janssen"};
static const char *const towns[] = {
    "Aurich", "Bremen", "Celle", "Dorum", "Emden", "Fulda", "Goslar"};

#define PICK(a) ((a)[dice(sizeof(a) / sizeof((a)[0]))])

enum { ACCOUNTS = 50 };

/* Numbers of accounts and cards; every seventh account is an old one whose
 * number begins with a letter. */
static void
account_id(char out[12], unsigned i)
{
	snprintf(out, 12, i % 7 == 3 ? "H%010u" : "%011u", i * 13 + 1);
}

static void
card_number(char out[17], unsigned i)
{
	snprintf(out, 17, i % 5 == 2 ? "P%015llu" : "%016llu",
	    4000000000000ULL + i * 7919ULL);
}

static void
put_date(struct file *f, unsigned year)
{
	char s[16];

	snprintf(s, sizeof(s), "%04u-%02u-%02u", year % 10000, 1 + dice(12),
	    1 + dice(28));
	put_text(f, 10, s);
}

static void
make_account(struct file *f, unsigned i)
{
	char id[12];

	account_id(id, i);
	put_text(f, 11, id);
	put_text(f, 1, i % 9 == 8 ? "N" : "Y");
	put_packed(f, 7, (int64_t)dice(900000) - 100000);
	put_packed(f, 7, (int64_t)dice(90) * 10000);
	put_zoned(f, 12, (int64_t)dice(40) * 5000);
	put_date(f, 2009 + dice(10));
	put_date(f, 2027 + dice(3));
	put_date(f, 2024);
	put_zoned(f, 12, (int64_t)dice(200000));
	put_zoned(f, 12, -(int64_t)dice(200000));
	put_digits(f, 10, 26000 + dice(1000));
	put_text(f, 10, i % 3 ? "STANDARD" : "9GOLD");
	put_record(f);
}

static void
make_card(struct file *f, unsigned i)
{
	char id[12], card[17];

	account_id(id, i);
	card_number(card, i);
	put_text(f, 16, card);
	put_text(f, 11, id);
	put_digits(f, 3, dice(1000));
	put_text(f, 50, PICK(first_names));
	put_date(f, 2027);
	put_text(f, 1, "Y");
	put_record(f);
}

static void
make_xref(struct file *f, unsigned i)
{
	char id[12], card[17];

	account_id(id, i);
	card_number(card, i);
	put_text(f, 16, card);
	put_digits(f, 9, 100 + i);
	put_text(f, 11, id);
	put_record(f);
}

static void
make_customer(struct file *f, unsigned i)
{
	put_digits(f, 9, 100 + i);
	put_text(f, 25, PICK(first_names));
	put_text(f, 25, i % 4 ? "" : "O'Neil-Voss");
	put_text(f, 25, PICK(last_names));
	put_text(f, 50, "1 Main Street #4, 2nd floor");
	put_text(f, 50, PICK(towns));
	put_text(f, 3, "DEU");
	put_text(f, 15, "(049)555-0100");
	put_packed(f, 5, 100000000 + (int64_t)dice(800000000));
	put_date(f, 1950 + dice(50));
	put_packed(f, 2, 300 + (int64_t)dice(500));
	put_record(f);
}

static void
make_transaction(struct file *f, unsigned i)
{
	static const char *const channels[] = {"POS TERM", "OPERATOR", "WEB"};
	char id[20], card[17];

	/* Terminals number from W, the back office from plain digits. */
	snprintf(id, sizeof(id), i % 3 == 1 ? "W%015u" : "%016u", i * 101 + 7);
	card_number(card, dice(ACCOUNTS));
	put_text(f, 16, id);
	put_text(f, 2, i % 6 ? "01" : "A1");
	put_digits(f, 4, 1 + dice(5));
	put_text(f, 10, PICK(channels));
	put_text(f, 100, "Purchase at a shop of our own invention");
	put_zoned(f, 11, (int64_t)dice(100000) - 20000);
	put_digits(f, 9, 800000000 + dice(1000));
	put_text(f, 50, PICK(last_names));
	put_text(f, 50, PICK(towns));
	put_text(f, 10, "26603");
	put_text(f, 16, card);
	put_text(f, 26, "2025-06-10 12:00:00.000000");
	put_record(f);
}

static void
make_small_files(struct file *types, struct file *cats, struct file *groups)
{
	static const char *const kinds[] = {
	    "01", "02", "03", "04", "05", "A1", "Z9"};
	static const char *const names[] = {"Purchase", "Payment", "Credit",
	    "Authorization", "Refund", "Reversal", "Adjustment"};
	static const char *const terms[] = {
	    "5STAR", "A000000000", "DEFAULT", "zero%"};
	size_t k, t;
	unsigned c;

	for (k = 0; k < 7; k++) {
		put_text(types, 2, kinds[k]);
		put_text(types, 50, names[k]);
		put_record(types);
		for (c = 1; c <= 3; c++) {
			put_text(cats, 2, kinds[k]);
			put_digits(cats, 4, c);
			put_text(cats, 50, names[k]);
			put_record(cats);
		}
		for (t = 0; t < 4; t++)
			for (c = 1; c <= 2; c++) {
				put_text(groups, 10, terms[t]);
				put_text(groups, 2, kinds[k]);
				put_digits(groups, 4, c);
				put_zoned(groups, 6, 100 * dice(30));
				put_record(groups);
			}
	}
}

static void
make_balance(struct file *f, unsigned i)
{
	char id[12];

	account_id(id, i);
	put_text(f, 11, id);
	put_text(f, 2, i % 4 ? "01" : "A1");
	put_digits(f, 4, 1);
	put_zoned(f, 11, (int64_t)dice(300000) - 50000);
	put_record(f);
}

/* --- out ------------------------------------------------------------------ */

static size_t sort_keylen;

static int
by_key(const void *a, const void *b)
{
	return memcmp(a, b, sort_keylen);
}

static void
sort_file(struct file *f)
{
	sort_keylen = f->keylen;
	qsort(f->rec, f->n, sizeof(f->rec[0]), by_key);
}

static bool
write_file(const char *dir, const struct file *f)
{
	char path[4096];
	FILE *fp;
	size_t i;
	bool ok;

	snprintf(path, sizeof(path), "%s/%s.ps", dir, f->name);
	if ((fp = fopen(path, "wb")) == NULL)
		goto bad;
	for (i = 0; i < f->n; i++)
		fwrite(f->rec[i], 1, f->lrecl, fp);
	ok = !ferror(fp);
	if (fclose(fp) == 0 && ok)
		return true;
bad:
	fprintf(stderr, "mksample: %s: %s\n", path, strerror(errno));
	return false;
}

static struct file accounts = {.name = "accounts", .lrecl = 300, .keylen = 11},
		   cards = {.name = "cards", .lrecl = 150, .keylen = 16},
		   xrefs = {.name = "xref", .lrecl = 50, .keylen = 16},
		   customers = {.name = "customers", .lrecl = 500, .keylen = 9},
		   transactions = {.name = "transactions",
		       .lrecl = 350,
		       .keylen = 16},
		   late = {.name = "late", .lrecl = 350, .keylen = 16},
		   all = {.name = "transactions-all",
		       .lrecl = 350,
		       .keylen = 16},
		   types = {.name = "types", .lrecl = 60, .keylen = 2},
		   cats = {.name = "categories", .lrecl = 60, .keylen = 6},
		   groups = {.name = "groups", .lrecl = 50, .keylen = 16},
		   balances = {.name = "balances", .lrecl = 50, .keylen = 17};

/* 300 transactions in order, 80 that came later and in no order. */
static void
make_transactions(void)
{
	unsigned i;

	for (i = 0; i < 380; i++)
		make_transaction(&all, i * 37 % 380);
	late.n = 80;
	memcpy(late.rec, all.rec, 80 * sizeof(all.rec[0]));
	transactions.n = 300;
	memcpy(transactions.rec, all.rec + 80, 300 * sizeof(all.rec[0]));
	sort_file(&transactions);
	sort_file(&all);
}

int
main(int argc, char **argv)
{
	static struct file *const sorted[] = {&accounts, &cards, &xrefs,
	    &customers, &types, &cats, &groups, &balances};
	static const struct file *const others[] = {&transactions, &late, &all};
	unsigned i;
	bool ok = true;

	if (argc != 2) {
		fprintf(stderr, "usage: mksample DIR\n");
		return 2;
	}
	for (i = 0; i < ACCOUNTS; i++) {
		make_account(&accounts, i);
		make_card(&cards, i);
		make_xref(&xrefs, i);
		make_customer(&customers, i);
		make_balance(&balances, i);
	}
	make_small_files(&types, &cats, &groups);
	make_transactions();
	for (i = 0; i < sizeof(sorted) / sizeof(sorted[0]); i++) {
		sort_file(sorted[i]);
		ok = write_file(argv[1], sorted[i]) && ok;
	}
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		ok = write_file(argv[1], others[i]) && ok;
	return ok ? 0 : 1;
}
