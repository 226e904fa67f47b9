/* The C ABI for libFuzzer: `make fuzz` links it with the library, built with Go's own coverage counters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes_probe.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

/* libFuzzer's copy has exactly the input's size, so that the address sanitizer sees C read past it; the second copy,
 * off by one, has Go copy every column instead. */
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  uint8_t* shifted = malloc(size + 1);
  memcpy(shifted + 1, data, size);
  fsl_status aligned = FSL_OK, unaligned = FSL_OK;
  const char* wrong = bytes_probe((buffer){(uint8_t*)(uintptr_t)data, size}, &aligned);
  if (wrong == NULL) {
    wrong = bytes_probe((buffer){shifted + 1, size}, &unaligned);
  }
  if (wrong == NULL && aligned != unaligned) {
    wrong = "the answer does not depend on the address";
  }
  free(shifted);
  if (wrong != NULL) {
    fprintf(stderr, "not so: %s\n", wrong);
    abort();
  }
  return 0;
}
