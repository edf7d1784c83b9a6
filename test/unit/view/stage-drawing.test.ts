/** How the stage is drawn: layout, pace, captions, lanes and words. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deedOf, type Explanation } from '#record';
import {
  chapterAt,
  chaptersOf,
  type Charted,
  numbersOf,
  Pace,
  type Scene,
  type StagePod,
  subjectOf,
  valueAt,
} from '#view';
import { crowdText } from '../../../ui/stage/crowd-text.ts';
import { lanesOf, laneY, placed } from '../../../ui/stage/lanes.ts';
import { ghostsOf } from '../../../ui/stage/ghost-places.ts';
import { layoutOf, placeAt, rackAt } from '../../../ui/stage/layout.ts';
import { litBy } from '../../../ui/stage/lit.ts';
import { msAt, stepPath, ticksOf, xOf } from '../../../ui/stage/scale.ts';
import { amountText, stagesOf, termsOf } from '../../../ui/stage/sums.ts';

describe('the layout', () => {
  const spaces = fc.record({
    width: fc.integer({ min: 330, max: 1900 }),
    height: fc.integer({ min: 220, max: 1000 }),
    isPhone: fc.boolean(),
  });
  const crowds = fc.record({
    nodes: fc.integer({ min: 1, max: 1200 }),
    places: fc.integer({ min: 1, max: 12 }),
    pods: fc.integer({ min: 0, max: 300 }),
    hasWords: fc.boolean(),
  });

  it('keeps racks in the space, and places in their racks, without overlap', () => {
    fc.assert(
      fc.property(crowds, spaces, (crowd, space) => {
        const layout = layoutOf(crowd, space);
        if (layout === undefined) return;
        const { rack, tile } = layout;
        const last = rackAt(layout, crowd.nodes - 1);
        expect(last.y + rack.height).toBeLessThanOrEqual(space.height + 0.5);
        for (const at of [0, Math.floor(crowd.nodes / 2), crowd.nodes - 1]) {
          const { x } = rackAt(layout, at);
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x + rack.width).toBeLessThanOrEqual(space.width + 0.5);
        }
        if (layout.density === 'cells') return;
        const places = Array.from({ length: crowd.places }, (_, place) => placeAt(layout, place));
        for (const { x, y } of places) {
          expect(x + tile.width).toBeLessThanOrEqual(rack.width + 0.5);
          expect(y + tile.height).toBeLessThanOrEqual(rack.height + 0.5);
        }
        const corners = places.map(({ x, y }) => `${x} ${y}`);
        expect(new Set(corners).size).toBe(corners.length);
      }),
      { numRuns: 300 },
    );
  });

  it('puts five nodes side by side on a desk, where each tile has room for words', () => {
    const crowd = { nodes: 5, places: 1, pods: 5, hasWords: true };
    const layout = layoutOf(crowd, { width: 1150, height: 330, isPhone: false })!;
    expect([layout.columns, layout.density]).toEqual([5, 'huge']);
  });

  it.each([
    ['tiles up to 260 pods', 10, 260, 'small'],
    ['dots beyond', 10, 261, 'dots'],
    ['dots up to 400 nodes', 400, 2000, 'dots'],
    ['cells beyond', 401, 2000, 'cells'],
  ])('draws %s', (_, nodes, pods, density) => {
    const places = Math.ceil(pods / nodes);
    const space = { width: 1150, height: 420, isPhone: false };
    expect(layoutOf({ nodes, places, pods, hasWords: false }, space)!.density).toBe(density);
  });
});

describe('the pace', () => {
  const writesAt = (...times: readonly number[]): never => times.map((atMs) => ({ atMs })) as never;

  it('plays any run in 15 to 22 seconds, forward only, and knows the way back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 86_400_000 }), { maxLength: 60 }), (times) => {
        const sorted = [...times].sort((a, b) => a - b);
        const lastsMs = (sorted.at(-1) ?? 0) + 1000;
        const pace = new Pace({ writes: writesAt(...sorted), steps: [], lastsMs });
        expect(pace.lastsMs).toBeGreaterThanOrEqual(14_999);
        expect(pace.lastsMs).toBeLessThanOrEqual(22_001);
        let before = -1;
        for (const atMs of [0, ...sorted, lastsMs]) {
          const onScreen = pace.toScreen(atMs);
          expect(onScreen).toBeGreaterThanOrEqual(before);
          before = onScreen;
          expect(pace.toTime(onScreen)).toBeCloseTo(atMs, 0);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('rests behind a step that says something', () => {
    const writes = writesAt(1000, 2000, 3000);
    const step = { atMs: 1000, line: 1, summary: '', isCheck: false };
    const plain = new Pace({ writes, steps: [], lastsMs: 3000 });
    const noted = new Pace({ writes, steps: [{ ...step, note: 'Look.' }], lastsMs: 3000 });
    const part = (pace: Pace): number => (pace.toScreen(2000) - pace.toScreen(1000)) / pace.lastsMs;
    expect(part(noted)).toBeGreaterThan(1.5 * part(plain));
  });
});

describe('captions', () => {
  const step = (atMs: number, summary: string, note?: string, isCheck = false) => ({
    ...{ atMs, line: 1, summary, isCheck },
    ...(note !== undefined && { note }),
  });
  const chapters = chaptersOf([
    step(0, 'apply Deployment web', 'Three pods.'),
    step(0, 'apply Service web'),
    step(500, 'expect Deployment web', undefined, true),
    step(1000, 'scale Deployment web to 5'),
    step(2000, '', 'A quiet moment.'),
  ]);

  it('are one for each instant with steps, without those that only check', () => {
    expect(chapters.map(({ number, atMs, text }) => [number, atMs, text])).toEqual([
      [1, 0, 'Three pods.'],
      [2, 1000, 'Scale Deployment web to 5'],
      [3, 2000, 'A quiet moment.'],
    ]);
  });

  it('hold until the next one', () => {
    expect(chapterAt(chapters, 999)!.number).toBe(1);
    expect(chapterAt(chapters, 1000)!.number).toBe(2);
    expect(chapterAt([], 5)).toBeUndefined();
  });
});

describe('numbers and lanes', () => {
  const point = (atMs: number, value: number) => ({ atMs, revision: atMs, value });
  const charts: readonly Charted[] = [
    {
      ...{ kind: 'Deployment', key: 'default/web' },
      series: [
        { path: 'spec.replicas', points: [point(0, 3)] },
        { path: 'status.readyReplicas', points: [point(1000, 1), point(2000, 3)] },
        { path: 'status.availableReplicas', points: [point(1000, 1), point(2000, 3)] },
      ],
    },
  ];
  const numbers = numbersOf(charts, { kind: 'Deployment', key: 'default/web' });

  it('have the words of their kind, what they are compared with, and 0 before they were set', () => {
    const ready = numbers.find(({ field }) => field === 'readyReplicas')!;
    expect(ready).toMatchObject({ label: 'ready', most: 3, isBad: false });
    expect(valueAt(ready.asked!, 0)).toBe(3);
    expect([0, 999, 1000, 1999, 2000].map((at) => valueAt(ready.points, at))).toEqual([
      0, 0, 1, 1, 3,
    ]);
    expect(numbers.find(({ field }) => field === 'unavailableReplicas')).toMatchObject({
      isBad: true,
    });
  });

  it('share a lane where they are equal all the time', () => {
    expect(lanesOf(numbers).map(({ label }) => label)).toContain('ready = available');
  });

  it('are about what the checks look at most', () => {
    const other: Charted = { kind: 'DaemonSet', key: 'default/agent', series: [] };
    const checks = [{ object: { kind: 'Deployment', namespace: 'default', name: 'web' } }] as never;
    expect(subjectOf({ checks }, [other, ...charts])).toEqual({
      kind: 'Deployment',
      key: 'default/web',
    });
    expect(subjectOf({ checks: [] }, [...charts, other])).toEqual({
      kind: 'DaemonSet',
      key: 'default/agent',
    });
    expect(subjectOf({ checks: [] }, [])).toBeUndefined();
  });

  it('stand at their true heights: 0 on the line of the lane, the maximum at its top', () => {
    const [top, height] = [100, 33];
    const zero = laneY(0, 5, top, height);
    const most = laneY(5, 5, top, height);
    expect(most).toBeLessThan(zero);
    expect(most).toBeGreaterThan(top);
    expect(zero).toBeLessThan(top + height);
    expect(laneY(2, 5, top, height)).toBeCloseTo(zero + (2 / 5) * (most - zero), 6);
  });

  it('are drawn as steps, with gaps where there is no value', () => {
    const points = [point(0, 1), point(10, 2), { atMs: 20, revision: 3 }, point(30, 1)];
    const path = stepPath(
      points,
      (ms) => ms,
      (value) => 10 - value,
      40,
    );
    expect(path).toBe('M0 9H10V8H20M30 9H40');
  });
});

describe('a second run', () => {
  const point = (atMs: number, value: number) => ({ atMs, revision: atMs, value });
  const charted = (value: number): readonly Charted[] => [
    {
      ...{ kind: 'Deployment', key: 'default/web' },
      series: [{ path: 'spec.replicas', points: [point(0, value)] }],
    },
  ];
  const name = { kind: 'Deployment', key: 'default/web' };

  it('has its line in the lane of the same number, and the maximum is that of both', () => {
    const view = { marks: [], other: numbersOf(charted(8), name), hidesFuture: false };
    const lanes = lanesOf(numbersOf(charted(3), name));
    const [lane] = placed(lanes, view, { top: 0, height: 30 });
    expect(lane!.number.most).toBe(8);
    expect(lane!.other!.points).toEqual([point(0, 8)]);
    expect(valueAt(lane!.number.points, 0)).toBe(3);
  });

  it('adds its own pods at free places of the nodes that this one has, too', () => {
    const pod = (key: string, node: number | undefined, place = 0) =>
      ({ key, place, state: 'ready', ...(node !== undefined && { node }) }) as StagePod;
    const node = (each: string) => ({ name: each }) as Scene['nodes'][number];
    const scene = { nodes: [node('a'), node('b')], pods: [pod('x', 0), pod('y', 1, 1)] };
    const other = {
      nodes: [node('b'), node('c'), node('a')],
      pods: [pod('x', 2), pod('x2', 2), pod('y2', 0), pod('z', 1), pod('w', undefined)],
    };
    const found = ghostsOf(scene as unknown as Scene, other as unknown as Scene);
    expect(found.map((each) => [each.pod.key, each.node, each.place])).toEqual([
      ['x2', 0, 1],
      ['y2', 1, 0],
    ]);
    expect(ghostsOf(scene as unknown as Scene, undefined)).toEqual([]);
  });
});

describe('the axis of time', () => {
  it('has round ticks that are far enough apart, and leads back from a place to its moment', () => {
    const span = { fromMs: 0, toMs: 300_000 };
    expect(ticksOf(span, 500)).toEqual([0, 60_000, 120_000, 180_000, 240_000, 300_000]);
    for (const lasts of [1, 999, 60_000, 86_400_000, 40 * 86_400_000]) {
      const ticks = ticksOf({ fromMs: 0, toMs: lasts }, 900);
      expect(ticks.length).toBeLessThanOrEqual(11);
    }
    expect(msAt(span, 900, xOf(span, 900, 123_456))).toBeCloseTo(123_456, 6);
  });
});

describe('the words of a link', () => {
  const link = (kind: string, changes: readonly [string, unknown, unknown][], verb = 'updated') =>
    deedOf({
      ...{ verb, kind, key: 'default/x', actor: 'a', because: '', time: 0, revision: 1 },
      changes: changes.map(([path, from, to]) => ({ path: path.split('.'), from, to })),
    } as never);

  it.each([
    [
      'its end before everything else',
      'Pod',
      [
        ['status.phase', 'a', 'b'],
        ['metadata.deletionTimestamp', undefined, 't'],
      ],
      'told Pod x to end',
    ],
    ['its node', 'Pod', [['spec.nodeName', undefined, 'node-3']], 'put Pod x on node-3'],
    [
      'that it became ready',
      'Node',
      [
        ['status.nodeInfo.architecture', undefined, 'amd64'],
        ['status.conditions.Ready', 'False (KubeletNotReady)', 'True (KubeletReady)'],
      ],
      'Node x: Ready False→True',
    ],
    [
      'a taint that was taken away',
      'Node',
      [['spec.taints', [1, 2], [1]]],
      'took a taint off Node x',
    ],
    ['its size', 'Deployment', [['spec.replicas', 3, 5]], 'scaled Deployment x 3→5'],
    [
      'a container that was added',
      'Deployment',
      [
        ['metadata.generation', 1, 2],
        ['spec.template.spec.containers.1', undefined, { name: 'log', image: 'log:1' }],
      ],
      'put container log into Deployment x',
    ],
    [
      'what was changed, and not the generation that follows from it',
      'Deployment',
      [
        ['metadata.generation', 1, 2],
        ['spec.minReadySeconds', undefined, 5],
      ],
      'changed Deployment x: minReadySeconds none→5',
    ],
    ['counts', 'DaemonSet', [['status.numberReady', 4, 5]], 'counted DaemonSet x: numberReady 4→5'],
  ] as const)('say %s', (_, kind, changes, words) => {
    expect(link(kind, changes as never)).toBe(words);
  });

  it('say what was made and deleted', () => {
    expect(link('Pod', [], 'created')).toBe('made Pod x');
    expect(link('Pod', [], 'deleted')).toBe('deleted Pod x');
  });
});

describe('a sum', () => {
  const term = (subject: string, counts: boolean, amount?: unknown) => ({
    subject,
    counts,
    because: 'b',
    amount,
  });

  it('has signs where it adds objects, and none where it is a calculation', () => {
    const sum = termsOf({
      terms: [term('Node node-1', true), term('Node node-2', false)],
    });
    expect(sum.isSum).toBe(true);
    expect(sum.terms.map(({ name, amount, lights }) => [name, amount, lights])).toEqual([
      ['node-1', '+1', ['Node node-1']],
      ['node-2', '0', ['Node node-2']],
    ]);
  });

  it('are shown as numbered stages where the account is not a sum, with their inputs', () => {
    const stage = (name: string, of: string) => ({ name, of, value: 67108864, because: '' });
    const shown = stagesOf({
      ...{ value: 1, rule: '', terms: [] },
      stages: [
        { ...stage('measure', 'cpu'), terms: [term('Pod default/a', true, 67108864)] },
        { ...stage('ratio', 'cpu'), decides: true },
        stage('measure', 'memory'),
      ],
    });
    expect(
      shown.map(({ heading, name, value, decides }) => [heading, name, value, decides]),
    ).toEqual([
      ['cpu', 'measure', '64Mi', false],
      [undefined, 'ratio', '64Mi', true],
      ['memory', 'measure', '64Mi', false],
    ]);
    expect(shown[0]!.terms).toMatchObject([
      { name: 'a', amount: '64Mi', lights: ['Pod default/a'] },
    ]);
  });

  it.each([
    [67108864, '64Mi'],
    ['67108864', '64Mi'],
    [1_610_612_736, '1.5Gi'],
    ['500m', '500m'],
    [12, '12'],
    [undefined, 'none'],
  ])('writes %s as %s', (value, text) => {
    expect(amountText(value)).toBe(text);
  });

  it('lights up what counts and what does not', () => {
    const scene = {
      pods: [
        { key: 'default/a', owner: 'ReplicaSet default/web', state: 'ready' },
        { key: 'default/b', owner: 'ReplicaSet default/web', state: 'starting' },
        { key: 'default/c', state: 'ready' },
      ],
    } as unknown as Scene;
    const found = {
      path: 'status.readyReplicas',
      account: {
        value: 1,
        rule: '',
        terms: [term('ReplicaSet default/web', true, 1), term('Node n', false)],
      },
    } as unknown as Explanation;
    const { counts, out } = litBy(found, scene);
    expect([...counts.keys()]).toEqual(['ReplicaSet default/web', 'Pod default/a']);
    expect([...out]).toEqual(['Node n', 'Pod default/b']);
    const { account } = found;
    const staged = { ...account, terms: [], stages: [{ name: '', terms: account!.terms }] };
    expect(litBy({ ...found, account: staged } as unknown as Explanation, scene).counts).toEqual(
      counts,
    );
  });
});

describe('a crowd', () => {
  it('is said in words, as a drawing says nothing to who cannot see it', () => {
    const nodes = [{ state: 'ready' }, { state: 'unreachable' }] as unknown as Scene['nodes'];
    const heaps = [
      { node: 0, version: 0, state: 'ready', count: 40 },
      { node: 1, version: 0, state: 'ready', count: 2 },
      { version: 0, state: 'waiting', count: 3 },
    ] as const;
    expect(crowdText({ nodes, heaps })).toBe(
      '2 nodes (1 not ready), 45 pods: 42 ready, 3 waiting for a node',
    );
  });
});
