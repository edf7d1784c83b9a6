/** The cluster as a controller would have seen it at a revision. */
import { describe, expect, it } from 'vitest';
import { type Kind, defaultProfile, withGates, node, pod } from '#kinds';
import type { KubeObject } from '#values';
import { pastChildren, pastClaimed, PastCluster } from '#runtime';

const pods = pod as unknown as Kind;
const nodes = node as unknown as Kind;

const object = (name: string, revision: number, more: object = {}): KubeObject =>
  ({
    ...{ apiVersion: 'v1', kind: 'Pod' },
    metadata: { name, namespace: 'default', uid: name, resourceVersion: String(revision), ...more },
  }) as unknown as KubeObject;

const asked: unknown[] = [];
/** An object a revision, from 5 on. */
const states = {
  beginning: 5,
  get: (...question: [string, string, number]) => {
    asked.push(question);
    return question[2] < 7 ? undefined : object('web', question[2]);
  },
  list: (...question: [string, number, string?]) => {
    asked.push(question);
    return [object('web', question[1])];
  },
  revisionAt: (time: number) => time / 100,
};
const profile = withGates(defaultProfile, {});
const past = new PastCluster(states, { revision: 7, now: 700 }, profile);

describe('a past cluster', () => {
  it('is that of its revision', () => {
    asked.length = 0;
    expect([past.revision, past.now, past.profile]).toEqual([7, 700, profile]);
    expect(past.get(pods, { namespace: 'default', name: 'web' })).toEqual(object('web', 7));
    expect(past.list(pods)).toEqual([object('web', 7)]);
    expect(past.list(pods, 'default')).toEqual([object('web', 7)]);
    past.list(nodes);
    expect(asked).toEqual([
      ['pods', 'default/web', 7],
      ['pods', 7, ''],
      ['pods', 7, 'default/'],
      ['nodes', 7, ''],
    ]);
  });

  it.each([
    [600, 6, undefined],
    [900, 9, '9'],
    // Nothing earlier is kept.
    [300, 5, undefined],
  ])('was another one at %d', (time, revision, version) => {
    const then = past.at(time);
    expect([then.revision, then.now, then.profile]).toEqual([revision, time, profile]);
    const found = then.get(pods, { namespace: 'default', name: 'web' });
    expect(found?.metadata.resourceVersion).toBe(version);
  });
});

describe('what an owner had', () => {
  const owner = object('owner', 1);
  const ownedBy = (uid: string, controller = true): object => ({
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'owner', uid, controller }],
  });
  const there = [
    object('own', 1, ownedBy('owner')),
    object('unfit', 1, ownedBy('owner')),
    object('other', 1, ownedBy('somebody')),
    object('orphan', 1),
    object('lost', 1, { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    object('dependent', 1, ownedBy('owner', false)),
  ];
  const view = new PastCluster(
    { ...states, list: (_, __, prefix) => (prefix === 'default/' ? there : []) },
    { revision: 7, now: 700 },
    profile,
  );
  const names = (found: readonly KubeObject[]): readonly string[] =>
    found.map(({ metadata }) => metadata.name);

  it('are its own that fit, and orphans', () => {
    const fits = ({ metadata }: KubeObject): boolean => metadata.name !== 'unfit';
    expect(names(pastClaimed(view, pods, owner, fits))).toEqual(['own', 'orphan', 'dependent']);
  });

  it('are all that it controls', () => {
    expect(names(pastChildren(view, pods, owner))).toEqual(['own', 'unfit']);
  });
});
