/** A record that is loaded answers as the store did in which it happened. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountants } from '#accounts';
import { bucketOf, type Kind, defaultProfile } from '#kinds';
import { KindRegistry } from '#catalog';
import type { KubeObject } from '#values';
import {
  compareRuns,
  describeChange,
  detailText,
  pathText,
  printPath,
  readRecord,
  recordText,
  why,
  type Explanation,
  type RunLog,
} from '#record';
import { Run } from '#run';
import { parseScenario } from '#scenario';
import type { Change, Past } from '#store';

const registry = new KindRegistry(defaultProfile);

const template = (run?: number): object => ({
  metadata: {
    labels: { app: 'x' },
    ...(run === undefined ? {} : { annotations: { 'sim/run-seconds': String(run) } }),
  },
  spec: {
    containers: [{ name: 'main', image: 'example.com/main' }],
    ...(run === undefined ? {} : { restartPolicy: 'Never' }),
  },
});
const selector = { matchLabels: { app: 'x' } };

/** Objects whose controllers write, and are written about. */
const manifests: Readonly<Record<string, (size: number) => object>> = {
  Deployment: (size) => ({
    apiVersion: 'apps/v1',
    spec: { replicas: size, selector, template: template() },
  }),
  DaemonSet: () => ({ apiVersion: 'apps/v1', spec: { selector, template: template() } }),
  Job: (size) => ({ apiVersion: 'batch/v1', spec: { completions: size, template: template(3) } }),
  CronJob: (size) => ({
    apiVersion: 'batch/v1',
    spec: {
      schedule: '* * * * *',
      successfulJobsHistoryLimit: size,
      jobTemplate: { spec: { template: template(2) } },
    },
  }),
  ResourceQuota: (size) => ({ apiVersion: 'v1', spec: { hard: { pods: String(size + 2) } } }),
};

const step = fc.record({
  at: fc.integer({ min: 0, max: 90 }),
  kind: fc.constantFrom(...Object.keys(manifests)),
  name: fc.constantFrom('a', 'b'),
  size: fc.integer({ min: 0, max: 3 }),
  isDeletion: fc.boolean(),
});
const run = fc.record({
  nodes: fc.integer({ min: 1, max: 3 }),
  seed: fc.integer({ min: 1, max: 1000 }),
  steps: fc.array(step, { minLength: 1, maxLength: 8 }),
});
type AnyRun = typeof run extends fc.Arbitrary<infer T> ? T : never;

/** JSON is YAML. */
function scenarioText({ nodes, seed, steps }: AnyRun): string {
  const lines = steps.map(({ at, kind, name, size, isDeletion }) => {
    const written = { kind, metadata: { name }, ...manifests[kind]!(size) };
    return isDeletion ? { at: `${at}s`, delete: { kind, name } } : { at: `${at}s`, apply: written };
  });
  return JSON.stringify({ seed, until: '130s', cluster: { nodes }, steps: lines });
}

interface Sides {
  readonly live: Past;
  readonly kept: RunLog;
  readonly loaded: RunLog;
}

async function sidesOf(text: string): Promise<Sides> {
  const played = await Run.begin(parseScenario(text, 'test.yaml', registry), { keep: true });
  await played.finish();
  await played.stop();
  const kept = played.log;
  const loaded = readRecord([...recordText(kept)].join(''), registry);
  return { live: played.simulator.store.past, kept, loaded };
}

/** What a record leaves out: managed fields, and what heartbeats move. */
function asRecorded(object: KubeObject): unknown {
  const isHeartbeat = ['Lease', 'Node'].includes(object.kind);
  const silent = ['renewTime', 'lastHeartbeatTime', 'resourceVersion'];
  return JSON.parse(
    JSON.stringify(object, (name, value: unknown) =>
      name === 'managedFields' || (isHeartbeat && silent.includes(name)) ? undefined : value,
    ),
  );
}

function expectSameStates({ live, kept, loaded }: Sides): void {
  const revisions = [...kept.past.changes()].map(({ revision }) => revision);
  expect([...loaded.past.changes()].map(({ revision }) => revision)).toEqual(revisions);
  const times = new Set<number>();
  for (const revision of revisions) {
    for (const bucket of kept.past.buckets) {
      const [then, ...others] = [live, kept.past, loaded.past].map((past) =>
        past.list(bucket, revision).map(asRecorded),
      );
      for (const other of others) expect(other, `${bucket} at ${revision}`).toEqual(then);
    }
    const { bucket, key, time, type, origin } = live.change(revision)!;
    const change = loaded.past.change(revision)!;
    expect(change).toMatchObject({ bucket, key, time, type, origin });
    expect(inWords(change)).toEqual(inWords(kept.past.change(revision)!));
    const found = loaded.past.get(bucket, key, revision);
    expect(found && asRecorded(found)).toEqual(
      type === 'deleted' ? undefined : asRecorded(live.get(bucket, key, revision)!),
    );
    times.add(time);
  }
  for (const time of times) {
    expect(loaded.past.revisionAt(time)).toBe(kept.past.revisionAt(time));
    expect(loaded.past.revisionAt(time)).toBeLessThanOrEqual(live.revisionAt(time));
  }
}

/** A write in words. */
function inWords(change: Change): unknown {
  const line = describeChange(change);
  return line && { ...line, details: line.details.map(detailText).sort() };
}

/** A record does not keep the order of fields, in which changes are listed. */
function inOrder(told: Explanation): Explanation {
  const chain = told.chain.map((link) => ({
    ...link,
    changes: link.changes.toSorted((a, b) => (pathText(a.path) < pathText(b.path) ? -1 : 1)),
  }));
  return { ...told, chain };
}

/** Every account of every object that was written, at the write. */
function expectSameAnswers({ live, kept, loaded }: Sides): void {
  const explained = accountants.flatMap(({ explainers }) =>
    explainers.flatMap(({ kind, fields }) => Object.keys(fields).map((field) => ({ kind, field }))),
  );
  for (const { bucket, key, revision, time, type } of kept.past.changes()) {
    if (type === 'deleted') continue;
    for (const { kind, field } of explained.filter((each) => bucketOf(each.kind) === bucket)) {
      const path = field.split('.');
      const question = { kind: kind as unknown as Kind, object: { bucket, key }, path, revision };
      const [then, ...others] = [live, kept.past, loaded.past].map((past) =>
        inOrder(why({ ...question, time }, { past, accountants, profile: defaultProfile })),
      );
      for (const other of others) {
        expect(other, `${printPath(path)} of ${key} at ${revision}`).toEqual(then);
      }
    }
  }
}

it('whatever was played: states, changes and explanations', async () => {
  await fc.assert(
    fc.asyncProperty(run, async (any) => {
      const sides = await sidesOf(scenarioText(any));
      expectSameStates(sides);
      expectSameAnswers(sides);
      const same = { writes: { left: 0, right: 0 }, end: [], checks: [] };
      expect(compareRuns(sides.kept, sides.loaded)).toEqual(same);
    }),
    { numRuns: 5 },
  );
}, 120_000);
