/* Handles: what the host holds of an object is a token, never an address.
 *
 * A token has three parts, packed into the bits of a pointer: the kind of object, a generation, and a slot of one
 * table. It is compared with what its slot holds now and never dereferenced, so a token that is stale, forged or of
 * another kind is told from a live one in C, without entering Go. No token is ever given out twice: a slot whose
 * generations are used up is retired. */
#ifndef FORCEDSPLIT_HANDLES_H
#define FORCEDSPLIT_HANDLES_H

#include <stdint.h>

typedef enum forcedsplit_kind { FORCEDSPLIT_KIND_LEVELS = 1, FORCEDSPLIT_KIND_SESSION = 2 } forcedsplit_kind;

/* A token that is not live yet, for an object to come; 0 if there is no memory for another slot. *left is what was left
 * in its slot when that was released, NULL the first time: an object of the same kind, to be used again. Takes a lock.
 */
uint64_t forcedsplit_handle_reserve(forcedsplit_kind kind, void** left);

/* Makes a reserved token live. */
void forcedsplit_handle_publish(uint64_t token, void* object);

/* The object of a live token of this kind, or NULL. Takes no lock, so it works in a forked child too. */
void* forcedsplit_handle_get(forcedsplit_kind kind, uint64_t token);

/* Ends a token: its object, now the caller's to clear, for exactly one of the threads that race to end it; NULL for the
 * others and for every token that is not live or of another kind. The slot stays taken until it is released. */
void* forcedsplit_handle_take(forcedsplit_kind kind, uint64_t token);

/* Frees the slot of a token that was taken, or reserved and not published, and leaves an object, or NULL, in it for the
 * next one. Takes a lock. */
void forcedsplit_handle_release(uint64_t token, void* object);

#endif /* FORCEDSPLIT_HANDLES_H */
