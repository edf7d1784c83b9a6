/** How a change is written although others write the same object. */
import { describe, expect, it } from 'vitest';
import { node as nodeKind } from '#kinds';
import type { Client } from '#request';
import { conflict, internalError, notFound, staleWrite } from '#values';
import type { Node } from '#types';
import { retryOnConflict } from '../../../src/runtime/retry-on-conflict.ts';

const nodeOf = (resourceVersion: string, uid = 'u'): Node =>
  ({ metadata: { name: 'n', uid, resourceVersion }, spec: {} }) as unknown as Node;

const stale = conflict(nodeKind, 'n', staleWrite);
const gone = notFound(nodeKind, 'n');
const broken = internalError('storage is down');

/** A client whose updates and reads have these answers, one after the other. */
function clientWith(updates: readonly unknown[], reads: readonly unknown[] = []) {
  const calls: unknown[] = [];
  const [ofUpdates, ofReads] = [[...updates], [...reads]];
  const answer = async (all: unknown[]): Promise<unknown> => {
    const next = await Promise.resolve(all.shift());
    if (next instanceof Error) throw next;
    return next;
  };
  const client = {
    update(_: unknown, object: Node, options: unknown) {
      calls.push([object.metadata.resourceVersion, object.spec, options]);
      return answer(ofUpdates);
    },
    get(_: unknown, ref: unknown) {
      calls.push(ref);
      return answer(ofReads);
    },
  } as unknown as Client;
  return { client, calls };
}

const cordoned = (node: Node): Node => ({ ...node, spec: { unschedulable: true } });
const status = { subresource: 'status' } as const;
const [spec, ref] = [{ unschedulable: true }, { name: 'n', namespace: undefined }];

describe('a change', () => {
  it('is written once where no one else writes', async () => {
    const written = nodeOf('2');
    const { client, calls } = clientWith([written]);
    expect(await retryOnConflict(client, nodeKind, nodeOf('1'), cordoned, status)).toBe(written);
    expect(calls).toEqual([['1', spec, status]]);
  });

  it('is applied to the live object after a conflict', async () => {
    const written = nodeOf('6');
    const { client, calls } = clientWith([stale, written], [nodeOf('5')]);
    expect(await retryOnConflict(client, nodeKind, nodeOf('1'), cordoned)).toBe(written);
    expect(calls).toEqual([['1', spec, undefined], ref, ['5', spec, undefined]]);
  });

  it('that changes nothing is not written', async () => {
    const { client, calls } = clientWith([]);
    const node = nodeOf('1');
    expect(await retryOnConflict(client, nodeKind, node, (same) => same)).toBe(node);
    expect(calls).toEqual([]);
  });

  it('that somebody else has made is not written again', async () => {
    const live = nodeOf('5');
    const { client, calls } = clientWith([stale], [live]);
    const change = (node: Node): Node => (node === live ? node : cordoned(node));
    expect(await retryOnConflict(client, nodeKind, nodeOf('1'), change)).toBe(live);
    expect(calls).toHaveLength(2);
  });

  it('is not made to another object of the name', async () => {
    const { client, calls } = clientWith([stale], [nodeOf('5', 'other')]);
    const change = (node: Node) => (node.metadata.uid === 'u' ? cordoned(node) : undefined);
    expect(await retryOnConflict(client, nodeKind, nodeOf('1'), change)).toBeUndefined();
    expect(calls).toHaveLength(2);
  });

  it.each([
    ['when it is written', [gone], []],
    ['when it is read again', [stale], [gone]],
  ])('comes to nothing where the object is gone %s', async (_, updates, reads) => {
    const { client } = clientWith(updates, reads);
    expect(await retryOnConflict(client, nodeKind, nodeOf('1'), cordoned)).toBeUndefined();
  });

  it.each([
    ['when it is written', [broken], [], 1],
    ['when it is read again', [stale], [broken], 2],
  ])('fails with another error %s', async (_, updates, reads, calls) => {
    const asked = clientWith(updates, reads);
    const writing = retryOnConflict(asked.client, nodeKind, nodeOf('1'), cordoned);
    await expect(writing).rejects.toBe(broken);
    expect(asked.calls).toHaveLength(calls);
  });

  it('is given up with the fifth conflict in a row', async () => {
    const live = Array.from({ length: 9 }, (_, at) => nodeOf(String(at + 2)));
    const { client, calls } = clientWith(
      live.map(() => stale),
      live,
    );
    await expect(retryOnConflict(client, nodeKind, nodeOf('1'), cordoned)).rejects.toBe(stale);
    const versions = calls.flatMap((call) => (Array.isArray(call) ? [call[0] as string] : []));
    expect(versions).toEqual(['1', '2', '3', '4', '5']);
    expect(calls).toHaveLength(9);
  });
});
