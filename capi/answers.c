/* The public functions that answer questions about a graph. Everything that can be told without Go is told here; what
 * is left enters Go once, through answers.go. */
#include "args.h"
#include "error.h"
#include "forcedsplit/forcedsplit.h"
#include "go_exports.h"
#include "runtime.h"
#include "thread_guard.h"

typedef struct call {
  fsl_levels_args args; /* our copy */
  forcedsplit_visit visit;
  void* answer; /* Go's, NULL without one */
} call;

/* Before Go is entered: FSL_OK if it may be. */
static fsl_status begin(call* c, const fsl_levels_args* theirs, const void* out, fsl_error** out_error) {
  c->answer = NULL;
  fsl_status status = forcedsplit_args_read(theirs, out, &c->args, out_error);
  if (status == FSL_OK) {
    forcedsplit_runtime_used();
    forcedsplit_visit_begin(&c->visit);
  }
  return status;
}

/* After it. Go may have come upon an error with the answer in its hands. */
static fsl_status end(call* c, fsl_status status) {
  forcedsplit_visit_end(&c->visit);
  if (status != FSL_OK) {
    fsl_answer_destroy(c->answer);
    c->answer = NULL;
  }
  return status;
}

fsl_status fsl_explain(const fsl_levels_args* args, uint64_t value, const fsl_explanation** out,
                       fsl_error** out_error) {
  call c;
  fsl_status status = begin(&c, args, out, out_error);
  if (status == FSL_OK) {
    status = end(&c, forcedsplit_go_explain(&c.args, value, &c.answer, out_error));
  }
  if (out != NULL) {
    *out = c.answer;
  }
  return status;
}

fsl_status fsl_explain_pass(const fsl_levels_args* args, int32_t pass, const fsl_explanation** out,
                            fsl_error** out_error) {
  call c;
  fsl_status status = begin(&c, args, out, out_error);
  if (status == FSL_OK) {
    status = end(&c, forcedsplit_go_explain_pass(&c.args, pass, &c.answer, out_error));
  }
  if (out != NULL) {
    *out = c.answer;
  }
  return status;
}

/* What Go could not even look at. */
static fsl_status check_passes(const int32_t* passes, size_t count, fsl_error** out_error) {
  if (passes == NULL && count > 0) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT, "passes is NULL");
  }
  if (count > INT32_MAX) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT,
                                  "passes has %zu entries, and no graph has as many values", count);
  }
  return FSL_OK;
}

fsl_status fsl_verify(const fsl_levels_args* args, const int32_t* passes, size_t count, const fsl_verdict** out,
                      fsl_error** out_error) {
  call c;
  fsl_status status = begin(&c, args, out, out_error);
  if (status == FSL_OK) {
    status = check_passes(passes, count, out_error);
    if (status == FSL_OK) {
      status = forcedsplit_go_verify(&c.args, count > 0 ? passes : NULL, count, &c.answer, out_error);
    }
    status = end(&c, status);
  }
  if (out != NULL) {
    *out = c.answer;
  }
  return status;
}

fsl_status fsl_split_report(const fsl_levels_args* args, const fsl_split** out, fsl_error** out_error) {
  call c;
  fsl_status status = begin(&c, args, out, out_error);
  if (status == FSL_OK) {
    status = end(&c, forcedsplit_go_split_report(&c.args, &c.answer, out_error));
  }
  if (out != NULL) {
    *out = c.answer;
  }
  return status;
}

fsl_status fsl_levels_stats(const fsl_levels_args* args, const fsl_stats** out, fsl_error** out_error) {
  call c;
  fsl_status status = begin(&c, args, out, out_error);
  if (status == FSL_OK) {
    status = end(&c, forcedsplit_go_levels_stats(&c.args, &c.answer, out_error));
  }
  if (out != NULL) {
    *out = c.answer;
  }
  return status;
}

static fsl_status check_kind(fsl_picture_kind kind, fsl_error** out_error) {
  if (kind == FSL_PICTURE_DOT || kind == FSL_PICTURE_PAGE) {
    return FSL_OK;
  }
  return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT,
                                "kind is %d, expected FSL_PICTURE_DOT or FSL_PICTURE_PAGE", (int)kind);
}

fsl_status fsl_draw(const fsl_levels_args* args, fsl_picture_kind kind, const fsl_picture** out,
                    fsl_error** out_error) {
  call c;
  fsl_status status = begin(&c, args, out, out_error);
  if (status == FSL_OK) {
    status = check_kind(kind, out_error);
    if (status == FSL_OK) {
      status = forcedsplit_go_draw(&c.args, kind, &c.answer, out_error);
    }
    status = end(&c, status);
  }
  if (out != NULL) {
    *out = c.answer;
  }
  return status;
}
