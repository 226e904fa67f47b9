#define _DEFAULT_SOURCE
#include "bytes_probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const char* const places[] = {"identifier", "size prefix", "root",   "vtable",   "value_count",  "ids",
                                     "operand",    "axis_",       "bytes",  "loops",    "unclassified", "spaces",
                                     "names",      "name",        "source", "producer", "occurrence_"};

/* Does the message begin with the name of a place, and give a number after it? */
static int names_a_place(const char* message) {
  for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); ++i) {
    size_t length = strlen(places[i]);
    if (strncmp(message, places[i], length) == 0 && strpbrk(message + length, "0123456789") != NULL) {
      return 1;
    }
  }
  return 0;
}

/* Does the error say what is wrong and where? */
static int is_told(const fsl_error* error, fsl_status status) {
  size_t about = 0;
  fsl_error_values(error, &about);
  const char* message = fsl_error_message(error);
  if (fsl_error_status(error) != status || fsl_error_predicate_code(error) != 0 || strchr(message, '\n') != NULL) {
    return 0;
  }
  switch (status) {
    case FSL_ERROR_MALFORMED_GRAPH:
      return names_a_place(message);
    case FSL_ERROR_TOO_LARGE:
      return names_a_place(message) && strstr(message, "the limit is ") != NULL;
    case FSL_ERROR_CYCLE:
      return strstr(message, " reads ") != NULL && about >= 1;
    case FSL_ERROR_PREDICATE_REQUIRED:
      return strstr(message, "value ") != NULL && about == 2;
    default:
      return 0;
  }
}

/* Are passes, flags and max_pass such as some graph could have, and the look-up by id the same? */
static int is_sound(const fsl_levels* levels, const fsl_levels_view* view) {
  int32_t largest = 0;
  size_t listed = 0, in_use = 0;
  unsigned char* used = calloc(view->count + 1, 1);
  for (size_t i = 0; i < view->count; ++i) {
    int32_t pass = view->passes[i];
    uint8_t flags = view->flags[i];
    if (pass < FSL_PASS_ABSENT || pass > view->max_pass || (size_t)view->max_pass > view->count || flags == 1 ||
        flags > 3) {
      free(used);
      return 0;
    }
    if (pass != FSL_PASS_ABSENT) {
      largest = pass > largest ? pass : largest;
      in_use += !used[pass];
      used[pass] = 1;
      ++listed;
    }
  }
  free(used);
  int same = 1;
  for (size_t i = 0; i < view->count; i += view->count / 3 + 1) {
    uint64_t id = view->ids == NULL ? i : view->ids[i];
    int32_t pass = view->passes[i] == FSL_PASS_ABSENT ? 0 : view->passes[i];
    same = same && fsl_levels_pass(levels, id) == pass && fsl_levels_flags(levels, id) == view->flags[i];
  }
  return same && largest == view->max_pass && (listed == 0 || in_use == (size_t)largest + 1);
}

static const char* probe_with(buffer b, fsl_inside_fn inside, fsl_status* status) {
  fsl_levels* levels = NULL;
  fsl_error* error = NULL;
  *status = create(b, inside, NULL, &levels, &error);
  if (*status != FSL_OK) {
    int told = levels == NULL && error != NULL && is_told(error, *status);
    fsl_error_destroy(error);
    return told ? NULL : "a refusal says what is wrong and where";
  }
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  int sound = error == NULL && fsl_levels_view_of(levels, &view) == FSL_OK && is_sound(levels, &view);
  if (fsl_levels_destroy(levels) != FSL_OK) {
    return "levels are destroyed";
  }
  return sound ? NULL : "levels are sound";
}

const char* bytes_probe(buffer b, fsl_status* status) {
  fsl_status alone = FSL_OK, yes = FSL_OK, no = FSL_OK;
  const char* wrong = probe_with(b, NULL, &alone);
  if (status != NULL) {
    *status = alone;
  }
  if (wrong != NULL || (alone != FSL_OK && alone != FSL_ERROR_PREDICATE_REQUIRED)) {
    return wrong;
  }
  wrong = probe_with(b, always, &yes);
  if (wrong == NULL) {
    wrong = probe_with(b, never, &no);
  }
  if (wrong == NULL && (yes != FSL_OK || no != FSL_OK)) {
    wrong = "a predicate makes no graph a bad one";
  }
  return wrong;
}

const char* bytes_probe_at_the_edge(const uint8_t* data, size_t size, fsl_status* status) {
  buffer b = {bytes_guarded() + BYTES_ROOM - size, size};
  memcpy(b.data, data, size);
  return bytes_probe(b, status);
}

uint8_t* bytes_guarded(void) {
  static uint8_t* memory;
  if (memory == NULL) {
    memory = mmap(NULL, 2 * BYTES_ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + BYTES_ROOM, BYTES_ROOM, PROT_NONE) != 0) {
      perror("bytes_guarded");
      exit(1);
    }
  }
  return memory;
}

buffer bytes_of_file(const char* folder, const char* name) {
  char path[4096];
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  FILE* file = fopen(path, "rb");
  buffer b = {malloc(BYTES_ROOM), 0};
  if (file == NULL || b.data == NULL) {
    perror(path);
    exit(1);
  }
  b.size = fread(b.data, 1, BYTES_ROOM, file);
  fclose(file);
  return b;
}
