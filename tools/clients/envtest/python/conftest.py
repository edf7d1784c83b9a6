"""An API server for the suite, by kubernetes_lite's fixtures, and the server that it asks about lamps."""

import base64
import json
import os
import pathlib
import ssl
import string
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import kubernetes
import pytest
import yaml
from kubernetes.dynamic import DynamicClient

pytest_plugins = ["kubernetes_lite.envtest.pytest"]

MANIFESTS = pathlib.Path(os.environ["SUITE_MANIFESTS"])


def label(request):
    """Every lamp gets a label."""
    patch = [{"op": "add", "path": "/metadata/labels", "value": {"seen": "yes"}}]
    encoded = base64.b64encode(json.dumps(patch).encode()).decode()
    return {"allowed": True, "patchType": "JSONPatch", "patch": encoded}


def check(request):
    """No lamp is black."""
    is_black = request["object"]["spec"].get("colour") == "black"
    return {"allowed": not is_black, "status": {"message": "lamps are not black"}}


def convert(request):
    """Watts become milliwatts, or the other way round."""
    wanted = request["desiredAPIVersion"]
    for lamp in request["objects"]:
        spec = lamp["spec"]
        if wanted.endswith("/v2"):
            spec["milliwatts"] = spec.pop("watts") * 1000
        else:
            spec["watts"] = spec.pop("milliwatts") // 1000
        lamp["apiVersion"] = wanted
    return {"result": {"status": "Success"}, "convertedObjects": request["objects"]}


class Hooks(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answers = {"/label": label, "/check": check, "/convert": convert}

    def do_POST(self):
        review = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        request = review.pop("request")
        response = self.answers[self.path.split("?")[0]](request)
        body = json.dumps({**review, "response": {**response, "uid": request["uid"]}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def manifests(tmp_path_factory):
    """Reads manifests, with the port and the authority of a server; the certificate that is served is the authority."""
    folder = tmp_path_factory.mktemp("hooks")
    names = ["-subj", "/CN=hooks", "-addext", "subjectAltName=IP:127.0.0.1"]
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30"]
    files = ["-keyout", "tls.key", "-out", "tls.crt"]
    subprocess.run([*request, *names, *files], cwd=folder, check=True, capture_output=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hooks)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "tls.crt", folder / "tls.key")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    values = {
        "PORT": server.server_port,
        "CA": base64.b64encode((folder / "tls.crt").read_bytes()).decode(),
    }

    def read(name):
        text = string.Template((MANIFESTS / name).read_text()).substitute(values)
        return list(yaml.safe_load_all(text))

    yield read
    server.shutdown()


@pytest.fixture(scope="session")
def kubeconfig(session_kubernetes_env, tmp_path_factory):
    file = tmp_path_factory.mktemp("kube") / "config"
    file.write_bytes(session_kubernetes_env.config().getvalue())
    return file


@pytest.fixture(scope="session")
def client(kubeconfig, manifests):
    """The official client, with lamps and their webhooks installed."""
    client = DynamicClient(kubernetes.config.new_client_from_config(str(kubeconfig)))
    for manifest in [*manifests("definition.yaml"), *manifests("webhooks.yaml")]:
        kind = client.resources.get(api_version=manifest["apiVersion"], kind=manifest["kind"])
        kind.create(body=manifest)
    definitions = client.resources.get(api_version="apiextensions.k8s.io/v1", kind="CustomResourceDefinition")
    for event in definitions.watch(name="lamps.example.com", timeout=20):
        conditions = event["object"].status.conditions or []
        if any(it.type == "Established" and it.status == "True" for it in conditions):
            break
    client.resources.invalidate_cache()
    return client
