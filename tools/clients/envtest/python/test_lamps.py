"""What operators in Python rely on, on an API server that the suite starts itself."""

import os
import pathlib
import time

import pytest
from kopf.testing import KopfRunner
from kubernetes.client import VersionApi
from kubernetes.client.exceptions import ApiException
from kubernetes.dynamic.exceptions import ConflictError, NotFoundError

NAMESPACE = "default"
has_controllers = pytest.mark.skipif(
    os.environ.get("SUITE_CONTROLLERS") != "yes", reason="envtest has no controllers"
)


def until(check):
    """Asks again until a check holds."""
    deadline = time.monotonic() + 30
    while not (found := check()) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert found


def lamps(client, version="v1"):
    return client.resources.get(api_version=f"example.com/{version}", kind="Lamp")


def make(client, name, version="v1", **spec):
    body = {"apiVersion": f"example.com/{version}", "kind": "Lamp", "metadata": {"name": name}, "spec": spec}
    return lamps(client, version).create(body=body, namespace=NAMESPACE)


def refusal(act, *args, **more):
    with pytest.raises(ApiException) as refused:
        act(*args, **more)
    body = refused.value.body
    return body.decode() if isinstance(body, bytes) else body


def words(client, **more):
    kind = client.resources.get(api_version="v1", kind="ConfigMap")
    return kind, {"apiVersion": "v1", "kind": "ConfigMap", "metadata": more}


def test_the_server_is_of_the_release_that_was_asked_for(client):
    assert f"1.{VersionApi(client.client).get_code().minor}" == os.environ["SUITE_RELEASE"]


def test_objects_are_kept_and_watched(client):
    kind, body = words(client, name="words")
    kind.create(body=body, namespace=NAMESPACE)
    with pytest.raises(ConflictError):
        kind.create(body=body, namespace=NAMESPACE)
    event = next(kind.watch(namespace=NAMESPACE, field_selector="metadata.name=words", timeout=20))
    assert event["type"] == "ADDED"


def test_objects_are_applied_with_owners_of_fields(client):
    kind, body = words(client, name="applied")
    kind.server_side_apply(body={**body, "data": {"a": "b"}}, namespace=NAMESPACE, name="applied", field_manager="one")
    rival = {**body, "data": {"a": "c"}}
    said = refusal(kind.server_side_apply, body=rival, namespace=NAMESPACE, name="applied", field_manager="two")
    assert 'conflict with \\"one\\"' in said


def test_definitions_fill_in_and_check(client):
    assert make(client, "plain", watts=5).spec.colour == "white"
    assert "greater than or equal to 1" in refusal(make, client, "none", watts=0)
    assert "lamps have 100 watts at most" in refusal(make, client, "flood", watts=500)


def test_versions_are_converted(client):
    make(client, "small", version="v2", milliwatts=3000)
    assert lamps(client).get(name="small", namespace=NAMESPACE).spec.watts == 3
    assert lamps(client, "v2").get(name="small", namespace=NAMESPACE).spec.milliwatts == 3000


def test_webhooks_change_and_refuse(client):
    assert make(client, "seen", watts=5).metadata.labels.seen == "yes"
    said = refusal(make, client, "black", watts=5, colour="black")
    assert "denied the request: lamps are not black" in said


def test_finalizers_hold_what_is_deleted(client):
    kind, body = words(client, name="held", finalizers=["example.com/hold"])
    kind.create(body=body, namespace=NAMESPACE)
    kind.delete(name="held", namespace=NAMESPACE)
    assert kind.get(name="held", namespace=NAMESPACE).metadata.deletionTimestamp
    freed = {"metadata": {"finalizers": None}}
    kind.patch(body=freed, name="held", namespace=NAMESPACE, content_type="application/merge-patch+json")
    with pytest.raises(NotFoundError):
        kind.get(name="held", namespace=NAMESPACE)


def test_an_operator_of_kopf_works(client, kubeconfig, monkeypatch):
    monkeypatch.setenv("KUBECONFIG", str(kubeconfig))
    operator = pathlib.Path(__file__).parent / "operator_of_lamps.py"
    with KopfRunner(["run", "--all-namespaces", "--standalone", str(operator)], timeout=60) as runner:
        make(client, "watched", watts=5)
        until(lambda: (lamps(client).get(name="watched", namespace=NAMESPACE).status or {}).get("lit"))
        lamps(client).delete(name="watched", namespace=NAMESPACE)
        until(lambda: not lamps(client).get(namespace=NAMESPACE, field_selector="metadata.name=watched").items)
    assert runner.exit_code == 0 and runner.exception is None


@has_controllers
def test_deployments_roll_out(client):
    kind = client.resources.get(api_version="apps/v1", kind="Deployment")
    labels = {"app": "web"}
    template = {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "web", "image": "web:1"}]}}
    spec = {"replicas": 2, "selector": {"matchLabels": labels}, "template": template}
    body = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": spec}
    kind.create(body=body, namespace=NAMESPACE)
    until(lambda: kind.get(name="web", namespace=NAMESPACE).status.readyReplicas == 2)


@has_controllers
def test_what_is_owned_goes_with_its_owner(client):
    kind, body = words(client, name="owner")
    owner = kind.create(body=body, namespace=NAMESPACE)
    reference = {"apiVersion": "v1", "kind": "ConfigMap", "name": "owner", "uid": owner.metadata.uid}
    kind.create(body=words(client, name="owned", ownerReferences=[reference])[1], namespace=NAMESPACE)
    kind.delete(name="owner", namespace=NAMESPACE)
    until(lambda: not kind.get(namespace=NAMESPACE, field_selector="metadata.name=owned").items)
