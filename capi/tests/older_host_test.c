/* A program from the days of ABI 1.0, built with the header of then, with today's library or with tomorrow's (the suite
 * `abi` builds one whose structs have grown). Its structs end where memory ends: reading or writing a field that it
 * does not have is a fault. */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../abi/forcedsplit-1.0.h"
#include "check.h"
#include "graph_writer.h"

_Static_assert(FSL_ABI_MAJOR == 1 && FSL_ABI_MINOR == 0, "the header of then");

/* `size` bytes that end where a page begins that nobody may touch. */
static void* at_the_end_of_memory(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char* pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) {
    perror("mmap");
    exit(1);
  }
  return pages + page - size;
}

static int32_t always(void* user_data, uint64_t reader, uint64_t source) {
  ++*(int*)user_data;
  return reader == 12 && source == 9;
}

static fsl_levels* levels;

static void the_arguments_of_then_suffice(void) {
  const fsl_levels_args begin = FSL_LEVELS_ARGS_INIT;
  fsl_levels_args* args = at_the_end_of_memory(sizeof(*args));
  fsl_error* error = NULL;
  buffer b = write_graph(&chain);
  int questions = 0;
  *args = begin;
  args->graph = b.data;
  args->graph_size = b.size;
  args->inside = always;
  args->user_data = &questions;
  CHECK_INT(fsl_levels_create(args, &levels, &error), FSL_OK);
  CHECK(error == NULL);
  CHECK_INT(questions, 1);
  free(b.data);
}

static void the_view_of_then_is_filled(void) {
  const fsl_levels_view begin = FSL_LEVELS_VIEW_INIT;
  fsl_levels_view* view = at_the_end_of_memory(sizeof(*view));
  *view = begin;
  CHECK_INT(fsl_levels_view_of(levels, view), FSL_OK);
  CHECK_INT(view->struct_size, sizeof(*view));
  CHECK_INT(view->count, 3);
  CHECK_INT(view->ids[1], 9);
  CHECK_INT(view->passes[2], 2);
  CHECK_INT(view->flags[0], FSL_VALUE_CARRIED | FSL_VALUE_PINNED);
  CHECK_INT(view->max_pass, 2);
}

static void every_other_function_of_then_works(void) {
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  fsl_levels* none = NULL;
  fsl_error* error = NULL;
  size_t count = 1;
  CHECK_INT(fsl_abi_version() >> 16, FSL_ABI_MAJOR);
  CHECK_TEXT(fsl_version_string(), ".");
  CHECK_INT(fsl_levels_pass(levels, 12), 2);
  CHECK_INT(fsl_levels_flags(levels, 9), FSL_VALUE_PINNED);
  CHECK_INT(fsl_levels_create(&args, &none, &error), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_INT(fsl_error_status(error), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_TEXT(fsl_status_name(fsl_error_status(error)), "FSL_ERROR_INVALID_ARGUMENT");
  CHECK_TEXT(fsl_error_message(error), "args.graph is NULL");
  CHECK(fsl_error_values(error, &count) == NULL && count == 0);
  CHECK_INT(fsl_error_predicate_code(error), 0);
  fsl_error_destroy(error);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  CHECK_INT(fsl_levels_destroy(levels), FSL_ERROR_INVALID_HANDLE);
}

int main(void) {
  RUN(the_arguments_of_then_suffice);
  RUN(the_view_of_then_is_filled);
  RUN(every_other_function_of_then_works);
  return check_done();
}
