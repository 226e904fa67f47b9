#ifndef FORCEDSPLIT_FORK_GUARD_H
#define FORCEDSPLIT_FORK_GUARD_H

/* Non-zero in a child, and its children, forked after the library was loaded: Go must not be entered there. */
int forcedsplit_forked(void);

#endif /* FORCEDSPLIT_FORK_GUARD_H */
