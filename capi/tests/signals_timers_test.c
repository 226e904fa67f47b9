/* HAZARDS, signals: timers and messages of the host keep arriving while calls run, on whatever thread, and change no
 * answer. The library is loaded from argv[1], after the handlers were installed and before, in a process each. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "loader.h"
#include "soak.h"

enum { COUNT = 20000, THREADS = 4, ENOUGH = 20 };

static const int signals[] = {SIGPROF, SIGALRM, SIGCHLD, SIGUSR1, SIGURG};
enum { SIGNALS = sizeof(signals) / sizeof(signals[0]) };

static const char* library_path;
static library lib;
static atomic_int seen[NSIG], seen_in_calls[NSIG];
static _Thread_local volatile int in_a_call;
static atomic_int quit, wrong;

static void on_signal(int number) {
  atomic_fetch_add(&seen[number], 1);
  atomic_fetch_add(&seen_in_calls[number], in_a_call);
}

static void install_handlers(void) {
  struct sigaction mine = {.sa_handler = on_signal, .sa_flags = SA_RESTART | SA_ONSTACK};
  for (int i = 0; i < SIGNALS; ++i) {
    CHECK_INT(sigaction(signals[i], &mine, NULL), 0);
  }
}

/* Every value reads the one before, a reduction: value i is in pass i. */
static buffer a_long_chain(void) {
  static uint32_t offsets[COUNT + 1], operands[COUNT], axis_offsets[COUNT + 1];
  static uint8_t roles[COUNT];
  for (uint32_t i = 0; i < COUNT; ++i) {
    offsets[i + 1] = i;
    operands[i] = i;
    axis_offsets[i + 1] = i + 1;
    roles[i] = REDUCTION;
  }
  graph g = {.value_count = COUNT,
             .columns = {[OPERAND_OFFSETS] = {offsets, COUNT + 1, sizeof(uint32_t)},
                         [OPERANDS] = {operands, COUNT - 1, sizeof(uint32_t)},
                         [AXIS_OFFSETS] = {axis_offsets, COUNT + 1, sizeof(uint32_t)},
                         [AXIS_ROLES] = {roles, COUNT, sizeof(uint8_t)}}};
  return write_graph(&g);
}

static int32_t yes(void* user_data, uint64_t reader, uint64_t source) {
  (void)user_data;
  return reader == source + 1;
}

static void* computes(void* bytes) {
  while (!atomic_load(&quit)) {
    fsl_levels* levels = NULL;
    in_a_call = 1;
    fsl_status status = compute(&lib, *(buffer*)bytes, yes, NULL, &levels, NULL);
    in_a_call = 0;
    fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
    int right = status == FSL_OK && lib.levels_view_of(levels, &view) == FSL_OK;
    for (int32_t i = 0; right && i < COUNT; ++i) {
      right = view.passes[i] == i;
    }
    atomic_fetch_add(&wrong, !right || lib.levels_destroy(levels) != FSL_OK);
  }
  return NULL;
}

static int all_seen_in_calls(void) {
  int all = 1;
  for (int i = 0; i < SIGNALS; ++i) {
    all = all && atomic_load(&seen_in_calls[signals[i]]) >= ENOUGH;
  }
  return all;
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* SIGCHLD comes of children that end, the messages are sent to the process and to the threads in turn. */
static void send_signals(pthread_t* threads) {
  const double start = seconds(), least = rounds_of(20, 1), most = least + 60;
  for (int i = 0; seconds() < start + least || (!all_seen_in_calls() && seconds() < start + most); ++i) {
    pid_t child = fork();
    if (child == 0) {
      _exit(0);
    }
    CHECK(child > 0);
    while (waitpid(child, NULL, 0) < 0) {
    }
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGURG);
    pthread_kill(threads[i % THREADS], SIGUSR1);
    pthread_kill(threads[i % THREADS], SIGURG);
    pthread_kill(threads[i % THREADS], SIGCHLD);
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
}

static void set_timer(int which, int microseconds) {
  struct itimerval every = {{0, microseconds}, {0, microseconds}};
  CHECK_INT(setitimer((__itimer_which_t)which, &every, NULL), 0);
}

static void signals_keep_arriving(void) {
  buffer b = a_long_chain();
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_create(&threads[i], NULL, computes, &b), 0);
  }
  set_timer(ITIMER_PROF, 1000);
  set_timer(ITIMER_REAL, 1000);
  send_signals(threads);
  set_timer(ITIMER_PROF, 0);
  set_timer(ITIMER_REAL, 0);
  atomic_store(&quit, 1);
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_join(threads[i], NULL), 0);
  }
  CHECK_INT(atomic_load(&wrong), 0);
  for (int i = 0; i < SIGNALS; ++i) {
    if (atomic_load(&seen_in_calls[signals[i]]) < ENOUGH) {
      printf("  signal %d: %d, %d of them in calls\n", signals[i], atomic_load(&seen[signals[i]]),
             atomic_load(&seen_in_calls[signals[i]]));
      ++check_here;
    }
  }
  for (int i = 0; i < SIGNALS; ++i) {
    struct sigaction now;
    CHECK_INT(sigaction(signals[i], NULL, &now), 0);
    CHECK(now.sa_handler == on_signal);
  }
  free(b.data);
}

static void handlers_before_loading(void) {
  install_handlers();
  lib = load(library_path, RTLD_LOCAL);
  signals_keep_arriving();
}

static void handlers_after_loading(void) {
  lib = load(library_path, RTLD_LOCAL);
  install_handlers();
  signals_keep_arriving();
}

/* Runs a scenario in a process that has not loaded the library yet. */
static void in_a_process(void (*scenario)(void)) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    check_here = 0;
    scenario();
    fflush(stdout);
    _exit(check_here == 0 ? 0 : 1);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK_INT(status, 0);
}

static void handlers_from_before_loading_keep_being_called(void) { in_a_process(handlers_before_loading); }

static void handlers_from_after_loading_keep_being_called(void) { in_a_process(handlers_after_loading); }

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: signals_timers_test LIBRARY\n");
    return 64;
  }
  library_path = argv[1];
  RUN(handlers_from_before_loading_keep_being_called);
  RUN(handlers_from_after_loading_keep_being_called);
  return check_done();
}
