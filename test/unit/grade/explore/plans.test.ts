/** Which plans are tried, in which order, by what was learned. */
import { describe, expect, it } from 'vitest';
import { planText } from '#grade';
import type { Learned, LearnedChange } from '../../../../src/grade/explore/learn.ts';
import { plansFor } from '../../../../src/grade/explore/plans.ts';

const nothing = {
  ...{ reads: [], changes: [], writes: [], updated: [], steps: 2, canPermute: false },
} as unknown as Learned;

/** The plans of some sorts of disturbance, as text, without the pairs behind the single ones. */
function plansOf(learned: Partial<Learned>, ...wanted: readonly string[]): readonly string[] {
  return single(learned).filter((text) => wanted.some((type) => text.startsWith(`[{"${type}"`)));
}

function single(learned: Partial<Learned>): readonly string[] {
  // The single ones are those that are the same whatever the seed.
  const [one = [], ...others] = [1, 2, 3, 4, 5, 6].map((seed) =>
    plansFor({ ...nothing, ...learned }, 500, seed).map(planText),
  );
  const differs = one.findIndex((text, i) => others.some((other) => other[i] !== text));
  return differs < 0 ? one : one.slice(0, differs);
}

const change = (step: number, name: string, more: Partial<LearnedChange> = {}): LearnedChange => ({
  ...{ step, resource: 'pods', change: `pods default/${name}`, count: 1, isOwn: false },
  ...more,
});

describe('plans of changes', () => {
  it('look at the first steps before the start, and at what others change before its own', () => {
    const changes = [
      change(0, 'a'),
      change(1, 'b', { isOwn: true }),
      change(2, 'c', { resource: 'nodes', change: 'nodes c' }),
    ];
    expect(plansOf({ changes }, 'rewind').slice(0, 3)).toEqual([
      '[{"rewind":"nodes","step":2,"through":2}]',
      '[{"rewind":"pods","step":1,"through":1}]',
      '[{"rewind":"pods","step":0,"through":0}]',
    ]);
  });

  it('go back in the step, in each later one, and at each change', () => {
    expect(plansOf({ changes: [change(1, 'a'), change(1, 'b')], steps: 3 }, 'rewind')).toEqual([
      '[{"rewind":"pods","step":1,"through":1}]',
      '[{"rewind":"pods","step":1,"through":2}]',
      '[{"rewind":"pods","step":1,"through":3}]',
      '[{"rewind":"pods","step":1,"change":"pods default/a","count":1,"through":1}]',
      '[{"rewind":"pods","step":1,"change":"pods default/b","count":1,"through":1}]',
    ]);
  });

  it('take six of many changes, from the first to the last', () => {
    const changes = Array.from({ length: 11 }, (_, i) => change(1, `p${i}`));
    const found = plansOf({ changes }, 'expire').map((text) => /default\/(\w+)/.exec(text)?.[1]);
    expect(found.toSorted()).toEqual(['p0', 'p10', 'p2', 'p4', 'p6', 'p8']);
    const few = plansOf({ changes: changes.slice(0, 6) }, 'expire');
    expect(few).toHaveLength(6);
  });

  it('hide them until the end of the step, or of the next', () => {
    const changes = [change(1, 'a')];
    expect(plansOf({ changes }, 'unseen', 'stale')).toEqual([
      '[{"unseen":"pods","step":1,"through":1}]',
      '[{"stale":"pods","step":1,"through":1}]',
      '[{"unseen":"pods","step":1,"through":2}]',
      '[{"stale":"pods","step":1,"through":2}]',
      '[{"unseen":"pods","step":1,"change":"pods default/a","count":1,"through":1}]',
      '[{"stale":"pods","step":1,"change":"pods default/a","count":1,"through":1}]',
    ]);
    expect(plansOf({ changes, steps: 1 }, 'stale')).toHaveLength(2);
  });

  it('hide first where an object changes again, made so by others', () => {
    const again = [change(1, 'a'), change(2, 'b'), change(2, 'b', { count: 2 })];
    expect(plansOf({ changes: again }, 'unseen').slice(0, 3)).toEqual([
      '[{"unseen":"pods","step":1,"through":2}]',
      '[{"unseen":"pods","step":2,"through":2}]',
      '[{"unseen":"pods","step":1,"through":1}]',
    ]);
    const own = again.map((each) => ({ ...each, isOwn: true }));
    expect(plansOf({ changes: own }, 'unseen').slice(0, 3)).toEqual([
      '[{"unseen":"pods","step":1,"through":1}]',
      '[{"unseen":"pods","step":1,"through":2}]',
      '[{"unseen":"pods","step":2,"through":2}]',
    ]);
    const others = again.map((each) => ({ ...each, resource: 'nodes' }));
    expect(plansOf({ changes: [change(1, 'c'), ...others] }, 'unseen')[0]).toContain('"nodes"');
  });

  it('expire first at the last change that others make of an object, not where it has no name', () => {
    const changes = [
      change(1, 'a'),
      change(1, 'a', { count: 2, isOwn: true }),
      change(2, 'a'),
      change(2, 'b'),
      change(2, '', { change: 'pods' }),
    ];
    expect(plansOf({ changes }, 'expire')).toEqual([
      '[{"expire":"pods","step":2,"change":"pods default/a","count":1}]',
      '[{"expire":"pods","step":2,"change":"pods default/b","count":1}]',
      '[{"expire":"pods","step":1,"change":"pods default/a","count":1}]',
      '[{"expire":"pods","step":1,"change":"pods default/a","count":2}]',
    ]);
  });
});

describe('plans of writes', () => {
  const write = (step: number, name: string, count = 1) => ({ step, write: name, count });

  it('kill after the first three of a sort, those of the start last', () => {
    const writes = [
      write(0, 'create pods'),
      ...[1, 2, 3, 4].map((count) => write(1, 'update pods', count)),
    ];
    const kills = plansOf({ writes }, 'kill');
    const at = (step: number, name: string, count: number, lagging: boolean): string =>
      `[{"kill":"${name}","step":${step},"count":${count}${lagging ? ',"lagging":true' : ''}}]`;
    const each = (lagging: boolean): string[] => [
      ...[1, 2, 3].map((count) => at(1, 'update pods', count, lagging)),
      at(0, 'create pods', 1, lagging),
    ];
    expect(kills.filter((text) => !text.includes('lagging'))).toEqual(each(false));
    expect(kills.filter((text) => text.includes('lagging'))).toEqual(each(true));
    expect(kills).toHaveLength(8);
  });

  it('refuse updates three times, first those that no later write of the step repairs', () => {
    const writes = [
      write(1, 'update pods'),
      write(1, 'create nodes'),
      write(2, 'update nodes'),
      write(2, 'update pods'),
      write(3, 'update nodes'),
      write(3, 'update jobs', 4),
    ];
    expect(plansOf({ writes, steps: 3 }, 'conflict')).toEqual([
      '[{"conflict":"update pods","step":2,"count":1,"times":3}]',
      '[{"conflict":"update nodes","step":3,"count":1,"times":3}]',
      '[{"conflict":"update nodes","step":2,"count":1,"times":3}]',
      '[{"conflict":"update pods","step":1,"count":1,"times":3}]',
    ]);
  });

  it('touch what is updated, first what is replaced as a whole', () => {
    const updated = [
      { object: 'nodes a', step: 0 },
      { object: 'pods default/b', step: 1 },
      { object: 'jobs.batch default/c', step: 2 },
      { object: 'jobs.batch default/c', step: 1 },
    ];
    const writes = [write(2, 'update jobs.batch'), write(1, 'update jobs.batch/status')];
    expect(plansOf({ updated, writes, reads: [] }, 'touch')).toEqual([
      '[{"touch":"jobs.batch default/c","step":2}]',
      '[{"touch":"pods default/b","step":1}]',
      '[{"touch":"jobs.batch default/c","step":1}]',
    ]);
  });

  it('touch what is read also unseen, and on a view that is stale', () => {
    const updated = [{ object: 'pods default/b', step: 1 }];
    const found = plansOf({ updated, reads: ['pods'] }, 'touch', 'unseen', 'stale');
    expect(found).toEqual([
      '[{"unseen":"pods","step":1,"through":1},{"touch":"pods default/b","step":1}]',
      '[{"touch":"pods default/b","step":1}]',
      '[{"stale":"pods","step":1,"through":1},{"touch":"pods default/b","step":1}]',
    ]);
  });
});

describe('races', () => {
  it('of the whole run are for all, those of discovery for clients over HTTP', () => {
    const whole = (race: string): string => `[{"race":"${race}","step":0,"through":2}]`;
    expect(plansOf({}, 'race')).toEqual([whole('servers'), whole('discovery'), whole('informers')]);
    const own = { canPermute: true, reads: ['sites.example.com'] };
    const plans = plansFor({ ...nothing, ...own }, 500, 1).filter(({ length }) => length === 1);
    const found = plans.filter(([only]) => only!.type === 'race').map(planText);
    expect(found).toEqual([whole('servers'), whole('kinds'), whole('informers')]);
  });

  it('of definitions are for the steps that bring some', () => {
    const resource = 'customresourcedefinitions.apiextensions.k8s.io';
    const changes = [change(2, 'x', { resource, change: `${resource} sites.example.com` })];
    const writes = [{ step: 0, write: `create ${resource}`, count: 1 }];
    expect(plansOf({ changes, writes }, 'race').slice(1, 3)).toEqual([
      '[{"race":"definitions","step":0,"through":0}]',
      '[{"race":"definitions","step":2,"through":2}]',
    ]);
  });
});

describe('other plans', () => {
  it('cut it off for each step, and for each two', () => {
    expect(plansOf({ steps: 3 }, 'away')).toEqual([
      '[{"away":"client","step":1,"through":1}]',
      '[{"away":"client","step":2,"through":2}]',
      '[{"away":"client","step":3,"through":3}]',
      '[{"away":"client","step":1,"through":2}]',
      '[{"away":"client","step":2,"through":3}]',
    ]);
  });

  it('choose 20 orders for the whole run, where they can be chosen', () => {
    const ordersOf = (canPermute: boolean, seed: number) =>
      plansFor({ ...nothing, canPermute, steps: 3 }, 500, seed)
        .filter(([only, more]) => only?.type === 'order' && more === undefined)
        .map(([only]) => only!);
    expect(ordersOf(false, 1)).toEqual([]);
    const found = ordersOf(true, 1);
    expect(found).toHaveLength(20);
    for (const each of found) expect(each).toMatchObject({ step: 0, through: 3 });
    expect(ordersOf(true, 1)).toEqual(found);
    expect(ordersOf(true, 2)).not.toEqual(found);
  });

  it('are as many as are wanted: one of each sort in turn, then pairs', () => {
    const learned = {
      ...nothing,
      changes: [change(1, 'a')],
      writes: [{ step: 1, write: 'update pods', count: 1 }],
    };
    const types = plansFor(learned, 8, 1).map((plan) => plan.map(({ type }) => type).join('+'));
    expect(types).toEqual([
      'rewind',
      'kill',
      'unseen',
      'conflict',
      'expire',
      'kill',
      'stale',
      'away',
    ]);
    expect(plansFor(learned, 3, 1)).toHaveLength(3);
    const all = plansFor(learned, 60, 1);
    expect(all).toHaveLength(60);
    expect(all.at(-1)!.length).toBeGreaterThan(1);
  });
});
