/* The rules of struct_size: how structs that begin with it cross between a caller and a library of different ages. */
#ifndef FORCEDSPLIT_STRUCT_SIZE_H
#define FORCEDSPLIT_STRUCT_SIZE_H

#include <stddef.h>

#include "forcedsplit/forcedsplit.h"

/* No struct of this ABI will ever be larger. It keeps the search for unknown fields, when struct_size was left
 * uninitialized, from wandering off through the host's memory. */
enum { FORCEDSPLIT_LARGEST_STRUCT = 4096 };

typedef enum forcedsplit_size_fault {
  FORCEDSPLIT_SIZE_FITS = 0,
  FORCEDSPLIT_SIZE_IMPOSSIBLE,    /* below the first published size, or above the largest: no version of the struct */
  FORCEDSPLIT_SIZE_UNKNOWN_FIELDS /* fields that this library does not know are in use */
} forcedsplit_size_fault;

/* Is theirs, a struct that begins with its size_t struct_size, one that a library whose own size is `ours`, and the
 * first published one `first`, can serve? */
forcedsplit_size_fault forcedsplit_size_check(const void* theirs, size_t first, size_t ours);

/* The same of an argument struct that the host calls `name`: FSL_OK, or an error that says what is wrong. NULL is. */
fsl_status forcedsplit_size_tell(const void* theirs, const char* name, size_t first, size_t ours,
                                 fsl_error** out_error);

/* Copies an argument struct that passed the check into ours, of `size` bytes; fields that it lacks become zero. */
void forcedsplit_size_read(void* ours, size_t size, const void* theirs);

/* Copies ours, of `size` bytes, into a result struct that passed the check: the fields that fit, and never its
 * struct_size. */
void forcedsplit_size_write(void* theirs, const void* ours, size_t size);

#endif /* FORCEDSPLIT_STRUCT_SIZE_H */
