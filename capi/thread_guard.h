/* Gives a thread of the host back as it was before Go ran on it.
 *
 * Left alone, the Go runtime changes two things of every thread that calls it, at the first call and until the thread
 * ends: it unblocks SIGCHLD, SIGPROF and others in the thread's signal mask, which a host may have blocked to wait for
 * them; and it leaves its own alternate signal stack behind, 32 KiB of Go's heap without a guard page, for the host's
 * handlers to overflow. On the other hand it relies on the alternate stack being there whenever Go code runs: a signal
 * without one would be delivered on a goroutine's few kilobytes. */
#ifndef FORCEDSPLIT_THREAD_GUARD_H
#define FORCEDSPLIT_THREAD_GUARD_H

#include <signal.h>

/* What to give back to the host when a call ends. */
typedef struct forcedsplit_visit {
  stack_t host_stack;
  int changed; /* was host_stack replaced? */
  void* own;   /* a mapping for this visit alone, or NULL */
} forcedsplit_visit;

/* Before every call from C into Go: makes sure of an alternate stack, and that Go knows this thread, without a trace
 * in its signal mask. Visits may be nested: a predicate that calls the library makes one within another. */
void forcedsplit_visit_begin(forcedsplit_visit* visit);

/* After it, on the same thread: the host's own alternate stack, or its absence, is back. */
void forcedsplit_visit_end(const forcedsplit_visit* visit);

#endif /* FORCEDSPLIT_THREAD_GUARD_H */
