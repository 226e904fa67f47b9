/* HAZARDS, signals: a host's own handler of faults gets the host's own faults, and the library works on. The library is
 * loaded from argv[1], once after the handler was installed and once before, in a process each. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "loader.h"

enum { ROUNDS = 200, STACK = 65536, THREADS = 4 };

static const char* library_path;
static library lib;
static size_t page_size;

/* What the handler of this thread is to do, and what it saw. */
static _Thread_local struct {
  sigjmp_buf way_out;
  volatile int leaves; /* jump out, or repair the page and return */
  char* volatile page;
  char stack[STACK];
  volatile int faults, on_my_stack;
} my;

static struct sigaction handler_before_mine;

static void on_fault(int number, siginfo_t* info, void* context) {
  char here;
  if ((char*)info->si_addr < my.page || (char*)info->si_addr >= my.page + page_size) {
    handler_before_mine.sa_sigaction(number, info, context); /* not mine */
    return;
  }
  ++my.faults;
  my.on_my_stack += &here >= my.stack && &here < my.stack + STACK;
  if (my.leaves) {
    siglongjmp(my.way_out, 1);
  }
  mprotect(my.page, page_size, PROT_READ | PROT_WRITE);
  *my.page = 1;
}

static void install_my_handler(void) {
  struct sigaction mine = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  CHECK_INT(sigaction(SIGSEGV, &mine, &handler_before_mine), 0);
}

static char read_page(void) { return *(volatile char*)my.page; }

/* In the host's code: out of the handler by siglongjmp. */
static void faults_and_jumps_out(void) {
  int before = my.faults, jumped = 0;
  my.leaves = 1;
  if (sigsetjmp(my.way_out, 1) == 0) {
    read_page();
  } else {
    jumped = 1;
  }
  my.leaves = 0;
  CHECK(jumped);
  CHECK_INT(my.faults, before + 1);
}

/* In a predicate, where a jump over the library's frames is forbidden: the handler makes the page readable. */
static int32_t faults_and_repairs(void* user_data, uint64_t reader, uint64_t source) {
  (void)user_data, (void)reader, (void)source;
  int before = my.faults;
  mprotect(my.page, page_size, PROT_NONE);
  int32_t answer = read_page();
  mprotect(my.page, page_size, PROT_NONE);
  return my.faults == before + 1 ? answer : -1;
}

/* Or jumps to where it is in the predicate itself: no frame of the library is left. */
static int32_t faults_and_jumps_within(void* user_data, uint64_t reader, uint64_t source) {
  (void)user_data, (void)reader, (void)source;
  faults_and_jumps_out();
  return 1;
}

/* 9 reads 7, a reduction. One question. */
static void computes(fsl_inside_fn inside) {
  buffer b = write_graph(&pair);
  fsl_levels* levels = NULL;
  CHECK_INT(compute(&lib, b, inside, NULL, &levels, NULL), FSL_OK);
  CHECK_INT(lib.levels_pass(levels, 9), 1);
  CHECK_INT(lib.levels_destroy(levels), FSL_OK);
  free(b.data);
}

static void* lives_with_faults(void* unused) {
  (void)unused;
  stack_t mine = {.ss_sp = my.stack, .ss_size = STACK}, its;
  CHECK_INT(sigaltstack(&mine, &its), 0);
  my.page = mmap(NULL, page_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int round = 0; round < ROUNDS; ++round) {
    faults_and_jumps_out();
    computes(faults_and_repairs);
    computes(faults_and_jumps_within);
  }
  CHECK_INT(my.faults, 3 * ROUNDS);
  CHECK_INT(my.on_my_stack, my.faults);
  munmap(my.page, page_size);
  CHECK_INT(sigaltstack(&its, NULL), 0);
  return NULL;
}

/* On the loading thread, then on several at once. */
static void lives_with_faults_everywhere(void) {
  pthread_t threads[THREADS];
  lives_with_faults(NULL);
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_create(&threads[i], NULL, lives_with_faults, NULL), 0);
  }
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_join(threads[i], NULL), 0);
  }
}

static void handler_before_loading(void) {
  install_my_handler();
  lib = load(library_path, RTLD_LOCAL);
  lives_with_faults_everywhere();
}

static void handler_after_loading(void) {
  lib = load(library_path, RTLD_LOCAL);
  install_my_handler();
  CHECK((handler_before_mine.sa_flags & (SA_SIGINFO | SA_ONSTACK)) == (SA_SIGINFO | SA_ONSTACK));
  lives_with_faults_everywhere();
}

static void handler_after_the_first_calls(void) {
  lib = load(library_path, RTLD_LOCAL);
  my.page = mmap(NULL, page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  install_my_handler();
  computes(faults_and_repairs); /* while the thread has no alternate stack of its own */
  CHECK_INT(my.faults, 1);
  my.faults = 0;
  lives_with_faults_everywhere();
}

/* A fault that is nobody's still ends the process by its signal. */
static void a_fault_of_nobody(void) {
  lib = load(library_path, RTLD_LOCAL);
  char* page = mmap(NULL, page_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  install_my_handler();
  my.page = page + 2 * page_size; /* not mine: on to the runtime, which ends the process */
  fclose(stderr);
  *(volatile char*)page = 1;
}

/* Runs a scenario in a process that has not loaded the library yet; its wait status. */
static int in_a_process(void (*scenario)(void)) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    check_here = 0;
    scenario();
    fflush(stdout);
    _exit(check_here == 0 ? 0 : 1);
  }
  int status = -1;
  return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

static void a_handler_from_before_loading_gets_the_hosts_faults(void) {
  CHECK_INT(in_a_process(handler_before_loading), 0);
}

static void a_handler_from_after_loading_gets_the_hosts_faults(void) {
  CHECK_INT(in_a_process(handler_after_loading), 0);
}

static void a_handler_gets_faults_on_a_thread_without_an_alternate_stack(void) {
  CHECK_INT(in_a_process(handler_after_the_first_calls), 0);
}

static void a_fault_of_nobody_still_ends_the_process(void) {
  int status = in_a_process(a_fault_of_nobody);
  CHECK(status != 0); /* by its signal, by the runtime, or by a sanitizer */
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: signals_faults_test LIBRARY\n");
    return 64;
  }
  library_path = argv[1];
  page_size = (size_t)sysconf(_SC_PAGESIZE);
  RUN(a_handler_from_before_loading_gets_the_hosts_faults);
  RUN(a_handler_from_after_loading_gets_the_hosts_faults);
  RUN(a_handler_gets_faults_on_a_thread_without_an_alternate_stack);
  RUN(a_fault_of_nobody_still_ends_the_process);
  return check_done();
}
