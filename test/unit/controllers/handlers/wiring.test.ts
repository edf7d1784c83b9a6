/** How each controller is wired: what it watches, its queues, what wakes them, and what it does about what is gone. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Random } from '#clock';
import {
  controllers,
  customResourceDefinitions,
  kubernetesService,
  serverIdentity,
} from '#controllers';
import { type Kind, defaultProfile, withGates } from '#kinds';
import { notFound, type KubeObject } from '#values';
import type { ControllerContext, ControllerDefinition, Handlers, QueueOptions } from '#runtime';
import { FakeClock } from '../../../support/fake-clock.ts';
import { changed, created, deleted, listerOf, Said, type Happening } from './recording.ts';

const all: readonly ControllerDefinition[] = [
  ...controllers,
  customResourceDefinitions,
  kubernetesService(() => ({ address: '192.0.2.1', port: 6443 }) as never),
  serverIdentity(() => '192.0.2.1:6443'),
];

interface Wired {
  readonly lines: string[];
  readonly said: Said;
  readonly queues: Map<string, QueueOptions>;
  readonly handlers: (readonly [kind: Kind, handlers: Handlers<KubeObject>])[];
}

/** Starts a controller in a cluster that has nothing. */
function wire({ start }: ControllerDefinition, hasAuthority = true): Wired {
  const wired: Wired = { lines: [], said: new Said(), queues: new Map(), handlers: [] };
  const { lines, said, queues, handlers } = wired;
  const context: ControllerContext = {
    clock: new FakeClock(1_767_225_600_000),
    random: new Random(1),
    features: withGates(defaultProfile, { JobTrackingWithFinalizers: true }),
    rootCa: 'root',
    authority: hasAuthority ? ({ certificate: 'root' } as never) : undefined,
    informer: (kind) => {
      lines.push(`  watches ${kind.plural}`);
      return {
        lister: listerOf([], new Proxy({}, { get: () => () => [] })),
        addIndex: (name) => void lines.push(`  indexes ${kind.plural} by ${name}`),
        addHandlers: (added) => void handlers.push([kind as never, added as never]),
        synced: true,
      };
    },
    followServed: ({ ...options }) => {
      lines.push(`  follows what is served: ${JSON.stringify(options)}`);
      return { lister: () => undefined } as never;
    },
    queue: (options) => {
      const { name = 'queue', ...rest } = options;
      lines.push(`  ${name}: ${JSON.stringify(rest)}`);
      queues.set(name, options);
      return said.queue(`${name} `);
    },
    every: (options) => void lines.push(`  every: ${JSON.stringify(options)}`),
  };
  start(context);
  return wired;
}

/** Calls that reach the API, and events. */
function toolsOf(calls: string[]): never {
  const call =
    (verb: string) =>
    (kind: Kind, what: { readonly name?: string; readonly metadata?: KubeObject['metadata'] }) => {
      const name = what.name ?? what.metadata?.name ?? '';
      calls.push(`${verb} ${kind.plural} ${name}`);
      return Promise.reject(notFound(kind as never, name));
    };
  const verbs = ['get', 'create', 'update', 'patch', 'delete', 'list', 'deleteCollection'];
  const client = Object.fromEntries(verbs.map((verb) => [verb, call(verb)]));
  const event = (_: unknown, type: string, reason: string): void =>
    void calls.push(`${type} ${reason}`);
  return { client, clientKnowing: () => client, events: { event } } as never;
}

async function goneLines({ queues }: Wired): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [name, { reconcile }] of queues) {
    for (const key of ['default/gone', 'gone']) {
      const calls: string[] = [];
      const result = await attempt(async () => reconcile(key, toolsOf(calls)));
      lines.push(`  ${name}, ${key}: ${[...calls, result].join('; ')}`);
    }
  }
  return lines;
}

async function attempt(work: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await work()) ?? 'done';
  } catch (error) {
    return String(error);
  }
}

/** Something of a kind, that is about as large as it may be. */
function sample({ kind, namespaced }: Kind, more: object = {}): KubeObject {
  const metadata = {
    name: 'x',
    uid: 'uid-x',
    resourceVersion: '5',
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...(namespaced && { namespace: 'default' }),
    finalizers: ['kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection'],
    ...more,
  };
  const spec = {
    ...{ containers: [], nodeName: 'n', rules: [], taints: [{ key: 'a', effect: 'NoExecute' }] },
    ...{ claimRef: { namespace: 'default', name: 'c', uid: 'uid-c' }, volumeName: 'v' },
    ...{ names: { plural: 'xs', kind: 'X' }, group: 'example.com', versions: [] },
    ...{ type: 'LoadBalancer', hard: { pods: '1' }, selector: {}, schedule: '* * * * *' },
    ...{ template: { spec: { containers: [] } }, ttlSecondsAfterFinished: 5, nodeID: 'n' },
    volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'c' } }],
    source: { persistentVolumeName: 'v' },
  };
  const status = { phase: 'Active', conditions: [{ type: 'Complete', status: 'True' }] };
  return { apiVersion: 'v1', kind, metadata, spec, status, subsets: [] } as unknown as KubeObject;
}

/** What wakes whom, a line for each kind that is watched. */
function wokenLines({ said, handlers }: Wired): readonly string[] {
  return handlers.map(([kind, made]) => {
    const [x, going] = [sample(kind), sample(kind, { deletionTimestamp: '2026-01-01T00:00:00Z' })];
    const happenings: Readonly<Record<string, Happening<KubeObject>>> = {
      created: created(x),
      changed: changed(x, { ...x, spec: { ...(x as { spec?: object }).spec } } as never),
      going: changed(x, going),
      deleted: deleted(going),
    };
    const words = Object.entries(happenings).map(([title, happens]) => {
      said.words.length = 0;
      try {
        happens(made);
      } catch (error) {
        said.words.push(String(error));
      }
      return `${title}: ${said.words.join(', ') || '-'}`;
    });
    return `  ${kind.kind} ${words.join('; ')}`;
  });
}

it('is as the table says', async () => {
  const text: string[] = [];
  for (const controller of all) {
    const wired = wire(controller);
    const { name, actor, account, isPretend } = controller;
    text.push(`${name}: ${JSON.stringify({ actor, account, isPretend })}`, ...wired.lines);
    text.push(...(await goneLines(wired)), ...wokenLines(wired), '');
  }
  await expect(text.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'wiring.txt'));
});

it('there are no signers without an authority', () => {
  const signing = controllers.find(({ name }) => name === 'csrsigning')!;
  expect(wire(signing, false).lines).toEqual([]);
});
