"""Orrery's virtual time waits until this program has dealt with what its watch told it."""

import queue
import threading


class Barrier(queue.Queue):
    """The queue of a controller, for one resource (`jobs.batch`, `pods`) and any number of workers.

    `post` sends a JSON body to /orrery/v1/barrier with the credentials of the watch, and returns the answer.
    Call `join_time` before the watch begins, `put` and then `read` for every event (deletions too), and `task_done`
    when a piece of work is done; what is tried again is put again before that.
    """

    def __init__(self, post, resource):
        super().__init__()
        self._post_body, self._resource = post, resource
        self._read = 0
        self._wake = threading.Event()
        self._lock = threading.Lock()

    def join_time(self):
        """Takes part from now on. Returns how many watches of the resource this program has open."""
        watches = self._post(0)
        threading.Thread(target=self._report, daemon=True).start()
        return watches

    def read(self, obj):
        """The event's object was read, and what it needs is in the queue."""
        with self._lock:
            self._read = max(self._read, int(obj["metadata"]["resourceVersion"]))
        self._wake.set()

    def task_done(self):
        super().task_done()
        self._wake.set()

    def _report(self):
        reported = 0
        while self._wake.wait():
            self._wake.clear()
            with self._lock:
                seen = self._read  # before the queue is looked at
            if self.unfinished_tasks > 0 or seen <= reported:
                continue
            try:
                self._post(seen)
                reported = seen
            except Exception:  # of whatever library sends it
                threading.Timer(1, self._wake.set).start()

    def _post(self, revision):
        return self._post_body({"read": {self._resource: str(revision)}})["watches"]
