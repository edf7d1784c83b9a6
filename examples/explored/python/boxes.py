"""An operator in miniature: a Box of size n has n members (ConfigMaps), each with a claim (Secret). Made small, it loses
the last ones; draining, all its claims.

    python3 boxes.py [stale | unseen | intermediate]    with a mistake of that sort, or none
"""

import base64
import http.client
import json
import os
import queue
import ssl
import sys
import threading
import time
import urllib.parse

mistake = sys.argv[1] if len(sys.argv) > 1 else None
with open(os.environ["KUBECONFIG"]) as file:
    config = json.load(file)
cluster, user = config["clusters"][0]["cluster"], config["users"][0]["user"]
server = urllib.parse.urlparse(cluster["server"])
authority = base64.b64decode(cluster["certificate-authority-data"]).decode()
trust = ssl.create_default_context(cadata=authority)


def owner(thing):
    return thing["metadata"].get("labels", {}).get("box")


class Resource:
    def __init__(self, path, of):
        self.path, self.of, self.objects = path, of, None


boxes = Resource("/apis/example.com/v1/namespaces/default/boxes", lambda box: box["metadata"]["name"])
members = Resource("/api/v1/namespaces/default/configmaps", owner)
claims = Resource("/api/v1/namespaces/default/secrets", owner)
waiting = queue.Queue()


def send(method, path, body=None):
    connection = http.client.HTTPSConnection(server.hostname, server.port, context=trust)
    headers = {"Authorization": "Bearer " + user["token"], "Content-Type": "application/json"}
    connection.request(method, path, body and json.dumps(body), headers)
    return connection.getresponse()


def call(method, path, body=None, fine=()):
    response = send(method, path, body)
    text = response.read()
    if response.status < 300:
        return json.loads(text)
    if response.status in fine:
        return None
    raise RuntimeError(f"{method} {path}: {response.status}")


def enqueue(name):
    if name is not None:
        waiting.put(name)


def follow(resource):
    """A cache of a resource, by list and watch."""
    while True:
        try:
            found = call("GET", resource.path + "?resourceVersion=0")
            before = list((resource.objects or {}).values())
            resource.objects = {each["metadata"]["name"]: each for each in found["items"]}
            for each in before + found["items"]:
                enqueue(resource.of(each))
            watch(resource, found["metadata"]["resourceVersion"])
        except (OSError, http.client.HTTPException, RuntimeError) as error:
            print(error, file=sys.stderr)
        time.sleep(0.2)


def watch(resource, version):
    for line in send("GET", f"{resource.path}?watch=true&resourceVersion={version}"):
        event = json.loads(line)
        if event["type"] == "ERROR":
            return
        thing = event["object"]
        if event["type"] == "DELETED":
            resource.objects.pop(thing["metadata"]["name"], None)
        else:
            resource.objects[thing["metadata"]["name"]] = thing
        enqueue(resource.of(thing))


def within(resource, name):
    return [each for each in list(resource.objects.values()) if owner(each) == name]


def index(thing):
    return int(thing["metadata"]["name"].rsplit("-", 1)[1])


def reconcile(name):
    # What is made or deleted is decided by the Box as it is; a cache can be old.
    if mistake == "stale":
        box = boxes.objects.get(name)
    else:
        box = call("GET", f"{boxes.path}/{name}", fine=(404,))
    spec = box["spec"] if box else {}
    size, draining = spec.get("size", 0), spec.get("draining", False)
    for place in [f"{name}-{i}" for i in range(size)]:
        if not draining and place not in claims.objects:
            create(claims, place, name)
        if place not in members.objects:
            create(members, place, name)
    lost = [each for each in within(members, name) if index(each) >= size]
    for each in lost:
        remove(members, each)
    going = [each["metadata"]["name"] for each in lost]
    for each in within(claims, name):
        if index(each) < size and not draining:
            continue
        # Only those of members that go now; who is killed in between never comes back to the others.
        if mistake == "intermediate" and not draining and each["metadata"]["name"] not in going:
            continue
        # It has been drained before; so it was seen, was it not?
        if mistake == "unseen" and box is None:
            continue
        remove(claims, each)


def create(resource, name, box):
    call("POST", resource.path, {"metadata": {"name": name, "labels": {"box": box}}}, fine=(409,))


def remove(resource, thing):
    call("DELETE", f"{resource.path}/{thing['metadata']['name']}", fine=(404,))


for each in (boxes, members, claims):
    threading.Thread(target=follow, args=(each,), daemon=True).start()
while not all(each.objects is not None for each in (boxes, members, claims)):
    time.sleep(0.01)
while True:
    name = waiting.get()
    try:
        reconcile(name)
    except (OSError, http.client.HTTPException, RuntimeError) as error:
        print(error, file=sys.stderr)
        threading.Timer(0.2, enqueue, (name,)).start()
