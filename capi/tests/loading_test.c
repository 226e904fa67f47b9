/* HAZARDS, loading: what is loaded stays loaded and costs no more the next time; and beside a second copy of the
 * library and somebody else's Go library, in any order of loading and each called from inside the other's predicates,
 * each of them works. argv: the library, a copy of it under another name, the foreign library. Every test has a process
 * of its own, in which nothing is loaded yet. */
#define _DEFAULT_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "fresh_process.h"
#include "loader.h"

enum { THREADS = 8, ROUNDS = 50, TERMS = 20 };

static const char *library_path, *copy_path, *foreign_path;
static library first, second;
static uint64_t (*foreign_sum)(uint64_t);

static buffer chain_bytes;

static int32_t always(void* user_data, uint64_t reader, uint64_t source) {
  (void)user_data, (void)reader, (void)source;
  return 1;
}

/* One computation; its predicate runs on the calling thread. */
static int computes(const library* of, fsl_inside_fn inside) {
  fsl_levels* levels = NULL;
  int right = compute(of, chain_bytes, inside, NULL, &levels, NULL) == FSL_OK;
  right =
      right && of->levels_pass(levels, 7) == 0 && of->levels_pass(levels, 9) == 1 && of->levels_pass(levels, 12) == 2;
  return right && of->levels_destroy(levels) == FSL_OK && of->levels_destroy(levels) == FSL_ERROR_INVALID_HANDLE;
}

static int foreign_works(void) { return foreign_sum(TERMS) == TERMS * (TERMS + 1) / 2; }

static void a_thousand_rounds_of_dlopen_and_dlclose_leave_threads_and_memory_alone(void) {
  library kept = load(library_path, RTLD_LOCAL);
  CHECK(computes(&kept, always));
  CHECK_INT(dlclose(kept.handle), 0);
  long threads = threads_now(), resident = resident_now();
  for (int round = 0; round < 1000; ++round) {
    library again = load(library_path, RTLD_LOCAL);
    CHECK(again.levels_create == kept.levels_create);
    CHECK(computes(&again, always));
    CHECK_INT(dlclose(again.handle), 0);
  }
  CHECK(kept.levels_pass((fsl_levels*)1, 0) == 0); /* the code is there after the last dlclose, too */
  CHECK(computes(&kept, always));
  CHECK(threads_now() <= threads + 2); /* the runtime may still be starting its few */
  CHECK(resident_now() - resident < 8 * 1024);
}

static int32_t asks_the_foreign_one(void* user_data, uint64_t reader, uint64_t source) {
  return foreign_works() ? always(user_data, reader, source) : -1;
}

static int32_t asks_the_second(void* user_data, uint64_t reader, uint64_t source) {
  return computes(&second, asks_the_foreign_one) ? always(user_data, reader, source) : -1;
}

static int32_t asks_the_first(void* user_data, uint64_t reader, uint64_t source) {
  return computes(&first, asks_the_foreign_one) ? always(user_data, reader, source) : -1;
}

static int all_work(void) {
  return computes(&first, always) && foreign_works() && computes(&second, always) &&
         computes(&first, asks_the_second) && computes(&second, asks_the_first);
}

static void* call_all_in_turn(void* wrong) {
  for (int round = 0; round < ROUNDS; ++round) {
    *(int*)wrong += !all_work();
  }
  return NULL;
}

/* All of them, in turn, on this thread and then on several new ones, which end. */
static void call_from_several_threads(void) {
  pthread_t threads[THREADS];
  int wrong[THREADS + 1] = {0};
  CHECK(first.levels_create != second.levels_create);
  call_all_in_turn(&wrong[THREADS]);
  CHECK_INT(wrong[THREADS], 0);
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_create(&threads[i], NULL, call_all_in_turn, &wrong[i]), 0);
  }
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_join(threads[i], NULL), 0);
    CHECK_INT(wrong[i], 0);
  }
  CHECK(all_work());
}

static void load_foreign(int scope) {
  void* foreign = dlopen(foreign_path, RTLD_NOW | scope);
  CHECK(foreign != NULL);
  *(void**)&foreign_sum = foreign == NULL ? NULL : dlsym(foreign, "foreign_sum");
  CHECK(foreign_sum != NULL);
}

static void two_copies_and_a_foreign_library_work_where_ours_come_first(void) {
  first = load(library_path, RTLD_LOCAL);
  second = load(copy_path, RTLD_LOCAL);
  load_foreign(RTLD_LOCAL);
  call_from_several_threads();
}

static void two_copies_and_a_foreign_library_work_where_ours_come_last(void) {
  load_foreign(RTLD_LOCAL);
  first = load(library_path, RTLD_LOCAL);
  second = load(copy_path, RTLD_LOCAL);
  call_from_several_threads();
}

/* The names of its runtime, which the foreign library exports, are the ones that ours are linked with. */
static void names_of_a_foreign_runtime_in_global_scope_are_not_taken_for_ours(void) {
  load_foreign(RTLD_GLOBAL);
  first = load(library_path, RTLD_GLOBAL);
  second = load(copy_path, RTLD_GLOBAL);
  call_from_several_threads();
}

/* The other way around: a foreign library that is loaded into a used process, between calls. */
static void a_foreign_library_may_come_between_calls(void) {
  first = load(library_path, RTLD_GLOBAL);
  CHECK(computes(&first, always));
  load_foreign(RTLD_GLOBAL);
  CHECK(foreign_works());
  CHECK(computes(&first, asks_the_foreign_one));
  second = load(copy_path, RTLD_GLOBAL);
  call_from_several_threads();
}

static void both_copies_refuse_in_a_forked_child(void) {
  first = load(library_path, RTLD_LOCAL);
  second = load(copy_path, RTLD_LOCAL);
  load_foreign(RTLD_LOCAL);
  CHECK(all_work());
  pid_t child = fork();
  if (child == 0) {
    alarm(FRESH_SECONDS);
    fsl_levels* levels = NULL;
    int refused = compute(&first, chain_bytes, always, NULL, &levels, NULL) == FSL_ERROR_FORKED &&
                  compute(&second, chain_bytes, always, NULL, &levels, NULL) == FSL_ERROR_FORKED;
    _exit(refused ? 0 : 1);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK_INT(status, 0);
  CHECK(all_work());
}

int main(int argc, char** argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: loading_test LIBRARY COPY FOREIGN\n");
    return 64;
  }
  library_path = argv[1];
  copy_path = argv[2];
  foreign_path = argv[3];
  chain_bytes = write_graph(&chain);
  FRESH(a_thousand_rounds_of_dlopen_and_dlclose_leave_threads_and_memory_alone);
  FRESH(two_copies_and_a_foreign_library_work_where_ours_come_first);
  FRESH(two_copies_and_a_foreign_library_work_where_ours_come_last);
  FRESH(names_of_a_foreign_runtime_in_global_scope_are_not_taken_for_ours);
  FRESH(a_foreign_library_may_come_between_calls);
  FRESH(both_copies_refuse_in_a_forked_child);
  free(chain_bytes.data);
  return check_done();
}
