/* The public functions of sessions. Everything that can be told without Go is told here; what is left enters Go once,
 * through sessions.go. */
#include <stdlib.h>

#include "args.h"
#include "error.h"
#include "forcedsplit/forcedsplit.h"
#include "fork_guard.h"
#include "go_exports.h"
#include "handles.h"
#include "levels_token.h"
#include "runtime.h"
#include "session.h"
#include "thread_guard.h"

static int change(forcedsplit_session* session, int from, int to) {
  return __atomic_compare_exchange_n(&session->state, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* Releases a session that this thread has, and whose token was taken. In a visit. */
static fsl_status release(uint64_t token, forcedsplit_session* session) {
  fsl_status status = forcedsplit_go_session_end(session);
  __atomic_store_n(&session->state, FORCEDSPLIT_SESSION_FREE, __ATOMIC_RELEASE);
  forcedsplit_handle_release(token, session);
  return status;
}

static fsl_status is_no_session(fsl_error** out_error) {
  return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_HANDLE, "not a session that is alive");
}

typedef struct call {
  uint64_t token;
  forcedsplit_session* session;
  forcedsplit_visit visit;
} call;

/* After Go was left. */
static fsl_status end(call* c, fsl_status status) {
  if (!change(c->session, FORCEDSPLIT_SESSION_IN_CALL, FORCEDSPLIT_SESSION_FREE)) {
    release(c->token, c->session);
  }
  forcedsplit_visit_end(&c->visit);
  return status;
}

/* Before Go is entered: FSL_OK if it may be, and the session is this thread's. The process was asked about. */
static fsl_status begin(call* c, const fsl_session* handle, fsl_error** out_error) {
  c->token = (uintptr_t)handle;
  c->session = forcedsplit_handle_get(FORCEDSPLIT_KIND_SESSION, c->token);
  if (c->session == NULL) {
    return is_no_session(out_error);
  }
  if (!change(c->session, FORCEDSPLIT_SESSION_FREE, FORCEDSPLIT_SESSION_IN_CALL)) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT,
                                  "the session is in a call already, of another thread or of the predicate that asks");
  }
  forcedsplit_visit_begin(&c->visit);
  /* It may have ended since it was found, and be another one by now. */
  if (forcedsplit_handle_get(FORCEDSPLIT_KIND_SESSION, c->token) != c->session) {
    return end(c, is_no_session(out_error));
  }
  return FSL_OK;
}

/* The same where the process was not asked about yet. */
static fsl_status begin_edit(call* c, const fsl_session* handle, fsl_error** out_error) {
  fsl_status status = forcedsplit_may_enter(out_error);
  return status == FSL_OK ? begin(c, handle, out_error) : status;
}

fsl_status fsl_session_create(const fsl_levels_args* theirs, fsl_session** out, fsl_error** out_error) {
  if (out != NULL) {
    *out = NULL;
  }
  fsl_levels_args args;
  fsl_status status = forcedsplit_args_read(theirs, out, &args, out_error);
  if (status != FSL_OK) {
    return status;
  }
  void* left = NULL;
  uint64_t token = forcedsplit_handle_reserve(FORCEDSPLIT_KIND_SESSION, &left);
  forcedsplit_session* session = left;
  if (token != 0 && session == NULL) {
    session = calloc(1, sizeof(*session));
  }
  if (session == NULL) {
    if (token != 0) {
      forcedsplit_handle_release(token, NULL);
    }
    return forcedsplit_error_tell(out_error, FSL_ERROR_INTERNAL, "no memory for another handle");
  }
  forcedsplit_runtime_used();
  forcedsplit_visit visit;
  forcedsplit_visit_begin(&visit);
  status = forcedsplit_go_session_create(&args, session, out_error);
  forcedsplit_visit_end(&visit);
  if (status != FSL_OK) {
    forcedsplit_handle_release(token, session);
    return status;
  }
  forcedsplit_handle_publish(token, session);
  *out = (fsl_session*)(uintptr_t)token;
  return FSL_OK;
}

fsl_status fsl_session_destroy(fsl_session* handle) {
  if (handle == NULL) {
    return FSL_OK;
  }
  fsl_status status = forcedsplit_may_enter(NULL);
  if (status != FSL_OK) {
    return status;
  }
  forcedsplit_session* session = forcedsplit_handle_take(FORCEDSPLIT_KIND_SESSION, (uintptr_t)handle);
  if (session == NULL) {
    return FSL_ERROR_INVALID_HANDLE;
  }
  while (!change(session, FORCEDSPLIT_SESSION_FREE, FORCEDSPLIT_SESSION_IN_CALL)) {
    if (change(session, FORCEDSPLIT_SESSION_IN_CALL, FORCEDSPLIT_SESSION_ENDING)) {
      return FSL_OK;
    }
  }
  forcedsplit_visit visit;
  forcedsplit_visit_begin(&visit);
  status = release((uintptr_t)handle, session);
  forcedsplit_visit_end(&visit);
  return status;
}

/* What Go could not even look at. */
static fsl_status check_axes(const fsl_axis* axes, size_t axis_count, fsl_error** out_error) {
  if (axes == NULL && axis_count > 0) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT, "axes is NULL");
  }
  if (axis_count > INT32_MAX) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_TOO_LARGE, "the cell has %zu axes, the limit is %d", axis_count,
                                  INT32_MAX);
  }
  return FSL_OK;
}

typedef fsl_status (*go_cell_edit)(forcedsplit_session* session, uint64_t id, int32_t listed, fsl_axis* axes,
                                   size_t axis_count, fsl_error** out_error);

static fsl_status edit_cell(go_cell_edit edit, const fsl_session* handle, uint64_t id, int32_t listed,
                            const fsl_axis* axes, size_t axis_count, fsl_error** out_error) {
  call c;
  fsl_status status = begin_edit(&c, handle, out_error);
  if (status != FSL_OK) {
    return status;
  }
  status = check_axes(axes, axis_count, out_error);
  if (status == FSL_OK) {
    status = edit(c.session, id, listed, axis_count > 0 ? (fsl_axis*)axes : NULL, axis_count, out_error);
  }
  return end(&c, status);
}

fsl_status fsl_session_add_value(fsl_session* handle, uint64_t id, int32_t listed, const fsl_axis* axes,
                                 size_t axis_count, fsl_error** out_error) {
  return edit_cell(forcedsplit_go_session_add_value, handle, id, listed, axes, axis_count, out_error);
}

fsl_status fsl_session_set_cell(fsl_session* handle, uint64_t id, int32_t listed, const fsl_axis* axes,
                                size_t axis_count, fsl_error** out_error) {
  return edit_cell(forcedsplit_go_session_set_cell, handle, id, listed, axes, axis_count, out_error);
}

fsl_status fsl_session_remove_value(fsl_session* handle, uint64_t id, fsl_error** out_error) {
  call c;
  fsl_status status = begin_edit(&c, handle, out_error);
  if (status != FSL_OK) {
    return status;
  }
  return end(&c, forcedsplit_go_session_remove_value(c.session, id, out_error));
}

fsl_status fsl_session_add_operand(fsl_session* handle, uint64_t reader, uint64_t operand, fsl_error** out_error) {
  call c;
  fsl_status status = begin_edit(&c, handle, out_error);
  if (status != FSL_OK) {
    return status;
  }
  return end(&c, forcedsplit_go_session_add_operand(c.session, reader, operand, out_error));
}

fsl_status fsl_session_remove_operand(fsl_session* handle, uint64_t reader, uint64_t operand, fsl_error** out_error) {
  call c;
  fsl_status status = begin_edit(&c, handle, out_error);
  if (status != FSL_OK) {
    return status;
  }
  return end(&c, forcedsplit_go_session_remove_operand(c.session, reader, operand, out_error));
}

fsl_status fsl_session_set_inside(fsl_session* handle, uint64_t reader, uint64_t source, int32_t inside,
                                  fsl_error** out_error) {
  call c;
  fsl_status status = begin_edit(&c, handle, out_error);
  if (status != FSL_OK) {
    return status;
  }
  return end(&c, forcedsplit_go_session_set_inside(c.session, reader, source, inside, out_error));
}

fsl_status fsl_session_update(fsl_session* handle, const fsl_levels_args* theirs, const fsl_changes** out,
                              fsl_error** out_error) {
  if (out != NULL) {
    *out = NULL;
  }
  fsl_levels_args args;
  fsl_status status = forcedsplit_predicate_read(theirs, out, &args, out_error);
  call c;
  if (status == FSL_OK) {
    status = begin(&c, handle, out_error);
  }
  if (status != FSL_OK) {
    return status;
  }
  void* answer = NULL;
  status = end(&c, forcedsplit_go_session_update(c.session, &args, &answer, out_error));
  if (status != FSL_OK) {
    fsl_answer_destroy(answer);
    return status;
  }
  *out = answer;
  return FSL_OK;
}

fsl_status fsl_session_levels(fsl_session* handle, fsl_levels** out, fsl_error** out_error) {
  if (out != NULL) {
    *out = NULL;
  }
  fsl_status status = forcedsplit_may_enter(out_error);
  if (status != FSL_OK) {
    return status;
  }
  if (out == NULL) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT, "out is NULL");
  }
  call c;
  status = begin(&c, handle, out_error);
  if (status != FSL_OK) {
    return status;
  }
  forcedsplit_levels* levels = NULL;
  uint64_t token = forcedsplit_levels_reserve(0, &levels);
  if (token == 0) {
    return end(&c, forcedsplit_error_tell(out_error, FSL_ERROR_INTERNAL, "no memory for another handle"));
  }
  status = end(&c, forcedsplit_go_session_levels(c.session, levels, out_error));
  if (status != FSL_OK) {
    forcedsplit_levels_release(token, levels);
    return status;
  }
  forcedsplit_handle_publish(token, levels);
  *out = (fsl_levels*)(uintptr_t)token;
  return FSL_OK;
}
