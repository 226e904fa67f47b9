/* What a session's handle stands for in C. */
#ifndef FORCEDSPLIT_SESSION_H
#define FORCEDSPLIT_SESSION_H

enum {
  FORCEDSPLIT_SESSION_FREE = 0,
  FORCEDSPLIT_SESSION_IN_CALL, /* of one thread */
  FORCEDSPLIT_SESSION_ENDING   /* the same, and destroyed meanwhile: the call's end releases it */
};

/* It is never freed but kept for the next session, and the Go object with it. */
typedef struct forcedsplit_session {
  void* go_key; /* bridge/handle's key of the Go object, NULL before there is one */
  int state;    /* FORCEDSPLIT_SESSION_...; only sessions.c touches it, atomically */
} forcedsplit_session;

#endif /* FORCEDSPLIT_SESSION_H */
