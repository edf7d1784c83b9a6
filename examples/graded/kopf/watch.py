"""Follows the ConfigMaps of a namespace by an event handler of kopf."""

import kopf


@kopf.on.event("", "v1", "configmaps")
def seen(event, name, **_):
    print(event["type"], name, flush=True)
