"""Follows the ConfigMaps of a namespace by the client's Watch, as its examples have it: what ends is started again."""

import os
import sys
import time

from kubernetes import client, config, watch

config.load_kube_config(os.environ["KUBECONFIG"])
api = client.CoreV1Api()
while True:
    try:
        found = api.list_namespaced_config_map("default")
        version = found.metadata.resource_version
        follow = watch.Watch().stream(api.list_namespaced_config_map, "default", resource_version=version)
        for event in follow:
            print(event["type"], event["object"].metadata.name, flush=True)
    except Exception as error:
        print(error, file=sys.stderr)
        time.sleep(5)
