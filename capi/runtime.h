/* Whether the Go runtime is in use already: from then on it cannot be configured. */
#ifndef FORCEDSPLIT_RUNTIME_H
#define FORCEDSPLIT_RUNTIME_H

/* Says that a call is about to compute. */
void forcedsplit_runtime_used(void);

#endif /* FORCEDSPLIT_RUNTIME_H */
