/** The revisions of a StatefulSet: their order, which may go, and what is made of names that are taken. */
import { describe, expect, it } from 'vitest';
import { alreadyExists } from '#values';
import { controllerRevision, defaultProfile, profileOf, statefulSet } from '#kinds';
import type { ControllerRevision, Pod, StatefulSet } from '#types';
import type { Client } from '#runtime';
import {
  heldRevision,
  inOrder,
  newRevision,
  revisionsToPrune,
  toRevision,
} from '../../../../controllers/statefulset/history.ts';
import { viewAt } from '../../../../controllers/statefulset/past.ts';
import { ensureHistory } from '../../../../controllers/statefulset/revisions.ts';
import { pastView } from '../past-view.ts';

const setOf = (image: string, status: object = {}, spec: object = {}): StatefulSet =>
  ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: 'default', uid: 'u' },
    spec: {
      selector: { matchLabels: { app: 'db' } },
      template: {
        metadata: { labels: { app: 'db' } },
        spec: { containers: [{ name: 'c', image }] },
      },
      ...spec,
    },
    status,
  }) as unknown as StatefulSet;

const stored = (
  image: string,
  revision: number,
  metadata: object = {},
  collisions = 0,
): ControllerRevision => {
  const made = newRevision(setOf(image), revision, collisions);
  return {
    ...made,
    metadata: { ...made.metadata, uid: `uid-${image}`, ...metadata },
  } as unknown as ControllerRevision;
};

const named = (name: string, revision: number, creationTimestamp = '2026-01-01T00:00:00Z') =>
  stored('a', revision, { name, creationTimestamp });

it('come in the order of their numbers, then of their ages, then of their names', () => {
  const revisions = [
    named('d', 2),
    named('c', 1, '2026-01-01T00:00:09Z'),
    named('b', 1),
    named('a', 1, '2026-01-01T00:00:05Z'),
    named('e', 1),
  ];
  expect(inOrder(revisions).map(({ metadata }) => metadata.name)).toEqual([
    'b',
    'e',
    'a',
    'c',
    'd',
  ]);
});

it.each<
  [limit: number | undefined, inUse: readonly string[], live: readonly string[], expected: string]
>([
  [1, [], [], 'ab'],
  [1, ['a'], [], 'b'],
  [1, ['a'], ['b'], ''],
  [0, [], [], 'abc'],
  [3, [], [], ''],
  [undefined, [], [], ''],
])('over a limit of %s go, but for %j and those of pods %j: %s', (limit, inUse, live, expected) => {
  const revisions = ['a', 'b', 'c'].map((name, i) => named(name, i));
  const pods = live.map(
    (name) => ({ metadata: { labels: { 'controller-revision-hash': name } } }) as unknown as Pod,
  );
  const set = setOf('a', {}, limit === undefined ? {} : { revisionHistoryLimit: limit });
  const gone = revisionsToPrune(set, revisions, inUse, pods);
  expect(gone.map(({ metadata }) => metadata.name).join('')).toBe(expected);
});

describe('the template of a revision', () => {
  const set = setOf('a');
  it('is that of the set where they are the same', () => {
    const { name, template } = toRevision(stored('a', 1, { name: 'db-1' }), set);
    expect(name).toBe('db-1');
    expect(template).toBe(set.spec.template);
  });

  it('is the one that it was made of, and nothing more', () => {
    expect(toRevision(stored('b', 1, { name: 'db-2' }), set)).toEqual({
      name: 'db-2',
      template: setOf('b').spec.template,
    });
  });
});

it.each([
  [33, undefined],
  [34, 'db-before'],
])('without defaults holds the template to 1.%i as %s, in explanations too', (minor, name) => {
  const profile = profileOf(minor);
  const before = stored('a', 1, { name: 'db-before' });
  const set = statefulSet.rules.defaults!(setOf('a'), profile);
  const next = newRevision(set, 2, 0).metadata.name;
  expect(heldRevision([before], set, profile)?.metadata.name).toBe(name);
  const past = {
    ...pastView({ objects: [{ ...before, kind: 'ControllerRevision' }], now: 0 }),
    profile,
  };
  expect(viewAt(set, past).update.name).toBe(name ?? next);
});

describe('what is made sure of', () => {
  /** What the API is asked, and what comes of it; names that are taken hold that image. */
  async function ensured(
    set: StatefulSet,
    revisions: readonly ControllerRevision[],
    taken: Readonly<Record<string, string>> = {},
  ) {
    const calls: string[] = [];
    const client = {
      create(_: unknown, wanted: ControllerRevision) {
        const { name } = wanted.metadata;
        calls.push(`create ${name} ${wanted.revision}`);
        return name in taken
          ? Promise.reject(alreadyExists(controllerRevision, name))
          : Promise.resolve(wanted);
      },
      get: (_: unknown, { name }: { name: string }) =>
        Promise.resolve(stored(taken[name]!, 1, { name })),
      update(_: unknown, next: ControllerRevision) {
        calls.push(`update ${next.metadata.name} ${next.revision}`);
        return Promise.resolve(next);
      },
    } as unknown as Client;
    const lister = { byIndex: (index: string) => (index === 'controller uid' ? revisions : []) };
    const sources = { revisions: lister, profile: defaultProfile };
    const { current, update, collisionCount } = await ensureHistory(client, set, sources as never);
    return { calls, current: current.metadata.name, update: update.metadata.name, collisionCount };
  }

  const nameOf = (image: string, collisions = 0): string =>
    newRevision(setOf(image), 1, collisions).metadata.name!;
  const [a, b] = [stored('a', 1), stored('b', 2)];

  it.each<
    [string, StatefulSet, readonly ControllerRevision[], Readonly<Record<string, string>>, object]
  >([
    [
      'the first',
      setOf('a'),
      [],
      {},
      {
        calls: [`create ${nameOf('a')} 1`],
        current: nameOf('a'),
        update: nameOf('a'),
        collisionCount: 0,
      },
    ],
    [
      'a further one',
      setOf('c', { currentRevision: nameOf('a') }),
      [b, a],
      {},
      {
        calls: [`create ${nameOf('c')} 3`],
        current: nameOf('a'),
        update: nameOf('c'),
        collisionCount: 0,
      },
    ],
    [
      'the present one',
      setOf('b', { currentRevision: 'gone' }),
      [a, b],
      {},
      { calls: [], current: nameOf('b'), update: nameOf('b'), collisionCount: 0 },
    ],
    [
      'one that came back',
      setOf('a', { currentRevision: nameOf('b') }),
      [a, b],
      {},
      {
        calls: [`update ${nameOf('a')} 3`],
        current: nameOf('b'),
        update: nameOf('a'),
        collisionCount: 0,
      },
    ],
    [
      'one that is there already',
      setOf('a'),
      [],
      { [nameOf('a')]: 'a' },
      {
        calls: [`create ${nameOf('a')} 1`],
        current: nameOf('a'),
        update: nameOf('a'),
        collisionCount: 0,
      },
    ],
    [
      'one whose name another has',
      setOf('a'),
      [],
      { [nameOf('a')]: 'x' },
      {
        calls: [`create ${nameOf('a')} 1`, `create ${nameOf('a', 1)} 1`],
        current: nameOf('a', 1),
        update: nameOf('a', 1),
        collisionCount: 1,
      },
    ],
  ])('%s', async (_, set, revisions, taken, expected) => {
    expect(await ensured(set, revisions, taken)).toEqual(expected);
  });
});
