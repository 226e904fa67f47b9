/* What the library costs a process that loads it, against a Go library that does nothing: the time of dlopen and a
 * first call, each in a fresh process, taking turns; the least of all is what they cost when nobody else is at work.
 * Prints one JSON object. usage: load libforcedsplit.so libempty.so GRAPH.fslg */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <sys/stat.h>

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

static long long size_of(const char* path) {
  struct stat file;
  if (stat(path, &file) == 0) return (long long)file.st_size;
  perror(path);
  exit(1);
}

static long long stripped_size_of(const char* path) {
  char copy[] = "/tmp/stripped-XXXXXX", command[4096];
  int made = mkstemp(copy);
  int length = snprintf(command, sizeof(command), "strip -o '%s' '%s'", copy, path);
  if (made < 0 || length < 0 || (size_t)length >= sizeof(command) || system(command) != 0) exit(1);
  long long size = size_of(copy);
  close(made);
  unlink(copy);
  return size;
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
  printf("{\"ours_ms\": %.3f, \"empty_ms\": %.3f, \"library_bytes\": %lld, \"stripped_bytes\": %lld}\n", ours, empty,
         size_of(argv[1]), stripped_size_of(argv[1]));
  return 0;
}
