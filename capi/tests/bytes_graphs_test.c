/* Every truncation and every changed byte of three real graphs, through the C ABI. */
#include <stdlib.h>

#include "bytes_probe.h"
#include "check.h"

static const char* folder;

/* 255 where every other value of a byte is tried, 8 where every other bit is. */
static int changes_of(const char* name) {
  return getenv("FORCEDSPLIT_SOAK") != NULL || strcmp(name, "cross_iteration_stamped.fslg") == 0 ? 255 : 8;
}

static void report(const char* wrong, const char* name, size_t at, unsigned flip) {
  if (wrong != NULL) {
    printf("  %s, byte %zu, flipped by %u: not so: %s\n", name, at, flip, wrong);
    CHECK(wrong == NULL);
  }
}

static void truncations(const char* name) {
  buffer whole = bytes_of_file(folder, name);
  fsl_status status = FSL_OK;
  size_t accepted = 0;
  report(bytes_probe_at_the_edge(whole.data, whole.size, &status), name, whole.size, 0);
  CHECK_INT(status, FSL_OK);
  for (size_t size = 0; size < whole.size; ++size) {
    report(bytes_probe_at_the_edge(whole.data, size, &status), name, size, 0);
    accepted += status == FSL_OK;
  }
  CHECK(accepted < 8); /* without padding at the end alone */
  free(whole.data);
}

static void changes(const char* name) {
  buffer whole = bytes_of_file(folder, name);
  const int count = changes_of(name);
  size_t accepted = 0, tried = 0;
  for (size_t at = 0; at < whole.size; ++at) {
    for (int i = 0; i < count; ++i, ++tried) {
      unsigned flip = count == 255 ? (unsigned)i + 1 : 1u << i;
      fsl_status status = FSL_OK;
      whole.data[at] ^= (uint8_t)flip;
      report(bytes_probe_at_the_edge(whole.data, whole.size, &status), name, at, flip);
      whole.data[at] ^= (uint8_t)flip;
      accepted += status == FSL_OK;
    }
  }
  CHECK(accepted > 0 && accepted < tried);
  free(whole.data);
}

static void every_truncation_of_three_real_graphs_is_refused_in_words(void) {
  truncations("cross_iteration_stamped.fslg");
  truncations("energy_aux.fslg");
  truncations("singles_auxocc.fslg");
}

static void every_changed_byte_of_a_small_graph_is_refused_in_words_or_answered(void) {
  changes("cross_iteration_stamped.fslg");
}

static void every_changed_byte_of_a_middling_graph_is_refused_in_words_or_answered(void) { changes("energy_aux.fslg"); }

static void every_changed_byte_of_a_larger_graph_is_refused_in_words_or_answered(void) {
  changes("singles_auxocc.fslg");
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fputs("usage: bytes_graphs_test FOLDER_OF_GRAPHS\n", stderr);
    return 64;
  }
  folder = argv[1];
  RUN(every_truncation_of_three_real_graphs_is_refused_in_words);
  RUN(every_changed_byte_of_a_small_graph_is_refused_in_words_or_answered);
  RUN(every_changed_byte_of_a_middling_graph_is_refused_in_words_or_answered);
  RUN(every_changed_byte_of_a_larger_graph_is_refused_in_words_or_answered);
  return check_done();
}
