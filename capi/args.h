/* What every call that takes an fsl_levels_args begins with. */
#ifndef FORCEDSPLIT_ARGS_H
#define FORCEDSPLIT_ARGS_H

#include "forcedsplit/forcedsplit.h"

/* Makes sure that this process may compute and that the caller wants to have the result, and copies the caller's
 * arguments into ours, having checked all that can be checked without looking at the graph. Clears *out_error. */
fsl_status forcedsplit_args_read(const fsl_levels_args* theirs, const void* out, fsl_levels_args* args,
                                 fsl_error** out_error);

/* The same of a call that asks a predicate about a graph that the library has already; theirs may be NULL. */
fsl_status forcedsplit_predicate_read(const fsl_levels_args* theirs, const void* out, fsl_levels_args* args,
                                      fsl_error** out_error);

/* The part of both that every call has which enters Go: clears *out_error and makes sure that this process may. */
fsl_status forcedsplit_may_enter(fsl_error** out_error);

#endif /* FORCEDSPLIT_ARGS_H */
