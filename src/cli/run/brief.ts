/** What a first look at a run shows: steps, checks, and how the status of what a scenario is about evolves. */
import type { KubeObject } from '#values';
import { describeChange } from '#record';
import type { Change } from '#store';

/**
 * Returns whether a write is shown without -v: those of the scenario, those to objects that no other
 * object controls, and warnings. Of nodes, what begins and ends, and whether they are ready.
 */
export function isShownBriefly(change: Change): boolean {
  const { kind } = change.value;
  if (kind === 'Event' || change.origin.actor === 'scenario') return true;
  if (isControlled(change.value)) return false;
  return kind !== 'Node' || describeChange(change)?.verb !== 'update';
}

/** Returns whether another object manages it, as a ReplicaSet manages its pods. */
export function isControlled({ metadata: { ownerReferences = [] } }: KubeObject): boolean {
  return ownerReferences.some(({ controller }) => controller === true);
}

/** A number that a controller wrote, to ask about. */
export interface QuestionField {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly field: string;
}

/** Returns a count in a status that changed by a write; of several, one that says what is ready. */
export function numberIn(change: Change): QuestionField | undefined {
  const { apiVersion, kind, metadata } = change.value;
  const line = kind === 'Event' || kind === 'Node' ? undefined : describeChange(change);
  if (line?.verb !== 'status') return undefined;
  const counts = line.details.filter(
    ({ text, from, to }) => /^[a-z]\w*$/.test(text) && /^\d+$/.test(to || from || ''),
  );
  const count = counts.find(({ text }) => /ready/i.test(text)) ?? counts[0];
  if (count === undefined) return undefined;
  const { name, namespace } = metadata;
  return { apiVersion, kind, name, namespace, field: count.text };
}

/** Returns what to ask about after a write: the last number that still stands. */
export function questionAfter(
  change: Change,
  before: QuestionField | undefined,
): QuestionField | undefined {
  if (change.type !== 'deleted') return numberIn(change) ?? before;
  const { kind, metadata } = change.value;
  const isGone =
    kind === before?.kind &&
    metadata.name === before.name &&
    metadata.namespace === before.namespace;
  return isGone ? undefined : before;
}
