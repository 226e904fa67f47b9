/* The public functions that take or return handles. Everything that can be told without Go is told here; what is left
 * enters Go once, through exports.go. */
#include "args.h"
#include "error.h"
#include "forcedsplit/forcedsplit.h"
#include "fork_guard.h"
#include "go_exports.h"
#include "handles.h"
#include "levels.h"
#include "levels_token.h"
#include "runtime.h"
#include "struct_size.h"
#include "thread_guard.h"

/* The size of ABI 1.0. */
enum { FIRST_VIEW_SIZE = 48 };

fsl_status fsl_levels_create(const fsl_levels_args* theirs, fsl_levels** out, fsl_error** out_error) {
  if (out != NULL) {
    *out = NULL;
  }
  fsl_levels_args args;
  fsl_status status = forcedsplit_args_read(theirs, out, &args, out_error);
  if (status != FSL_OK) {
    return status;
  }
  forcedsplit_levels* levels = NULL;
  uint64_t token = forcedsplit_levels_reserve(args.graph_size, &levels);
  if (token == 0) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_INTERNAL, "no memory for another handle");
  }
  forcedsplit_runtime_used();
  forcedsplit_visit visit;
  forcedsplit_visit_begin(&visit);
  status = forcedsplit_go_levels_create(&args, levels, out_error);
  forcedsplit_visit_end(&visit);
  if (status != FSL_OK) {
    forcedsplit_levels_release(token, levels);
    return status;
  }
  forcedsplit_handle_publish(token, levels);
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
  if (levels == NULL) {
    return FSL_ERROR_INVALID_HANDLE;
  }
  forcedsplit_levels_release((uintptr_t)handle, levels);
  return FSL_OK;
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
