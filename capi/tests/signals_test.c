/* HAZARDS, signals: a SIGURG handler that the host installed before it loaded the library is in place again afterwards
 * and is called; and the Go runtime works all the same. The library is loaded from argv[1]. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "check.h"
#include "forcedsplit/forcedsplit.h"
#include "graph_writer.h"

static const char* library_path;
static volatile sig_atomic_t urgent, unasked;

static void on_urgent(int number, siginfo_t* info, void* context) {
  (void)context;
  if (number == SIGURG && info->si_code == SI_QUEUE) {
    ++urgent;
  } else {
    ++unasked; /* the runtime would send it in another way */
  }
}

static fsl_status (*create)(const fsl_levels_args*, fsl_levels**, fsl_error**);
static fsl_status (*destroy)(fsl_levels*);

/* dlsym's void* as a function of type T. */
#define FUNCTION(library, name) (*(void**)&(name) = dlsym(library, "fsl_levels_" #name))

static void a_handler_of_the_host_is_restored_after_loading(void) {
  struct sigaction mine = {.sa_sigaction = on_urgent, .sa_flags = SA_SIGINFO | SA_RESTART}, now;
  sigaddset(&mine.sa_mask, SIGUSR1);
  CHECK_INT(sigaction(SIGURG, &mine, NULL), 0);
  void* library = dlopen(library_path, RTLD_NOW | RTLD_LOCAL);
  CHECK(library != NULL);
  if (library == NULL) {
    printf("  %s\n", dlerror());
    return;
  }
  FUNCTION(library, create);
  FUNCTION(library, destroy);
  CHECK_INT(sigaction(SIGURG, NULL, &now), 0);
  CHECK(now.sa_sigaction == on_urgent);
  CHECK((now.sa_flags & (SA_SIGINFO | SA_RESTART)) == (SA_SIGINFO | SA_RESTART));
  CHECK(sigismember(&now.sa_mask, SIGUSR1));
  CHECK((now.sa_flags & SA_ONSTACK) != 0); /* the runtime's threads have small stacks */
}

static void is_called(void) {
  sig_atomic_t before = urgent;
  CHECK_INT(pthread_sigqueue(pthread_self(), SIGURG, (union sigval){0}), 0);
  CHECK_INT(urgent, before + 1);
}

static void the_handler_is_called(void) { is_called(); }

/* A graph large enough for the runtime to want its garbage back, and to stop its threads for it. */
static void the_handler_stays_in_place_while_the_library_works(void) {
  enum { COUNT = 200000 };
  static uint64_t ids[COUNT];
  static uint32_t offsets[COUNT + 1], operands[COUNT];
  for (uint32_t v = 0; v < COUNT; ++v) { /* a chain whose positions are against dependency order */
    ids[v] = (uint64_t)(COUNT - v) << 20;
    offsets[v + 1] = v + 1 < COUNT ? v + 1 : v;
    operands[v] = v + 1;
  }
  static const uint32_t no_axes[COUNT + 1];
  graph g = {.value_count = COUNT,
             .columns = {[IDS] = {ids, COUNT, sizeof(uint64_t)},
                         [OPERAND_OFFSETS] = {offsets, COUNT + 1, sizeof(uint32_t)},
                         [OPERANDS] = {operands, COUNT - 1, sizeof(uint32_t)},
                         [AXIS_OFFSETS] = {no_axes, COUNT + 1, sizeof(uint32_t)},
                         [AXIS_ROLES] = NONE(uint8_t)}};
  buffer b = write_graph(&g);
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = b.data;
  args.graph_size = b.size;
  for (int round = 0; round < 100; ++round) {
    fsl_levels* levels = NULL;
    CHECK_INT(create(&args, &levels, NULL), FSL_OK);
    CHECK_INT(destroy(levels), FSL_OK);
    is_called();
  }
  free(b.data);
  struct sigaction now;
  CHECK_INT(sigaction(SIGURG, NULL, &now), 0);
  CHECK(now.sa_sigaction == on_urgent);
}

static void the_runtime_sends_no_signal_of_its_own(void) { CHECK_INT(unasked, 0); }

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: signals_test LIBRARY\n");
    return 64;
  }
  library_path = argv[1];
  RUN(a_handler_of_the_host_is_restored_after_loading);
  if (create != NULL && destroy != NULL) {
    RUN(the_handler_is_called);
    RUN(the_handler_stays_in_place_while_the_library_works);
    RUN(the_runtime_sends_no_signal_of_its_own);
  }
  return check_done();
}
