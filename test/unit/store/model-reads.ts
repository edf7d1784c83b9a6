/** Reads of a random history, compared with the model. */
import { expect } from 'vitest';
import { CompactedError, FutureRevisionError } from '#store';
import { markOf, type Rig } from './fixture.ts';
import type { Model } from './model.ts';
import type { Step } from './steps.ts';

/** The engine and the model. */
export interface Sides {
  readonly rig: Rig;
  readonly model: Model;
}

export async function checkGet(
  { rig, model }: Sides,
  bucket: string,
  key: string,
  revision: number,
): Promise<void> {
  const reading = rig.store.get(bucket, key, revision);
  if (await refuses(model, reading, revision)) return;
  const object = await reading;
  expect(object && markOf(object)).toBe(model.at(bucket, revision).get(key)?.mark);
  if (revision === model.revision) {
    expect(await rig.store.get(bucket, key)).toBe(object);
  }
}

export async function checkList(
  { rig, model }: Sides,
  step: Step & { op: 'list' },
  revision: number,
): Promise<void> {
  const { prefix, after, limit } = step;
  const options = { prefix, limit, revision, after: after === '' ? undefined : after };
  const reading = rig.store.list(step.bucket, options);
  if (await refuses(model, reading, revision)) return;
  const { items, next, remaining, revision: shown } = await reading;
  expect(shown).toBe(revision);
  expect({ marks: items.map(markOf), next, remaining }).toEqual(
    model.list(step.bucket, { revision, prefix, after, limit }),
  );
}

/** Whether the model says that a read must be refused; checks that it is. */
async function refuses(
  model: Model,
  reading: Promise<unknown>,
  revision: number,
): Promise<boolean> {
  const { compacted, revision: current } = model;
  if (revision >= compacted && revision <= current) return false;
  const error = revision > current ? FutureRevisionError : CompactedError;
  await expect(reading).rejects.toThrow(error);
  return true;
}
