/* Knows whether this process was forked after the library was loaded. Only the thread that forked lives on in such a
 * child: the Go runtime's own threads are gone, and a call into it could wait for them for ever. */
#include "fork_guard.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_int forked;

static void in_child(void) { atomic_store(&forked, 1); }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, in_child); }

int forcedsplit_forked(void) { return atomic_load_explicit(&forked, memory_order_relaxed); }
