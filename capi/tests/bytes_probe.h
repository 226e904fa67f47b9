/* What every answer to bytes has to be, whatever the bytes are. */
#ifndef FORCEDSPLIT_BYTES_PROBE_H
#define FORCEDSPLIT_BYTES_PROBE_H

#include "fixture.h"

/* Computes the levels of a buffer without a predicate, and with ones that always say yes and no. Returns NULL if each
 * call gave a sound result or a refusal that says what is wrong and where, otherwise what was not so. The status of
 * the call without a predicate goes to *status, which may be NULL. */
const char* bytes_probe(buffer b, fsl_status* status);

/* The same for a copy that ends right before memory that cannot be read, so that reading past it is seen in Go too. */
const char* bytes_probe_at_the_edge(const uint8_t* data, size_t size, fsl_status* status);

enum { BYTES_ROOM = 1 << 16 };

/* Memory of the size BYTES_ROOM that is followed by as much that cannot be read. Exits where there is none. */
uint8_t* bytes_guarded(void);

/* The contents of a file, to be released with free(); exits if it cannot be read. */
buffer bytes_of_file(const char* folder, const char* name);

#endif /* FORCEDSPLIT_BYTES_PROBE_H */
