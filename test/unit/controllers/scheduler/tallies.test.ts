/** Tallies that are no longer needed are dropped, and nothing else. */
import { expect, it } from 'vitest';
import type { PodQuery } from '../../../../controllers/scheduler/pod-query.ts';
import { Tallies } from '../../../../controllers/scheduler/tallies.ts';
import { makePod } from '../objects.ts';

const query = (value: string, namespaces?: readonly string[], name = 'app'): PodQuery =>
  ({
    key: `${name}=${value} in ${namespaces?.join() ?? 'all'}`,
    ...(namespaces && { namespaces }),
    ...(namespaces && name !== '' && { label: { name, value } }),
    matches: ({ metadata }: { metadata: { labels?: Record<string, string> } }) =>
      name === '' || metadata.labels?.[name] === value,
  }) as unknown as PodQuery;

const placed = (name: string, app: string, nodeName = 'n1') => ({
  pod: makePod(name, {}, { labels: { app } }),
  nodeName,
});

it('counts once, takes off what was counted, and keeps what it counts when many are dropped', () => {
  const tallies = new Tallies();
  const none = (): never[] => [];
  const own = tallies.countsOf(query('web', ['default']), () => [placed('a', 'web')]);
  const shared = tallies.countsOf(query('web', ['default', 'other']), none);
  const everywhere = tallies.countsOf(query('web'), none);
  const namespace = tallies.countsOf(query('', ['default'], ''), none);
  const all = () =>
    [own, shared, everywhere, namespace].map((counts) => Object.fromEntries(counts));
  tallies.add(placed('a', 'web'));
  expect(all()).toEqual([{ n1: 1 }, { n1: 1 }, { n1: 1 }, { n1: 1 }]);
  tallies.add(placed('a', 'web'));
  tallies.add(placed('b', 'web'));
  tallies.add(placed('c', 'web', 'n2'));
  tallies.remove(placed('z', 'web'));
  expect(all()).toEqual(Array(4).fill({ n1: 2, n2: 1 }));

  for (let i = 0; i < 1100; i++) tallies.countsOf(query(`v${i}`, ['default']), none);
  // Another of the same bucket, empty at first, that is dropped and made again.
  const asked: string[] = [];
  const again = tallies.countsOf(query('v1', ['default']), () => {
    asked.push('v1');
    return [];
  });
  expect(asked).toEqual(['v1']);
  tallies.add(placed('d', 'v1'));
  expect(Object.fromEntries(again)).toEqual({ n1: 1 });
  tallies.remove(placed('c', 'web', 'n2'));
  tallies.remove(placed('b', 'web'));
  expect(all().slice(0, 3)).toEqual(Array(3).fill({ n1: 1 }));
  expect(tallies.countsOf(query('web', ['default']), none)).toBe(own);
});
