/**
 * What the API server says about itself: a Lease under a name of its own, and since when it looks at how tokens of
 * accounts from before are used. It runs whichever controllers run.
 */
import { configMap, lease, type Profile } from '#kinds';
import {
  formatMicroTime,
  formatTime,
  isAlreadyExists,
  isConflict,
  isNotFound,
  type NewObject,
} from '#values';
import type { Client, ControllerDefinition } from '#runtime';
import type { ConfigMap, Lease } from '#types';

const namespace = 'kube-system';
/** Where it runs, as its objects say. */
const host = 'orrery';
/** Of the host, as its release makes it: in the alphabet of base 32. */
const hash = 'dzvsjmmflm66i65crqejugnifm';

const leaseSeconds = 3600;
/** Real servers renew every 10 s, which only the time in it shows. */
const renewMs = 600_000;

/** @param peer where other servers reach this one */
export function serverIdentity(peer: () => string): ControllerDefinition {
  return {
    name: 'serveridentity',
    actor: 'kube-apiserver',
    start(context) {
      const { features, clock } = context;
      if (features.enabled('APIServerIdentity')) {
        const every = { name: 'renew', periodMs: renewMs, initialDelayMs: 0 };
        context.every(every, ({ client }) => {
          return renew(client, leaseOf(features, clock.now(), peer()));
        });
      }
      if (features.enabled('LegacyServiceAccountTokenTracking')) {
        const every = { name: 'track', periodMs: renewMs, initialDelayMs: 0 };
        context.every(every, ({ client }) => track(client, clock.now()));
      }
    },
  };
}

function leaseOf(features: Profile, now: number, peer: string): NewObject<Lease> {
  const isRenamed = features.enabled('IdentityLeasesRenamed');
  const name = `${isRenamed ? '' : 'kube-'}apiserver-${hash}`;
  const label = isRenamed ? 'apiserver.kubernetes.io/identity' : 'k8s.io/component';
  const hasPeer = features.enabled('UnknownVersionInteroperabilityProxy');
  return {
    metadata: {
      ...{ name, namespace, labels: { [label]: 'kube-apiserver', 'kubernetes.io/hostname': host } },
      ...(hasPeer && { annotations: { 'kubernetes.io/peer-advertise-address': peer } }),
    },
    spec: {
      holderIdentity: name,
      leaseDurationSeconds: leaseSeconds,
      renewTime: formatMicroTime(now),
    },
  };
}

/** Servers that share what is stored share the lease. */
async function renew(client: Client, desired: NewObject<Lease>): Promise<void> {
  const ref = { namespace, name: desired.metadata.name! };
  try {
    const present = await client.get(lease, ref);
    await client.update(lease, { ...present, spec: { ...present.spec, ...desired.spec } });
  } catch (error) {
    if (isNotFound(error)) await ignoreExisting(client.create(lease, desired));
    else if (!isConflict(error)) throw error;
  }
}

async function track(client: Client, now: number): Promise<void> {
  const name = 'kube-apiserver-legacy-service-account-token-tracking';
  try {
    await client.get(configMap, { namespace, name });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const since = formatTime(now).slice(0, 'yyyy-mm-dd'.length);
    const desired: NewObject<ConfigMap> = { metadata: { name, namespace }, data: { since } };
    await ignoreExisting(client.create(configMap, desired));
  }
}

async function ignoreExisting(creation: Promise<unknown>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
