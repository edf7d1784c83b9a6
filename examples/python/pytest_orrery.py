"""A Kubernetes control plane for tests: the fixture `orrery`.

Each test worker starts one server; each test gets a fresh cluster in it, in milliseconds. Virtual time stands
still until the test advances it. Needs the command `orrery` (npm install --global kube-orrery), or its path in
the environment variable ORRERY. Enable it in conftest.py: `pytest_plugins = ["pytest_orrery"]`.
"""

import json
import os
import shutil
import ssl
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import pytest


class Refused(Exception):
    """The server has refused a request; `status` is the HTTP status."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Orrery:
    """A running server. `kubeconfig` is the path of a file for Kubernetes clients."""

    def __init__(self, *options, patience=30):
        self._folder = tempfile.mkdtemp(prefix="orrery-pytest-")
        ready = os.path.join(self._folder, "ready.json")
        self.kubeconfig = os.path.join(self._folder, "kubeconfig")
        command = os.environ.get("ORRERY", "orrery")
        arguments = ["serve", "--port", "0", "--clock", "manual", "--ready-file", ready]
        arguments += ["--kubeconfig", self.kubeconfig, *options]
        self._process = subprocess.Popen([command, *arguments], stdout=subprocess.DEVNULL)
        try:
            self._wait_for(ready, patience)
        except BaseException:
            self.stop()
            raise
        with open(ready, encoding="utf-8") as file:
            access = json.load(file)
        self.url, self.token = access["url"], access["token"]
        self._tls = ssl.create_default_context(cadata=access["certificate"])

    def _wait_for(self, ready, patience):
        deadline = time.monotonic() + patience
        while not os.path.exists(ready):
            if self._process.poll() is not None:
                raise RuntimeError(f"orrery ended with status {self._process.returncode}")
            if time.monotonic() > deadline:
                raise TimeoutError(f"orrery was not ready after {patience} seconds")
            time.sleep(0.02)

    def request(self, method, path, body=None):
        """Any request to the server, JSON in and out. Raises Refused."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, context=self._tls) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(error.code, json.load(error)["message"]) from None

    def control(self, method, path, body=None):
        """A request to the control API: `control("GET", "/clock")`."""
        return self.request(method, "/orrery/v1" + path, body)

    def reset(self, seed=1):
        """A fresh cluster; the same seed gives the same names and uids."""
        self.control("POST", "/reset", {"seed": seed})

    def now(self):
        """Virtual time."""
        return self.control("GET", "/clock")["now"]

    def advance(self, by):
        """Lets virtual time pass: "90s", "10m"."""
        self.control("POST", "/clock/advance", {"by": by})

    def until(self, condition, within="10m"):
        """Lets virtual time pass until a condition of the scenario language holds."""
        answer = self.control("POST", "/clock/advance", {"until": condition, "within": within})
        assert answer["holds"], f"expected {answer['expected']}; found {answer['found']}"

    def check(self, condition):
        """Asserts that a condition of the scenario language holds now."""
        answer = self.control("POST", "/checks", {"condition": condition})
        assert answer["passed"], f"expected {answer['expected']}; found {answer['found']}"

    def step(self, step):
        """Plays a step of the scenario language: {"drain": {"node": "node-1"}}."""
        answer = self.control("POST", "/steps", step)
        assert answer["passed"], f"expected {answer['expected']}; found {answer['found']}"

    def apply(self, manifest):
        """Applies manifests: YAML or JSON text, an object, or a list of objects."""
        text = manifest if isinstance(manifest, str) else None
        step = {"apply": manifest} if text is None else {"apply": "m.yaml", "files": {"m.yaml": text}}
        self.step(step)

    def stop(self):
        self._process.terminate()
        self._process.wait(timeout=10)
        shutil.rmtree(self._folder, ignore_errors=True)


@pytest.fixture(scope="session")
def orrery_server():
    """One server for each worker. Override it to start it with other options."""
    server = Orrery("--nodes", "3")
    yield server
    server.stop()


@pytest.fixture
def orrery(orrery_server):
    """A cluster of the test's own."""
    orrery_server.reset()
    return orrery_server
