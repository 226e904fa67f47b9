/* fsl_runtime_configure. Values are checked here, so that Go is told only what it can do: a million threads, say, would
 * end the process. */
#include "runtime.h"

#include <inttypes.h>
#include <stdatomic.h>

#include "error.h"
#include "forcedsplit/forcedsplit.h"
#include "fork_guard.h"
#include "go_exports.h"
#include "struct_size.h"
#include "thread_guard.h"

enum { FIRST_OPTIONS_SIZE = 24, THREADS_LIMIT = 1024, NEVER_COLLECT = -1 };

static atomic_int in_use;

/* Every computation comes by here: the line is written by the first alone. */
void forcedsplit_runtime_used(void) {
  if (!atomic_load_explicit(&in_use, memory_order_relaxed)) {
    atomic_store_explicit(&in_use, 1, memory_order_relaxed);
  }
}

static fsl_status check_values(const fsl_runtime_options* options, fsl_error** out_error) {
  if (options->max_threads < 0 || options->max_threads > THREADS_LIMIT) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT,
                                  "options.max_threads is %" PRId32 ", expected 1 to %d, or 0 to leave it",
                                  options->max_threads, THREADS_LIMIT);
  }
  if (options->gc_percent < NEVER_COLLECT) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT,
                                  "options.gc_percent is %" PRId32
                                  ", expected 1 or more, %d for never, or 0 to leave it",
                                  options->gc_percent, NEVER_COLLECT);
  }
  if (options->memory_limit < 0) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT,
                                  "options.memory_limit is %" PRId64 ", expected 1 or more bytes, or 0 to leave it",
                                  options->memory_limit);
  }
  return FSL_OK;
}

fsl_status fsl_runtime_configure(const fsl_runtime_options* theirs, fsl_error** out_error) {
  if (out_error != NULL) {
    *out_error = NULL;
  }
  if (forcedsplit_forked()) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_FORKED,
                                  "this process was forked after the library was loaded; there is no runtime here to "
                                  "configure");
  }
  fsl_runtime_options options;
  fsl_status status = forcedsplit_size_tell(theirs, "options", FIRST_OPTIONS_SIZE, sizeof(options), out_error);
  if (status != FSL_OK) {
    return status;
  }
  forcedsplit_size_read(&options, sizeof(options), theirs);
  status = check_values(&options, out_error);
  if (status != FSL_OK) {
    return status;
  }
  if (atomic_load_explicit(&in_use, memory_order_relaxed)) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT,
                                  "the runtime is in use: options come too late after the first computation");
  }
  forcedsplit_visit visit;
  forcedsplit_visit_begin(&visit);
  status = forcedsplit_go_runtime_configure(&options, out_error);
  forcedsplit_visit_end(&visit);
  return status;
}
