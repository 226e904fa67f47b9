/* The ABI, pinned: a change of anything here breaks programs that are out there, and does not compile. What is added is
 * added here too. (capi/abi and the suite `abi` compare what was built with what was published.) */
#include <stdalign.h>
#include <stddef.h>

#include "check.h"
#include "forcedsplit/forcedsplit.h"

#define PINNED(condition) _Static_assert(condition, "this is in the ABI: " #condition)
#define VALUE(name, value) PINNED((name) == (value))
#define FIELD(type, name, offset, its_type) \
  PINNED(offsetof(type, name) == (offset)); \
  PINNED(_Generic(&((type*)0)->name, its_type * : 1, default : 0))
#define STRUCT(type, size) PINNED(sizeof(type) == (size) && alignof(type) == 8)
#define FUNCTION(name, ...) PINNED(_Generic(&(name), __VA_ARGS__ : 1, default : 0))
#define TYPE(name, ...) PINNED(_Generic((name)0, __VA_ARGS__ : 1, default : 0))

/* The platform. */
PINNED(sizeof(void*) == 8 && sizeof(size_t) == 8 && sizeof(void (*)(void)) == 8);

/* Values. */
VALUE(FSL_ABI_MAJOR, 1);
VALUE(FSL_ABI_MINOR, 3);
PINNED(sizeof(fsl_status) == 4 && alignof(fsl_status) == 4);
VALUE(FSL_OK, 0);
VALUE(FSL_ERROR_INVALID_ARGUMENT, 1);
VALUE(FSL_ERROR_MALFORMED_GRAPH, 2);
VALUE(FSL_ERROR_CYCLE, 3);
VALUE(FSL_ERROR_PREDICATE_REQUIRED, 4);
VALUE(FSL_ERROR_PREDICATE_ABORTED, 5);
VALUE(FSL_ERROR_INVALID_HANDLE, 6);
VALUE(FSL_ERROR_FORKED, 7);
VALUE(FSL_ERROR_TOO_LARGE, 8);
VALUE(FSL_ERROR_INTERNAL, 9);
VALUE(FSL_ERROR_TOO_MANY_PASSES, 10);
VALUE(FSL_PASS_ABSENT, -1);
VALUE(FSL_VALUE_CARRIED, 1);
VALUE(FSL_VALUE_PINNED, 2);
PINNED(sizeof(fsl_reason) == 4 && alignof(fsl_reason) == 4);
VALUE(FSL_REASON_PLAIN, 0);
VALUE(FSL_REASON_CARRIED, 1);
VALUE(FSL_REASON_INSIDE, 2);
PINNED(sizeof(fsl_lift) == 4 && alignof(fsl_lift) == 4);
VALUE(FSL_LIFT_NONE, 0);
VALUE(FSL_LIFT_LIFTED, 1);
VALUE(FSL_LIFT_HELD, 2);
PINNED(sizeof(fsl_picture_kind) == 4 && alignof(fsl_picture_kind) == 4);
VALUE(FSL_PICTURE_DOT, 0);
VALUE(FSL_PICTURE_PAGE, 1);
PINNED(sizeof(fsl_role) == 4 && alignof(fsl_role) == 4);
VALUE(FSL_ROLE_LOOP_LOCAL, 0);
VALUE(FSL_ROLE_REDUCTION, 1);
VALUE(FSL_ROLE_LOOP_CARRIED, 2);
VALUE(FSL_ROLE_LOOP_INVARIANT, 3);
VALUE(FSL_LOOP_UNRESOLVED, -1);

/* Types. */
TYPE(fsl_inside_fn, int32_t (*)(void*, uint64_t, uint64_t));
TYPE(fsl_inside_batch_fn, int32_t (*)(void*, size_t, const uint64_t*, const uint64_t*, uint8_t*));

STRUCT(fsl_levels_args, 56);
FIELD(fsl_levels_args, struct_size, 0, size_t);
FIELD(fsl_levels_args, graph, 8, const void*);
FIELD(fsl_levels_args, graph_size, 16, size_t);
FIELD(fsl_levels_args, inside, 24, fsl_inside_fn);
FIELD(fsl_levels_args, inside_batch, 32, fsl_inside_batch_fn);
FIELD(fsl_levels_args, user_data, 40, void*);
FIELD(fsl_levels_args, max_passes, 48, size_t);

STRUCT(fsl_levels_view, 48);
FIELD(fsl_levels_view, struct_size, 0, size_t);
FIELD(fsl_levels_view, count, 8, size_t);
FIELD(fsl_levels_view, ids, 16, const uint64_t*);
FIELD(fsl_levels_view, passes, 24, const int32_t*);
FIELD(fsl_levels_view, flags, 32, const uint8_t*);
FIELD(fsl_levels_view, max_pass, 40, int32_t);

STRUCT(fsl_link, 24);
FIELD(fsl_link, reader, 0, uint64_t);
FIELD(fsl_link, operand, 8, uint64_t);
FIELD(fsl_link, reason, 16, fsl_reason);

STRUCT(fsl_explanation, 72);
FIELD(fsl_explanation, struct_size, 0, size_t);
FIELD(fsl_explanation, json, 8, const char*);
FIELD(fsl_explanation, json_size, 16, size_t);
FIELD(fsl_explanation, value, 24, uint64_t);
FIELD(fsl_explanation, listed, 32, int32_t);
FIELD(fsl_explanation, pass, 36, int32_t);
FIELD(fsl_explanation, level, 40, int32_t);
FIELD(fsl_explanation, lift, 44, fsl_lift);
FIELD(fsl_explanation, lift_reader, 48, uint64_t);
FIELD(fsl_explanation, chain_count, 56, size_t);
FIELD(fsl_explanation, chain, 64, const fsl_link*);

STRUCT(fsl_violation, 32);
FIELD(fsl_violation, reader, 0, uint64_t);
FIELD(fsl_violation, operand, 8, uint64_t);
FIELD(fsl_violation, reason, 16, fsl_reason);
FIELD(fsl_violation, reader_pass, 20, int32_t);
FIELD(fsl_violation, operand_pass, 24, int32_t);

STRUCT(fsl_difference, 16);
FIELD(fsl_difference, value, 0, uint64_t);
FIELD(fsl_difference, given, 8, int32_t);
FIELD(fsl_difference, expected, 12, int32_t);

STRUCT(fsl_verdict, 64);
FIELD(fsl_verdict, struct_size, 0, size_t);
FIELD(fsl_verdict, json, 8, const char*);
FIELD(fsl_verdict, json_size, 16, size_t);
FIELD(fsl_verdict, legal, 24, int32_t);
FIELD(fsl_verdict, assignment, 28, int32_t);
FIELD(fsl_verdict, violation_count, 32, size_t);
FIELD(fsl_verdict, violations, 40, const fsl_violation*);
FIELD(fsl_verdict, difference_count, 48, size_t);
FIELD(fsl_verdict, differences, 56, const fsl_difference*);

STRUCT(fsl_stage, 24);
FIELD(fsl_stage, nest, 0, uint32_t);
FIELD(fsl_stage, pass, 4, int32_t);
FIELD(fsl_stage, value_count, 8, size_t);
FIELD(fsl_stage, values, 16, const uint64_t*);

STRUCT(fsl_materialized, 40);
FIELD(fsl_materialized, value, 0, uint64_t);
FIELD(fsl_materialized, bytes, 8, uint64_t);
FIELD(fsl_materialized, nest, 16, uint32_t);
FIELD(fsl_materialized, pass, 20, int32_t);
FIELD(fsl_materialized, reader_count, 24, size_t);
FIELD(fsl_materialized, readers, 32, const uint64_t*);

STRUCT(fsl_conflict, 32);
FIELD(fsl_conflict, value, 0, uint64_t);
FIELD(fsl_conflict, nest, 8, uint32_t);
FIELD(fsl_conflict, loop, 12, int32_t);
FIELD(fsl_conflict, reader_count, 16, size_t);
FIELD(fsl_conflict, readers, 24, const uint64_t*);

STRUCT(fsl_boundary, 24);
FIELD(fsl_boundary, after, 0, int32_t);
FIELD(fsl_boundary, value_count, 8, size_t);
FIELD(fsl_boundary, bytes, 16, uint64_t);

STRUCT(fsl_split, 96);
FIELD(fsl_split, struct_size, 0, size_t);
FIELD(fsl_split, json, 8, const char*);
FIELD(fsl_split, json_size, 16, size_t);
FIELD(fsl_split, stage_count, 24, size_t);
FIELD(fsl_split, stages, 32, const fsl_stage*);
FIELD(fsl_split, materialized_count, 40, size_t);
FIELD(fsl_split, materialized, 48, const fsl_materialized*);
FIELD(fsl_split, conflict_count, 56, size_t);
FIELD(fsl_split, conflicts, 64, const fsl_conflict*);
FIELD(fsl_split, has_sizes, 72, int32_t);
FIELD(fsl_split, boundary_count, 80, size_t);
FIELD(fsl_split, boundaries, 88, const fsl_boundary*);

STRUCT(fsl_stats, 120);
FIELD(fsl_stats, struct_size, 0, size_t);
FIELD(fsl_stats, json, 8, const char*);
FIELD(fsl_stats, json_size, 16, size_t);
FIELD(fsl_stats, values, 24, uint64_t);
FIELD(fsl_stats, edges, 32, uint64_t);
FIELD(fsl_stats, questions, 40, uint64_t);
FIELD(fsl_stats, yes, 48, uint64_t);
FIELD(fsl_stats, longest_chain, 56, uint64_t);
FIELD(fsl_stats, lifted, 64, uint64_t);
FIELD(fsl_stats, pinned, 72, uint64_t);
FIELD(fsl_stats, pass_count, 80, size_t);
FIELD(fsl_stats, values_per_pass, 88, const uint64_t*);
FIELD(fsl_stats, decode_ns, 96, uint64_t);
FIELD(fsl_stats, ask_ns, 104, uint64_t);
FIELD(fsl_stats, sweep_ns, 112, uint64_t);

STRUCT(fsl_picture, 24);
FIELD(fsl_picture, struct_size, 0, size_t);
FIELD(fsl_picture, text, 8, const char*);
FIELD(fsl_picture, text_size, 16, size_t);

PINNED(sizeof(fsl_axis) == 8 && alignof(fsl_axis) == 4);
FIELD(fsl_axis, loop, 0, int32_t);
FIELD(fsl_axis, role, 4, uint8_t);

STRUCT(fsl_change, 24);
FIELD(fsl_change, value, 0, uint64_t);
FIELD(fsl_change, before, 8, int32_t);
FIELD(fsl_change, after, 12, int32_t);
FIELD(fsl_change, flags_before, 16, uint32_t);
FIELD(fsl_change, flags_after, 20, uint32_t);

STRUCT(fsl_changes, 32);
FIELD(fsl_changes, struct_size, 0, size_t);
FIELD(fsl_changes, count, 8, size_t);
FIELD(fsl_changes, changes, 16, const fsl_change*);
FIELD(fsl_changes, max_pass, 24, int32_t);

STRUCT(fsl_runtime_options, 24);
FIELD(fsl_runtime_options, struct_size, 0, size_t);
FIELD(fsl_runtime_options, max_threads, 8, int32_t);
FIELD(fsl_runtime_options, gc_percent, 12, int32_t);
FIELD(fsl_runtime_options, memory_limit, 16, int64_t);

/* Functions. */
FUNCTION(fsl_status_name, const char* (*)(fsl_status));
FUNCTION(fsl_abi_version, uint32_t (*)(void));
FUNCTION(fsl_version_string, const char* (*)(void));
FUNCTION(fsl_error_status, fsl_status (*)(const fsl_error*));
FUNCTION(fsl_error_message, const char* (*)(const fsl_error*));
FUNCTION(fsl_error_values, const uint64_t* (*)(const fsl_error*, size_t*));
FUNCTION(fsl_error_predicate_code, int32_t (*)(const fsl_error*));
FUNCTION(fsl_error_destroy, void (*)(fsl_error*));
FUNCTION(fsl_levels_create, fsl_status (*)(const fsl_levels_args*, fsl_levels**, fsl_error**));
FUNCTION(fsl_levels_destroy, fsl_status (*)(fsl_levels*));
FUNCTION(fsl_levels_view_of, fsl_status (*)(const fsl_levels*, fsl_levels_view*));
FUNCTION(fsl_levels_pass, int32_t (*)(const fsl_levels*, uint64_t));
FUNCTION(fsl_levels_flags, uint32_t (*)(const fsl_levels*, uint64_t));
FUNCTION(fsl_answer_destroy, void (*)(const void*));
FUNCTION(fsl_explain, fsl_status (*)(const fsl_levels_args*, uint64_t, const fsl_explanation**, fsl_error**));
FUNCTION(fsl_explain_pass, fsl_status (*)(const fsl_levels_args*, int32_t, const fsl_explanation**, fsl_error**));
FUNCTION(fsl_verify, fsl_status (*)(const fsl_levels_args*, const int32_t*, size_t, const fsl_verdict**, fsl_error**));
FUNCTION(fsl_split_report, fsl_status (*)(const fsl_levels_args*, const fsl_split**, fsl_error**));
FUNCTION(fsl_levels_stats, fsl_status (*)(const fsl_levels_args*, const fsl_stats**, fsl_error**));
FUNCTION(fsl_draw, fsl_status (*)(const fsl_levels_args*, fsl_picture_kind, const fsl_picture**, fsl_error**));
FUNCTION(fsl_session_create, fsl_status (*)(const fsl_levels_args*, fsl_session**, fsl_error**));
FUNCTION(fsl_session_destroy, fsl_status (*)(fsl_session*));
FUNCTION(fsl_session_add_value, fsl_status (*)(fsl_session*, uint64_t, int32_t, const fsl_axis*, size_t, fsl_error**));
FUNCTION(fsl_session_set_cell, fsl_status (*)(fsl_session*, uint64_t, int32_t, const fsl_axis*, size_t, fsl_error**));
FUNCTION(fsl_session_remove_value, fsl_status (*)(fsl_session*, uint64_t, fsl_error**));
FUNCTION(fsl_session_add_operand, fsl_status (*)(fsl_session*, uint64_t, uint64_t, fsl_error**));
FUNCTION(fsl_session_remove_operand, fsl_status (*)(fsl_session*, uint64_t, uint64_t, fsl_error**));
FUNCTION(fsl_session_set_inside, fsl_status (*)(fsl_session*, uint64_t, uint64_t, int32_t, fsl_error**));
FUNCTION(fsl_session_update, fsl_status (*)(fsl_session*, const fsl_levels_args*, const fsl_changes**, fsl_error**));
FUNCTION(fsl_session_levels, fsl_status (*)(fsl_session*, fsl_levels**, fsl_error**));
FUNCTION(fsl_runtime_configure, fsl_status (*)(const fsl_runtime_options*, fsl_error**));

static void the_library_has_the_headers_version(void) {
  CHECK_INT(fsl_abi_version(), FSL_ABI_MAJOR << 16 | FSL_ABI_MINOR);
}

static void an_initializer_fills_its_struct_and_nothing_else(void) {
  const fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  const fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  const fsl_runtime_options options = FSL_RUNTIME_OPTIONS_INIT;
  CHECK_INT(args.struct_size, 56);
  CHECK(args.graph == NULL && args.graph_size == 0 && args.inside == NULL && args.inside_batch == NULL);
  CHECK(args.user_data == NULL && args.max_passes == 0);
  CHECK_INT(view.struct_size, 48);
  CHECK(view.count == 0 && view.ids == NULL && view.passes == NULL && view.flags == NULL && view.max_pass == 0);
  CHECK_INT(options.struct_size, 24);
  CHECK(options.max_threads == 0 && options.gc_percent == 0 && options.memory_limit == 0);
}

int main(void) {
  RUN(the_library_has_the_headers_version);
  RUN(an_initializer_fills_its_struct_and_nothing_else);
  return check_done();
}
