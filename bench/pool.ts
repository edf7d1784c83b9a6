/** The pool: what a pod's way from bound to ready costs, in the machine alone and in a whole cluster. */
import { createActor } from 'xstate';
import { ApiServer } from '#api';
import { InProcessClients } from '#client';
import { Random, VirtualClock, type Clock } from '#clock';
import { lease, namespace, node, pod, defaultProfile } from '#kinds';
import { formatMicroTime } from '#values';
import type { Lease, Pod } from '#types';
import { pool } from '#pool';
import { ControllerManager, type Client } from '#runtime';
import { MemoryStore } from '#store';
import { Addresses } from '../src/pool/node/addresses.ts';
import { compile } from '../src/pool/table/compile.ts';
import { Interpreter } from '../src/pool/table/interpreter.ts';
import type { NodeHost } from '../src/pool/node/node-machine.ts';
import { NodeAgent } from '../src/pool/node/node-runner.ts';
import { podMachine } from '../src/pool/pod/pod-machine.ts';
import type { PodHost, PodSubject } from '../src/pool/pod/pod-subject.ts';
import { PodRecord } from '../src/pool/pod/pod-record.ts';
import { bench, heapBytes, ratio, type Row } from './bench.ts';

const START = 1_795_204_800_000;
const LIVES = 10_000;
const PODS = 5000;
const NODES = 100;
const window = { revisions: 20_000 };

export async function poolBench(): Promise<Row[]> {
  const actors = await bench('baseline: bound to ready, an actor each', () => liveAsActors(1000));
  const rows = await bench('bound to ready, compiled table', () =>
    liveInTable(LIVES).then(() => LIVES),
  );
  const records = await liveInTable(LIVES);
  const bytes = heapBytes('record of a ready pod', LIVES, () => records.map((old) => clone(old)));

  const written = await bench('baseline: two status writes a pod', () => writeTwice(PODS), {
    ms: 1,
  });
  const whole = await bench('bound to ready, whole cluster, pods', () => runCluster(PODS), {
    ms: 1,
  });

  const updates = await bench('baseline: a lease update', () => updateLeases(NODES * 360), {
    ms: 1,
  });
  const renewals = await bench('renewals, an hour of 100 nodes', () => renew(3600), { ms: 1 });
  return [
    actors,
    rows,
    ratio('table', rows, actors),
    bytes,
    written,
    whole,
    ratio('cluster', whole, written),
    updates,
    renewals,
    ratio('renewals', renewals, updates),
  ];
}

/** A pod that shares all but its name with the others. */
const bound: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'web',
    namespace: 'default',
    uid: 'uid',
    resourceVersion: '1',
    creationTimestamp: '',
  },
  spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'app:v1' }] },
  status: { phase: 'Pending' },
};

const machineNode = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n1', uid: 'uid', resourceVersion: '1', creationTimestamp: '' },
  spec: {},
  status: {},
};

const ignore = (): void => undefined;

function kubeletOn(clock: Clock): PodHost<PodRecord> {
  return {
    now: () => clock.now(),
    volumesReadyAt: () => 0,
    imagesReadyAt: ({ since }) => since,
    report: ignore,
    killing: ignore,
    unhealthy: ignore,
    unconfigured: ignore,
    unmounted: ignore,
    refusal: () => undefined,
  };
}

const machine: NodeHost<NodeAgent> = {
  post: ignore,
  startRenewing: ignore,
  stopRenewing: ignore,
  thaw: ignore,
  freeze: ignore,
  die: ignore,
};

const ids = { machineID: '', systemUUID: '', bootID: '' };

async function liveInTable(count: number): Promise<PodRecord[]> {
  const clock = new VirtualClock({ start: START });
  const host = kubeletOn(clock);
  const interpreter = new Interpreter<PodRecord>(compile<PodSubject>(podMachine()), clock);
  const agent = new NodeAgent(machine, machineNode, 0, new Addresses(), ids);
  const records: PodRecord[] = [];
  for (let n = 0; n < count; n++) {
    const record = new PodRecord(host, bound, agent, interpreter.initial);
    interpreter.send(record, { type: 'sync' });
    records.push(record);
  }
  await clock.advanceBy(2000);
  return records;
}

async function liveAsActors(count: number): Promise<number> {
  const clock = new VirtualClock({ start: START });
  const host = kubeletOn(clock);
  const agent = new NodeAgent(machine, machineNode, 0, new Addresses(), ids);
  const definition = podMachine();
  const timers = {
    setTimeout: (run: () => void, ms: number) =>
      ms === Infinity ? undefined : clock.after(ms, run, agent.timerOptions),
    clearTimeout: (timer: { cancel(): void } | undefined) => timer?.cancel(),
  };
  for (let n = 0; n < count; n++) {
    const input = { subject: new PodRecord(host, bound, agent, 0) };
    createActor(definition, { input, clock: timers }).start().send({ type: 'sync' });
  }
  await clock.advanceBy(2000);
  return count;
}

function clone(old: PodRecord): PodRecord {
  const record = new PodRecord(old.host, old.pod, old.agent, old.state);
  record.since = old.since;
  return record;
}

interface Rig {
  readonly clock: VirtualClock;
  readonly client: Client;
  readonly manager: ControllerManager;
}

async function makeRig(): Promise<Rig> {
  const clock = new VirtualClock({ start: START });
  const store = new MemoryStore({ clock, window });
  const profile = defaultProfile;
  const api = new ApiServer({ store, clock, random: new Random(1), profile });
  const clients = new InProcessClients({ api, clock });
  const client = clients.as({ actor: 'bench' });
  for (const name of ['default', 'kube-node-lease'])
    await client.create(namespace, { metadata: { name } });
  const manager = new ControllerManager({ clock, clients, random: new Random(1), profile });
  return { clock, client, manager };
}

async function makePods({ client }: Rig, count: number): Promise<Pod[]> {
  const pods: Pod[] = [];
  for (let n = 0; n < count; n++) {
    const metadata = { name: `p${n}`, namespace: 'default' };
    const spec = { ...bound.spec, nodeName: `n${n % NODES}` };
    pods.push(await client.create(pod, { metadata, spec }));
  }
  return pods;
}

async function makeNodes({ client }: Rig): Promise<void> {
  for (let n = 0; n < NODES; n++) await client.create(node, { metadata: { name: `n${n}` } });
}

/** Creations included, in both. */
async function writeTwice(count: number): Promise<number> {
  const rig = await makeRig();
  for (const one of await makePods(rig, count)) {
    const running: Pod = { ...one, status: { ...one.status, startTime: '2026-11-20T20:00:00Z' } };
    const first = await rig.client.update(pod, running, { subresource: 'status' });
    const ready: Pod = { ...first, status: { ...first.status, phase: 'Running' } };
    await rig.client.update(pod, ready, { subresource: 'status' });
  }
  return count;
}

async function runCluster(count: number): Promise<number> {
  const rig = await makeRig();
  await rig.manager.start([pool()]);
  await makeNodes(rig);
  await makePods(rig, count);
  await rig.clock.advanceBy(2000);
  rig.manager.stop();
  return count;
}

async function updateLeases(count: number): Promise<number> {
  const rig = await makeRig();
  const metadata = { name: 'n1', namespace: 'kube-node-lease' };
  let latest: Lease = await rig.client.create(lease, { metadata, spec: {} });
  for (let n = 1; n <= count; n++) {
    const spec = { ...latest.spec, renewTime: formatMicroTime(START + n) };
    latest = await rig.client.update(lease, { ...latest, spec });
  }
  return count;
}

async function renew(seconds: number): Promise<number> {
  const rig = await makeRig();
  await rig.manager.start([pool()]);
  await makeNodes(rig);
  await rig.clock.advanceBy(seconds * 1000);
  rig.manager.stop();
  return (NODES * seconds) / 10;
}
