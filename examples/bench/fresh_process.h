/* Measures in a process that has not loaded anything yet: two Go libraries would have two runtimes in one process, and
 * a library is loaded only once. */
#ifndef FRESH_PROCESS_H
#define FRESH_PROCESS_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static inline double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* What measure(library) gives in a new process. Ends this one where that fails. */
static inline double in_fresh_process(double (*measure)(const char* library), const char* library) {
  int ends[2];
  double measured = 0;
  if (pipe(ends) != 0) abort();
  pid_t child = fork();
  if (child == 0) {
    measured = measure(library);
    _exit(write(ends[1], &measured, sizeof(measured)) == sizeof(measured) ? 0 : 1);
  }
  close(ends[1]);
  int arrived = child > 0 && read(ends[0], &measured, sizeof(measured)) == sizeof(measured);
  close(ends[0]);
  if (child > 0) waitpid(child, NULL, 0);
  if (arrived) return measured;
  fprintf(stderr, "measuring %s failed\n", library);
  exit(1);
}

#endif
