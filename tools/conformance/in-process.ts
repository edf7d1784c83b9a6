/**
 * Plays traces against control planes in this process: no server, no pacing, virtual time from step
 * to step at full speed, every change noted at its own instant.
 */
import type { Millis } from '#clock';
import { controllers } from '#controllers';
import { ApiError, parseTime, type KubeObject, type NewObject } from '#values';
import { conform } from '#schema';
import { profileOf, type Kind } from '#kinds';
import type { Client, Patch, Ref, WriteOptions } from '#runtime';
import { Simulator } from '#simulator';
import type {
  Answer,
  Check,
  Recorder,
  Runner,
  RunnerClient,
  RunnerClock,
  TraceFile,
  WatchFrame,
} from './runner.ts';

/** Returns the gates under which the traces of a release were recorded, beside its defaults. */
export function traceGatesOf(minor: number): Readonly<Record<string, boolean>> {
  return minor === 24 ? { CronJobTimeZone: true, HPAScaleToZero: true } : {};
}

export const traceStart = '2026-01-01T00:00:00Z';

/**
 * Plays a scenario on a control plane of its own and compares what came of it.
 *
 * @param minor the release that the control plane behaves as: the minor of Kubernetes 1
 */
export async function playInProcess(
  runner: Runner,
  { scenario, trace }: TraceFile,
  minor: number,
): Promise<readonly Check[]> {
  const simulator = new Simulator({
    startMs: startOf(scenario),
    controllers,
    profile: profileOf(minor),
    features: traceGatesOf(minor),
  });
  await simulator.start();
  try {
    const actual = await recorderOf(runner, scenario, simulator).record();
    return runner.compareTraces(scenario, trace, actual);
  } finally {
    simulator.stop();
  }
}

/** A scenario may belong to a moment, such as a change to summer time, and begins a little earlier. */
function startOf({ clock }: TraceFile['scenario']): Millis {
  return clock === undefined ? parseTime(traceStart) : parseTime(clock) - 60_000;
}

function recorderOf(
  runner: Runner,
  scenario: TraceFile['scenario'],
  simulator: Simulator,
): Recorder {
  // No server listens there; and nothing has to be cleaned up, as the control plane ends with the
  // trace.
  const options = { server: 'http://in-process', advanceUrl: 'http://in-process', keep: true };
  const recorder = new runner.Recorder(scenario, options);
  Object.assign(recorder.client, wayInto(simulator));
  recorder.clock = clockOf(simulator);
  return recorder;
}

function clockOf({ clock }: Simulator): RunnerClock {
  let origin = clock.now();
  const now = (): number => (clock.now() - origin) / 1000;
  return {
    now,
    restart: () => void (origin = clock.now()),
    async until(seconds, afterTick) {
      if (seconds <= now()) return;
      await clock.advanceTo(origin + Math.round(seconds * 1000));
      await afterTick?.();
    },
  };
}

/** What a path leads to: `/apis/apps/v1/namespaces/x/daemonsets/agent/status`. */
interface Target {
  readonly kind: Kind;
  readonly namespace?: string;
  readonly name: string;
  readonly subresource: WriteOptions['subresource'];
  readonly query: URLSearchParams;
}

function targetOf(target: string, { kinds }: Simulator): Target | undefined {
  const { pathname, searchParams } = new URL(target, 'http://in-process');
  const parts = pathname.slice(1).split('/').map(decodeURIComponent);
  const [group, version, rest] =
    parts[0] === 'api' ? ['', parts[1]!, parts.slice(2)] : [parts[1]!, parts[2]!, parts.slice(3)];
  const isInNamespace = rest[0] === 'namespaces' && rest.length > 2;
  const [plural = '', name = '', subresource] = isInNamespace ? rest.slice(2) : rest;
  const kind = kinds.byResource(group, version, plural);
  return (
    kind && {
      kind,
      ...(isInNamespace && { namespace: rest[1]! }),
      name,
      subresource: subresource as WriteOptions['subresource'],
      query: searchParams,
    }
  );
}

const patchTypes: Readonly<Record<string, Patch['type']>> = {
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/json-patch+json': 'json',
};

/** The runner's calls as calls of a client, answered as the wire would. */
function wayInto(simulator: Simulator): RunnerClient {
  const client = simulator.clients.as({ actor: 'trace' });
  return {
    async request(method, path, body, contentType = ''): Promise<Answer> {
      const target = targetOf(path, simulator);
      if (target === undefined) return { code: 200, body: {}, text: '' };
      try {
        const [code, answer] = await call(client, method, target, body, contentType);
        return { code, body: answer, text: '' };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { code: error.code, body: error.status, text: error.message };
      }
    },
    async stream(path, onFrame, onRequest) {
      const { kind, namespace, query } = targetOf(path, simulator)!;
      const resourceVersion = query.get('resourceVersion')!;
      const watch = client.watch(kind, { namespace, resourceVersion });
      onRequest({ destroy: () => watch.stop() });
      for (;;) {
        const events = await watch.next();
        if (events.length === 0) return 200;
        for (const event of events) onFrame(event satisfies WatchFrame);
      }
    },
  };
}

async function call(
  client: Client,
  method: string,
  { kind, namespace, name, subresource, query }: Target,
  body: unknown,
  contentType: string,
): Promise<readonly [code: number, answer: unknown]> {
  const ref: Ref = { namespace, name };
  switch (method) {
    case 'POST': {
      if (subresource !== undefined) {
        return [201, await client.createSubresource(kind, ref, subresource, body)];
      }
      const object = conform(kind.schema, body) as KubeObject;
      const metadata = { ...object.metadata, ...(namespace !== undefined && { namespace }) };
      return [201, await client.create(kind, { ...object, metadata } as NewObject<KubeObject>)];
    }
    case 'PATCH': {
      const patch: Patch = { type: patchTypes[contentType]!, body };
      return [200, await client.patch(kind, ref, patch, { subresource })];
    }
    case 'DELETE':
      return [200, await client.delete(kind, ref, body ?? {})];
    case 'GET':
      if (name !== '') return [200, await client.get(kind, ref)];
      return [
        200,
        await client.list(kind, {
          namespace,
          labelSelector: query.get('labelSelector') ?? undefined,
        }),
      ];
  }
  throw new Error(`${method}: no such verb`);
}
