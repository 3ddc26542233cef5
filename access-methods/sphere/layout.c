/* Where control intervals and side pages are in a component file. */
#include <assert.h>
#include <stdlib.h>

#include "access-methods/sphere/sphere_int.h"

static_assert(SIDE_HEADER_LEN + SIDE_ENTRIES * SIDE_ENTRY_LEN <= COMP_PAGE,
    "a side page holds its entries");
static_assert(COMP_CA_MAX <= COMP_RUN_MAX, "a run has an area");

/*
 * The areas of a run: as many as come to 1 MiB, then as many more as its side
 * pages have entries for. A set of one area so has no more side pages than it
 * would have in a short run.
 */
static uint32_t
areas_of_run(uint64_t stride, uint32_t cis_per_ca, bool short_runs)
{
	uint64_t n = stride >= COMP_RUN_LEN ? 1 : COMP_RUN_LEN / stride;
	uint64_t entries, most;

	if (short_runs)
		return (uint32_t)n;
	entries = (n * cis_per_ca + SIDE_ENTRIES - 1) / SIDE_ENTRIES;
	entries *= SIDE_ENTRIES;
	most = COMP_RUN_MAX / stride;
	n = entries / cis_per_ca;
	return (uint32_t)(n < most ? n : most);
}

bool
layout_of(struct comp_layout *lo, const struct comp_attr *attr)
{
	return layout_init(
	    lo, attr->ci_len, attr->cis_per_ca, attr->short_runs);
}

bool
layout_init(struct comp_layout *lo, uint32_t ci_len, uint32_t cis_per_ca,
    bool short_runs)
{
	uint64_t ca_len = (uint64_t)ci_len * cis_per_ca;
	uint64_t stride = page_ceil(ca_len);

	if (ci_len < COMP_CI_MIN || ci_len > COMP_CI_MAX ||
	    ci_len % COMP_CI_MIN != 0 || cis_per_ca == 0 ||
	    stride > COMP_CA_MAX)
		return false;
	lo->ci_len = ci_len;
	lo->cis_per_ca = cis_per_ca;
	lo->ca_len = ca_len;
	lo->ca_stride = stride;
	lo->cas_per_run = areas_of_run(stride, cis_per_ca, short_runs);
	lo->cis_per_run = lo->cas_per_run * cis_per_ca;
	lo->side_pages = (lo->cis_per_run + SIDE_ENTRIES - 1) / SIDE_ENTRIES;
	lo->side_len = (uint64_t)lo->side_pages * COMP_PAGE;
	lo->run_len = lo->side_len + lo->cas_per_run * stride;
	return true;
}

uint64_t
layout_offset(const struct comp_layout *lo, uint64_t rba)
{
	uint64_t ca = rba / lo->ca_len;

	return COMP_HEADER_LEN + ca / lo->cas_per_run * lo->run_len +
	       lo->side_len + ca % lo->cas_per_run * lo->ca_stride +
	       rba % lo->ca_len;
}

uint64_t
layout_side_offset(const struct comp_layout *lo, uint64_t page)
{
	return COMP_HEADER_LEN + page / lo->side_pages * lo->run_len +
	       page % lo->side_pages * COMP_PAGE;
}

uint64_t
layout_side_page(const struct comp_layout *lo, uint64_t rba, uint32_t *entryp)
{
	uint64_t ci = rba / lo->ci_len;
	uint32_t in_run = (uint32_t)(ci % lo->cis_per_run);

	*entryp = in_run % SIDE_ENTRIES;
	return ci / lo->cis_per_run * lo->side_pages + in_run / SIDE_ENTRIES;
}

uint64_t
layout_side_rba(const struct comp_layout *lo, uint64_t page, uint32_t *entriesp)
{
	uint32_t first = (uint32_t)(page % lo->side_pages) * SIDE_ENTRIES;
	uint32_t left = lo->cis_per_run - first;

	*entriesp = left < SIDE_ENTRIES ? left : SIDE_ENTRIES;
	return (page / lo->side_pages * lo->cis_per_run + first) * lo->ci_len;
}

uint64_t
layout_file_len(const struct comp_layout *lo, uint64_t end)
{
	if (end == 0)
		return COMP_HEADER_LEN;
	return page_ceil(layout_offset(lo, end - lo->ci_len) + lo->ci_len);
}

void *
page_alloc(size_t len)
{
	return aligned_alloc(COMP_PAGE, page_ceil(len));
}
