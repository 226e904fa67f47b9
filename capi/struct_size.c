#include "struct_size.h"

#include <string.h>

static size_t size_of(const void* theirs) {
  size_t size;
  memcpy(&size, theirs, sizeof(size));
  return size;
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

forcedsplit_size_fault forcedsplit_size_check(const void* theirs, size_t first, size_t ours) {
  size_t size = size_of(theirs);
  if (size < first || size > FORCEDSPLIT_LARGEST_STRUCT) {
    return FORCEDSPLIT_SIZE_IMPOSSIBLE;
  }
  for (size_t i = ours; i < size; ++i) {
    if (((const unsigned char*)theirs)[i] != 0) {
      return FORCEDSPLIT_SIZE_UNKNOWN_FIELDS;
    }
  }
  return FORCEDSPLIT_SIZE_FITS;
}

void forcedsplit_size_read(void* ours, size_t size, const void* theirs) {
  memset(ours, 0, size);
  memcpy(ours, theirs, smaller(size, size_of(theirs)));
}

void forcedsplit_size_write(void* theirs, const void* ours, size_t size) {
  size_t fits = smaller(size, size_of(theirs));
  memcpy((char*)theirs + sizeof(size_t), (const char*)ours + sizeof(size_t), fits - sizeof(size_t));
}
