/* Binders of DD parameters that stand in jcl_ddattr.c. */
#ifndef CATAMOUNT_PARSER_JCL_DD_INT_H
#define CATAMOUNT_PARSER_JCL_DD_INT_H

#include "parser/jcl_int.h"

/* Subparameters of DCB that are kept as coded. */
extern const char jcl_dcb_others[];

#define JCL_BINDER(name) \
	void jcl_bind_##name(struct jcl_conv *c, struct jcl_node *n, void *to)

JCL_BINDER(recfm);
JCL_BINDER(lrecl);
JCL_BINDER(blksize);
JCL_BINDER(dsorg);
JCL_BINDER(keylen);
JCL_BINDER(bufno);
JCL_BINDER(limct);
JCL_BINDER(optcd);
JCL_BINDER(dcb);
JCL_BINDER(keyoff);
JCL_BINDER(recorg);
JCL_BINDER(like);
JCL_BINDER(refdd);
JCL_BINDER(amp);
JCL_BINDER(storclas);
JCL_BINDER(dataclas);
JCL_BINDER(mgmtclas);
JCL_BINDER(dsntype);
JCL_BINDER(gdgorder);
JCL_BINDER(expdt);
JCL_BINDER(retpd);
JCL_BINDER(label);
JCL_BINDER(path);
JCL_BINDER(pathopts);
JCL_BINDER(pathmode);
JCL_BINDER(pathdisp);
JCL_BINDER(filedata);

#endif
