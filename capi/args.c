#include "args.h"

#include "error.h"
#include "fork_guard.h"
#include "struct_size.h"

/* The size of ABI 1.0. */
enum { FIRST_ARGS_SIZE = 48 };

static const size_t GRAPH_SIZE_LIMIT = INT32_MAX;

static fsl_status invalid(fsl_error** out_error, const char* what) {
  return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT, "%s", what);
}

/* Copies the caller's arguments into ours, having checked all but the graph. */
static fsl_status read_args(const fsl_levels_args* theirs, const void* out, fsl_levels_args* args,
                            fsl_error** out_error) {
  fsl_status status = forcedsplit_may_enter(out_error);
  if (status != FSL_OK) {
    return status;
  }
  if (out == NULL) {
    return invalid(out_error, "out is NULL");
  }
  status = forcedsplit_size_tell(theirs, "args", FIRST_ARGS_SIZE, sizeof(*args), out_error);
  if (status != FSL_OK) {
    return status;
  }
  forcedsplit_size_read(args, sizeof(*args), theirs);
  if (args->inside != NULL && args->inside_batch != NULL) {
    return invalid(out_error, "args.inside and args.inside_batch are both given, at most one may be");
  }
  return FSL_OK;
}

fsl_status forcedsplit_may_enter(fsl_error** out_error) {
  if (out_error != NULL) {
    *out_error = NULL;
  }
  if (!forcedsplit_forked()) {
    return FSL_OK;
  }
  return forcedsplit_error_tell(out_error, FSL_ERROR_FORKED,
                                "this process was forked after the library was loaded; only results that were made "
                                "before can be read here");
}

fsl_status forcedsplit_args_read(const fsl_levels_args* theirs, const void* out, fsl_levels_args* args,
                                 fsl_error** out_error) {
  fsl_status status = read_args(theirs, out, args, out_error);
  if (status != FSL_OK) {
    return status;
  }
  if (args->graph == NULL) {
    return invalid(out_error, "args.graph is NULL");
  }
  if (args->graph_size > GRAPH_SIZE_LIMIT) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_TOO_LARGE, "the graph has %zu bytes, the limit is %zu",
                                  args->graph_size, GRAPH_SIZE_LIMIT);
  }
  return FSL_OK;
}

fsl_status forcedsplit_predicate_read(const fsl_levels_args* theirs, const void* out, fsl_levels_args* args,
                                      fsl_error** out_error) {
  static const fsl_levels_args none = FSL_LEVELS_ARGS_INIT;
  fsl_status status = read_args(theirs != NULL ? theirs : &none, out, args, out_error);
  if (status == FSL_OK && (args->graph != NULL || args->graph_size != 0)) {
    return invalid(out_error, "args.graph is given, but the session has its graph: it must be NULL, and its size 0");
  }
  return status;
}
