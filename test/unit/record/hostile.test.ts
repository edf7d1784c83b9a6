/** A record may come from anywhere: what is wrong with it is said, and nothing that reads it falls over. */
import { defaultProfile } from '#kinds';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountants } from '#accounts';
import { KindRegistry, kindsWithMetrics } from '#catalog';
import {
  compareRuns,
  explain,
  readRecord,
  RecordError,
  recordText,
  Timeline,
  type RunLog,
} from '#record';
import { parseScenario } from '#scenario';
import { Run } from '#run';
import { RunView } from '#view';
import { makeStyle } from '../../../src/cli/style.ts';

const recordKinds = new KindRegistry(defaultProfile, kindsWithMetrics(defaultProfile));

const registry = new KindRegistry(defaultProfile);

const SCENARIO = `
cluster: { nodes: 1 }
until: 10s
steps:
  - at: 0s
    apply:
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: { name: agent }
      spec:
        selector: { matchLabels: { app: x } }
        template:
          metadata: { labels: { app: x } }
          spec: { containers: [{ name: main, image: example.com/main }] }
  - at: 9s
    expect: { kind: DaemonSet, name: agent, status: { numberReady: 1 } }
`;

type Values = Record<string, unknown>;
interface Document extends Values {
  steps: Values[];
  checks: Values[];
  entries: Values[];
}

let text: string;
beforeAll(async () => {
  const log = await Run.play(parseScenario(SCENARIO, 'test.yaml', registry));
  text = [...recordText(log)].join('');
});

/** The document with a change to it. */
function altered(change: (document: Document) => void): string {
  const document = JSON.parse(text) as Document;
  change(document);
  return JSON.stringify(document);
}

const entry = (document: Document, verb: string): Values =>
  document.entries.find((each) => each['verb'] === verb)!;
const changesIn = (document: Document): Values[] =>
  entry(document, 'updated')['changes'] as Values[];

describe('a part of a record', () => {
  const mark = {
    ...{ atMs: 0, revision: 1, fault: 'storm', effect: 'Conflict', client: 'kubelet' },
    ...{ verb: 'update', resource: 'pods', key: 'default/web' },
  };
  const parts: readonly (readonly [string, (document: Document, change: Values) => void])[] = [
    ['steps', (d, change) => Object.assign(d.steps[0]!, change)],
    ['checks', (d, change) => Object.assign(d.checks[0]!, change)],
    ['faults', (d, change) => (d['faults'] = [{ ...mark, ...change }])],
  ];

  it('may be a strike of a fault', () => {
    expect(
      readRecord(
        altered((d) => (d['faults'] = [mark])),
        registry,
      ).faults,
    ).toEqual([mark]);
  });

  it.each(parts)('has fields of the right type only: %s', (name, change) => {
    const document = JSON.parse(altered((d) => change(d, {}))) as Record<string, Values[]>;
    const fields = Object.entries(document[name]![0]!).filter(([, value]) => value !== null);
    expect(fields.length).toBeGreaterThan(3);
    for (const [field, value] of fields) {
      const wrong = typeof value === 'object' ? 'x' : {};
      const refused = altered((d) => change(d, { [field]: wrong }));
      expect(() => readRecord(refused, registry), field).toThrow(`${name}[0].${field}: expected `);
      expect(() => readRecord(refused, registry), field).toThrow(RecordError);
    }
  });
});

describe('a record that is none', () => {
  it.each<[string, (document: Document) => void, string]>([
    ['no seed', (d) => delete d['seed'], 'seed: expected a number, found nothing'],
    ['another start', (d) => (d['start'] = 'soon'), 'start: expected a time such as'],
    ['no end', (d) => (d['seconds'] = -1), 'seconds: expected how long the run lasted, found -1'],
    ['writes behind the end', (d) => (d['seconds'] = 0), 'behind the end of the run'],
    ['steps that are none', (d) => (d.steps = 'x' as never), 'steps: expected a list, found "x"'],
    ['a step', (d) => (d.steps[0] = [] as never), 'steps[0]: expected a map, found []'],
    ['a check', (d) => delete d.checks[0]!['actual'], 'checks[0].actual: expected a text'],
    ['files', (d) => (d['files'] = [{ file: 1 }]), 'files[0].file: expected a text, found 1'],
    ['a snapshot', (d) => (d['snapshot'] = [{}]), 'snapshot[0].apiVersion: expected a text'],
    ['an entry', (d) => (d.entries[3] = null as never), 'entries[3]: expected a map, found null'],
    ['a verb', (d) => (d.entries[0]!['verb'] = 'x'), 'entries[0].verb: expected created, updated'],
    ['a kind', (d) => (d.entries[0]!['kind'] = 'X'), 'unknown kind X in v1 at revision 1'],
    ['causes', (d) => (d.entries[0]!['causes'] = {}), 'entries[0].causes.first: expected a list'],
    ['an order', (d) => (d.entries[5]!['revision'] = 2), 'revision 2 stands behind 5'],
    ['half a revision', (d) => (d.entries[0]!['revision'] = 0.5), 'revision 0.5 stands behind 0'],
    ['a time before', (d) => (d.entries[0]!['atMs'] = -1), 'revision 1 is of -1 ms, behind 0 ms'],
    ['no object', (d) => delete entry(d, 'created')['object'], 'is created, but was not there'],
    ['two objects', (d) => (d.entries[1] = { ...d.entries[0], revision: 2 }), 'but was there'],
    ['no object to update', (d) => (entry(d, 'updated')['key'] = 'x'), 'x at revision'],
    [
      'another name',
      (d) => (d.entries[0]!['key'] = 'x'),
      'Namespace x at revision 1 is the object',
    ],
    [
      'a name that changes',
      (d) => changesIn(d).push({ path: ['metadata', 'name'], to: 'y' }),
      'is the object y',
    ],
    [
      'metadata that are none any more',
      (d) => changesIn(d).push({ path: ['metadata'], to: 7 }),
      'metadata: expected a map, found 7',
    ],
    [
      'an object that does not fit its kind',
      (d) => ((entry(d, 'created')['object'] as Values)['spec'] = 'none'),
      'Namespace default at revision 1: json: cannot unmarshal string into Go',
    ],
    [
      'metadata',
      (d) => ((entry(d, 'created')['object'] as Values)['metadata'] = 7),
      'Namespace default at revision 1.metadata: expected a map, found 7',
    ],
    [
      'a path to nowhere',
      (d) => (changesIn(d)[0]!['path'] = ['no', 'where']),
      'there is no place no.where to change',
    ],
    [
      'a place far behind the end of a list',
      (d) => {
        const path = ['metadata', 'ownerReferences'];
        changesIn(d).splice(0, 0, { path, to: [] }, { path: [...path, 1e9], to: {} });
      },
      'there is no place metadata.ownerReferences[1000000000] to change',
    ],
    [
      'no object left',
      (d) => (entry(d, 'updated')['changes'] = [{ path: [], to: null }]),
      'expected a map, found null',
    ],
  ])('%s', (_, change, message) => {
    const read = (): RunLog => readRecord(altered(change), registry);
    expect(read).toThrow(RecordError);
    expect(read).toThrow(message);
  });
});

/** A value somewhere in a document, and another one in its place. */
interface Mutation {
  readonly path: readonly number[];
  readonly value: unknown;
}

function mutate(document: unknown, { path, value }: Mutation): void {
  let node = document as Values;
  for (const step of path) {
    const keys = Object.keys(node);
    if (keys.length === 0) return;
    const key = keys[step % keys.length]!;
    const next = node[key];
    if (step % 3 === 0 || typeof next !== 'object' || next === null) {
      if (value === undefined) delete node[key];
      else node[key] = value;
      return;
    }
    node = next as Values;
  }
}

/** Everything that looks at a record. */
async function readAll(log: RunLog): Promise<void> {
  const timeline = new Timeline({
    startMs: log.head.startMs,
    style: makeStyle(false),
    write: () => undefined,
  });
  for (const change of log.past.changes()) timeline.change(change);
  timeline.flush();
  const view = new RunView(log, recordKinds);
  const { revision } = view.summary();
  view.charts();
  view.tables(revision, 0);
  view.scene(revision);
  view.lives();
  await view.object({ kind: 'DaemonSet', key: 'default/agent' }, revision);
  compareRuns(log, log);
  const witness = {
    ...{ past: log.past, span: log.head, kinds: registry, accountants },
    releases: log.head,
  };
  const question = { kind: 'ds', name: 'agent', namespace: 'default', field: 'numberReady' };
  if (log.past.get('daemonsets.apps', 'default/agent', log.past.revision) !== undefined) {
    explain(question, witness);
  }
}

it('whatever is changed in a record: it is refused, or read as any other', async () => {
  const mutation = fc.record({
    path: fc.array(fc.nat(1000), { minLength: 1, maxLength: 8 }),
    value: fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(mutation, async (each) => {
      let log: RunLog;
      try {
        log = readRecord(
          altered((document) => mutate(document, each)),
          registry,
        );
      } catch (error) {
        expect(error).toBeInstanceOf(RecordError);
        return;
      }
      await readAll(log);
    }),
    { numRuns: 300 },
  );
}, 60_000);
