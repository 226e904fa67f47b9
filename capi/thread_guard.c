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

/* Stands there once the thread has begun to end: what is mapped then must not count on being released by it. */
static char ending;

static void unmap(void* mapping) { munmap(mapping, GUARD + STACK); }

/* Runs when the thread ends, in each of the rounds in which the host's own destructors may call the library. */
static void release(void* mapping) {
  if (mapping != &ending) {
    unmap(mapping);
  }
  pthread_setspecific(stack_of_thread, &ending);
}

__attribute__((constructor(101))) static void make_key(void) { pthread_key_create(&stack_of_thread, release); }

/* A stack, or NULL if there is no memory. */
static char* new_stack(void) {
  char* mapping = mmap(NULL, GUARD + STACK, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (mapping == MAP_FAILED) {
    return NULL;
  }
  if (mprotect(mapping + GUARD, STACK, PROT_READ | PROT_WRITE) != 0) {
    unmap(mapping);
    return NULL;
  }
  return mapping;
}

/* Keeps a new stack until this thread ends, or for this visit alone where that cannot be. */
static char* stack_for(forcedsplit_visit* visit, int is_ending) {
  char* mapping = new_stack();
  if (mapping != NULL && (is_ending || pthread_setspecific(stack_of_thread, mapping) != 0)) {
    visit->own = mapping;
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
  const int is_ending = mapping == &ending;
  const int known = mapping != NULL && !is_ending;
  visit->own = NULL;
  if (!known) {
    mapping = stack_for(visit, is_ending);
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
  if (visit->own != NULL) {
    unmap(visit->own);
  }
}
