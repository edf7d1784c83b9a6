/** What commands print of objects, costs and comparisons. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { parseTime, type KubeObject } from '#values';
import type { Event } from '#types';
import { keptStore, plainStyle, type Comparison, type RunLog } from '#record';
import type { Run } from '#run';
import type { Change } from '#store';
import { costLines } from '../../../src/cli/cost.ts';
import { descriptionText, type Described } from '../../../src/cli/describe/text.ts';
import { comparisonText } from '../../../src/cli/diff/text.ts';
import { spanOf } from '../../../src/cli/span.ts';

const registry = new KindRegistry(defaultProfile);
const time = parseTime('2026-01-01T00:10:00Z');

describe('a description', () => {
  const described = (object: object, more: Partial<Described> = {}): readonly string[] =>
    descriptionText(
      {
        ...{ kind: registry.byName('Pod')!, moment: { time, revision: 7 }, owned: [], events: [] },
        object: {
          kind: 'Pod',
          metadata: { name: 'a', namespace: 'default' },
          ...object,
        } as KubeObject,
        ...more,
      },
      plainStyle,
    );
  const head = 'Pod default/a  2026-01-01T00:10:00Z, revision 7';

  it('of an object with nothing in it is its name', () => {
    expect(described({})).toEqual([head, '']);
    const [first] = described({ metadata: { name: 'n' } }, { kind: registry.byName('Node')! });
    expect(first).toBe('Node n  2026-01-01T00:10:00Z, revision 7');
  });

  it('begins with facts in columns', () => {
    const metadata = {
      ...{
        name: 'a',
        namespace: 'default',
        labels: { x: '1', y: '2' },
        annotations: { n: 'a\nb' },
      },
      ...{ creationTimestamp: '2026-01-01T00:00:00Z', deletionTimestamp: '2026-01-01T00:09:30Z' },
      ...{ finalizers: ['f'], ownerReferences: [{ kind: 'Job', name: 'j' }] },
    };
    const owned = [{ kind: 'Pod', metadata: { name: 'b' } } as KubeObject];
    expect(described({ metadata }, { owned })).toEqual([
      head,
      '',
      'Labels:       x=1',
      '              y=2',
      'Annotations:  n=a b',
      'Created:      2026-01-01T00:00:00Z (10m ago)',
      'Deleted:      2026-01-01T00:09:30Z (30s ago)',
      'Finalizers:   f',
      'Owned by:     Job/j',
      'Owns:         Pod/b',
    ]);
  });

  it('has the parts of the object, conditions and events apart', () => {
    const conditions = [
      { type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:09:00Z' },
      { type: 'Other', status: 'False', reason: 'R', message: 'so it is' },
    ];
    const event = (more: object): Event =>
      ({ metadata: { creationTimestamp: '2026-01-01T00:00:00Z' }, ...more }) as Event;
    const events = [
      event({}),
      event({
        ...{ type: 'Warning', reason: 'R', message: 'a\nb', count: 3 },
        ...{ source: { component: 'kubelet' }, lastTimestamp: '2026-01-01T00:09:59Z' },
      }),
      event({
        ...{ reportingComponent: 'other', eventTime: '2026-01-01T00:09:00Z', count: 1 },
        series: { count: 5, lastObservedTime: '2026-01-01T00:09:58Z' },
      }),
      event({ eventTime: '2026-01-01T00:09:00Z' }),
    ];
    const object = { spec: { size: 1 }, data: {}, status: { conditions, phase: 'x' }, none: null };
    expect(described(object, { events })).toEqual([
      head,
      '',
      '',
      'Spec:',
      '  size: 1',
      '',
      'Status:',
      '  phase: x',
      '',
      'Conditions:',
      '  TYPE   STATUS  REASON  SINCE  MESSAGE',
      '  Ready  True            60s',
      '  Other  False   R              so it is',
      '',
      'Events:',
      '  LAST  TYPE     REASON  COUNT  FROM     MESSAGE',
      '  10m                        1',
      '  1s    Warning  R           3  kubelet  a b',
      '  2s                         5  other',
      '  60s                        1',
      '',
      'Why a field has its value: orrery why pod/a phase --at rev:7, with the same run',
    ]);
  });

  it('names the namespace in its hint where it is not the default', () => {
    const metadata = { name: 'a', namespace: 'x' };
    expect(described({ metadata, status: { phase: 'y' } }).at(-1)).toContain(
      'orrery why pod/a phase -n x --at rev:7',
    );
    expect(described({ status: { conditions: [] } })).toEqual([head, '']);
  });
});

describe('the cost of a run', () => {
  const check = (more: object) => ({
    ...{ line: 3, verb: 'expect', summary: 'expect Pod a', passed: true },
    ...{ startedAtMs: 1000, decidedAtMs: 2000, ...more },
  });
  const linesOf = (checks: readonly object[]): readonly string[] => {
    const run = { simulator: { reconciles: 5 }, checks, writes: 9 } as unknown as Run;
    return costLines(run, plainStyle);
  };

  it('is its writes and reconciles', () => {
    expect(linesOf([])).toEqual(['9 writes, 5 reconciles']);
    const without = [
      check({ passed: false }),
      check({ verb: 'always' }),
      check({ decidedAtMs: 1000 }),
      check({ decidedAtMs: undefined }),
      check({ decidedAtMs: 1000, watched: [{ what: 'n', min: 1, max: 1, avg: 1 }] }),
    ];
    expect(linesOf(without)).toEqual(['9 writes, 5 reconciles']);
  });

  it('has the three longest waits', () => {
    const long = 'x'.repeat(61);
    const checks = [
      check({ decidedAtMs: 1500 }),
      check({ decidedAtMs: 5000, verb: 'holds', name: 'named' }),
      check({ decidedAtMs: 3000, verb: 'inOrder', summary: long }),
      check({ decidedAtMs: 4000, summary: long.slice(1) }),
    ];
    expect(linesOf(checks).slice(1)).toEqual([
      '',
      'Longest waits  Check',
      '0:04.000       line 3: holds named',
      `0:03.000       line 3: ${long.slice(1)}`,
      `0:02.000       line 3: ${long.slice(0, 57)}...`,
    ]);
  });

  it('has the first ten numbers that changed while they were watched', () => {
    const numbers = (count: number) =>
      linesOf([
        check({
          decidedAtMs: 1000,
          watched: Array.from({ length: count }, (_, i) => ({
            ...{ what: `n${i}`, min: 0, max: 2, avg: 1.5 },
          })),
        }),
      ]);
    expect(numbers(1).slice(1)).toEqual([
      '',
      'Watched  Min  Max  Avg  Check',
      'n0         0    2  1.5  line 3: expect Pod a',
    ]);
    expect(numbers(10)).toHaveLength(13);
    expect(numbers(12)).toHaveLength(14);
    expect(numbers(12).at(-1)).toBe('... and 2 more; -o json has all');
  });
});

describe('a comparison', () => {
  const change = (name: string, revision: number): Change => ({
    ...{ revision, time: 5000, type: 'created', bucket: 'pods', key: `default/${name}` },
    value: { kind: 'Pod', metadata: { name, namespace: 'default' } } as KubeObject,
    origin: { actor: 'user' },
  });
  const checks = (...held: readonly boolean[]) => held.map((passed) => ({ passed }));
  const log = (held: readonly boolean[], changes: readonly Change[] = []): RunLog =>
    ({
      ...{ head: { startMs: 1000 }, checks: checks(...held) },
      past: keptStore(0, changes).past,
    }) as unknown as RunLog;
  const none: Comparison = { writes: { left: 0, right: 0 }, end: [], checks: [] };
  const linesOf = (comparison: Partial<Comparison>, left = log([]), right = log([])) =>
    comparisonText(
      { comparison: { ...none, ...comparison }, left, right, sides: { left: 'A', right: 'B' } },
      plainStyle,
    );

  it('of equal runs says so', () => {
    expect(linesOf({})).toEqual(['< A', '> B', '', 'They did the same.']);
  });

  it('has the checks that came out differently', () => {
    const found = { file: 'f', line: 3, summary: 'expect Pod a' };
    const differences = [
      { ...found, left: { passed: true, actual: 'x' }, right: { passed: false, actual: 'none' } },
      { ...found, left: { passed: true, actual: 'x' } },
    ];
    expect(linesOf({ checks: differences }, log([true, true]), log([false])).slice(4)).toEqual([
      '',
      'Checks that held: 2 of 2 in <, 0 of 1 in >',
      '  line 3: expect Pod a',
      '    < ✓ held',
      '    > ✗ failed none',
      '  line 3: expect Pod a',
      '    < ✓ held',
      '    > not there',
    ]);
  });

  it('shows where they part, what led there, and how they end', () => {
    const own = [change('a', 1)];
    const many = Array.from({ length: 10 }, (_, i) => change(`p${i}`, i + 2));
    const long = 'x'.repeat(61);
    const end: Comparison['end'] = [
      { kind: 'Pod', key: 'default/a', in: 'left', changes: [] },
      { kind: 'Pod', key: 'default/b', in: 'right', changes: [] },
      {
        ...{ kind: 'Pod', key: 'default/c', in: 'both' },
        changes: [
          { path: ['status', 'startTime'], from: 1, to: 2 },
          { path: ['status', 'a'], to: long },
          { path: ['status', 'b'], from: { c: 1 } },
        ],
      },
    ];
    const first = { atMs: 4000, onlyLeft: many, onlyRight: own, apart: [] };
    const writes = { left: 10, right: 1 };
    const lines = linesOf({ first, writes, end }, log([], many), log([], own));
    expect(lines.slice(3)).toEqual([
      'They part at 0:04.000',
      ...many.slice(0, 8).map(({ key }) => `  < user created Pod ${key}`),
      '    and 2 more',
      '  > user created Pod default/a',
      '',
      'What led to > there:',
      '    0:04.000  rev 1     user created Pod default/a',
      `${' '.repeat(24)}because: requested by user`,
      '',
      'They end differently:',
      '  < Pod default/a',
      '  > Pod default/b',
      `  ~ Pod default/c  status.a none→${long.slice(0, 57)}...  status.b {"c":1}→none`,
      '',
      '10 writes only in <, 1 only in >',
    ]);
    const [, , , , , right] = linesOf(
      { first: { ...first, onlyRight: [] }, writes },
      log([], many),
    );
    expect(right).toBe('  < user created Pod default/p1');
    expect(linesOf({ first: { ...first, onlyRight: [] }, writes }, log([], many))).toContain(
      '  > nothing of its own',
    );
  });
});

describe('an option that names a moment', () => {
  const startMs = parseTime('2026-01-01T00:00:00Z');
  it.each([
    [undefined, undefined],
    ['0', 0],
    ['90', 90_000],
    ['1.5', 1500],
    ['1m30s', 90_000],
    ['2026-01-01T00:00:00Z', 0],
    ['2026-01-01T00:01:30Z', 90_000],
  ])('%s', (text, ms) => {
    expect(spanOf('--until', text, startMs)).toBe(ms);
  });

  it.each([
    ['soon', '--until: expected a duration such as 90s or 1m30s, or a time such as'],
    ['', 'found ""'],
    ['2025-12-31T23:59:59Z', 'lies before the start, 2026-01-01T00:00:00Z'],
  ])('not %s', (text, message) => {
    expect(() => spanOf('--until', text, startMs)).toThrow(message);
  });
});
