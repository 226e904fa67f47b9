/* A buffer makes memory grow by a bounded multiple of its own size, whatever it says and claims. Each is measured in a
 * process of its own, by the peak of its resident memory. README, Limits, states the bound. */
#include <stdlib.h>

#include "bytes_crafted.h"
#include "check.h"
#include "fixture.h"

enum { ROWS = 500000, MULTIPLE = 32, MIB = 1 << 20 };
static const size_t RUNTIME = 16 * MIB;    /* what a first computation takes, however small */
static const size_t ADDRESSES = 512 * MIB; /* what it reserves of them without using it; 4 billion values are 20 GiB */

static const char* program;

/* A field of /proc/self/status, in bytes. */
static size_t memory(const char* field) {
  char line[256];
  size_t kib = 0, length = strlen(field);
  FILE* status = fopen("/proc/self/status", "r");
  while (status != NULL && fgets(line, sizeof(line), status) != NULL) {
    if (strncmp(line, field, length) == 0) {
      kib = strtoull(line + length + 1, NULL, 10);
    }
  }
  if (status == NULL || fclose(status) != 0 || kib == 0) {
    perror(field);
    exit(1);
  }
  return kib * 1024;
}

/* From here on VmHWM is the peak of what follows. */
static void forget_the_peak(void) {
  FILE* file = fopen("/proc/self/clear_refs", "w");
  if (file == NULL || fputs("5", file) < 0 || fclose(file) != 0) {
    perror("/proc/self/clear_refs");
    exit(1);
  }
}

/* By how much resident memory grows, at its peak, over two calls, a result, an error and the look-up of an id. */
static size_t growth(buffer b, fsl_status* status) {
  fsl_levels* levels = NULL;
  fsl_error* error = NULL;
  forget_the_peak();
  size_t before = memory("VmRSS");
  create(b, NULL, NULL, &levels, &error);
  fsl_levels_destroy(levels);
  fsl_error_destroy(error);
  *status = create(b, always, NULL, &levels, &error);
  fsl_levels_pass(levels, 1);
  size_t peak = memory("VmHWM");
  fsl_levels_destroy(levels);
  fsl_error_destroy(error);
  return peak > before ? peak - before : 0;
}

/* The same of a session that is loaded and told its levels. */
static size_t growth_of_session(buffer b, fsl_status* status) {
  fsl_session* session = NULL;
  fsl_levels* levels = NULL;
  forget_the_peak();
  size_t before = memory("VmRSS");
  const fsl_levels_args args = args_for(b, always, NULL);
  *status = fsl_session_create(&args, &session, NULL);
  fsl_session_levels(session, &levels, NULL);
  size_t peak = memory("VmHWM");
  fsl_levels_destroy(levels);
  fsl_session_destroy(session);
  return peak > before ? peak - before : 0;
}

/* What a process of its own does: exits with 0 if a crafted buffer stays within the bound. */
static int measure(const crafted* c, size_t (*growth_of)(buffer, fsl_status*)) {
  buffer b = c->make(ROWS);
  fsl_status status = FSL_OK;
  size_t grown = growth_of(b, &status);
  printf("  %s: %zu KiB, memory grew by %zu KiB, %.1f times as much\n", c->name, b.size / 1024, grown / 1024,
         (double)grown / (double)b.size);
  return status != c->status || grown > MULTIPLE * b.size + RUNTIME;
}

static void memory_grows_by_a_multiple_of_the_size_at_most(void) {
  static const char* const calls[] = {"", " session"};
  for (size_t i = 0; i < 2 * crafted_count; ++i) {
    char command[4200];
    snprintf(command, sizeof(command), "'%s' %zu%s", program, i / 2, calls[i % 2]);
    fflush(stdout);
    CHECK_INT(system(command), 0);
  }
}

/* Nothing is set aside for elements or values that are claimed only. */
static void claims_are_free(buffer b) {
  size_t addresses = memory("VmPeak");
  fsl_status status = FSL_OK;
  CHECK(growth(b, &status) <= RUNTIME);
  CHECK_INT(status, FSL_ERROR_MALFORMED_GRAPH);
  CHECK(memory("VmPeak") <= addresses + ADDRESSES);
}

static void a_claim_of_4_billion_elements_is_free(void) {
  for (int field = IDS; field < FIELDS; ++field) {
    if (field == LOOPS + 1 || field == LOOPS + 2) { /* lists of strings */
      continue;
    }
    graph g = chain;
    if (g.columns[field].element_size == 0) {
      g.columns[field] = (column)NONE(uint64_t);
    }
    buffer b = write_graph(&g);
    memset(vector_of(b, field), 0xff, 4);
    claims_are_free(unaligned(b));
  }
}

static void a_claim_of_4_billion_values_is_free(void) {
  graph g = chain;
  g.value_count = UINT32_MAX;
  claims_are_free(write_graph(&g));
}

int main(int argc, char** argv) {
  program = argv[0];
  if (argc > 1) {
    return measure(&crafted_buffers[strtoul(argv[1], NULL, 10)], argc == 2 ? growth : growth_of_session);
  }
  RUN(memory_grows_by_a_multiple_of_the_size_at_most);
  RUN(a_claim_of_4_billion_elements_is_free);
  RUN(a_claim_of_4_billion_values_is_free);
  return check_done();
}
