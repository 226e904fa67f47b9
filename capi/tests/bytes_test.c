/* Whatever bytes come, and wherever they lie: no byte outside the buffer is read, and no call crashes. */
#include <stdlib.h>

#include "bytes_probe.h"
#include "check.h"

/* The status for these bytes, standing right before memory that cannot be read. */
static fsl_status status_at_the_edge(const uint8_t* data, size_t size) {
  buffer b = {bytes_guarded() + BYTES_ROOM - size, size};
  memcpy(b.data, data, size);
  fsl_levels* levels = NULL;
  fsl_status status = create(b, always, NULL, &levels, NULL);
  CHECK_INT(levels != NULL, status == FSL_OK);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  return status;
}

static const loop two_loops[] = {{0, 0, 0}, {0, 1, 0}};

/* The chain with something in every column. */
static const graph full_chain = {.value_count = 3,
                                 .columns = {
                                     [IDS] = U64(7, 9, 12),
                                     [OPERAND_OFFSETS] = U32(0, 0, 1, 2),
                                     [OPERANDS] = U32(0, 1),
                                     [AXIS_OFFSETS] = U32(0, 1, 2, 2),
                                     [AXIS_ROLES] = U8(LOOP_CARRIED, REDUCTION),
                                     [AXIS_SPACES] = U16(0, 0),
                                     [AXIS_LOOPS] = I32(0, 1),
                                     [UNCLASSIFIED] = U32(2),
                                     [LOOPS] = {two_loops, 2, sizeof(loop)},
                                     [BYTES] = U64(1, 2, 3),
                                     [OCCURRENCE_VALUES] = U32(0, 1, 2),
                                     [OCCURRENCE_POINTS] = U64(1, 2, 3),
                                     [OCCURRENCE_CONSUMERS] = U64(2, 3, 3),
                                 }};

static void check_chain(const fsl_levels* levels) {
  CHECK_INT(fsl_levels_pass(levels, 7), 0);
  CHECK_INT(fsl_levels_pass(levels, 9), 1);
  CHECK_INT(fsl_levels_pass(levels, 12), 2);
  CHECK_INT(fsl_levels_flags(levels, 7), FSL_VALUE_CARRIED | FSL_VALUE_PINNED);
  CHECK_INT(fsl_levels_flags(levels, 9), FSL_VALUE_PINNED);
  CHECK_INT(fsl_levels_flags(levels, 12), 0);
}

static void every_alignment_gives_the_same_answer(void) {
  buffer plain = write_graph(&chain), prefixed = write_size_prefixed(&chain);
  for (size_t shift = 0; shift < 16; ++shift) {
    for (int form = 0; form < 2; ++form) {
      buffer from = form == 0 ? plain : prefixed;
      buffer b = {bytes_guarded() + shift, from.size};
      memcpy(b.data, from.data, from.size);
      fsl_levels* levels = NULL;
      CHECK_INT(create(b, always, NULL, &levels, NULL), FSL_OK);
      memset(b.data, 0xee, b.size);
      check_chain(levels);
      CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
    }
  }
  free(plain.data);
  free(prefixed.data);
}

static void a_buffer_cut_short_is_refused_without_reading_on(void) {
  buffer plain = write_graph(&full_chain), prefixed = write_size_prefixed(&full_chain);
  CHECK_INT(status_at_the_edge(plain.data, plain.size), FSL_OK);
  CHECK_INT(status_at_the_edge(prefixed.data, prefixed.size), FSL_OK);
  for (size_t size = 0; size < plain.size; ++size) { /* its last bytes are the end of a column */
    CHECK_INT(status_at_the_edge(plain.data, size), FSL_ERROR_MALFORMED_GRAPH);
  }
  for (size_t size = 0; size < prefixed.size; ++size) {
    CHECK_INT(status_at_the_edge(prefixed.data, size), FSL_ERROR_MALFORMED_GRAPH);
  }
  free(plain.data);
  free(prefixed.data);
}

static void no_single_wrong_byte_does_harm(void) {
  buffer b = write_graph(&full_chain);
  static const uint8_t wrong[] = {0x00, 0x01, 0x04, 0x7f, 0x80, 0xfc, 0xff};
  for (size_t at = 0; at < b.size; ++at) {
    uint8_t right = b.data[at];
    for (size_t i = 0; i < sizeof(wrong); ++i) {
      b.data[at] = wrong[i];
      fsl_status status = status_at_the_edge(b.data, b.size);
      CHECK(status == FSL_OK || status == FSL_ERROR_MALFORMED_GRAPH || status == FSL_ERROR_CYCLE);
    }
    b.data[at] = right;
  }
  free(b.data);
}

static void no_noise_behind_the_identifier_does_harm(void) {
  uint64_t state = 88172645463325252u; /* xorshift */
  uint8_t noise[160];
  for (int round = 0; round < 20000; ++round) {
    for (size_t i = 0; i < sizeof(noise); ++i) {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      noise[i] = (uint8_t)(state >> 60 < 10 ? state >> 8 & 15 : state >> 8); /* small numbers get further */
    }
    memcpy(noise + 4, "FSLG", 4);
    fsl_status status = status_at_the_edge(noise, sizeof(noise));
    CHECK(status == FSL_OK || status == FSL_ERROR_MALFORMED_GRAPH || status == FSL_ERROR_CYCLE);
  }
}

static void nothing_of_the_caller_is_kept(void) {
  fsl_levels* levels = levels_of(&chain, always, NULL); /* overwrites and frees the buffer */
  check_chain(levels);
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  CHECK_INT(fsl_levels_view_of(levels, &view), FSL_OK);
  CHECK_INT(view.ids[0], 7);
  CHECK_INT(view.ids[2], 12);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

int main(void) {
  RUN(every_alignment_gives_the_same_answer);
  RUN(a_buffer_cut_short_is_refused_without_reading_on);
  RUN(no_single_wrong_byte_does_harm);
  RUN(no_noise_behind_the_identifier_does_harm);
  RUN(nothing_of_the_caller_is_kept);
  return check_done();
}
