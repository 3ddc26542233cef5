/*
 * What can be wrong inside a data set: one value for each thing that is
 * checked, so that whoever reports it (EXAMINE) can choose his words. The
 * names (KS-I1 ...) are those of the invariants in the READMEs of
 * access-methods/.
 *
 * Each has the test of EXAMINE that finds it:
 *
 *	I  of the index: seen in index records, headers and totals alone
 *	D  of the data: seen in the records or in what is counted of them
 *	A  of an alternate index against its base
 */
#ifndef CATAMOUNT_BASE_FAULT_H
#define CATAMOUNT_BASE_FAULT_H

#define DS_FAULT_LIST(X)                                                       \
	/* index */                                                            \
	X(DS_F_IX_BYTES, 'I', "an index record is damaged")                    \
	X(DS_F_IX_ORDER, 'I', "index entries: not in sequence")                \
	X(DS_F_IX_POINTERS, 'I', "index record: one CI is there twice")        \
	X(DS_F_IX_SIDE, 'I', "a side page of the index is damaged")            \
	X(DS_F_IX_STATE, 'I', "KS-I4: high-used RBA or levels are impossible") \
	X(DS_F_IX_TWICE, 'I', "IX-I1: index record that two entries point to") \
	X(DS_F_IX_ABOVE, 'I', "IX-I2: last key differs from the entry above")  \
	X(DS_F_IX_NEXT, 'I', "IX-I3: horizontal pointer to another record")    \
	X(DS_F_IX_END, 'I', "IX-I3: the last of a level points on")            \
	X(DS_F_SEQSET_FIRST, 'I', "IX-I4: the sequence set begins elsewhere")  \
	X(DS_F_SEQSET_LAST, 'I', "IX-I4: the sequence set ends elsewhere")     \
	X(DS_F_IX_COUNT, 'I', "IX-I4: other number of index records")          \
	X(DS_F_CA_TWICE, 'I', "KS-I3: control area with two index records")    \
	X(DS_F_CA_UNKNOWN, 'I',                                                \
	    "KS-I3: control area that no index record is of")                  \
	X(DS_F_USED_CIS, 'I',                                                  \
	    "KS-I4: other number of control intervals in use")                 \
	X(DS_F_FREE_CHAIN, 'I', "KS-I5: free index record where none can be")  \
	X(DS_F_CA_FREE_USED, 'I', "KS-I5: control area is free and in use")    \
	X(DS_F_IX_BELOW, 'I',                                                  \
	    "IX-I5: other counts than those of what is below")                 \
	/* data */                                                             \
	X(DS_F_CI_BYTES, 'D', "a control interval is damaged")                 \
	X(DS_F_SIDE_PAGE, 'D', "a side page is damaged")                       \
	X(DS_F_CI_COUNTS, 'D',                                                 \
	    "CI-I3: the side area counts other records than there are")        \
	X(DS_F_FREE_COUNTS, 'D',                                               \
	    "CI-I3: the side area counts records where none are")              \
	X(DS_F_KEY_ORDER, 'D', "KS-I1: key not above the one before")          \
	X(DS_F_KEY_LOW, 'D', "KS-I2: key belongs to the entry before")         \
	X(DS_F_KEY_HIGH, 'D', "KS-I2: key above its sequence-set entry")       \
	X(DS_F_SEG_MISSING, 'D', "SP-I1: a segment of the record is missing")  \
	X(DS_F_SEG_STRAY, 'D', "SP-I1: segment of no record")                  \
	X(DS_F_SEG_LONG, 'D',                                                  \
	    "SP-I1: record longer than the maximum record size")               \
	X(DS_F_SEG_LAST, 'D', "SP-I1: the record has no last segment here")    \
	X(DS_F_SEG_NOSPAN, 'D', "SP-I1: records do not span")                  \
	X(DS_F_SEG_CA, 'D',                                                    \
	    "SP-I1: segments of one record in two control areas")              \
	X(DS_F_SEG_UPDATE, 'D',                                                \
	    "SP-I2: segments of one record differ in update number")           \
	X(DS_F_PREFIX, 'D',                                                    \
	    "ES-I2: other sums than those of the pages before")                \
	X(DS_F_TOTALS, 'D',                                                    \
	    "KS-I4: the state counts other records than there are")            \
	X(DS_F_STATISTICS, 'D', "the statistics block is damaged")             \
	/* sequential data sets */                                             \
	X(DS_F_PS_BYTES, 'D', "QS-I1: a page or a record is damaged")          \
	X(DS_F_PS_COUNTS, 'D', "QS-I2: the side entry's counts are wrong")     \
	X(DS_F_PS_TOTALS, 'D', "QS-I3: the totals are wrong")                  \
	X(DS_F_PS_TAIL, 'D', "QS-I4: bytes behind the last record")            \
	/* partitioned data sets */                                            \
	X(DS_F_PO_RECORD, 'D', "BP-I1: a record of the library is damaged")    \
	X(DS_F_PO_LEADS, 'D', "BP-I2: a member leads to no content, or other") \
	X(DS_F_PO_NAMES, 'D', "BP-I3: other number of names of a content")     \
	X(DS_F_PO_CHUNKS, 'D', "BP-I4: a member's content is not whole")       \
	X(DS_F_PO_TOTALS, 'D', "BP-I5: the directory's totals are wrong")      \
	/* alternate indexes */                                                \
	X(DS_F_AIX_RECORD, 'A', "AX-I1: an alternate index record is damaged") \
	X(DS_F_AIX_ORDER, 'A', "AX-I2: pointer not above the one before")      \
	X(DS_F_AIX_NOBASE, 'A', "AX-I3: no base record where a pointer leads") \
	X(DS_F_AIX_KEY, 'A', "AX-I3: the base record has another key")         \
	X(DS_F_AIX_COUNT, 'A', "AX-I4: other number of pointers than records") \
	X(DS_F_AIX_LACKS, 'A', "AX-I4: records have no room for all pointers")

/* Those up to DS_F_IX_STATE keep index records from being read at all. */
enum ds_fault {
#define X(name, test, text) name,
	DS_FAULT_LIST(X)
#undef X
	    DS_F_COUNT
};

char ds_fault_test(enum ds_fault f); /* 'I' 'D' 'A' */
const char *ds_fault_text(enum ds_fault f);
const char *ds_fault_name(enum ds_fault f); /* "DS_F_KEY_ORDER" */

#endif
