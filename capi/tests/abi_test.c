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
VALUE(FSL_ABI_MINOR, 1);
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
VALUE(FSL_PASS_ABSENT, -1);
VALUE(FSL_VALUE_CARRIED, 1);
VALUE(FSL_VALUE_PINNED, 2);

/* Types. */
TYPE(fsl_inside_fn, int32_t (*)(void*, uint64_t, uint64_t));
TYPE(fsl_inside_batch_fn, int32_t (*)(void*, size_t, const uint64_t*, const uint64_t*, uint8_t*));

STRUCT(fsl_levels_args, 48);
FIELD(fsl_levels_args, struct_size, 0, size_t);
FIELD(fsl_levels_args, graph, 8, const void*);
FIELD(fsl_levels_args, graph_size, 16, size_t);
FIELD(fsl_levels_args, inside, 24, fsl_inside_fn);
FIELD(fsl_levels_args, inside_batch, 32, fsl_inside_batch_fn);
FIELD(fsl_levels_args, user_data, 40, void*);

STRUCT(fsl_levels_view, 48);
FIELD(fsl_levels_view, struct_size, 0, size_t);
FIELD(fsl_levels_view, count, 8, size_t);
FIELD(fsl_levels_view, ids, 16, const uint64_t*);
FIELD(fsl_levels_view, passes, 24, const int32_t*);
FIELD(fsl_levels_view, flags, 32, const uint8_t*);
FIELD(fsl_levels_view, max_pass, 40, int32_t);

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
FUNCTION(fsl_runtime_configure, fsl_status (*)(const fsl_runtime_options*, fsl_error**));

static void the_library_has_the_headers_version(void) {
  CHECK_INT(fsl_abi_version(), FSL_ABI_MAJOR << 16 | FSL_ABI_MINOR);
}

static void an_initializer_fills_its_struct_and_nothing_else(void) {
  const fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  const fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  const fsl_runtime_options options = FSL_RUNTIME_OPTIONS_INIT;
  CHECK_INT(args.struct_size, 48);
  CHECK(args.graph == NULL && args.graph_size == 0 && args.inside == NULL && args.inside_batch == NULL);
  CHECK(args.user_data == NULL);
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
