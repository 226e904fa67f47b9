/* For tests that load the library, or that only a process which did not yet use it can make: each is one of its own. */
#ifndef FORCEDSPLIT_FRESH_PROCESS_H
#define FORCEDSPLIT_FRESH_PROCESS_H

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { FRESH_SECONDS = 100 }; /* after which a child hangs */

static void (*fresh_setup)(void); /* what each process begins with, or NULL */
static void (*fresh_test)(void);

/* Runs fresh_test in a child, which ends by SIGALRM where it hangs. */
static inline void fresh_run(void) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(FRESH_SECONDS);
    if (fresh_setup != NULL) {
      fresh_setup();
    }
    check_here = 0;
    fresh_test();
    fflush(stdout);
    _exit(check_here == 0 ? 0 : 1);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK_INT(status, 0);
}

/* RUN, each in a process of its own. */
#define FRESH(test) (fresh_test = (test), check_run(fresh_run, #test))

#endif /* FORCEDSPLIT_FRESH_PROCESS_H */
