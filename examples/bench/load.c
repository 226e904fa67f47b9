/* What the library costs a process that loads it, against a Go library that does nothing: the time of dlopen and a
 * first call, each in a fresh process, taking turns; the least of all is what they cost when nobody else is at work.
 * Prints one JSON object. usage: load libforcedsplit.so libempty.so GRAPH.fslg */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>

#include "forcedsplit/forcedsplit.h"
#include "fresh_process.h"

enum { TURNS = 40 };

static unsigned char graph[1 << 24];
static fsl_levels_args args = FSL_LEVELS_ARGS_INIT;

static void* load(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    _exit(1);
  }
  return library;
}

static double ours_ms(const char* path) {
  fsl_status (*create)(const fsl_levels_args*, fsl_levels**, fsl_error**);
  fsl_levels* levels = NULL;
  double began = nanoseconds();
  *(void**)&create = dlsym(load(path), "fsl_levels_create");
  if (create(&args, &levels, NULL) != FSL_OK) _exit(1);
  return 1e-6 * (nanoseconds() - began);
}

static double empty_ms(const char* path) {
  void (*noop)(void);
  double began = nanoseconds();
  *(void**)&noop = dlsym(load(path), "fsl_empty_noop");
  noop();
  return 1e-6 * (nanoseconds() - began);
}

int main(int argc, char** argv) {
  FILE* file = argc == 4 ? fopen(argv[3], "rb") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: load libforcedsplit.so libempty.so GRAPH.fslg\n");
    return 64;
  }
  args.graph = graph;
  args.graph_size = fread(graph, 1, sizeof(graph), file);
  fclose(file);

  double ours = 1e9, empty = 1e9;
  for (int turn = 0; turn < TURNS; ++turn) {
    double took = in_fresh_process(ours_ms, argv[1]);
    if (took < ours) ours = took;
    took = in_fresh_process(empty_ms, argv[2]);
    if (took < empty) empty = took;
  }
  printf("{\"ours_ms\": %.3f, \"empty_ms\": %.3f}\n", ours, empty);
  return 0;
}
