/* The rules of DISP. */
#include "jcl/disp.h"

/* Of what this job made nothing stays that nobody asked to keep (mem: of what
 * was passed and is received without a disposition, too). */
static enum jcl_disp
unsaid(const struct disp *d)
{
	return d->status == JCL_STATUS_NEW || d->of_job ? JCL_DISP_DELETE
							: JCL_DISP_KEEP;
}

/* A temporary data set has no name by which it could be kept: IEF648I. */
static enum jcl_disp
of_temporary(enum jcl_disp disp)
{
	return disp == JCL_DISP_DELETE ? JCL_DISP_DELETE : JCL_DISP_PASS;
}

static enum jcl_disp
normal(const struct disp *d)
{
	enum jcl_disp disp = d->normal;

	if (disp == JCL_DISP_NONE)
		disp = unsaid(d);
	return d->temporary ? of_temporary(disp) : disp;
}

/* PASS is no conditional disposition: what nobody will receive is not passed.
 */
static enum jcl_disp
abnormal(const struct disp *d)
{
	enum jcl_disp disp = d->abnormal;

	if (disp == JCL_DISP_NONE)
		disp = d->normal == JCL_DISP_NONE ? unsaid(d) : d->normal;
	if (disp == JCL_DISP_PASS)
		disp = unsaid(d);
	return d->temporary ? JCL_DISP_DELETE : disp;
}

enum jcl_disp
disp_of_step(const struct disp *d, enum disp_event event)
{
	switch (event) {
	case DISP_ENDED:
		return normal(d);
	case DISP_ABENDED:
		return abnormal(d);
	case DISP_NOT_ALLOCATED:
		break;
	}
	/* It is as if the step had not been; what it was passed waits on. */
	if (d->status == JCL_STATUS_NEW)
		return JCL_DISP_DELETE;
	return d->of_job ? JCL_DISP_PASS : JCL_DISP_KEEP;
}

enum jcl_disp
disp_of_job(const struct disp *d, bool abended)
{
	const bool coded = d->abnormal != JCL_DISP_NONE && !d->temporary;

	if (abended && coded && d->abnormal != JCL_DISP_PASS)
		return d->abnormal;
	return d->of_job ? JCL_DISP_DELETE : JCL_DISP_KEEP;
}
