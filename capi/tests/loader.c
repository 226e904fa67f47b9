#define _DEFAULT_SOURCE
#include "loader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* function(void* handle, const char* name) {
  void* found = dlsym(handle, name);
  if (found == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  return found;
}

/* dlsym's void* as a function of the member's type. */
#define FUNCTION(of, name) (*(void**)&(of).name = function((of).handle, "fsl_" #name))

library load(const char* path, int scope) {
  library loaded = {.handle = dlopen(path, RTLD_NOW | scope)};
  if (loaded.handle == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  FUNCTION(loaded, runtime_configure);
  FUNCTION(loaded, levels_create);
  FUNCTION(loaded, levels_destroy);
  FUNCTION(loaded, levels_view_of);
  FUNCTION(loaded, levels_pass);
  FUNCTION(loaded, explain);
  FUNCTION(loaded, answer_destroy);
  FUNCTION(loaded, session_create);
  FUNCTION(loaded, session_destroy);
  FUNCTION(loaded, session_add_value);
  FUNCTION(loaded, session_update);
  FUNCTION(loaded, error_status);
  FUNCTION(loaded, error_message);
  FUNCTION(loaded, error_destroy);
  return loaded;
}

fsl_status compute(const library* of, buffer b, fsl_inside_fn inside, void* user_data, fsl_levels** out,
                   fsl_error** out_error) {
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = b.data;
  args.graph_size = b.size;
  args.inside = inside;
  args.user_data = user_data;
  return of->levels_create(&args, out, out_error);
}

/* A number of /proc/self/status; -1 if it is not there. */
static long status_of(const char* name) {
  FILE* file = fopen("/proc/self/status", "r");
  long number = -1;
  char line[256];
  while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
    if (strncmp(line, name, strlen(name)) == 0) {
      number = strtol(line + strlen(name), NULL, 10);
    }
  }
  if (file != NULL) {
    fclose(file);
  }
  return number;
}

long threads_now(void) { return status_of("Threads:"); }

long resident_now(void) { return status_of("VmRSS:"); }

/* AddressSanitizer keeps what was freed for a while, 256 MiB of it, which would hide what stays in memory. */
const char* __asan_default_options(void);
const char* __asan_default_options(void) { return "quarantine_size_mb=1"; }
