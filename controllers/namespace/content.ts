/** Emptying a namespace: everything in it is deleted, and what stays for now is counted. */
import {
  isPodTerminal,
  kinds,
  parseTime,
  pod as podKind,
  type Kind,
  type Namespace,
  type Pod,
} from '#kinds';
import { messageOf, type Client } from '#runtime';
import type { Outcome } from './conditions.ts';

/** How long finalizers are thought to take, as nobody can tell. */
const FINALIZER_SECONDS = 15;

const namespaced: readonly Kind[] = kinds.filter(
  (kind) => kind.namespaced && kind.storage === undefined,
);

export interface Emptied extends Outcome {
  /** In how many seconds the rest may be gone: 0 when nothing is left, or nobody can tell. */
  readonly estimateSeconds: number;
}

interface Left {
  readonly count: number;
  readonly estimateSeconds: number;
  readonly error?: string;
}

/** @param now virtual time, ms */
export async function emptyNamespace(
  { metadata }: Namespace,
  client: Client,
  now: number,
): Promise<Emptied> {
  const { name, deletionTimestamp } = metadata;
  const goneSeconds = (now - parseTime(deletionTimestamp!)) / 1000;
  const remaining = new Map<string, number>();
  const finalizers = new Map<string, number>();
  const errors: string[] = [];
  let estimateSeconds = 0;
  for (const kind of namespaced) {
    try {
      const left = await deleteAll(kind, name, goneSeconds, finalizers, client);
      if (left.count > 0) remaining.set(`${kind.plural}.${kind.group}`, left.count);
      if (left.error !== undefined) errors.push(left.error);
      estimateSeconds = Math.max(estimateSeconds, left.estimateSeconds);
    } catch (error) {
      errors.push(messageOf(error));
    }
  }
  return { remaining, finalizers, errors, estimateSeconds };
}

/** Deletes the objects of a kind and looks what is left of them; counts what keeps them. */
async function deleteAll(
  kind: Kind,
  namespace: string,
  goneSeconds: number,
  finalizers: Map<string, number>,
  client: Client,
): Promise<Left> {
  const graceSeconds = await graceOf(kind, namespace, goneSeconds, client);
  await client.deleteCollection(kind, { namespace }, { propagationPolicy: 'Background' });
  const { items } = await client.list(kind, { namespace });
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
  const resource = `${kind.group}/${kind.version}, Resource=${kind.plural}`;
  const error = `unexpected items still remain in namespace: ${namespace} for gvr: ${resource}`;
  return { count, estimateSeconds: 0, error };
}

/** The longest grace period of pods that run; once that much time has passed, none. */
async function graceOf(
  kind: Kind,
  namespace: string,
  goneSeconds: number,
  client: Client,
): Promise<number> {
  if ((kind as unknown) !== podKind) return 0;
  const { items } = await client.list(podKind, { namespace });
  const grace = (pod: Pod): number =>
    isPodTerminal(pod) ? 0 : (pod.spec.terminationGracePeriodSeconds ?? 0);
  const longest = items.reduce((most, pod) => Math.max(most, grace(pod)), 0);
  return goneSeconds >= longest ? 0 : longest;
}
