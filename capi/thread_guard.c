#define _GNU_SOURCE
#include "thread_guard.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

#include "go_exports.h"

/* A stack of ours: a guard at its low end, so that a handler that needs more faults instead of writing elsewhere. The
 * pages are the kernel's until they are used. A host's stack below the smallest is as good as none. */
enum { GUARD = 4096, STACK = 65536, SMALLEST = 16384 };

/* Of each thread that was here: where the mapping of its stack begins. */
static pthread_key_t stack_of_thread;

static void release(void* mapping) { munmap(mapping, GUARD + STACK); }

__attribute__((constructor(101))) static void make_key(void) { pthread_key_create(&stack_of_thread, release); }

/* A stack for this thread, kept until it ends; NULL if there is no memory or no key. */
static char* new_stack(void) {
  char* mapping = mmap(NULL, GUARD + STACK, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (mapping == MAP_FAILED) {
    return NULL;
  }
  if (mprotect(mapping + GUARD, STACK, PROT_READ | PROT_WRITE) != 0 ||
      pthread_setspecific(stack_of_thread, mapping) != 0) {
    release(mapping);
    return NULL;
  }
  return mapping;
}

/* The first call on a thread is one that does nothing: it is the one that changes the mask. */
static void introduce(void) {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  forcedsplit_go_introduce();
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

/* One system call where the thread has no alternate stack, which is the usual case, and two where it has. */
static int replace_stack(char* mapping, stack_t* host) {
  stack_t ours = {.ss_sp = mapping + GUARD, .ss_size = STACK};
  if (sigaltstack(&ours, host) != 0) {
    return 0; /* the thread is running on its own one right now */
  }
  if (!(host->ss_flags & SS_DISABLE) && host->ss_size >= SMALLEST) {
    sigaltstack(host, NULL);
    return 0;
  }
  return 1;
}

void forcedsplit_visit_begin(forcedsplit_visit* visit) {
  char* mapping = pthread_getspecific(stack_of_thread);
  int known = mapping != NULL;
  if (!known) {
    mapping = new_stack();
  }
  visit->changed = mapping != NULL && replace_stack(mapping, &visit->host_stack);
  if (!known) {
    introduce();
  }
}

void forcedsplit_visit_end(const forcedsplit_visit* visit) {
  if (visit->changed) {
    sigaltstack(&visit->host_stack, NULL);
  }
}
