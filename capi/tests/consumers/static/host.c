/* A host that took the archive in, and asks for what an archive could lose or bring along: the constructors that keep
 * the host's signals and watch for forks, and names of Go's runtime and of the shim, which are the host's own here. */
#define _POSIX_C_SOURCE 200809L
#include <forcedsplit/forcedsplit.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int crosscall2(void) { return 1; }
int x_cgo_init(void) { return 2; }
int forcedsplit_forked(void) { return 3; }

static int is_default(int signal) {
  struct sigaction action;
  return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_DFL;
}

static fsl_status computes_nothing(void) {
  const fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  fsl_levels* levels = NULL;
  return fsl_levels_create(&args, &levels, NULL);
}

int main(void) {
  int status = -1;
  const int names = crosscall2() == 1 && x_cgo_init() == 2 && forcedsplit_forked() == 3;
  const int signals = is_default(SIGURG) && is_default(SIGPIPE);
  const fsl_status in_parent = computes_nothing();
  const pid_t child = fork();
  if (child == 0) {
    _exit(computes_nothing() == FSL_ERROR_FORKED ? 0 : 1);
  }
  waitpid(child, &status, 0);
  printf("names: %d, signals: %d, parent: %s, child knows: %d\n", names, signals, fsl_status_name(in_parent),
         status == 0);
  return 0;
}
