/* Knows whether this process was forked after the library was loaded. Only the thread that forked lives on in such a
 * child: the Go runtime's own threads are gone, and a call into it could wait for them for ever.
 *
 * Two witnesses, because each can be missing. A page that the kernel empties in every child (MADV_WIPEONFORK) tells
 * of children that were made without fork(3) too, by clone or _Fork; it needs Linux 4.14. A pthread_atfork handler
 * needs nothing, but runs in fork(3) only. vfork, which shares the parent's memory, is seen by neither. */
#define _GNU_SOURCE
#include "fork_guard.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_int forked;
static const volatile char* not_forked; /* 1 in the first byte, 0 after a fork; NULL where the kernel cannot do it */

static void in_child(void) { atomic_store(&forked, 1); }

__attribute__((constructor(101))) static void watch_forks(void) {
  pthread_atfork(NULL, NULL, in_child);
  size_t size = (size_t)sysconf(_SC_PAGESIZE);
  char* page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) {
    return;
  }
  *page = 1;
  if (madvise(page, size, MADV_WIPEONFORK) == 0) {
    not_forked = page;
  } else {
    munmap(page, size);
  }
}

int forcedsplit_forked(void) {
  return atomic_load_explicit(&forked, memory_order_relaxed) || (not_forked != NULL && *not_forked == 0);
}
