/** Conditions of checks: when they hold, what they count and measure, and how they say so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { keyOf, type KubeObject } from '#values';
import { defaultProfile, type Kind } from '#kinds';
import { scenarioSchema } from '#scenario';
import { condition as shape } from '../../../../src/scenario/checks/conditions/index.ts';
import type { Monitor } from '../../../../src/scenario/checks/condition.ts';
import type { ObservedKinds, Update } from '../../../../src/scenario/checks/observed-kinds.ts';
import { Checker } from '../../../../src/scenario/shape/checker.ts';
import type { Library } from '../../../../src/scenario/source/library.ts';
import { parseText } from '../../../../src/scenario/source/parse.ts';
import type { Source } from '../../../../src/scenario/source/source.ts';

const kinds = new KindRegistry(defaultProfile);

type Objects = readonly (Partial<KubeObject> & Readonly<Record<string, unknown>>)[];

/** Watches a condition, as it is written in a file, over objects that a test changes. */
class Watching {
  readonly monitor: Monitor;
  readonly text: string;
  readonly measured: string[] = [];
  readonly #objects: KubeObject[];
  readonly #updates = new Map<string, Update>();

  constructor(text: string, objects: Objects = [], countsThePast = true) {
    const { roots, lines } = parseText(text, 'scenario');
    const source = { text, lines, shown: 'x.yaml' } as unknown as Source;
    const problems = { add: ({ message }: { message: string }) => expect.unreachable(message) };
    const checker = new Checker(source, { problems } as unknown as Library);
    const { make } = shape.check(roots[0]!, checker)!;
    this.#objects = objects as unknown as KubeObject[];
    const condition = make(kinds);
    this.text = condition.text;
    const observed = {
      object: (kind: Kind, key: string) => this.#of(kind).find((object) => keyOf(object) === key),
      objects: (kind: Kind) => this.#of(kind),
      subscribe: (kind: Kind, key: string | undefined, { update }: { update: Update }) => {
        const name = `${kind.kind} ${key ?? ''}`;
        this.#updates.set(name, update);
        return () => this.#updates.delete(name);
      },
    } as unknown as ObservedKinds;
    this.monitor = condition.watch(observed, {
      countsThePast,
      measure: (what, value) => this.measured.push(`${what} = ${value}`),
      before: () => undefined,
      after: () => undefined,
      giveUp: (why) => expect.unreachable(why),
    });
  }

  #of(kind: Kind): readonly KubeObject[] {
    return this.#objects.filter((object) => object.kind === kind.kind);
  }

  get isWatching(): boolean {
    return this.#updates.size > 0;
  }

  change(name: string, object: object, more: object = {}): void {
    this.#updates.get(name)!({ object: object as KubeObject, deleted: false, ...more });
  }
}

const daemonSet = (status: object, metadata: object = {}) => ({
  ...{ kind: 'DaemonSet', apiVersion: 'apps/v1' },
  metadata: { name: 'a', namespace: 'default', ...metadata } as KubeObject['metadata'],
  spec: { paused: true, list: [1, 2] },
  status,
});

it('conditions are described in the published schema', () => {
  const file = join(import.meta.dirname, '../../../../docs/reference/scenario.schema.json');
  const published = JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof scenarioSchema>;
  expect(published['definitions']).toMatchObject(scenarioSchema()['definitions'] as object);
});

describe('a condition on one object', () => {
  const a = 'kind: DaemonSet, name: a';
  it.each<[condition: string, object: object | undefined, text: string, actual: string]>([
    [`${a}`, daemonSet({}), 'to exist', ''],
    [`${a}`, undefined, 'to exist', 'it does not exist'],
    [`${a}, absent: true`, undefined, 'to be absent', ''],
    [`${a}, absent: true`, daemonSet({}), 'to be absent', 'it exists'],
    [`${a}, absent: false`, daemonSet({}), 'to exist', ''],
    [
      `${a}, status: { numberReady: 3 }`,
      daemonSet({ numberReady: 3 }),
      'status {"numberReady":3}',
      '',
    ],
    [
      `${a}, status: { numberReady: 3 }`,
      daemonSet({ numberReady: 2 }),
      'status {"numberReady":3}',
      'status.numberReady: expected 3, found 2',
    ],
    [`${a}, status: { numberReady: 0 }`, daemonSet({}), 'status {"numberReady":0}', ''],
    [
      `${a}, status: { numberReady: 3, conditions: null }`,
      daemonSet({ conditions: [] }),
      'status {"numberReady":3,"conditions":null}',
      'status.numberReady: expected 3, found nothing; status.conditions: expected null, found []',
    ],
    [
      `${a}, metadata: { name: b }, spec: { list: [1] }`,
      daemonSet({}),
      'metadata {"name":"b"}, spec {"list":[1]}',
      'metadata.name: expected "b", found "a"; spec.list: expected [1], found [1,2]',
    ],
    [
      `${a}, spec: { list: [1, 3], updateStrategy: { type: x } }`,
      daemonSet({}),
      'spec {"list":[1,3],"updateStrategy":{"type":"x"}}',
      'spec.list[1]: expected 3, found 2; spec.updateStrategy: expected {"type":"x"}, found nothing',
    ],
    [
      `${a}, that: 'status.numberReady == 3'`,
      daemonSet({ numberReady: 2 }),
      'status.numberReady == 3',
      'status.numberReady == 3 is false: status.numberReady is 2',
    ],
    [
      `${a}, that: ' self.status.numberReady > 1 '`,
      daemonSet({ numberReady: 2 }),
      'self.status.numberReady > 1',
      '',
    ],
    [
      `${a}, that: ['status.numberReady == 1', 'metadata.labels["x"] == "y"']`,
      daemonSet({ numberReady: 1 }, { labels: { x: 'z' } }),
      'status.numberReady == 1, metadata.labels["x"] == "y"',
      'metadata.labels["x"] == "y" is false: metadata.labels["x"] is "z"',
    ],
    [
      `${a}, that: '!(status.numberReady > 0 ? true : 1 in [metadata.generation, 2])'`,
      daemonSet({ numberReady: 1 }, { generation: 7 }),
      '!(status.numberReady > 0 ? true : 1 in [metadata.generation, 2])',
      '!(status.numberReady > 0 ? true : 1 in [metadata.generation, 2]) is false: status.numberReady is 1, metadata.generation is 7',
    ],
    [
      `${a}, that: 'status.conditions.exists(c, c.type == metadata.name) && metadata.name.startsWith(metadata.namespace)'`,
      daemonSet({ conditions: [] }),
      'status.conditions.exists(c, c.type == metadata.name) && metadata.name.startsWith(metadata.namespace)',
      'is false: status.conditions is [], metadata.name is "a", metadata.namespace is "default"',
    ],
    [
      `${a}, that: 'status.conditions[0].type == "x"'`,
      daemonSet({ conditions: [{ type: 'y' }] }),
      'status.conditions[0].type == "x"',
      'is false: status.conditions[0].type is "y"',
    ],
    [
      `${a}, that: '1 / status.numberReady == 1'`,
      daemonSet({ numberReady: 0 }),
      '1 / status.numberReady == 1',
      '1 / status.numberReady == 1: 1 / 0 has no value',
    ],
    [
      `${a}, path: '{.status.numberReady}', equals: 3`,
      daemonSet({ numberReady: 3 }),
      '{.status.numberReady} = 3',
      '',
    ],
    [
      `${a}, path: '{.status.numberReady}', equals: 3`,
      daemonSet({ numberReady: 4 }),
      '{.status.numberReady} = 3',
      '{.status.numberReady}: expected 3, found 4',
    ],
    [
      `${a}, path: '{.status.numberReady}'`,
      daemonSet({ numberReady: 4 }),
      '{.status.numberReady}',
      '',
    ],
    [
      `${a}, path: '{.status.numberReady}'`,
      daemonSet({}),
      '{.status.numberReady}',
      '{.status.numberReady}: found nothing',
    ],
    [
      `${a}, path: '{.status.numberReady}', equals: 3`,
      daemonSet({}),
      '{.status.numberReady} = 3',
      '{.status.numberReady}: expected 3, found nothing',
    ],
    [
      `${a}, path: '{.status.numberReady}', equals: null`,
      daemonSet({}),
      '{.status.numberReady} = null',
      '',
    ],
    [
      `${a}, path: '{.status.conditions[*].type}', equals: [x, y]`,
      daemonSet({ conditions: [{ type: 'x' }, { type: 'y' }] }),
      '{.status.conditions[*].type} = ["x","y"]',
      '',
    ],
    [
      `${a}, path: '{.status.conditions[*].type}', equals: [x]`,
      daemonSet({ conditions: [{ type: 'x' }] }),
      '{.status.conditions[*].type} = ["x"]',
      '',
    ],
    [
      `${a}, path: '{.status.conditions[*].type}', equals: x`,
      daemonSet({ conditions: [{ type: 'x' }, { type: 'y' }] }),
      '{.status.conditions[*].type} = "x"',
      '{.status.conditions[*].type}: expected "x", found "x" "y"',
    ],
  ])('{ %s } of %j', (text, object, wanted, actual) => {
    const objects = (object === undefined ? [] : [object]) as Objects;
    const watching = new Watching(`{ ${text} }`, objects);
    expect(watching.text).toBe(`DaemonSet a ${wanted}`);
    const { monitor } = watching;
    expect([monitor.holds, monitor.object]).toEqual([actual === '', object]);
    expect(monitor.about).toEqual({ kind: 'DaemonSet', name: 'a', namespace: 'default' });
    expect(monitor.actual()).toContain(actual === '' ? 'it is so' : actual);
  });

  it('follows its object, and measures its numbers', () => {
    const watching = new Watching(
      `{ ${a}, status: { numberReady: 2, conditions: null }, that: 'status.numberAvailable > 0' }`,
      [daemonSet({ numberReady: 2, numberAvailable: 1 })],
    );
    const { monitor, measured } = watching;
    const name = 'DaemonSet default/a status';
    expect(monitor.holds).toBe(true);
    expect(measured.splice(0)).toEqual([`${name}.numberReady = 2`, `${name}.numberAvailable = 1`]);
    watching.change('DaemonSet default/a', daemonSet({}));
    expect(monitor.holds).toBe(false);
    expect(measured.splice(0)).toEqual([`${name}.numberReady = 0`, `${name}.numberAvailable = 0`]);
    const last = daemonSet({ numberReady: 2, numberAvailable: 5 });
    watching.change('DaemonSet default/a', last, { deleted: true });
    expect([monitor.holds, monitor.object, measured]).toEqual([false, last, []]);
    monitor.stop();
    expect(watching.isWatching).toBe(false);
  });

  it('shows 1,000 characters of what it found at most', () => {
    const conditions = Array.from({ length: 300 }, () => ({ type: 'abcdefgh' }));
    const text = `{ ${a}, path: '{.status.conditions[*].type}', equals: x }`;
    const actual = new Watching(text, [daemonSet({ conditions })]).monitor.actual();
    expect(actual).toMatch(
      /^\{.status.conditions\[\*\].type\}: expected "x", found "abcdefgh" .*\.\.\.$/,
    );
    expect(actual.slice(actual.indexOf('found ') + 'found '.length)).toHaveLength(1000);
  });
});

describe('a condition on how many there are', () => {
  const of = (name: string, more: object = {}, status: object = {}) =>
    daemonSet(status, { name, ...more });
  const objects = [
    of('a'),
    of('b', { namespace: 'other' }),
    of('c', { labels: { app: 'x' } }, { numberReady: 1 }),
  ];

  it.each([
    ['count: { kind: DaemonSet }, equals: 3', '3 DaemonSet objects', 3],
    [
      'count: { kind: DaemonSet, namespace: other }, is: ">= 1"',
      '>= 1 DaemonSet objects in other',
      1,
    ],
    [
      'count: { kind: DaemonSet, selector: app=x }, is: ">= 2"',
      '>= 2 DaemonSet objects with app=x',
      1,
    ],
    [
      `count: { kind: DaemonSet, that: ['status.numberReady == 1', 'true'] }, equals: 0`,
      '0 DaemonSet objects where status.numberReady == 1 and true',
      1,
    ],
    [
      `count: { kind: DaemonSet, that: 'status.conditions[0].type == "x"' }, equals: 0`,
      '0 DaemonSet objects where status.conditions[0].type == "x"',
      0,
    ],
  ])('{ %s }', (text, shown, found) => {
    const { monitor, text: told, measured } = new Watching(`{ ${text} }`, objects);
    expect(told).toBe(shown);
    const wanted = /(>= )?(\d+)/.exec(shown)!;
    const number = Number(wanted[2]);
    expect(monitor.holds).toBe(wanted[1] === undefined ? found === number : found >= number);
    expect(monitor.actual()).toBe(found === 1 ? 'there is 1' : `there are ${found}`);
    expect(measured).toEqual([`${shown.replace(/^(>= )?\d+ /, '')} = ${found}`]);
  });

  it('follows them all', () => {
    const watching = new Watching(
      `{ count: { kind: DaemonSet, selector: app=x }, equals: 1 }`,
      objects,
    );
    const counts: string[] = [];
    const act = (object: object, more: object = {}): void => {
      watching.change('DaemonSet ', object, more);
      counts.push(watching.monitor.actual());
    };
    const labels = { app: 'x' };
    act(of('d', { labels }));
    act(of('d', { labels }));
    act(of('c'));
    act(of('a', { labels }));
    act(of('a', { labels }), { deleted: true });
    act(of('d', { labels }), { deleted: true });
    expect(counts.map((each) => each.split(' ')[2])).toEqual(['2', '2', '1', '2', '1', '0']);
    expect(watching.measured.at(-1)).toBe('DaemonSet objects with app=x = 0');
    watching.monitor.stop();
    expect(watching.isWatching).toBe(false);
  });
});

describe('a condition on events', () => {
  const event = (more: object = {}, about: object = {}) => ({
    ...{ kind: 'Event', apiVersion: 'v1', reason: 'Started', type: 'Normal' },
    message: 'Started container c',
    metadata: { name: 'e', namespace: 'default' } as KubeObject['metadata'],
    involvedObject: { kind: 'Pod', name: 'p', namespace: 'default', ...about },
    ...more,
  });

  it.each<[text: string, tally: number]>([
    ['event: {}', 3],
    ['event: { reason: Started }', 2],
    ['event: { type: Warning }', 1],
    ['event: { kind: pods }', 2],
    ['event: { name: p }', 2],
    ['event: { namespace: other }', 1],
    ['event: { message: container }', 2],
    ['event: { message: "/^Started .* c$/" }', 2],
    ['event: { message: "/^container/" }', 0],
    ['event: { message: "/container" }', 0],
    ['event: { reason: Started, type: Warning }', 0],
  ])('{ %s } counts %s', (text, tally) => {
    const objects = [
      event(),
      event({ series: { count: 1 } }),
      event(
        { type: 'Warning', reason: 'Failed', message: '' },
        { kind: 'Node', name: 'n', namespace: 'other' },
      ),
    ];
    const { monitor } = new Watching(`{ ${text} }`, objects);
    expect([monitor.tally, monitor.holds]).toEqual([tally, tally > 0]);
    const texts = ['no such events', '1 such event'];
    expect(monitor.actual()).toBe(texts[tally] ?? `${tally} such events`);
  });

  it.each([
    ['event: { reason: Started }', 'event reason "Started"'],
    ['event: {}', 'event'],
    ['event: { kind: po, name: p }, count: 2', 'event 2 times kind "Pod", name "p"'],
    ['event: { type: Normal }, count: "< 3"', 'event < 3 times type "Normal"'],
  ])('{ %s } is shown as %s', (text, shown) => {
    expect(new Watching(`{ ${text} }`).text).toBe(shown);
  });

  it('counts repetitions, and nothing twice', () => {
    const watching = new Watching('{ event: { reason: Started }, count: 7 }', [
      event({ count: 3 }),
    ]);
    const { monitor } = watching;
    const tallies = [monitor.tally];
    const act = (object: object, more: object = {}): void => {
      watching.change('Event ', object, more);
      tallies.push(monitor.tally);
    };
    act(event({ count: 5 }), { old: event({ count: 3 }) });
    act(event({ series: { count: 2 } }));
    act(event({ count: 9, reason: 'Other' }));
    act(event({ count: 5 }), { deleted: true });
    expect(tallies).toEqual([3, 5, 7, 7, 7]);
    expect(monitor.holds).toBe(true);
    monitor.stop();
    expect(watching.isWatching).toBe(false);
  });

  it('leaves out what was before the check, if it does not count', () => {
    expect(new Watching('{ event: {} }', [event()], false).monitor.tally).toBe(0);
  });
});

describe('a condition made of conditions', () => {
  const a = '{ kind: DaemonSet, name: a }';
  const b = '{ kind: DaemonSet, name: b }';
  const [is, isNot] = ['it is so', 'it does not exist'];
  it.each([
    [
      `all: [${a}, ${b}]`,
      false,
      '(DaemonSet a to exist and DaemonSet b to exist)',
      `DaemonSet b to exist: ${isNot}`,
    ],
    [
      `any: [${a}, ${b}]`,
      true,
      '(DaemonSet a to exist or DaemonSet b to exist)',
      `DaemonSet a to exist: ${is}`,
    ],
    [
      `any: [${b}, { kind: DaemonSet, name: c }]`,
      false,
      '(DaemonSet b to exist or DaemonSet c to exist)',
      `DaemonSet b to exist: ${isNot}; DaemonSet c to exist: ${isNot}`,
    ],
    [`all: [${a}]`, true, 'DaemonSet a to exist', `DaemonSet a to exist: ${is}`],
    [`not: ${a}`, false, 'not DaemonSet a to exist', is],
    [`not: { any: [${b}] }`, true, 'not DaemonSet b to exist', `DaemonSet b to exist: ${isNot}`],
  ])('{ %s } holds: %s', (text, holds, shown, actual) => {
    const watching = new Watching(`{ ${text} }`, [daemonSet({})]);
    const { monitor } = watching;
    expect([monitor.holds, watching.text, monitor.actual()]).toEqual([holds, shown, actual]);
    expect(watching.isWatching).toBe(true);
    monitor.stop();
    expect(watching.isWatching).toBe(false);
  });
});
