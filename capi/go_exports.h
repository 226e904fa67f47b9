/* What the Go side gives to the C side. (cgo's generated header says the same to the compiler of the Go side, but would
 * bring its own types along.) */
#ifndef FORCEDSPLIT_GO_EXPORTS_H
#define FORCEDSPLIT_GO_EXPORTS_H

#include "forcedsplit/forcedsplit.h"
#include "levels.h"
#include "session.h"

/* Computes the levels that args asks for into levels, which hold no result but may have room. args was checked; both
 * are C memory. On failure levels hold anything, for the caller to clear, and *out_error receives the error unless
 * out_error is NULL. */
fsl_status forcedsplit_go_levels_create(fsl_levels_args* args, forcedsplit_levels* levels, fsl_error** out_error);

/* The answers that answer_blocks.h describes, each of its function's kind. args was checked. *answer, which is NULL,
 * may receive an unfinished one on failure, for the caller to release; *out_error as above. */
fsl_status forcedsplit_go_explain(fsl_levels_args* args, uint64_t value, void** answer, fsl_error** out_error);
fsl_status forcedsplit_go_explain_pass(fsl_levels_args* args, int32_t pass, void** answer, fsl_error** out_error);
fsl_status forcedsplit_go_verify(fsl_levels_args* args, const int32_t* passes, size_t count, void** answer,
                                 fsl_error** out_error);
fsl_status forcedsplit_go_split_report(fsl_levels_args* args, void** answer, fsl_error** out_error);
fsl_status forcedsplit_go_levels_stats(fsl_levels_args* args, void** answer, fsl_error** out_error);
fsl_status forcedsplit_go_draw(fsl_levels_args* args, fsl_picture_kind kind, void** answer, fsl_error** out_error);

/* What can be done with a session, one function each. axes are not NULL where there are any. */
fsl_status forcedsplit_go_session_create(fsl_levels_args* args, forcedsplit_session* session, fsl_error** out_error);
fsl_status forcedsplit_go_session_add_value(forcedsplit_session* session, uint64_t id, int32_t listed, fsl_axis* axes,
                                            size_t axis_count, fsl_error** out_error);
fsl_status forcedsplit_go_session_set_cell(forcedsplit_session* session, uint64_t id, int32_t listed, fsl_axis* axes,
                                           size_t axis_count, fsl_error** out_error);
fsl_status forcedsplit_go_session_remove_value(forcedsplit_session* session, uint64_t id, fsl_error** out_error);
fsl_status forcedsplit_go_session_add_operand(forcedsplit_session* session, uint64_t reader, uint64_t operand,
                                              fsl_error** out_error);
fsl_status forcedsplit_go_session_remove_operand(forcedsplit_session* session, uint64_t reader, uint64_t operand,
                                                 fsl_error** out_error);
fsl_status forcedsplit_go_session_set_inside(forcedsplit_session* session, uint64_t reader, uint64_t source,
                                             int32_t inside, fsl_error** out_error);

/* An answer, as above; and levels, which hold no result, as in forcedsplit_go_levels_create. */
fsl_status forcedsplit_go_session_update(forcedsplit_session* session, fsl_levels_args* args, void** answer,
                                         fsl_error** out_error);
fsl_status forcedsplit_go_session_levels(forcedsplit_session* session, forcedsplit_levels* levels,
                                         fsl_error** out_error);

/* Lets go of what the session holds, so that another one may take its place. */
fsl_status forcedsplit_go_session_end(forcedsplit_session* session);

/* Does nothing: thread_guard.c's first call on every thread. */
void forcedsplit_go_introduce(void);

/* Sets the options of the runtime, whose values were checked. */
fsl_status forcedsplit_go_runtime_configure(fsl_runtime_options* options, fsl_error** out_error);

#endif /* FORCEDSPLIT_GO_EXPORTS_H */
