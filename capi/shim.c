/* The public functions that take or return handles. Everything that can be told without Go is told here; what is left
 * enters Go once, through exports.go. */
#include <inttypes.h>

#include "error.h"
#include "forcedsplit/forcedsplit.h"
#include "fork_guard.h"
#include "go_exports.h"
#include "handles.h"
#include "levels.h"
#include "struct_size.h"

/* The layouts are the ABI. A field is added at the end, and begins at the size that is asserted here. */
_Static_assert(sizeof(fsl_status) == 4 && sizeof(size_t) == 8 && sizeof(void (*)(void)) == 8, "LP64");
_Static_assert(offsetof(fsl_levels_args, struct_size) == 0, "ABI");
_Static_assert(offsetof(fsl_levels_args, graph) == 8, "ABI");
_Static_assert(offsetof(fsl_levels_args, graph_size) == 16, "ABI");
_Static_assert(offsetof(fsl_levels_args, inside) == 24, "ABI");
_Static_assert(offsetof(fsl_levels_args, inside_batch) == 32, "ABI");
_Static_assert(offsetof(fsl_levels_args, user_data) == 40, "ABI");
_Static_assert(sizeof(fsl_levels_args) == 48, "ABI");
_Static_assert(offsetof(fsl_levels_view, struct_size) == 0, "ABI");
_Static_assert(offsetof(fsl_levels_view, count) == 8, "ABI");
_Static_assert(offsetof(fsl_levels_view, ids) == 16, "ABI");
_Static_assert(offsetof(fsl_levels_view, passes) == 24, "ABI");
_Static_assert(offsetof(fsl_levels_view, flags) == 32, "ABI");
_Static_assert(offsetof(fsl_levels_view, max_pass) == 40, "ABI");
_Static_assert(sizeof(fsl_levels_view) == 48, "ABI");

enum { FIRST_ARGS_SIZE = 48, FIRST_VIEW_SIZE = 48 };

static const size_t GRAPH_SIZE_LIMIT = INT32_MAX;

static fsl_status invalid(fsl_error** out_error, const char* what) {
  return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT, "%s", what);
}

/* Copies the caller's arguments into ours and checks all that can be checked without looking at the graph. */
static fsl_status read_args(const fsl_levels_args* theirs, fsl_levels_args* args, fsl_error** out_error) {
  if (theirs == NULL) {
    return invalid(out_error, "args is NULL");
  }
  switch (forcedsplit_size_check(theirs, FIRST_ARGS_SIZE, sizeof(*args))) {
    case FORCEDSPLIT_SIZE_TOO_SMALL:
      return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT,
                                    "args.struct_size is %zu, the smallest there is is %d", theirs->struct_size,
                                    FIRST_ARGS_SIZE);
    case FORCEDSPLIT_SIZE_UNKNOWN_FIELDS:
      return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT,
                                    "args.struct_size is %zu and fields beyond byte %zu are set, which this version "
                                    "of the library does not know",
                                    theirs->struct_size, sizeof(*args));
    case FORCEDSPLIT_SIZE_FITS:
      break;
  }
  forcedsplit_size_read(args, sizeof(*args), theirs);
  if (args->inside != NULL && args->inside_batch != NULL) {
    return invalid(out_error, "args.inside and args.inside_batch are both given, at most one may be");
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

fsl_status fsl_levels_create(const fsl_levels_args* theirs, fsl_levels** out, fsl_error** out_error) {
  if (out != NULL) {
    *out = NULL;
  }
  if (out_error != NULL) {
    *out_error = NULL;
  }
  if (forcedsplit_forked()) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_FORKED,
                                  "this process was forked after the library was loaded; only results that were made "
                                  "before can be read here");
  }
  if (out == NULL) {
    return invalid(out_error, "out is NULL");
  }
  fsl_levels_args args;
  fsl_status status = read_args(theirs, &args, out_error);
  if (status != FSL_OK) {
    return status;
  }
  forcedsplit_levels* levels = NULL;
  status = forcedsplit_go_levels_create(&args, &levels, out_error);
  if (status != FSL_OK) {
    return status;
  }
  uint64_t token = forcedsplit_handle_new(FORCEDSPLIT_KIND_LEVELS, levels);
  if (token == 0) {
    forcedsplit_go_levels_destroy(levels);
    return forcedsplit_error_tell(out_error, FSL_ERROR_INTERNAL, "no memory for another handle");
  }
  *out = (fsl_levels*)(uintptr_t)token;
  return FSL_OK;
}

fsl_status fsl_levels_destroy(fsl_levels* handle) {
  if (handle == NULL) {
    return FSL_OK;
  }
  if (forcedsplit_forked()) {
    return FSL_ERROR_FORKED;
  }
  forcedsplit_levels* levels = forcedsplit_handle_take(FORCEDSPLIT_KIND_LEVELS, (uintptr_t)handle);
  return levels == NULL ? FSL_ERROR_INVALID_HANDLE : forcedsplit_go_levels_destroy(levels);
}

static forcedsplit_levels* levels_of(const fsl_levels* handle) {
  return forcedsplit_handle_get(FORCEDSPLIT_KIND_LEVELS, (uintptr_t)handle);
}

fsl_status fsl_levels_view_of(const fsl_levels* handle, fsl_levels_view* out) {
  if (out == NULL || forcedsplit_size_check(out, FIRST_VIEW_SIZE, sizeof(*out)) != FORCEDSPLIT_SIZE_FITS) {
    return FSL_ERROR_INVALID_ARGUMENT;
  }
  const forcedsplit_levels* levels = levels_of(handle);
  if (levels == NULL) {
    return FSL_ERROR_INVALID_HANDLE;
  }
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  view.count = levels->count;
  view.ids = levels->ids;
  view.passes = levels->passes;
  view.flags = levels->flags;
  view.max_pass = levels->max_pass;
  forcedsplit_size_write(out, &view, sizeof(view));
  return FSL_OK;
}

int32_t fsl_levels_pass(const fsl_levels* handle, uint64_t id) {
  forcedsplit_levels* levels = levels_of(handle);
  if (levels == NULL) {
    return 0;
  }
  size_t position = forcedsplit_levels_position(levels, id);
  int32_t pass = position == levels->count ? FSL_PASS_ABSENT : levels->passes[position];
  return pass == FSL_PASS_ABSENT ? 0 : pass;
}

uint32_t fsl_levels_flags(const fsl_levels* handle, uint64_t id) {
  forcedsplit_levels* levels = levels_of(handle);
  if (levels == NULL) {
    return 0;
  }
  size_t position = forcedsplit_levels_position(levels, id);
  return position == levels->count ? 0 : levels->flags[position];
}
