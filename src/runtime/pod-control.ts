/** Creating and deleting pods for the objects that own them, with the events that report it. */
import { isNamespaceTerminating, isNotFound, type KubeObject, type NewObject } from '#values';
import { pod as podKind, type Kind } from '#kinds';
import type { Pod, PodTemplateSpec } from '#types';
import type { Ref } from '#request';
import type { ReconcileTools } from './controller.ts';
import { messageOf } from './error-text.ts';
import { controllerReference } from './owner-refs.ts';
import { slowStart, type SlowStartResult } from './slow-start.ts';

/** Whom pods are created for. */
export interface PodOwner<T extends KubeObject = KubeObject> {
  readonly kind: Kind<T>;
  readonly object: T;
}

type Tools = Pick<ReconcileTools, 'client' | 'events'>;

/**
 * Returns a pod as its template says, owned by the owner and named after it. The spec is the
 * template's own, not a copy. `generateName`: in place of `OWNER-`.
 */
export function podFromTemplate<T extends KubeObject>(
  { kind, object }: PodOwner<T>,
  template: PodTemplateSpec,
  generateName = `${object.metadata.name}-`,
): NewObject<Pod> {
  const { labels, annotations, finalizers } = template.metadata ?? {};
  return {
    metadata: {
      generateName,
      namespace: object.metadata.namespace,
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ...(finalizers && { finalizers }),
      ownerReferences: [controllerReference(kind, object)],
    },
    spec: template.spec,
  };
}

/**
 * Creates a pod and records an event on the owner. Throws the API's error, and an Error for a pod
 * without labels, which no selector could find. A terminating namespace is not reported.
 */
export async function createPod(
  { client, events }: Tools,
  owner: KubeObject,
  pod: NewObject<Pod>,
): Promise<Pod> {
  if (Object.keys(pod.metadata.labels ?? {}).length === 0) {
    throw new Error('unable to create pods, no labels');
  }
  try {
    const created = await client.create(podKind, pod);
    events.event(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${created.metadata.name}`);
    return created;
  } catch (error) {
    if (!isNamespaceTerminating(error)) {
      events.event(owner, 'Warning', 'FailedCreate', `Error creating: ${messageOf(error)}`);
    }
    throw error;
  }
}

/**
 * The most pods that one object may ask for, by default. The cost of a reconcile grows with its pods, and it
 * makes 500 at most: far more would keep one instant busy for hours, and fill the memory.
 */
export const PODS_PER_OBJECT = 20_000;

/**
 * Returns why an object gets none of the pods that it asks for, recorded on it; undefined when they
 * can be made.
 */
export function refusedSize(
  { events, podsPerObject }: Pick<ReconcileTools, 'events' | 'podsPerObject'>,
  owner: KubeObject,
  desired: number,
): Error | undefined {
  if (desired <= podsPerObject) return undefined;
  const { kind, metadata } = owner;
  const message =
    `${kind} ${metadata.namespace}/${metadata.name} wants ${desired} pods; ` +
    `the simulator makes ${podsPerObject} at most for one object (podsPerObject)`;
  events.event(owner, 'Warning', 'FailedCreate', `Error creating: ${message}`);
  return new Error(message);
}

/**
 * Deletes a pod and records an event on the owner. False, without an event, when it was already
 * deleted; throws an Error (its cause is the API's) when the API refuses.
 */
export async function deletePod(
  { client, events }: Tools,
  owner: KubeObject,
  { namespace, name }: Ref,
): Promise<boolean> {
  try {
    await client.delete(podKind, { namespace, name });
  } catch (error) {
    if (isNotFound(error)) return false;
    const message = messageOf(error);
    events.event(owner, 'Warning', 'FailedDelete', `Error deleting: ${message}`);
    throw new Error(`unable to delete pods: ${message}`, { cause: error });
  }
  events.event(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${name}`);
  return true;
}

/**
 * A round of creations by slow start. `create` makes one pod; failures because the namespace is
 * terminating count as made, since trying again is of no use. The caller lowers its expectations by
 * `count - succeeded` and throws the errors.
 */
export async function createRound(
  count: number,
  create: (index: number) => Promise<unknown>,
): Promise<SlowStartResult> {
  return slowStart(count, async (index) => {
    try {
      await create(index);
    } catch (error) {
      if (!isNamespaceTerminating(error)) throw error;
    }
  });
}
