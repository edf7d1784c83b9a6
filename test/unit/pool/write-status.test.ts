import { describe, expect, it } from 'vitest';
import { conflict, notFound } from '#values';
import { pod as podKind } from '#kinds';
import type { Pod } from '#types';
import type { Client } from '#runtime';
import { writeStatus } from '../../../src/pool/write-status.ts';
import { makePod } from './objects.ts';

/** A client between whose writes this many writes of others come; `latest` is what the API holds. */
function contested(conflicts: number, latest: Pod | undefined) {
  const written: Pod[] = [];
  let left = conflicts;
  const client = {
    get: () => (latest ? Promise.resolve(latest) : Promise.reject(notFound(podKind, 'web'))),
    update: (_: unknown, object: Pod) => {
      if (left-- > 0) return Promise.reject(conflict(podKind, 'web', 'somebody was faster'));
      written.push(object);
      return Promise.resolve(object);
    },
  } as unknown as Client;
  return { client, written };
}

const known = makePod();
const newer = makePod({ metadata: { resourceVersion: '7' }, status: { message: 'newer' } });
const started = (object: Pod) => ({ ...object.status, phase: 'Running' as const });

describe('writing status', () => {
  it('writes nothing when there is nothing to write', async () => {
    const { client, written } = contested(0, newer);
    expect(await writeStatus(client, podKind, known, ({ status }) => status)).toBe(known);
    expect(written).toEqual([]);
  });

  it('computes it again from what is there after a conflict', async () => {
    const { client, written } = contested(1, newer);
    const result = await writeStatus(client, podKind, known, started);
    expect(result).toEqual({ ...newer, status: { message: 'newer', phase: 'Running' } });
    expect(written).toEqual([result]);
  });

  it.each([
    ['is gone', undefined],
    ['is another one', makePod({ metadata: { uid: 'other' } })],
  ])('gives up when the object %s', async (_, latest) => {
    const { client, written } = contested(1, latest);
    expect(await writeStatus(client, podKind, known, started)).toBeUndefined();
    expect(written).toEqual([]);
  });

  it('leaves a row of conflicts to the back-off of the queue', async () => {
    const { client } = contested(5, newer);
    await expect(writeStatus(client, podKind, known, started)).rejects.toMatchObject({
      reason: 'Conflict',
    });
  });
});
