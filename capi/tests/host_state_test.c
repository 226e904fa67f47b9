/* A guest leaves the house as it found it: signal masks and dispositions, alternate stacks, files, the rounding mode,
 * the locale, and errno are the host's before and after loading (but for what forcedsplit.h names), before and after
 * every call. The library is loaded from argv[1]. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "loader.h"

/* The kernel's signals: glibc hides two. */
enum { SIGNALS = 64 };

static const char* library_path;
static library lib;

/* What the kernel keeps of a signal's disposition, since glibc's sigaction refuses to tell of its own signals. */
typedef struct disposition {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
} disposition;

typedef struct state {
  disposition dispositions[SIGNALS + 1];
  sigset_t mask;
  stack_t stack;
  int files, rounding;
  char locale[64];
} state;

static int open_files(void) {
  DIR* files = opendir("/proc/self/fd");
  int count = 0;
  while (files != NULL && readdir(files) != NULL) {
    ++count;
  }
  if (files != NULL) {
    closedir(files);
  }
  return count;
}

static state look(void) {
  state s;
  memset(&s, 0, sizeof(s));
  for (int i = 1; i <= SIGNALS; ++i) {
    syscall(SYS_rt_sigaction, i, NULL, &s.dispositions[i], sizeof(uint64_t));
  }
  pthread_sigmask(SIG_SETMASK, NULL, &s.mask);
  sigaltstack(NULL, &s.stack);
  s.files = open_files();
  s.rounding = fegetround();
  strncpy(s.locale, setlocale(LC_ALL, NULL), sizeof(s.locale) - 1);
  return s;
}

static int same_disposition(const disposition* a, const disposition* b) {
  const unsigned long restorer = 0x04000000; /* glibc's, on all that goes through its sigaction */
  return a->handler == b->handler && (a->flags | restorer) == (b->flags | restorer) && a->mask == b->mask;
}

static void is_the_same_thread(const state* before, const state* now) {
  for (int i = 1; i <= SIGNALS; ++i) {
    if (sigismember(&before->mask, i) != sigismember(&now->mask, i)) {
      printf("  signal %d in the mask: %d, then %d\n", i, sigismember(&before->mask, i), sigismember(&now->mask, i));
      ++check_here;
    }
  }
  CHECK_INT(now->stack.ss_flags, before->stack.ss_flags);
  if (!(before->stack.ss_flags & SS_DISABLE)) {
    CHECK(now->stack.ss_sp == before->stack.ss_sp);
    CHECK_INT(now->stack.ss_size, before->stack.ss_size);
  }
  CHECK_INT(now->rounding, before->rounding);
}

static void is_the_same(const state* before, const state* now) {
  is_the_same_thread(before, now);
  for (int i = 1; i <= SIGNALS; ++i) {
    if (!same_disposition(&before->dispositions[i], &now->dispositions[i])) {
      printf("  the disposition of signal %d has changed\n", i);
      ++check_here;
    }
  }
  CHECK_INT(now->files, before->files);
  CHECK(strcmp(now->locale, before->locale) == 0);
}

static void my_handler(int number) { (void)number; }

/* What the library may change: it takes what forcedsplit.h names, unless it is the host's, and other handlers run on
 * the alternate stack from then on. */
static int may_have_become(int number, const disposition* before, const disposition* now) {
  static const int taken[] = {SIGSEGV, SIGBUS, SIGFPE};
  for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); ++i) {
    if (number == taken[i]) {
      return 1;
    }
  }
  disposition expected = *before;
  if (before->handler == my_handler) {
    expected.flags |= SA_ONSTACK;
  }
  return same_disposition(&expected, now);
}

static void* nothing(void* unused) { return unused; }

static void on_a_thread(void* (*body)(void*), size_t argument) {
  pthread_t thread;
  CHECK_INT(pthread_create(&thread, NULL, body, &argument), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
}

static sigset_t mask_in_predicate;

static int32_t looks_at_the_mask(void* user_data, uint64_t reader, uint64_t source) {
  (void)user_data, (void)reader, (void)source;
  pthread_sigmask(SIG_SETMASK, NULL, &mask_in_predicate);
  return 1;
}

/* 9 reads 7, a reduction: a call with one question, and one that fails. */
static void calls(void) {
  buffer b = write_graph(&pair);
  fsl_levels* levels = NULL;
  fsl_error* error = NULL;
  errno = 4711;
  CHECK_INT(compute(&lib, b, looks_at_the_mask, NULL, &levels, NULL), FSL_OK);
  CHECK_INT(lib.levels_pass(levels, 9), 1);
  CHECK_INT(lib.levels_destroy(levels), FSL_OK);
  CHECK_INT(errno, 4711);
  CHECK_INT(compute(&lib, b, NULL, NULL, &levels, &error), FSL_ERROR_PREDICATE_REQUIRED);
  lib.error_destroy(error);
  free(b.data);
}

/* Until the runtime has started, a call waits. With all signals blocked, as the runtime's threads have them. */
static void* waits_for_the_runtime(void* unused) {
  sigset_t all;
  sigfillset(&all);
  CHECK_INT(pthread_sigmask(SIG_SETMASK, &all, NULL), 0);
  calls();
  return unused;
}

/* A daemon closes its files, and the next three that it opens are its standard ones: the library holds none. */
static void files_that_the_host_closed_stay_free(void) {
  pid_t child = fork();
  if (child == 0) {
    for (int file = 0; file < 3; ++file) {
      close(file);
    }
    lib = load(library_path, RTLD_LOCAL);
    calls();
    int taken = check_here;
    for (int wait = 0; wait < 20; ++wait) { /* the runtime goes on starting in the background */
      usleep(10000);
      for (int file = 0; file < 3; ++file) {
        taken += fcntl(file, F_GETFD) != -1;
      }
    }
    _exit(taken != 0);
  }
  int status = -1;
  CHECK_INT(waitpid(child, &status, 0), child);
  CHECK_INT(status, 0);
}

static void loading_changes_nothing_but_what_the_header_names(void) {
  struct sigaction mine = {.sa_handler = my_handler, .sa_flags = SA_RESTART};
  sigaddset(&mine.sa_mask, SIGALRM);
  static const int handled[] = {SIGUSR1, SIGCHLD, SIGINT, SIGPROF, SIGALRM};
  for (size_t i = 0; i < sizeof(handled) / sizeof(handled[0]); ++i) {
    CHECK_INT(sigaction(handled[i], &mine, NULL), 0);
  }
  signal(SIGUSR2, SIG_IGN);
  signal(SIGPIPE, SIG_IGN); /* as Python does, and as programs that it executes count on */
  sigset_t some;
  sigemptyset(&some);
  sigaddset(&some, SIGTERM);
  sigaddset(&some, SIGCHLD);
  CHECK_INT(pthread_sigmask(SIG_SETMASK, &some, NULL), 0);
  CHECK_INT(fesetround(FE_UPWARD), 0);
  on_a_thread(nothing, 0); /* the first thread makes glibc take a signal */

  const state before = look();
  lib = load(library_path, RTLD_LOCAL);
  state now = look();
  on_a_thread(waits_for_the_runtime, 0); /* which may open a file while it starts */
  now.files = open_files();
  is_the_same_thread(&before, &now);
  for (int i = 1; i <= SIGNALS; ++i) {
    if (!may_have_become(i, &before.dispositions[i], &now.dispositions[i])) {
      printf("  the disposition of signal %d has changed\n", i);
      ++check_here;
    }
  }
  CHECK_INT(now.files, before.files);
  CHECK(strcmp(now.locale, before.locale) == 0);
  CHECK_INT(fesetround(FE_TONEAREST), 0);
}

/* The first call of a thread, and then others. */
static void calls_change_nothing(void) {
  const state before = look();
  for (int i = 0; i < 3; ++i) {
    calls();
    const state now = look();
    is_the_same(&before, &now);
    state seen = before;
    seen.mask = mask_in_predicate;
    is_the_same_thread(&before, &seen);
  }
}

static void* with_all_signals_blocked(void* unused) {
  sigset_t all;
  sigfillset(&all);
  CHECK_INT(pthread_sigmask(SIG_SETMASK, &all, NULL), 0);
  CHECK_INT(fesetround(FE_TOWARDZERO), 0);
  calls_change_nothing();
  return unused;
}

static void* with_no_signal_blocked(void* unused) {
  sigset_t none;
  sigemptyset(&none);
  CHECK_INT(pthread_sigmask(SIG_SETMASK, &none, NULL), 0);
  calls_change_nothing();
  return unused;
}

static void* with_an_alternate_stack(void* size) {
  stack_t mine = {.ss_size = *(size_t*)size}, its;
  mine.ss_sp = malloc(mine.ss_size);
  CHECK_INT(sigaltstack(&mine, &its), 0);
  calls_change_nothing();
  CHECK_INT(sigaltstack(&its, NULL), 0);
  free(mine.ss_sp);
  calls_change_nothing(); /* and without it again: the library must not count on it */
  return NULL;
}

static void calls_change_nothing_where_all_signals_are_blocked(void) { on_a_thread(with_all_signals_blocked, 0); }

static void calls_change_nothing_where_no_signal_is_blocked(void) { on_a_thread(with_no_signal_blocked, 0); }

static void calls_change_nothing_where_there_is_an_alternate_stack(void) {
  on_a_thread(with_an_alternate_stack, 262144);
}

static void calls_change_nothing_where_the_alternate_stack_is_small(void) {
  on_a_thread(with_an_alternate_stack, 4096);
}

/* A thread whose first call had an alternate stack which then went away, or shrank: signals must not be delivered on a
 * goroutine's stack. The predicate stands in for them. */
static int32_t has_an_alternate_stack(void* user_data, uint64_t reader, uint64_t source) {
  (void)user_data, (void)reader, (void)source;
  stack_t now;
  sigaltstack(NULL, &now);
  return !(now.ss_flags & SS_DISABLE) && now.ss_size >= 16384 ? 1 : -1;
}

static void* asks_with_and_without(void* unused) {
  buffer b = write_graph(&pair);
  static char memory[65536];
  stack_t mine[] = {
      {.ss_sp = memory, .ss_size = sizeof(memory)}, {.ss_flags = SS_DISABLE}, {.ss_sp = memory, .ss_size = 4096}};
  stack_t its;
  CHECK_INT(sigaltstack(NULL, &its), 0);
  for (int i = 0; i < 3; ++i) {
    fsl_levels* levels = NULL;
    CHECK_INT(sigaltstack(&mine[i], NULL), 0);
    CHECK_INT(compute(&lib, b, has_an_alternate_stack, NULL, &levels, NULL), FSL_OK);
    CHECK_INT(lib.levels_destroy(levels), FSL_OK);
  }
  CHECK_INT(sigaltstack(&its, NULL), 0);
  free(b.data);
  return unused;
}

static void during_a_call_there_is_always_an_alternate_stack(void) { on_a_thread(asks_with_and_without, 0); }

/* The signals that forcedsplit.h says the runtime's threads leave unblocked, and those that nobody can block. */
static uint64_t left_unblocked(void) {
  static const int numbers[] = {SIGILL,  SIGTRAP, SIGBUS,    SIGFPE,  SIGSEGV, SIGSYS, SIGCHLD,
                                SIGPROF, SIGKILL, SIGSTKFLT, SIGSTOP, 32,      33,     34};
  uint64_t bits = 0;
  for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); ++i) {
    bits |= (uint64_t)1 << (numbers[i] - 1);
  }
  return bits;
}

static uint64_t mask_of_thread(const char* tid) {
  char path[300], line[256];
  uint64_t mask = 0;
  snprintf(path, sizeof(path), "/proc/self/task/%s/status", tid);
  FILE* file = fopen(path, "r");
  while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
    if (strncmp(line, "SigBlk:", 7) == 0) {
      mask = strtoull(line + 7, NULL, 16);
    }
  }
  if (file != NULL) {
    fclose(file);
  }
  return mask;
}

/* This is the only thread of the host, at this point. */
static void the_runtimes_threads_take_no_signal_of_the_host(void) {
  DIR* tasks = opendir("/proc/self/task");
  int runtimes = 0;
  for (struct dirent* task; tasks != NULL && (task = readdir(tasks)) != NULL;) {
    pid_t tid = (pid_t)atoi(task->d_name);
    if (tid == 0 || tid == gettid()) {
      continue;
    }
    ++runtimes;
    uint64_t unblocked = ~mask_of_thread(task->d_name);
    if ((unblocked & ~left_unblocked()) != 0) {
      printf("  thread %d leaves %" PRIx64 " unblocked\n", tid, unblocked & ~left_unblocked());
      ++check_here;
    }
  }
  closedir(tasks);
  CHECK(runtimes > 0);
}

/* The usual way to take signals without handlers: blocked everywhere, and waited for by one thread. */
static void a_host_may_wait_for_its_signals(void) {
  static const int numbers[] = {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGALRM};
  sigset_t waited, before;
  sigemptyset(&waited);
  for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); ++i) {
    signal(numbers[i], SIG_DFL);
    sigaddset(&waited, numbers[i]);
  }
  CHECK_INT(pthread_sigmask(SIG_BLOCK, &waited, &before), 0);
  for (int round = 0; round < 500; ++round) {
    int number = numbers[round % 5];
    calls();
    CHECK_INT(kill(getpid(), number), 0);
    calls();
    CHECK_INT(sigtimedwait(&waited, NULL, &(struct timespec){5, 0}), number);
  }
  CHECK_INT(pthread_sigmask(SIG_SETMASK, &before, NULL), 0);
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: host_state_test LIBRARY\n");
    return 64;
  }
  library_path = argv[1];
  RUN(files_that_the_host_closed_stay_free);
  RUN(loading_changes_nothing_but_what_the_header_names);
  RUN(the_runtimes_threads_take_no_signal_of_the_host);
  RUN(calls_change_nothing);
  RUN(calls_change_nothing_where_all_signals_are_blocked);
  RUN(calls_change_nothing_where_no_signal_is_blocked);
  RUN(calls_change_nothing_where_there_is_an_alternate_stack);
  RUN(calls_change_nothing_where_the_alternate_stack_is_small);
  RUN(during_a_call_there_is_always_an_alternate_stack);
  RUN(a_host_may_wait_for_its_signals);
  return check_done();
}
