/** Emptying a namespace: everything in it is deleted, and what stays for now is counted. */
import {
  failureText,
  preferredResources,
  supports,
  type Discovery,
  type ServedResource,
} from '#catalog';
import { isMethodNotSupported, isNotFound, parseTime, type KubeObject } from '#values';
import { isPodTerminal, pod as podKind, resourceOf, type Profile } from '#kinds';
import type { Namespace, Pod } from '#types';
import { messageOf, type Client } from '#runtime';
import type { Outcome } from './conditions.ts';

/** The assumed duration of finalizers, which is unknown. */
const FINALIZER_SECONDS = 15;

export interface Emptied extends Outcome {
  /** In how many seconds the rest may be deleted: 0 when nothing is left, or when it is unknown. */
  readonly estimateSeconds: number;
}

interface Left {
  readonly count: number;
  readonly estimateSeconds: number;
  readonly error?: string;
}

/** What was found so far. */
interface Tally {
  readonly remaining: Map<string, number>;
  readonly finalizers: Map<string, number>;
  readonly errors: string[];
  estimateSeconds: number;
}

/**
 * Deletes what there is in a namespace.
 *
 * @param now virtual time, ms
 */
export async function emptyNamespace(
  namespace: Namespace,
  client: Client,
  now: number,
  profile: Profile,
): Promise<Emptied> {
  const tally: Tally = {
    remaining: new Map(),
    finalizers: new Map(),
    errors: [],
    estimateSeconds: 0,
  };
  const empty = async (resources: readonly ServedResource[]): Promise<void> => {
    for (const resource of resources) await emptyOf(resource, namespace, client, now, tally);
  };
  const { resources, undiscovered } = await deletableResources(client);
  // Pods may need the rest to end well.
  const first = profile.enabled('OrderedNamespaceDeletion') ? resources.filter(isOfPods) : [];
  await empty(first);
  if (tally.remaining.size > 0) {
    // Conditions name only what is left once all was to go.
    const { errors, estimateSeconds } = tally;
    return { remaining: none, finalizers: none, errors, estimateSeconds, undiscovered };
  }
  // What is known goes, but the namespace stays until all there may be is known.
  await empty(resources.filter((resource) => !first.includes(resource)));
  return { ...tally, undiscovered };
}

const none: ReadonlyMap<string, number> = new Map();

function isOfPods(resource: ServedResource): boolean {
  return resourceOf(resource) === resourceOf(podKind);
}

async function emptyOf(
  resource: ServedResource,
  { metadata: { name, deletionTimestamp } }: Namespace,
  client: Client,
  now: number,
  tally: Tally,
): Promise<void> {
  const goneSeconds = (now - parseTime(deletionTimestamp!)) / 1000;
  try {
    const left = await deleteAll(resource, name, goneSeconds, tally.finalizers, client);
    if (left.count > 0) tally.remaining.set(`${resource.plural}.${resource.group}`, left.count);
    if (left.error !== undefined) tally.errors.push(left.error);
    tally.estimateSeconds = Math.max(tally.estimateSeconds, left.estimateSeconds);
  } catch (error) {
    tally.errors.push(messageOf(error));
  }
}

interface Deletable {
  readonly resources: readonly ServedResource[];
  readonly undiscovered?: string;
}

/** All deletable resources in namespaces, as discovery lists them now. */
async function deletableResources(client: Client): Promise<Deletable> {
  let discovery: Discovery;
  try {
    discovery = await client.discover();
  } catch (error) {
    return { resources: [], undiscovered: messageOf(error) };
  }
  const resources = preferredResources(discovery).filter(
    (resource) => resource.namespaced && supports(resource, 'delete'),
  );
  const { size } = discovery.failures;
  if (size === 0) return { resources };
  const undiscovered = `Discovery failed for some groups, ${size} failing: ${failureText(discovery)}`;
  return { resources, undiscovered };
}

/** Deletes the objects of a kind and looks what is left of them; counts what keeps them. */
async function deleteAll(
  resource: ServedResource,
  namespace: string,
  goneSeconds: number,
  finalizers: Map<string, number>,
  client: Client,
): Promise<Left> {
  const graceSeconds = await graceOf(resource, namespace, goneSeconds, client);
  const isDeleted = await deleteCollection(resource, namespace, client);
  if (!isDeleted) await deleteEach(resource, namespace, client);
  const items = await listAll(resource, namespace, client);
  const count = items.length;
  if (count === 0) return { count, estimateSeconds: 0 };
  let areKept = false;
  for (const { metadata } of items) {
    for (const finalizer of metadata.finalizers ?? []) {
      finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
      areKept = true;
    }
  }
  if (graceSeconds > 0) return { count, estimateSeconds: graceSeconds };
  if (areKept) return { count, estimateSeconds: FINALIZER_SECONDS };
  const { group, version, plural } = resource;
  const name = `${group}/${version}, Resource=${plural}`;
  const error = `unexpected items still remain in namespace: ${namespace} for gvr: ${name}`;
  return { count, estimateSeconds: 0, error };
}

/** False where collections cannot be deleted at one go, whatever discovery says. */
async function deleteCollection(
  resource: ServedResource,
  namespace: string,
  client: Client,
): Promise<boolean> {
  if (!supports(resource, 'deletecollection')) return false;
  const options = { propagationPolicy: 'Background' } as const;
  return isSupported(client.metadata.deleteCollection(resource, { namespace }, options));
}

async function deleteEach(
  resource: ServedResource,
  namespace: string,
  client: Client,
): Promise<void> {
  for (const { metadata } of await listAll(resource, namespace, client)) {
    const ref = { namespace, name: metadata.name };
    await isSupported(client.metadata.delete(resource, ref, { propagationPolicy: 'Background' }));
  }
}

/** None where they cannot be listed. */
async function listAll(
  resource: ServedResource,
  namespace: string,
  client: Client,
): Promise<readonly KubeObject[]> {
  if (!supports(resource, 'list')) return [];
  let items: readonly KubeObject[] = [];
  const list = async (): Promise<void> => {
    ({ items } = await client.metadata.list(resource, { namespace }));
  };
  await isSupported(list());
  return items;
}

/** False for what cannot be done with the resource, or is gone by then. */
async function isSupported(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isMethodNotSupported(error) || isNotFound(error)) return false;
    throw error;
  }
}

/** The longest grace period of pods that run; once that much time has passed, none. */
async function graceOf(
  resource: ServedResource,
  namespace: string,
  goneSeconds: number,
  client: Client,
): Promise<number> {
  if (!isOfPods(resource)) return 0;
  const { items } = await client.list(podKind, { namespace });
  const grace = (pod: Pod): number =>
    isPodTerminal(pod) ? 0 : (pod.spec.terminationGracePeriodSeconds ?? 0);
  const longest = items.reduce((most, pod) => Math.max(most, grace(pod)), 0);
  return goneSeconds >= longest ? 0 : longest;
}
