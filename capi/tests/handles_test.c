/* Handles: dead, forged, raced for, many. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "check.h"
#include "fixture.h"
#include "loader.h"
#include "soak.h"

static fsl_levels* new_levels(void) { return levels_of(&chain, always, NULL); }

static void is_dead(fsl_levels* handle) {
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  CHECK_INT(fsl_levels_view_of(handle, &view), FSL_ERROR_INVALID_HANDLE);
  CHECK_INT(view.count, 0);
  CHECK(view.passes == NULL);
  CHECK_INT(fsl_levels_pass(handle, 12), 0);
  CHECK_INT(fsl_levels_flags(handle, 7), 0);
}

static void is_alive(fsl_levels* handle) {
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  CHECK_INT(fsl_levels_view_of(handle, &view), FSL_OK);
  CHECK_INT(view.count, 3);
  CHECK_INT(fsl_levels_pass(handle, 12), 2);
  CHECK_INT(fsl_levels_flags(handle, 7), FSL_VALUE_CARRIED | FSL_VALUE_PINNED);
}

static void null_is_no_handle_and_may_be_destroyed(void) {
  is_dead(NULL);
  CHECK_INT(fsl_levels_destroy(NULL), FSL_OK);
}

static void a_second_destroy_is_told(void) {
  fsl_levels* handle = new_levels();
  is_alive(handle);
  CHECK_INT(fsl_levels_destroy(handle), FSL_OK);
  CHECK_INT(fsl_levels_destroy(handle), FSL_ERROR_INVALID_HANDLE);
  is_dead(handle);
}

static void a_dead_handle_stays_dead_after_1000_more_pairs(void) {
  fsl_levels* live[100];
  for (size_t i = 0; i < 100; ++i) {
    live[i] = new_levels();
  }
  fsl_levels* dead = new_levels();
  CHECK_INT(fsl_levels_destroy(dead), FSL_OK);
  for (int i = 0; i < 1000; ++i) {
    fsl_levels* other = new_levels();
    CHECK(other != NULL && other != dead);
    is_dead(dead);
    CHECK_INT(fsl_levels_destroy(dead), FSL_ERROR_INVALID_HANDLE);
    is_alive(other);
    CHECK_INT(fsl_levels_destroy(other), FSL_OK);
  }
  for (size_t i = 0; i < 100; ++i) {
    is_alive(live[i]);
    CHECK_INT(fsl_levels_destroy(live[i]), FSL_OK);
  }
}

/* A handle of another kind, generation or slot differs in some bit. */
static void a_handle_with_any_bit_flipped_is_none(void) {
  fsl_levels* handle = new_levels();
  for (int bit = 0; bit < 64; ++bit) {
    fsl_levels* forged = (fsl_levels*)((uintptr_t)handle ^ (uintptr_t)1 << bit);
    is_dead(forged);
    CHECK_INT(fsl_levels_destroy(forged), FSL_ERROR_INVALID_HANDLE);
  }
  is_alive(handle);
  CHECK_INT(fsl_levels_destroy(handle), FSL_OK);
}

static void addresses_and_numbers_are_no_handles(void) {
  int here = 0;
  const uintptr_t forged[] = {1,
                              4096,
                              (uintptr_t)&here,
                              (uintptr_t)&chain,
                              UINTPTR_MAX,
                              UINTPTR_MAX - 1,
                              (uintptr_t)1 << 56,
                              ((uintptr_t)1 << 56) - 1,
                              ((uintptr_t)1 << 57) - 1};
  for (size_t i = 0; i < sizeof(forged) / sizeof(forged[0]); ++i) {
    is_dead((fsl_levels*)forged[i]);
    CHECK_INT(fsl_levels_destroy((fsl_levels*)forged[i]), FSL_ERROR_INVALID_HANDLE);
  }
}

static void thousands_of_handles_live_side_by_side(void) {
  enum { COUNT = 5000 };
  static fsl_levels* handles[COUNT];
  for (size_t i = 0; i < COUNT; ++i) {
    handles[i] = new_levels();
  }
  for (size_t i = 0; i < COUNT; i += 2) {
    CHECK_INT(fsl_levels_destroy(handles[i]), FSL_OK);
  }
  for (size_t i = 0; i < COUNT; ++i) {
    (i % 2 == 0 ? is_dead : is_alive)(handles[i]);
    CHECK_INT(fsl_levels_destroy(handles[i]), i % 2 == 0 ? FSL_ERROR_INVALID_HANDLE : FSL_OK);
  }
}

static void a_view_stays_as_it_is_until_its_handle_is_destroyed(void) {
  fsl_levels* handle = new_levels();
  fsl_levels_view before = FSL_LEVELS_VIEW_INIT, after = FSL_LEVELS_VIEW_INIT;
  CHECK_INT(fsl_levels_view_of(handle, &before), FSL_OK);
  for (int i = 0; i < 1000; ++i) {
    CHECK_INT(fsl_levels_destroy(new_levels()), FSL_OK);
  }
  CHECK_INT(fsl_levels_view_of(handle, &after), FSL_OK);
  CHECK(before.ids == after.ids && before.passes == after.passes && before.flags == after.flags);
  CHECK_INT(before.ids[1], 9);
  CHECK_INT(before.passes[1], 1);
  CHECK_INT(before.flags[1], FSL_VALUE_PINNED);
  CHECK_INT(fsl_levels_destroy(handle), FSL_OK);
}

enum { THREADS = 16 };
static fsl_levels* _Atomic prize;
static atomic_int round_now, finished, winners, losers;

static void destroy_the_prize(void) {
  fsl_status status = fsl_levels_destroy(atomic_load(&prize));
  atomic_fetch_add(status == FSL_OK ? &winners : &losers, status == FSL_OK || status == FSL_ERROR_INVALID_HANDLE);
  atomic_fetch_add(&finished, 1);
}

/* Spins, so that those who have a processor begin at the same moment. */
static void* race_to_destroy(void* rounds) {
  for (int round = 1; round <= *(int*)rounds; ++round) {
    for (int spins = 1; atomic_load(&round_now) < round; ++spins) {
      if (spins % 1000 == 0) {
        sched_yield();
      }
    }
    destroy_the_prize();
  }
  return NULL;
}

static void of_racing_destroys_exactly_one_wins(void) {
  int rounds = rounds_of(50000, 3000);
  pthread_t threads[THREADS - 1];
  for (int i = 0; i < THREADS - 1; ++i) {
    CHECK_INT(pthread_create(&threads[i], NULL, race_to_destroy, &rounds), 0);
  }
  for (int round = 1; round <= rounds; ++round) {
    atomic_store(&prize, new_levels());
    atomic_store(&finished, 0);
    atomic_store(&round_now, round);
    for (volatile int delay = round % 64; delay > 0; --delay) {
    }
    destroy_the_prize();
    while (atomic_load(&finished) < THREADS) {
      sched_yield();
    }
    CHECK_INT(atomic_load(&winners), round);
  }
  for (int i = 0; i < THREADS - 1; ++i) {
    CHECK_INT(pthread_join(threads[i], NULL), 0);
  }
  CHECK_INT(atomic_load(&losers), (THREADS - 1) * rounds);
}

static void* make_and_end_many(void* unused) {
  (void)unused;
  fsl_levels* held[16] = {NULL};
  for (size_t i = 0; i < 2000; ++i) {
    fsl_levels** place = &held[i % 16];
    if (*place != NULL) {
      CHECK_INT(fsl_levels_pass(*place, 12), 2);
    }
    CHECK_INT(fsl_levels_destroy(*place), FSL_OK);
    *place = new_levels();
  }
  for (size_t i = 0; i < 16; ++i) {
    CHECK_INT(fsl_levels_destroy(held[i]), FSL_OK);
  }
  return NULL;
}

static void threads_make_and_end_handles_at_the_same_time(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_create(&threads[i], NULL, make_and_end_many, NULL), 0);
  }
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_join(threads[i], NULL), 0);
  }
}

/* Where a handle is in the table (handles.c). The slot freed last is taken first. */
static unsigned slot_of(const fsl_levels* handle) { return (unsigned)((uintptr_t)handle & 0xffffff); }

static void make_and_end(int rounds, buffer b) {
  for (int i = 0; i < rounds; ++i) {
    fsl_levels* handle = NULL;
    fsl_status made = create(b, always, NULL, &handle, NULL), ended = fsl_levels_destroy(handle);
    if (made != FSL_OK || ended != FSL_OK) {
      CHECK_INT(made, FSL_OK);
      CHECK_INT(ended, FSL_OK);
      return;
    }
  }
}

static void a_million_rounds_leave_memory_and_handles_where_they_were(void) {
  enum { WARM = 50000, LIMIT_KIB = 4096 };
  buffer b = write_graph(&chain);
  fsl_levels* kept = new_levels();
  make_and_end(rounds_of(WARM, WARM), b);
  fsl_levels* last = new_levels();
  const unsigned slot = slot_of(last);
  CHECK_INT(fsl_levels_destroy(last), FSL_OK);
  long before = resident_now();
  const int rounds = rounds_of(1000000, 1000000);
  make_and_end(rounds, b);
  long after = resident_now();
  CHECK(before > 0);
  if (rounds == 1000000 && after > before + LIMIT_KIB) {
    CHECK_INT(after, before);
  }
  fsl_levels* next = new_levels();
  CHECK_INT(slot_of(next), slot);
  is_alive(kept);
  CHECK_INT(fsl_levels_destroy(next), FSL_OK);
  CHECK_INT(fsl_levels_destroy(kept), FSL_OK);
  free(b.data);
}

int main(void) {
  RUN(null_is_no_handle_and_may_be_destroyed);
  RUN(a_second_destroy_is_told);
  RUN(a_dead_handle_stays_dead_after_1000_more_pairs);
  RUN(a_handle_with_any_bit_flipped_is_none);
  RUN(addresses_and_numbers_are_no_handles);
  RUN(thousands_of_handles_live_side_by_side);
  RUN(a_view_stays_as_it_is_until_its_handle_is_destroyed);
  RUN(of_racing_destroys_exactly_one_wins);
  RUN(threads_make_and_end_handles_at_the_same_time);
  RUN(a_million_rounds_leave_memory_and_handles_where_they_were);
  return check_done();
}
