"""The end of the interpreter, which must not find a call on its way into a predicate.

A daemon thread goes on while the interpreter ends. When the library then calls back, ctypes enters an interpreter that
is no more, and the process dies. So the end waits for calls that are under way, and lets no new one begin.
"""

import atexit
import os
import threading
from types import TracebackType
from typing import Optional

# In seconds: a predicate may hold its call for as long as it likes, but not the end of the process.
_PATIENCE = 2.0


class CallsWithPredicate:
    """Counts the calls that may call back: `with` it, around each of them. Any thread, and nested ones too."""

    def __init__(self) -> None:
        self.begin_anew()
        atexit.register(self.end)
        os.register_at_fork(after_in_child=self.begin_anew)

    def begin_anew(self) -> None:
        """Nothing is under way: also in a child, where the threads that were are gone."""
        self._changed = threading.Condition()
        self._under_way = 0
        self._ending = False

    def __enter__(self) -> None:
        with self._changed:
            # The main thread, which runs this, may still compute; others are about to be stopped anyway.
            while self._ending and threading.current_thread() is not threading.main_thread():
                self._changed.wait()
            self._under_way += 1

    def __exit__(
        self, kind: Optional[type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        with self._changed:
            self._under_way -= 1
            if self._ending:
                self._changed.notify_all()

    def end(self) -> None:
        """Waits for the calls under way, with patience, and lets none begin any more."""
        with self._changed:
            self._ending = True
            self._changed.wait_for(lambda: self._under_way == 0, _PATIENCE)


calls_with_predicate = CallsWithPredicate()
