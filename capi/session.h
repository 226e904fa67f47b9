/* What a session's handle stands for in C. */
#ifndef FORCEDSPLIT_SESSION_H
#define FORCEDSPLIT_SESSION_H

/* It is never freed but kept for the next session, and the Go object with it. */
typedef struct forcedsplit_session {
  void* go_key; /* bridge/handle's key of the Go object, NULL before there is one */
  int busy;     /* in a call; only sessions.c touches it, atomically */
} forcedsplit_session;

#endif /* FORCEDSPLIT_SESSION_H */
