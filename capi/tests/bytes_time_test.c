/* 64 KiB are answered or refused within a second, however they are crafted. */
#include <stdlib.h>
#include <time.h>

#include "bytes_crafted.h"
#include "bytes_probe.h"
#include "check.h"

/* A buffer of at most 64 KiB, filled up with rows. */
static buffer crafted_to_64_kib(const crafted* c) {
  uint32_t rows = 3000;
  buffer b = c->make(rows);
  while (b.size * 21 / 20 <= BYTES_ROOM) { /* crafted buffers are never released (bytes_crafted.h) */
    rows += rows / 25;
    b = c->make(rows);
  }
  return b;
}

/* The time of the processor, so that a busy machine makes no difference. */
static void every_crafted_buffer_of_64_kib_takes_less_than_a_second(void) {
  for (size_t i = 0; i < crafted_count; ++i) {
    buffer b = crafted_to_64_kib(&crafted_buffers[i]);
    clock_t begin = clock();
    fsl_status status = FSL_OK;
    const char* wrong = bytes_probe(b, &status); /* up to three calls */
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf("  %s: %zu bytes, %.4f s\n", crafted_buffers[i].name, b.size, seconds);
    CHECK(wrong == NULL && (status == FSL_ERROR_PREDICATE_REQUIRED || status == crafted_buffers[i].status));
    CHECK(b.size > BYTES_ROOM / 20 * 18 && seconds < 1);
  }
}

int main(void) {
  RUN(every_crafted_buffer_of_64_kib_takes_less_than_a_second);
  return check_done();
}
