"""What python3-kubernetes does to a server: prints one JSON object a line, a fact each.

Usage: python-client.py KUBECONFIG
"""

import json
import sys

from kubernetes import client, config, watch
from kubernetes.client.rest import ApiException

NAMESPACE = "default"


def fact(name, value):
    print(json.dumps({"fact": name, "value": value}), flush=True)


config.load_kube_config(sys.argv[1])
core = client.CoreV1Api()
apps = client.AppsV1Api()

fact("version", client.VersionApi().get_code().git_version)
fact("nodes", [node.metadata.name for node in core.list_node().items])

core.create_namespaced_config_map(
    NAMESPACE, client.V1ConfigMap(metadata=client.V1ObjectMeta(name="py"), data={"a": "b"})
)
fact("strategic", core.patch_namespaced_config_map("py", NAMESPACE, {"data": {"c": "d"}}).data)
operations = [{"op": "remove", "path": "/data/c"}]
fact("json patch", core.patch_namespaced_config_map("py", NAMESPACE, operations).data)
listed = core.list_namespaced_config_map(NAMESPACE, field_selector="metadata.name=py")
fact("list", [item.metadata.name for item in listed.items])
fact("delete", core.delete_namespaced_config_map("py", NAMESPACE).status)
try:
    core.read_namespaced_config_map("py", NAMESPACE)
except ApiException as error:
    fact("gone", [error.status, json.loads(error.body)["reason"]])

template = client.V1PodTemplateSpec(
    metadata=client.V1ObjectMeta(labels={"app": "py"}),
    spec=client.V1PodSpec(containers=[client.V1Container(name="a", image="example.com/a:1")]),
)
selector = client.V1LabelSelector(match_labels={"app": "py"})
apps.create_namespaced_daemon_set(
    NAMESPACE,
    client.V1DaemonSet(
        metadata=client.V1ObjectMeta(name="py"),
        spec=client.V1DaemonSetSpec(selector=selector, template=template),
    ),
)
seen = []
ready = None
events = watch.Watch()
for event in events.stream(apps.list_namespaced_daemon_set, NAMESPACE, timeout_seconds=15):
    seen.append(event["type"])
    status = event["object"].status
    if ready is None and status.number_available == 2:
        ready = [status.desired_number_scheduled, status.number_ready]
        apps.delete_namespaced_daemon_set("py", NAMESPACE, propagation_policy="Background")
    if event["type"] == "DELETED":
        events.stop()
fact("ready", ready)
fact("watch", [seen[0], seen[-1]])
pages = core.list_node(limit=1)
fact("page", [len(pages.items), pages.metadata.remaining_item_count])
rest = core.list_node(limit=1, _continue=pages.metadata._continue)
fact("next page", [node.metadata.name for node in rest.items])
