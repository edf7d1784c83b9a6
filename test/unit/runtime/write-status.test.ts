import { describe, expect, it } from 'vitest';
import { conflict, isConflict, notFound } from '#values';
import { pod as podKind } from '#kinds';
import type { Pod } from '#types';
import { writeStatus, type Client } from '#runtime';

const known = {
  metadata: { name: 'web', namespace: 'ns', resourceVersion: '1' },
  status: { phase: 'Pending' },
} as unknown as Pod;
const live: Pod = {
  ...known,
  metadata: { ...known.metadata, resourceVersion: '7' },
  status: { phase: 'Pending', message: 'newer' },
};
const next = { phase: 'Running' } as const;
const stale = conflict(podKind, 'web', 'somebody was faster');

/** A client whose first writes fail with these errors. */
function failing(...errors: readonly Error[]) {
  const left = [...errors];
  const written: Pod[] = [];
  const client = {
    get: () => Promise.resolve(live),
    update(_: unknown, object: Pod) {
      const error = left.shift();
      if (error !== undefined) return Promise.reject(error);
      written.push(object);
      return Promise.resolve(object);
    },
  } as unknown as Client;
  return { client, written };
}

describe('writeStatus', () => {
  it('writes nothing when the status is the one that the object has', async () => {
    const { client, written } = failing();
    expect(await writeStatus(client, podKind, known, known.status)).toBe(known);
    expect(written).toEqual([]);
  });

  it('does not retry unless it is asked to', async () => {
    const { client, written } = failing(stale);
    await expect(writeStatus(client, podKind, known, next)).rejects.toBe(stale);
    expect(written).toEqual([]);
  });

  it('does not retry after an error that is not to be retried', async () => {
    const gone = notFound(podKind, 'web');
    const { client } = failing(gone);
    const write = writeStatus(client, podKind, known, next, { when: isConflict });
    await expect(write).rejects.toBe(gone);
  });

  it('retries once, with the same status on the live object', async () => {
    const { client, written } = failing(stale);
    await writeStatus(client, podKind, known, next, { when: isConflict });
    expect(written).toEqual([{ ...live, status: next }]);
  });

  it('computes the status of the retry from the live object where the caller says how', async () => {
    const { client, written } = failing(stale);
    const statusOf = ({ status }: Pod) => ({ ...status, ...next });
    await writeStatus(client, podKind, known, next, { when: isConflict, statusOf });
    expect(written).toEqual([{ ...live, status: { message: 'newer', phase: 'Running' } }]);
  });

  it('fails when the retry fails too', async () => {
    const { client } = failing(stale, stale);
    const write = writeStatus(client, podKind, known, next, { when: () => true });
    await expect(write).rejects.toBe(stale);
  });
});
