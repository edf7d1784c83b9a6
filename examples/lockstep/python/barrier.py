"""Virtual time waits until this program has dealt with what its watches told it."""

import json
import threading
import urllib.request


class Barrier:
    """`read` when an event is queued, deletions too; `dealt_with` when a piece of work is done."""

    def __init__(self, url, token, resource, context=None):
        self._url, self._token, self._resource = url, token, resource
        self._context = context
        self._revision = 0
        self._lock = threading.Lock()

    def join(self):
        """Takes part from now on; the number of open watches that it is for."""
        return self._post(0)

    def read(self, obj):
        with self._lock:
            self._revision = max(self._revision, int(obj["metadata"]["resourceVersion"]))

    def dealt_with(self, is_queue_empty):
        seen = self._revision  # before the queue is looked at
        if is_queue_empty() and seen > 0:
            self._post(seen)

    def _post(self, revision):
        body = json.dumps({"read": {self._resource: str(revision)}}).encode()
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self._url}/orrery/v1/barrier", body, headers)
        with urllib.request.urlopen(request, context=self._context) as answer:
            return json.load(answer)["watches"]
