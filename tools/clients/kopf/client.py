"""
Plays the life of an operator made with kopf: peering, handlers, timers, its webhook server, and its end.

    python client.py

The kubeconfig is KUBECONFIG; a key and a certificate for 127.0.0.1 (tls.key, tls.crt) are in the current folder.
"""

import asyncio
import json
import logging
import threading
import time

import kopf
import kubernetes
from kubernetes.client.rest import ApiException

logging.disable(logging.CRITICAL)
GROUP, VERSION, PLURAL, NAMESPACE = "example.com", "v1", "ferries", "harbour"
MARK = "kopf.zalando.org/KopfFinalizerMarker"
seen = {"update": [], "resume": [], "retries": 0, "deleted": []}


def step(name, act):
    """Takes a step and prints what came of it."""
    line = {"step": name, "ok": True}
    try:
        act()
    except Exception as error:  # Whatever went wrong is what the step came to.
        line = {"step": name, "ok": False, "why": f"{type(error).__name__}: {error}"}
    print(json.dumps(line, separators=(",", ":")), flush=True)


def until(check, seconds=40):
    """Asks again until a check answers something true."""
    deadline = time.monotonic() + seconds
    while True:
        found = check()
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"still {found!r} after {seconds} s")
        time.sleep(0.2)


def equal(is_, should):
    if is_ != should:
        raise AssertionError(f"{is_!r} is not {should!r}")


def operator():
    """The handlers of the operator."""
    registry = kopf.OperatorRegistry()

    @kopf.on.startup(registry=registry)
    def configure(settings, **_):
        settings.peering.standalone = False
        settings.admission.server = kopf.WebhookServer(
            addr="127.0.0.1", certfile="tls.crt", pkeyfile="tls.key", cafile="tls.crt"
        )
        settings.admission.managed = "ferries.example.com"

    @kopf.on.login(registry=registry)
    def login(**kwargs):
        return kopf.login_with_kubeconfig(**kwargs)

    @kopf.on.mutate(GROUP, VERSION, PLURAL, registry=registry)
    def paint(spec, patch, **_):
        if "colour" not in spec:
            patch.spec["colour"] = "white"

    @kopf.on.validate(GROUP, VERSION, PLURAL, registry=registry)
    def judge(spec, warnings, **_):
        if spec.get("decks") == 13:
            raise kopf.AdmissionError("nobody sails with thirteen", code=400)
        if spec.get("decks", 0) > 8:
            warnings.append("a large ferry")

    @kopf.on.create(GROUP, VERSION, PLURAL, id="build", registry=registry)
    def build(spec, body, name, namespace, retry, **_):
        if retry == 0:
            seen["retries"] += 1
            raise kopf.TemporaryError("the yard is busy", delay=1)
        log = {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": f"{name}-log"},
            "data": {"decks": str(spec["decks"])},
        }
        kopf.adopt(log)
        kubernetes.client.CoreV1Api().create_namespaced_config_map(namespace, log)
        kopf.info(body, reason="Built", message="it has its log")
        return {"log": f"{name}-log"}

    @kopf.on.update(GROUP, VERSION, PLURAL, field="spec.decks", registry=registry)
    def rebuild(old, new, name, namespace, **_):
        seen["update"].append((old, new))
        kubernetes.client.CoreV1Api().patch_namespaced_config_map(
            f"{name}-log", namespace, {"data": {"decks": str(new)}}
        )

    @kopf.timer(GROUP, VERSION, PLURAL, interval=1, registry=registry)
    def sail(status, patch, **_):
        patch.status["trips"] = status.get("trips", 0) + 1

    @kopf.on.event("", "v1", "configmaps", labels={"watched": "yes"}, registry=registry)
    def notice(name, **_):
        seen.setdefault("events", []).append(name)

    @kopf.on.resume(GROUP, VERSION, PLURAL, registry=registry)
    def resume(name, **_):
        seen["resume"].append(name)

    @kopf.on.delete(GROUP, VERSION, PLURAL, registry=registry)
    def sink(name, **_):
        seen["deleted"].append(name)

    return registry


class Running:
    """An operator in a thread of its own."""

    def __init__(self):
        self.registry = operator()
        self.ready = threading.Event()
        self.stop_flag = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        if not self.ready.wait(40):
            raise AssertionError("it is not ready after 40 s")

    def run(self):
        asyncio.run(
            kopf.operator(
                registry=self.registry,
                namespaces=[NAMESPACE],
                peering_name="ferries",
                priority=100,
                ready_flag=self.ready,
                stop_flag=self.stop_flag,
            )
        )

    def stop(self):
        self.stop_flag.set()
        self.thread.join(40)
        if self.thread.is_alive():
            raise AssertionError("it does not end")


def definition(group, plural, kind, status):
    open_ = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    spec = {
        "type": "object",
        "properties": {"decks": {"type": "integer", "minimum": 1}, "colour": {"type": "string"}},
    }
    version = {
        "name": "v1",
        "served": True,
        "storage": True,
        "schema": {
            "openAPIV3Schema": {
                "type": "object",
                "properties": {"spec": spec, "status": open_},
            }
        },
    }
    if status:
        version["subresources"] = {"status": {}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{group}"},
        "spec": {
            "group": group,
            "scope": "Namespaced",
            "names": {"plural": plural, "singular": kind.lower(), "kind": kind},
            "versions": [version],
        },
    }


def main():
    kubernetes.config.load_kube_config()
    core = kubernetes.client.CoreV1Api()
    extensions = kubernetes.client.ApiextensionsV1Api()
    hooks = kubernetes.client.AdmissionregistrationV1Api()
    objects = kubernetes.client.CustomObjectsApi()
    at = (GROUP, VERSION, NAMESPACE, PLURAL)

    def ferry(name, **spec):
        body = {
            "apiVersion": f"{GROUP}/{VERSION}",
            "kind": "Ferry",
            "metadata": {"name": name},
            "spec": spec,
        }
        return objects.create_namespaced_custom_object(*at, body)

    def get(name):
        return objects.get_namespaced_custom_object(*at, name)

    def log():
        return core.read_namespaced_config_map("blue-log", NAMESPACE)

    def define():
        core.create_namespace({"metadata": {"name": NAMESPACE}})
        for args in [(GROUP, PLURAL, "Ferry", True), ("kopf.dev", "kopfpeerings", "KopfPeering", False)]:
            extensions.create_custom_resource_definition(definition(*args))
        for name in [f"{PLURAL}.{GROUP}", "kopfpeerings.kopf.dev"]:
            until(
                lambda name=name: "Established"
                in [
                    c.type
                    for c in extensions.read_custom_resource_definition(name).status.conditions or []
                    if c.status == "True"
                ]
            )
        until(peering_is_there)

    def peering_is_there():
        body = {"apiVersion": "kopf.dev/v1", "kind": "KopfPeering", "metadata": {"name": "ferries"}}
        try:
            return objects.create_namespaced_custom_object(
                "kopf.dev", "v1", NAMESPACE, "kopfpeerings", body
            )
        except ApiException as error:
            if error.status == 404:
                return None
            raise

    step("its definitions are served", define)
    running = []
    step("the operator starts", lambda: running.append(Running()))

    def peers():
        found = objects.get_namespaced_custom_object(
            "kopf.dev", "v1", NAMESPACE, "kopfpeerings", "ferries"
        ).get("status", {})
        return [peer["priority"] for peer in found.values()]

    step("it shows in its peering", lambda: equal(until(peers), [100]))

    def configured():
        until(lambda: hooks.list_mutating_webhook_configuration().items)
        until(lambda: hooks.list_validating_webhook_configuration().items)
        name = hooks.list_validating_webhook_configuration().items[0].metadata.name
        equal(name, "ferries.example.com")

    step("it configures its webhooks", configured)
    step("its webhook fills in the colour", lambda: equal(ferry("blue", decks=2)["spec"]["colour"], "white"))
    step(
        "a failed handler is tried again",
        lambda: until(lambda: seen["retries"] == 1 and get("blue").get("status", {}).get("build")),
    )
    step("its result is in the status", lambda: equal(get("blue")["status"]["build"], {"log": "blue-log"}))
    step("the finalizer is set", lambda: equal(get("blue")["metadata"]["finalizers"], [MARK]))
    step("the child has its owner", lambda: equal(log().metadata.owner_references[0].uid, get("blue")["metadata"]["uid"]))

    def posted():
        until(
            lambda: [
                event
                for event in core.list_namespaced_event(NAMESPACE).items
                if event.involved_object.name == "blue" and event.reason == "Built"
            ]
        )

    step("what it did is an event", posted)
    step("its timer counts", lambda: until(lambda: get("blue")["status"].get("trips", 0) >= 3))

    def changed():
        objects.patch_namespaced_custom_object(*at, "blue", {"spec": {"decks": 4}})
        until(lambda: log().data["decks"] == "4")
        equal(seen["update"], [(2, 4)])

    step("a change is handled once, with old and new", changed)

    def denied():
        try:
            ferry("unlucky", decks=13)
        except ApiException as error:
            equal(error.status, 400)
            message = json.loads(error.body)["message"]
            if "nobody sails with thirteen" not in message or "denied the request" not in message:
                raise AssertionError(message) from error
        else:
            raise AssertionError("it was created")

    step("its webhook denies", denied)

    def noticed():
        body = {"metadata": {"name": "seen", "labels": {"watched": "yes"}}}
        core.create_namespaced_config_map(NAMESPACE, body)
        until(lambda: "seen" in seen.get("events", []))

    step("it sees events of a core kind by label", noticed)

    def again():
        running.pop().stop()
        running.append(Running())
        until(lambda: seen["resume"].count("blue") >= 1)

    step("started again, it resumes", again)

    def removed():
        objects.delete_namespaced_custom_object(*at, "blue")
        until(lambda: not objects.list_namespaced_custom_object(*at)["items"])
        equal(seen["deleted"], ["blue"])
        until(lambda: "blue-log" not in [c.metadata.name for c in core.list_namespaced_config_map(NAMESPACE).items])

    step("a deletion waits for its handler, and takes the child along", removed)

    def ended():
        running.pop().stop()
        until(lambda: not peers())

    step("it ends, and leaves its peering", ended)


main()
