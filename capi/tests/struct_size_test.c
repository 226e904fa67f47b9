/* The rules of struct_size between versions that do not exist yet: a struct whose first version had two fields and
 * whose newest has four. */
#include "struct_size.h"

#include <stdint.h>

#include "check.h"

typedef struct first {
  size_t struct_size;
  uint64_t a, b;
} first;

typedef struct newest {
  size_t struct_size;
  uint64_t a, b, c, d;
} newest;

static void a_size_between_first_and_newest_fits(void) {
  newest theirs = {0, 1, 2, 3, 4};
  for (size_t size = sizeof(first); size <= sizeof(newest); ++size) {
    theirs.struct_size = size;
    CHECK_INT(forcedsplit_size_check(&theirs, sizeof(first), sizeof(newest)), FORCEDSPLIT_SIZE_FITS);
  }
  theirs.struct_size = sizeof(first) - 1;
  CHECK_INT(forcedsplit_size_check(&theirs, sizeof(first), sizeof(newest)), FORCEDSPLIT_SIZE_IMPOSSIBLE);
}

/* An uninitialized struct_size must not send the search for unknown fields through the host's memory. */
static void a_size_that_no_struct_has_is_refused_without_a_look(void) {
  first theirs = {SIZE_MAX, 1, 2};
  CHECK_INT(forcedsplit_size_check(&theirs, sizeof(first), sizeof(first)), FORCEDSPLIT_SIZE_IMPOSSIBLE);
  theirs.struct_size = FORCEDSPLIT_LARGEST_STRUCT + 1;
  CHECK_INT(forcedsplit_size_check(&theirs, sizeof(first), sizeof(first)), FORCEDSPLIT_SIZE_IMPOSSIBLE);
}

static void an_older_library_accepts_only_fields_that_are_not_used(void) {
  newest theirs = {sizeof(newest), 1, 2, 0, 0};
  CHECK_INT(forcedsplit_size_check(&theirs, sizeof(first), sizeof(first)), FORCEDSPLIT_SIZE_FITS);
  theirs.d = (uint64_t)1 << 63;
  CHECK_INT(forcedsplit_size_check(&theirs, sizeof(first), sizeof(first)), FORCEDSPLIT_SIZE_UNKNOWN_FIELDS);
}

static void missing_argument_fields_are_zero(void) {
  first theirs = {sizeof(first), 1, 2};
  newest ours = {9, 9, 9, 9, 9};
  forcedsplit_size_read(&ours, sizeof(ours), &theirs);
  CHECK_INT(ours.a, 1);
  CHECK_INT(ours.b, 2);
  CHECK_INT(ours.c, 0);
  CHECK_INT(ours.d, 0);
}

static void argument_fields_of_a_later_version_are_left_alone(void) {
  newest theirs = {sizeof(newest), 1, 2, 0, 0};
  struct {
    first ours;
    uint64_t next;
  } memory = {{9, 9, 9}, 77};
  forcedsplit_size_read(&memory.ours, sizeof(memory.ours), &theirs);
  CHECK_INT(memory.ours.a, 1);
  CHECK_INT(memory.ours.b, 2);
  CHECK_INT(memory.next, 77);
}

static void only_result_fields_that_fit_are_written(void) {
  const newest ours = {sizeof(newest), 1, 2, 3, 4};
  newest theirs = {sizeof(first), 9, 9, 9, 9};
  forcedsplit_size_write(&theirs, &ours, sizeof(ours));
  CHECK_INT(theirs.struct_size, sizeof(first));
  CHECK_INT(theirs.a, 1);
  CHECK_INT(theirs.b, 2);
  CHECK_INT(theirs.c, 9);
  CHECK_INT(theirs.d, 9);
}

int main(void) {
  RUN(a_size_between_first_and_newest_fits);
  RUN(a_size_that_no_struct_has_is_refused_without_a_look);
  RUN(an_older_library_accepts_only_fields_that_are_not_used);
  RUN(missing_argument_fields_are_zero);
  RUN(argument_fields_of_a_later_version_are_left_alone);
  RUN(only_result_fields_that_fit_are_written);
  return check_done();
}
