/* Gives SIGURG back to the host. The Go runtime takes it when the library is loaded, to preempt its own threads, and
 * would swallow what the host sends itself. The library is linked with that preemption off (asyncpreemptoff, in the
 * CMake files), so that a host's handler gets no signal of ours either: a goroutine is stopped at its next function
 * call, or when its loop ends.
 *
 * The runtime installs its handlers on the loading thread, in an entry of the library's .init_array without priority.
 * Constructors with a priority run before all of those; those without one run in link order, and Go's linker puts its
 * own object first. capi/tests/signals_test.c fails if any of this changes. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* SA_ONSTACK */

#include <signal.h>
#include <stddef.h>

static struct sigaction host_action;
static int host_has_action;

__attribute__((constructor(101))) static void save_before_go(void) {
  host_has_action = sigaction(SIGURG, NULL, &host_action) == 0 &&
                    ((host_action.sa_flags & SA_SIGINFO) != 0 || host_action.sa_handler != SIG_DFL);
}

__attribute__((constructor)) static void restore_after_go(void) {
  if (host_has_action) {
    host_action.sa_flags |= SA_ONSTACK; /* it may run on a thread of the runtime, whose stacks are small */
    sigaction(SIGURG, &host_action, NULL);
  }
}
