/* Keeps the host's signals the host's, while the library is loaded.
 *
 * The runtime's threads take over the signal mask that the loading thread has at that time. Unless it is all signals,
 * a signal that the host blocks in its own threads, to wait for it with sigwait or a signalfd, is delivered to one of
 * the runtime's threads instead, and SIGTERM ends the process. (SIGCHLD, SIGPROF and signal 34, glibc's SIGRTMIN, the
 * runtime unblocks all the same.) Signals of faults stay as they are: blocked, they would end the process.
 *
 * SIGURG and SIGPIPE are given back to the host: with the former the runtime preempts its own threads, and would
 * swallow what the host sends itself; the latter it would no longer ignore, nor would the programs that the host
 * executes. The library is linked with that preemption off (asyncpreemptoff, in the CMake files), so that a host's
 * handler gets no signal of ours either: a goroutine is stopped at its next function call, or when its loop ends. And
 * the library writes to no pipe.
 *
 * The runtime installs its handlers on the loading thread, in an entry of the library's .init_array without priority.
 * Constructors with a priority run before all of those; those without one run in link order, and Go's linker puts its
 * own object first. capi/tests/signals_test.c and host_state_test.c fail if any of this changes. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* SA_ONSTACK */

#include <signal.h>
#include <stddef.h>

enum { GIVEN_BACK = 2 };
static const int given_back[GIVEN_BACK] = {SIGURG, SIGPIPE};

static struct sigaction host_actions[GIVEN_BACK];
static int host_has_actions;
static sigset_t host_mask;

static void block_all_but_faults(void) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
  sigset_t mask;
  sigfillset(&mask);
  for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); ++i) {
    sigdelset(&mask, faults[i]);
  }
  pthread_sigmask(SIG_BLOCK, &mask, &host_mask);
}

__attribute__((constructor(101))) static void save_before_go(void) {
  block_all_but_faults();
  host_has_actions = 1;
  for (size_t i = 0; i < GIVEN_BACK; ++i) {
    host_has_actions = host_has_actions && sigaction(given_back[i], NULL, &host_actions[i]) == 0;
  }
}

static int is_a_function(const struct sigaction* action) {
  return (action->sa_flags & SA_SIGINFO) != 0 || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

__attribute__((constructor)) static void restore_after_go(void) {
  for (size_t i = 0; host_has_actions && i < GIVEN_BACK; ++i) {
    if (is_a_function(&host_actions[i])) {
      host_actions[i].sa_flags |= SA_ONSTACK; /* it may run on a thread of the runtime, whose stacks are small */
    }
    sigaction(given_back[i], &host_actions[i], NULL);
  }
  pthread_sigmask(SIG_SETMASK, &host_mask, NULL);
}
