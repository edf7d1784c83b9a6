/** A field that was never set: since when the object exists, and which controllers would set the field. */
import type { Kind } from '#kinds';
import type { Change, Past } from '#store';
import type { Accountant } from './accountant.ts';
import { chainOf, type Link } from './chain.ts';
import { ledgersOf } from './ledger.ts';
import type { Segment } from './path.ts';

export interface Unset {
  /** The write that created the object; absent when it is older than the kept history. */
  readonly created?: Link;
  /** How many writes of the object followed, as far as they are kept. None set the field. */
  readonly writes: number;
  /** The actors that account for the field, and so would set it. */
  readonly setters: readonly string[];
  /** The latest write of the object by one of them; absent when there was none. */
  readonly latest?: Pick<Link, 'revision' | 'time' | 'actor'>;
}

export interface UnsetOptions {
  readonly past: Past;
  readonly accountants: readonly Accountant[];
  /** The latest write by an actor that accounts for the field. */
  readonly witness: Change | undefined;
}

/** @param life the writes of the object, the latest first, back to its creation if that is known */
export function unsetOf(
  kind: Kind,
  path: readonly Segment[],
  life: Iterable<Change>,
  { past, accountants, witness }: UnsetOptions,
): Unset {
  const writes = [...life];
  const first = writes.at(-1);
  const created = first?.type === 'created' ? chainOf(first, past, accountants)[0] : undefined;
  const setters = ledgersOf(kind, path, accountants).flatMap(({ actor, explainer }) => [
    actor,
    ...(explainer.actors ?? []),
  ]);
  return {
    ...(created === undefined ? {} : { created }),
    writes: created === undefined ? writes.length : writes.length - 1,
    setters: [...new Set(setters)],
    ...(witness === undefined ? {} : { latest: placeOf(witness) }),
  };
}

function placeOf({ revision, time, origin }: Change): Unset['latest'] {
  return { revision, time, actor: origin.actor };
}
