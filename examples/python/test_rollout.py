"""What a test looks like. `pytest` in this folder runs it; so does `pytest -n 4` with pytest-xdist."""

import pytest
from pytest_orrery import Refused

AGENT = """
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec: { containers: [{ name: agent, image: example.com/agent:1 }] }
"""
READY = {"kind": "DaemonSet", "name": "agent", "status": {"numberReady": 3}}


def test_a_daemon_set_reaches_every_node(orrery):
    orrery.apply(AGENT)
    orrery.until(READY, within="2m")
    agent = orrery.request("GET", "/apis/apps/v1/namespaces/default/daemonsets/agent")
    assert agent["status"]["numberReady"] == 3


def test_each_test_has_a_cluster_of_its_own(orrery):
    assert orrery.now() == orrery.control("GET", "/clock")["now"]
    with pytest.raises(Refused) as refused:
        orrery.request("GET", "/apis/apps/v1/namespaces/default/daemonsets/agent")
    assert refused.value.status == 404


def test_a_failed_node_takes_its_pod_along(orrery):
    orrery.apply(AGENT)
    orrery.until(READY)
    orrery.step({"failNode": "node-1"})
    orrery.until({"kind": "DaemonSet", "name": "agent", "status": {"numberReady": 2}})


def test_a_condition_that_does_not_hold_says_what_was_found(orrery):
    orrery.apply(AGENT)
    with pytest.raises(AssertionError, match="numberReady"):
        orrery.check(READY)
