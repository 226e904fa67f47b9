/* What can be wrong with a call itself: NULLs, struct sizes, both predicates. Names and versions. */
#include <stdlib.h>

#include "check.h"
#include "fixture.h"

enum { FIRST_ARGS_SIZE = 48 }; /* of ABI 1.0 */

static buffer chain_bytes;

static fsl_levels_args good_args(void) { return args_for(chain_bytes, always, NULL); }

static void invalid(const fsl_levels_args* args, const char* message) {
  fsl_levels* levels = (fsl_levels*)1;
  fsl_error* error = NULL;
  CHECK_INT(fsl_levels_create(args, &levels, &error), FSL_ERROR_INVALID_ARGUMENT);
  CHECK(levels == NULL);
  CHECK_INT(fsl_error_status(error), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_TEXT(fsl_error_message(error), message);
  CHECK(is_about(error, 0, NULL));
  fsl_error_destroy(error);
  levels = (fsl_levels*)1;
  CHECK_INT(fsl_levels_create(args, &levels, NULL), FSL_ERROR_INVALID_ARGUMENT);
  CHECK(levels == NULL);
}

static void a_null_that_must_not_be_is_named(void) {
  invalid(NULL, "args");
  fsl_levels_args args = good_args();
  args.graph = NULL;
  invalid(&args, "graph");
  args.graph_size = 0;
  invalid(&args, "graph");
  args = good_args();
  fsl_error* error = NULL;
  CHECK_INT(fsl_levels_create(&args, NULL, &error), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_TEXT(fsl_error_message(error), "out");
  fsl_error_destroy(error);
  CHECK_INT(fsl_levels_create(&args, NULL, NULL), FSL_ERROR_INVALID_ARGUMENT);
}

static void both_predicates_at_once_are_refused(void) {
  fsl_levels_args args = good_args();
  args.inside_batch = recording_batch;
  invalid(&args, "inside_batch");
}

static void arguments_are_told_before_the_graph_is_looked_at(void) {
  fsl_levels_args args = good_args();
  args.graph_size = 3;
  args.inside_batch = recording_batch;
  invalid(&args, "inside_batch");
}

static void success_leaves_no_error(void) {
  fsl_levels_args args = good_args();
  fsl_levels* levels = NULL;
  fsl_error* error = (fsl_error*)1;
  CHECK_INT(fsl_levels_create(&args, &levels, &error), FSL_OK);
  CHECK(error == NULL);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

static void a_struct_size_below_the_first_is_refused(void) {
  fsl_levels_args args = good_args();
  for (size_t size = 0; size < FIRST_ARGS_SIZE; ++size) {
    args.struct_size = size;
    invalid(&args, "struct_size");
  }
}

/* The budget of one pass, which the chain does not keep, counts only where it is inside the struct. */
static void a_field_beyond_an_older_struct_size_is_not_read(void) {
  fsl_levels_args args = good_args();
  fsl_levels* levels = NULL;
  args.max_passes = 1;
  CHECK_INT(fsl_levels_create(&args, &levels, NULL), FSL_ERROR_TOO_MANY_PASSES);
  args.struct_size = FIRST_ARGS_SIZE;
  CHECK_INT(fsl_levels_create(&args, &levels, NULL), FSL_OK);
  CHECK_INT(fsl_levels_pass(levels, 12), 2);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

static void a_larger_args_struct_is_accepted_if_its_tail_is_zero(void) {
  struct {
    fsl_levels_args args;
    unsigned char tail[24];
  } later = {good_args(), {0}};
  later.args.struct_size = sizeof(later);
  fsl_levels* levels = NULL;
  CHECK_INT(fsl_levels_create(&later.args, &levels, NULL), FSL_OK);
  CHECK_INT(fsl_levels_pass(levels, 12), 2);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  for (size_t i = 0; i < sizeof(later.tail); ++i) {
    later.tail[i] = 1;
    invalid(&later.args, "struct_size");
    later.tail[i] = 0;
  }
}

static void a_view_is_checked_before_it_is_written(void) {
  fsl_levels_args args = good_args();
  fsl_levels* levels = NULL;
  CHECK_INT(fsl_levels_create(&args, &levels, NULL), FSL_OK);
  CHECK_INT(fsl_levels_view_of(levels, NULL), FSL_ERROR_INVALID_ARGUMENT);
  for (size_t size = 0; size < sizeof(fsl_levels_view); ++size) {
    fsl_levels_view view, untouched;
    memset(&view, 0xab, sizeof(view));
    view.struct_size = size;
    memcpy(&untouched, &view, sizeof(view));
    CHECK_INT(fsl_levels_view_of(levels, &view), FSL_ERROR_INVALID_ARGUMENT);
    CHECK(memcmp(&view, &untouched, sizeof(view)) == 0);
  }
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

static void a_larger_view_keeps_what_the_library_does_not_know(void) {
  struct {
    fsl_levels_view view;
    unsigned char tail[16];
  } later = {FSL_LEVELS_VIEW_INIT, {0}};
  later.view.struct_size = sizeof(later);
  fsl_levels_args args = good_args();
  fsl_levels* levels = NULL;
  CHECK_INT(fsl_levels_create(&args, &levels, NULL), FSL_OK);
  CHECK_INT(fsl_levels_view_of(levels, &later.view), FSL_OK);
  CHECK_INT(later.view.struct_size, sizeof(later));
  CHECK_INT(later.view.count, 3);
  CHECK_INT(later.view.max_pass, 2);
  for (size_t i = 0; i < sizeof(later.tail); ++i) {
    CHECK_INT(later.tail[i], 0);
  }
  later.tail[15] = 1;
  CHECK_INT(fsl_levels_view_of(levels, &later.view), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

static void an_empty_graph_has_an_empty_answer(void) {
  const graph empty = {0};
  fsl_levels* levels = levels_of(&empty, NULL, NULL);
  CHECK(levels != NULL);
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  view.count = 77;
  view.max_pass = 77;
  CHECK_INT(fsl_levels_view_of(levels, &view), FSL_OK);
  CHECK_INT(view.count, 0);
  CHECK_INT(view.max_pass, 0);
  CHECK_INT(fsl_levels_pass(levels, 0), 0);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

static void values_without_a_legality_cell_are_absent(void) {
  graph g = chain;
  g.columns[AXIS_OFFSETS] = (column)U32(0, 1, 1, 1);
  g.columns[AXIS_ROLES] = (column)U8(LOOP_CARRIED);
  g.columns[UNCLASSIFIED] = (column)U32(1); /* 9 has no cell, but hands on what it reads */
  fsl_levels* levels = levels_of(&g, NULL, NULL);
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  CHECK_INT(fsl_levels_view_of(levels, &view), FSL_OK);
  CHECK_INT(view.passes[0], 0);
  CHECK_INT(view.passes[1], FSL_PASS_ABSENT);
  CHECK_INT(view.passes[2], 1);
  CHECK_INT(fsl_levels_pass(levels, 9), 0);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

static void no_error_reads_as_no_error(void) {
  size_t count = 77;
  CHECK_INT(fsl_error_status(NULL), FSL_OK);
  CHECK(strcmp(fsl_error_message(NULL), "") == 0);
  CHECK(fsl_error_values(NULL, &count) == NULL);
  CHECK_INT(count, 0);
  CHECK(fsl_error_values(NULL, NULL) == NULL);
  CHECK_INT(fsl_error_predicate_code(NULL), 0);
  fsl_error_destroy(NULL);
}

static void statuses_have_their_numbers_and_names(void) {
  static const char* const names[] = {
      "FSL_OK",
      "FSL_ERROR_INVALID_ARGUMENT",
      "FSL_ERROR_MALFORMED_GRAPH",
      "FSL_ERROR_CYCLE",
      "FSL_ERROR_PREDICATE_REQUIRED",
      "FSL_ERROR_PREDICATE_ABORTED",
      "FSL_ERROR_INVALID_HANDLE",
      "FSL_ERROR_FORKED",
      "FSL_ERROR_TOO_LARGE",
      "FSL_ERROR_INTERNAL",
      "FSL_ERROR_TOO_MANY_PASSES",
  };
  CHECK_INT(FSL_ERROR_TOO_MANY_PASSES, sizeof(names) / sizeof(names[0]) - 1);
  for (int status = FSL_OK; status <= FSL_ERROR_TOO_MANY_PASSES; ++status) {
    CHECK(strcmp(fsl_status_name((fsl_status)status), names[status]) == 0);
  }
  CHECK(strcmp(fsl_status_name((fsl_status)11), "unknown status") == 0);
}

static void the_library_is_the_one_of_this_header(void) {
  CHECK_INT(fsl_abi_version(), FSL_ABI_MAJOR << 16 | FSL_ABI_MINOR);
  unsigned part[3];
  char rest;
  CHECK_INT(sscanf(fsl_version_string(), "%u.%u.%u%c", &part[0], &part[1], &part[2], &rest), 3);
}

int main(void) {
  chain_bytes = write_graph(&chain);
  RUN(a_null_that_must_not_be_is_named);
  RUN(both_predicates_at_once_are_refused);
  RUN(arguments_are_told_before_the_graph_is_looked_at);
  RUN(success_leaves_no_error);
  RUN(a_struct_size_below_the_first_is_refused);
  RUN(a_field_beyond_an_older_struct_size_is_not_read);
  RUN(a_larger_args_struct_is_accepted_if_its_tail_is_zero);
  RUN(a_view_is_checked_before_it_is_written);
  RUN(a_larger_view_keeps_what_the_library_does_not_know);
  RUN(an_empty_graph_has_an_empty_answer);
  RUN(values_without_a_legality_cell_are_absent);
  RUN(no_error_reads_as_no_error);
  RUN(statuses_have_their_numbers_and_names);
  RUN(the_library_is_the_one_of_this_header);
  free(chain_bytes.data);
  return check_done();
}
