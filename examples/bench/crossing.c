/* What a call costs that does nothing: an exported Go function that returns at once, and the levels of an empty graph
 * made and destroyed. Prints one JSON object. usage: crossing libforcedsplit.so libempty.so */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>

#include "forcedsplit/forcedsplit.h"
#include "fresh_process.h"

/* An FSLG buffer whose table has no field: no values. */
static const unsigned char empty_graph[] = {12, 0, 0, 0, 'F', 'S', 'L', 'G', 4, 0, 4, 0, 4, 0, 0, 0};

static void* function_of(const char* path, const char* name) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* function = library == NULL ? NULL : dlsym(library, name);
  if (function == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    _exit(1);
  }
  return function;
}

enum { PROCESSES = 5, BATCHES = 500, CALLS = 500 };

static double noop_ns(const char* path) {
  void (*noop)(void);
  *(void**)&noop = function_of(path, "fsl_empty_noop");
  double least = 1e9;
  for (int batch = 0; batch < BATCHES; ++batch) {
    double began = nanoseconds();
    for (int i = 0; i < CALLS; ++i) noop();
    double took = (nanoseconds() - began) / CALLS;
    if (took < least) least = took;
  }
  return least;
}

static double create_destroy_ns(const char* path) {
  fsl_status (*create)(const fsl_levels_args*, fsl_levels**, fsl_error**);
  fsl_status (*destroy)(fsl_levels*);
  *(void**)&create = function_of(path, "fsl_levels_create");
  *(void**)&destroy = function_of(path, "fsl_levels_destroy");
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = empty_graph;
  args.graph_size = sizeof(empty_graph);
  double least = 1e9;
  for (int batch = 0; batch < BATCHES; ++batch) {
    double began = nanoseconds();
    for (int i = 0; i < CALLS; ++i) {
      fsl_levels* levels = NULL;
      if (create(&args, &levels, NULL) != FSL_OK || destroy(levels) != FSL_OK) _exit(1);
    }
    double took = (nanoseconds() - began) / CALLS;
    if (took < least) least = took;
  }
  return least;
}

/* Of several processes: one in three is slower by half from its first call to its last. */
static double least_of_processes(double (*measured)(const char*), const char* path) {
  double least = 1e9;
  for (int i = 0; i < PROCESSES; ++i) {
    double took = in_fresh_process(measured, path);
    if (took < least) least = took;
  }
  return least;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: crossing libforcedsplit.so libempty.so\n");
    return 64;
  }
  double noop = least_of_processes(noop_ns, argv[2]);
  double create_destroy = least_of_processes(create_destroy_ns, argv[1]);
  printf("{\"noop_ns\": %.1f, \"create_destroy_ns\": %.1f}\n", noop, create_destroy);
  return 0;
}
