"""An operator that switches lamps on."""

import kopf


@kopf.on.login()
def login(**more):
    return kopf.login_with_kubeconfig(**more)


@kopf.on.create("example.com", "v1", "lamps")
def lit(patch, **_):
    patch.status["lit"] = True


@kopf.on.delete("example.com", "v1", "lamps")
def off(**_):
    """Holds a lamp by a finalizer until it is off."""
