/* What the Go runtime inside the library costs a process that loads it: time, threads and memory, as the process itself
 * sees them at every step. usage: load_cost libforcedsplit.so GRAPH.fslg */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "forcedsplit/forcedsplit.h"

static unsigned char graph[1 << 24];

/* A number of /proc/self/status. */
static long status_of(const char* name) {
  FILE* file = fopen("/proc/self/status", "r");
  char line[256];
  long number = 0;
  while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
    if (strncmp(line, name, strlen(name)) == 0) number = strtol(line + strlen(name), NULL, 10);
  }
  if (file != NULL) fclose(file);
  return number;
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/* One line of the table: what a step that began then has taken, and where the process is now. */
static void show(const char* step, double began) {
  double took = milliseconds() - began;
  printf("%-18s %9.3f ms %4ld threads %7ld KiB\n", step, took, status_of("Threads:"), status_of("VmRSS:"));
}

int main(int argc, char** argv) {
  FILE* file = argc == 3 ? fopen(argv[2], "rb") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: load_cost libforcedsplit.so GRAPH.fslg\n");
    return 64;
  }
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = graph;
  args.graph_size = fread(graph, 1, sizeof(graph), file);
  fclose(file);

  double began = milliseconds();
  show("before", began);
  began = milliseconds();
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  show("dlopen", began);
  fsl_status (*create)(const fsl_levels_args*, fsl_levels**, fsl_error**);
  fsl_status (*destroy)(fsl_levels*);
  *(void**)&create = dlsym(library, "fsl_levels_create");
  *(void**)&destroy = dlsym(library, "fsl_levels_destroy");

  fsl_levels* levels = NULL;
  began = milliseconds();
  fsl_status status = create(&args, &levels, NULL);
  show("first call", began);
  destroy(levels);
  began = milliseconds();
  for (int i = 0; status == FSL_OK && i < 1000; ++i) {
    status = create(&args, &levels, NULL);
    destroy(levels);
  }
  show("1,000 more calls", began);
  return status == FSL_OK ? 0 : 1;
}
