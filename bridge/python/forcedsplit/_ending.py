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
    """Counts the calls that may call back: `with` it, around each of them. Any thread, and nested ones too.

    The main thread's own are not counted: it runs the end, and so has none under way by then; and a signal's exception,
    which only ever comes to it, could get in between counting up and down.
    """

    def __init__(self) -> None:
        self.begin_anew()
        atexit.register(self.end)
        os.register_at_fork(after_in_child=self.begin_anew)

    def begin_anew(self) -> None:
        """Nothing is under way: also in a child, where the threads that were are gone."""
        self._changed = threading.Condition()
        self._mine = threading.local()  # depth: how many of this thread's calls are under way
        self._under_way = 0
        self._ending = False

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            return
        depth = getattr(self._mine, "depth", 0)
        with self._changed:
            # A new one would be stopped anyway; one inside another lets that one come to its end.
            while self._ending and depth == 0:
                self._changed.wait()
            self._under_way += 1
        self._mine.depth = depth + 1

    def __exit__(
        self, kind: Optional[type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if threading.current_thread() is threading.main_thread():
            return
        self._mine.depth -= 1
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
