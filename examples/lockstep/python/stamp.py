"""A controller in lock step with virtual time: it makes a ConfigMap python-NAME for each Job.

Needs the package `kubernetes`. The kubeconfig is that of $KUBECONFIG.
"""

import json
import os
import threading

import urllib3
from barrier import Barrier
from kubernetes import client, config, watch
from kubernetes.client.rest import ApiException

WORKERS = 2


def work(todo, core):
    stamped = set()
    while True:
        namespace, name = todo.get()
        try:
            if name not in stamped:
                core.create_namespaced_config_map(namespace, {"metadata": {"name": f"python-{name}"}})
            stamped.add(name)
        except ApiException as error:
            if error.status == 409:
                stamped.add(name)
            else:
                todo.put((namespace, name))
        finally:
            todo.task_done()


def follow(todo, batch):
    revision = ""
    while True:
        if not revision:
            listed = batch.list_job_for_all_namespaces()
            revision = listed.metadata.resource_version
            for job in listed.items:
                todo.put((job.metadata.namespace, job.metadata.name))
        try:
            changes = watch.Watch().stream(
                batch.list_job_for_all_namespaces, resource_version=revision, timeout_seconds=3600
            )
            for event in changes:
                job = event["raw_object"]
                revision = job["metadata"]["resourceVersion"]
                if event["type"] != "DELETED":
                    todo.put((job["metadata"]["namespace"], job["metadata"]["name"]))
                todo.read(job)
        except ApiException as error:
            if error.status != 410:
                raise
            revision = ""
        except urllib3.exceptions.HTTPError:
            pass  # The connection broke: from the last revision on.


def main():
    settings = client.Configuration()
    config.load_kube_config(client_configuration=settings)
    api = client.ApiClient(settings)

    def post(body):
        headers = {"Content-Type": "application/json"}
        headers["Authorization"] = settings.auth_settings()["BearerToken"]["value"]
        url = f"{settings.host}/orrery/v1/barrier"
        answer = api.rest_client.request("POST", url, headers=headers, body=body)
        return json.loads(answer.data or answer.read())

    todo = Barrier(post, "jobs.batch")
    if os.environ.get("BARRIER") != "off":  # to compare
        todo.join_time()
    for _ in range(WORKERS):
        threading.Thread(target=work, args=(todo, client.CoreV1Api(api)), daemon=True).start()
    follow(todo, client.BatchV1Api(api))


if __name__ == "__main__":
    main()
