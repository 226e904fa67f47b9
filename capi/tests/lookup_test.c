/* Looking a value up by its id, however ids lie. Value v of a graph here is in pass v % 2, so a wrong position shows.
 */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdlib.h>

#include "check.h"
#include "fixture.h"

/* Pairs of values: the first carried, the second reading it. count is even. */
static fsl_levels* pairs_with_ids(const uint64_t* ids, uint32_t count) {
  uint32_t* operand_offsets = calloc(count + 1, sizeof(uint32_t));
  uint32_t* axis_offsets = calloc(count + 1, sizeof(uint32_t));
  uint32_t* operands = calloc(count, sizeof(uint32_t));
  uint8_t* roles = malloc(count);
  for (uint32_t v = 0; v < count; ++v) {
    operand_offsets[v + 1] = (v + 1) / 2;
    axis_offsets[v + 1] = (v + 2) / 2;
    operands[v / 2] = v / 2 * 2;
    roles[v] = LOOP_CARRIED;
  }
  graph g = {.value_count = count,
             .columns = {[OPERAND_OFFSETS] = {operand_offsets, count + 1, sizeof(uint32_t)},
                         [OPERANDS] = {operands, count / 2, sizeof(uint32_t)},
                         [AXIS_OFFSETS] = {axis_offsets, count + 1, sizeof(uint32_t)},
                         [AXIS_ROLES] = {roles, count / 2, sizeof(uint8_t)}}};
  if (ids != NULL) {
    g.columns[IDS] = (column){ids, count, sizeof(uint64_t)};
  }
  fsl_levels* levels = levels_of(&g, NULL, NULL);
  free(operand_offsets);
  free(axis_offsets);
  free(operands);
  free(roles);
  return levels;
}

static const uint32_t flags_of_carried = FSL_VALUE_CARRIED | FSL_VALUE_PINNED;

/* Every id is found where it is, and these others nowhere. */
static void finds(const uint64_t* ids, uint32_t count, const uint64_t* absent, size_t absent_count) {
  fsl_levels* levels = pairs_with_ids(ids, count);
  for (uint32_t v = 0; v < count; ++v) {
    CHECK_INT(fsl_levels_pass(levels, ids == NULL ? v : ids[v]), v % 2);
    CHECK_INT(fsl_levels_flags(levels, ids == NULL ? v : ids[v]), v % 2 == 0 ? flags_of_carried : 0);
  }
  for (size_t i = 0; i < absent_count; ++i) {
    CHECK_INT(fsl_levels_pass(levels, absent[i]), 0);
    CHECK_INT(fsl_levels_flags(levels, absent[i]), 0);
  }
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

#define FINDS(ids, count, ...) \
  finds(ids, count, (const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static void without_ids_the_id_is_the_position(void) {
  FINDS(NULL, 100, 100, 101, UINT32_MAX, (uint64_t)1 << 32, (uint64_t)1 << 63, UINT64_MAX);
}

static void rising_ids_are_found(void) {
  static const uint64_t ids[] = {3, 5, 6, 1000, (uint64_t)1 << 40, UINT64_MAX};
  FINDS(ids, 6, 0, 4, 7, 999, 1001, UINT64_MAX - 1);
  FINDS(ids, 2, 0, 4, 6, UINT64_MAX);
}

static void falling_ids_are_found(void) {
  static const uint64_t ids[] = {UINT64_MAX, 500, 2, 0};
  FINDS(ids, 4, 1, 3, UINT64_MAX - 1, (uint64_t)1 << 63);
}

static void ids_that_fall_only_at_the_end_are_found(void) {
  static const uint64_t ids[] = {10, 20, 30, 15};
  FINDS(ids, 4, 0, 11, 16, 31);
}

static void shuffled_ids_are_found(void) {
  enum { COUNT = 4096 };
  static uint64_t ids[COUNT];
  for (uint64_t v = 0; v < COUNT; ++v) {
    ids[v] = (v + 1) * UINT64_C(0x9e3779b97f4a7c15);
  }
  FINDS(ids, COUNT, 0, 1, 2, UINT64_MAX);
}

static void ids_that_differ_in_high_bits_only_are_found(void) {
  enum { COUNT = 4096 };
  static uint64_t ids[COUNT];
  for (uint64_t v = 0; v < COUNT; ++v) {
    ids[v] = (COUNT - v) << 48 | 0xfff;
  }
  FINDS(ids, COUNT, 0, 0xfff, (uint64_t)1 << 48, UINT64_MAX);
}

enum { THREADS = 8, SHARED = 20000 };
static uint64_t shared_ids[SHARED];
static fsl_levels* shared;
static pthread_barrier_t start;

static void* look_everything_up(void* wrong) {
  pthread_barrier_wait(&start);
  for (uint32_t v = 0; v < SHARED; ++v) {
    *(size_t*)wrong += fsl_levels_pass(shared, shared_ids[v]) != (int32_t)(v % 2);
  }
  return NULL;
}

static void threads_that_race_for_the_first_look_up_all_find(void) {
  for (uint64_t v = 0; v < SHARED; ++v) {
    shared_ids[v] = (SHARED - v) * 64;
  }
  pthread_barrier_init(&start, NULL, THREADS);
  for (int round = 0; round < 10; ++round) {
    pthread_t threads[THREADS];
    size_t wrong[THREADS] = {0};
    shared = pairs_with_ids(shared_ids, SHARED);
    for (int i = 0; i < THREADS; ++i) {
      CHECK_INT(pthread_create(&threads[i], NULL, look_everything_up, &wrong[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
      CHECK_INT(pthread_join(threads[i], NULL), 0);
      CHECK_INT(wrong[i], 0);
    }
    CHECK_INT(fsl_levels_destroy(shared), FSL_OK);
  }
}

int main(void) {
  RUN(without_ids_the_id_is_the_position);
  RUN(rising_ids_are_found);
  RUN(falling_ids_are_found);
  RUN(ids_that_fall_only_at_the_end_are_found);
  RUN(shuffled_ids_are_found);
  RUN(ids_that_differ_in_high_bits_only_are_found);
  RUN(threads_that_race_for_the_first_look_up_all_find);
  return check_done();
}
