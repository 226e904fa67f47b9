/* HAZARDS, threads: many at once, small stacks, deep stacks, a predicate that is always called on the thread that asked
 * for it. */
#define _GNU_SOURCE
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "fixture.h"
#include "soak.h"

enum { THREADS = 64, LINKS = 24, DEPTH = 3 };

static buffer shared;
static atomic_int wrong, strangers, calls;
static atomic_int quit;

/* What one thread does, for its own predicates to see. */
typedef struct worker {
  pthread_t self;
  pid_t tid;
  unsigned id_base; /* its own graph's ids begin here */
  int depth;        /* of predicates in predicates */
  unsigned random;
} worker;

static unsigned next_random(worker* w) { return w->random = w->random * 1664525u + 1013904223u; }

/* A chain of values in which each reads the one before, all of them reductions: value i is in pass i if inside says
 * yes to every question, in pass 0 if it says no to all. */
static buffer chain_from(uint64_t id_base) {
  uint64_t ids[LINKS];
  uint32_t offsets[LINKS + 1], operands[LINKS], axis_offsets[LINKS + 1];
  uint8_t roles[LINKS];
  for (uint32_t i = 0; i < LINKS; ++i) {
    ids[i] = id_base + i;
    offsets[i + 1] = i;
    operands[i] = i;
    axis_offsets[i] = i;
    roles[i] = REDUCTION;
  }
  offsets[0] = 0;
  axis_offsets[LINKS] = LINKS;
  graph g = {.value_count = LINKS,
             .columns = {[IDS] = {ids, LINKS, sizeof(uint64_t)},
                         [OPERAND_OFFSETS] = {offsets, LINKS + 1, sizeof(uint32_t)},
                         [OPERANDS] = {operands, LINKS - 1, sizeof(uint32_t)},
                         [AXIS_OFFSETS] = {axis_offsets, LINKS + 1, sizeof(uint32_t)},
                         [AXIS_ROLES] = {roles, LINKS, sizeof(uint8_t)}}};
  return write_graph(&g);
}

static int32_t asks_again(void* user_data, uint64_t reader, uint64_t source);

/* One computation, whose every answer is checked. */
static void compute(worker* w, buffer b, uint64_t id_base) {
  fsl_levels* levels = NULL;
  fsl_status status = create(b, asks_again, w, &levels, NULL);
  int right = status == FSL_OK;
  for (unsigned i = 0; right && i < LINKS; ++i) {
    right = fsl_levels_pass(levels, id_base + i) == (int32_t)i;
  }
  atomic_fetch_add(&wrong, !right || fsl_levels_destroy(levels) != FSL_OK);
  atomic_fetch_add(&calls, 1);
}

/* What a host's garbage collector does to the heap. */
static void collect_garbage(worker* w) {
  void* garbage[16];
  for (int i = 0; i < 16; ++i) {
    size_t size = next_random(w) % 20000 + 1;
    garbage[i] = malloc(size);
    if (garbage[i] != NULL) {
      memset(garbage[i], 0xee, size);
    }
  }
  for (int i = 0; i < 16; ++i) {
    free(garbage[i]);
  }
  if (next_random(w) >> 16 < 16) {
    malloc_trim(0);
  }
}

static int32_t asks_again(void* user_data, uint64_t reader, uint64_t source) {
  worker* w = user_data;
  atomic_fetch_add(&strangers, !pthread_equal(w->self, pthread_self()) || gettid() != w->tid);
  atomic_fetch_add(&wrong, reader != source + 1);
  if (next_random(w) >> 16 < 2048) { /* one question in 32 */
    collect_garbage(w);
    if (w->depth < DEPTH) {
      ++w->depth;
      compute(w, shared, 0);
      --w->depth;
    }
  }
  return 1;
}

static void* works(void* number) {
  worker w = {.self = pthread_self(), .tid = gettid(), .random = *(unsigned*)number};
  w.id_base = 1000 * w.random;
  buffer own = chain_from(w.id_base);
  while (!atomic_load(&quit)) {
    compute(&w, own, w.id_base);
    compute(&w, shared, 0);
  }
  free(own.data);
  return NULL;
}

static void a_crowd_gets_right_answers_each_on_its_own_thread(void) {
  pthread_t threads[THREADS];
  unsigned numbers[THREADS];
  for (unsigned i = 0; i < THREADS; ++i) {
    numbers[i] = i + 1;
    CHECK_INT(pthread_create(&threads[i], NULL, works, &numbers[i]), 0);
  }
  nanosleep(&(struct timespec){rounds_of(20, 3), 0}, NULL);
  atomic_store(&quit, 1);
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_join(threads[i], NULL), 0);
  }
  CHECK_INT(atomic_load(&wrong), 0);
  CHECK_INT(atomic_load(&strangers), 0);
  CHECK(atomic_load(&calls) >= 2 * THREADS);
}

static void* computes_once(void* unused) {
  (void)unused;
  worker w = {.self = pthread_self(), .tid = gettid(), .depth = DEPTH - 1, .random = 7};
  compute(&w, shared, 0);
  return NULL;
}

static void on_a_stack_of(size_t size, void* (*body)(void*)) {
  pthread_attr_t attributes;
  pthread_t thread;
  CHECK_INT(pthread_attr_init(&attributes), 0);
  CHECK_INT(pthread_attr_setstacksize(&attributes, size), 0);
  CHECK_INT(pthread_create(&thread, &attributes, body, NULL), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_INT(pthread_attr_destroy(&attributes), 0);
  CHECK_INT(atomic_load(&wrong), 0);
}

static void the_smallest_stack_is_large_enough(void) {
  for (int i = 0; i < 50; ++i) {
    on_a_stack_of((size_t)PTHREAD_STACK_MIN, computes_once);
  }
}

/* Takes the stack down by about this much before it computes. */
static void compute_below(size_t bytes) {
  volatile char frame[4096];
  frame[0] = frame[sizeof(frame) - 1] = 1;
  if (bytes > 2 * sizeof(frame)) {
    compute_below(bytes - sizeof(frame));
  } else {
    computes_once(NULL);
  }
  frame[0] = 2;
}

static const size_t MIB = 1 << 20;

static void* computes_7_mib_down(void* unused) {
  (void)unused;
  compute_below(7 * MIB);
  return NULL;
}

static int32_t goes_deep(void* user_data, uint64_t reader, uint64_t source) {
  (void)user_data, (void)reader, (void)source;
  compute_below(3 * MIB);
  return 1;
}

/* The first call high up and the next ones deep down, both ways, and with Go frames between. */
static void* computes_up_and_down(void* unused) {
  computes_once(unused);
  compute_below(3 * MIB);
  fsl_levels* levels = levels_of(&chain, goes_deep, NULL);
  atomic_fetch_add(&wrong, fsl_levels_pass(levels, 12) != 2);
  fsl_levels_destroy(levels);
  computes_once(unused);
  return NULL;
}

static void a_call_from_a_deep_stack_works(void) { on_a_stack_of(8 * MIB, computes_7_mib_down); }

static void calls_from_any_depth_of_one_stack_work(void) { on_a_stack_of(8 * MIB, computes_up_and_down); }

static void* remembers_to_compute_at_its_end(void* key) {
  pthread_setspecific(*(pthread_key_t*)key, "a value");
  computes_once(NULL);
  return NULL;
}

static void computes_in_a_destructor(void* unused) {
  (void)unused;
  computes_once(NULL);
}

/* The library's own thread-specific data may be gone by then. */
static void a_threads_last_breath_may_be_a_call(void) {
  pthread_key_t key;
  CHECK_INT(pthread_key_create(&key, computes_in_a_destructor), 0);
  for (int i = 0; i < 50; ++i) {
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, remembers_to_compute_at_its_end, &key), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
  }
  CHECK_INT(pthread_key_delete(key), 0);
  CHECK_INT(atomic_load(&wrong), 0);
}

static long maps_now(void) {
  FILE* file = fopen("/proc/self/maps", "r");
  long lines = 0;
  for (int c = 0; file != NULL && (c = fgetc(file)) != EOF;) {
    lines += c == '\n';
  }
  if (file != NULL) {
    fclose(file);
  }
  return lines;
}

/* Every thread that calls is given an alternate signal stack; it goes with the thread. */
static void threads_that_end_leave_nothing_mapped(void) {
  long before = 0;
  for (int i = 0; i < 300; ++i) {
    if (i == 100) {
      before = maps_now();
    }
    on_a_stack_of(MIB, computes_once);
  }
  CHECK(maps_now() < before + 50);
}

static pthread_key_t last_rounds;

/* Runs in every round of destructors that the system grants. */
static void computes_again_and_again(void* value) {
  computes_once(NULL);
  CHECK_INT(pthread_setspecific(last_rounds, value), 0);
}

static void* computes_to_the_last(void* unused) {
  CHECK_INT(pthread_setspecific(last_rounds, &last_rounds), 0);
  return unused;
}

static void not_even_those_that_call_in_their_last_moment(void) {
  CHECK_INT(pthread_key_create(&last_rounds, computes_again_and_again), 0);
  long before = 0;
  for (int i = 0; i < 300; ++i) {
    if (i == 100) {
      before = maps_now();
    }
    on_a_stack_of(MIB, computes_to_the_last);
  }
  CHECK(maps_now() < before + 50);
  CHECK_INT(pthread_key_delete(last_rounds), 0);
  CHECK_INT(atomic_load(&wrong), 0);
}

int main(void) {
  shared = chain_from(0);
  RUN(a_crowd_gets_right_answers_each_on_its_own_thread);
  RUN(the_smallest_stack_is_large_enough);
  RUN(a_call_from_a_deep_stack_works);
  RUN(calls_from_any_depth_of_one_stack_work);
  RUN(a_threads_last_breath_may_be_a_call);
  RUN(threads_that_end_leave_nothing_mapped);
  RUN(not_even_those_that_call_in_their_last_moment);
  free(shared.data);
  return check_done();
}
