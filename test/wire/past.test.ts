/** The past of a running server over HTTP: explanations, revisions of moments, lists of the past. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineTimers } from '#clock';
import { daemonSet, pod, type Kind } from '#kinds';
import { formatTime } from '#values';
import { admin, createServerApp, listen, Tokens, type Listening } from '#server';
import { LivePast } from '../../src/cli/past/live.ts';
import { writeKubeconfig } from '../../src/cli/serve/kubeconfig.ts';
import { pastRoutes } from '../../src/cli/serve/control/past.ts';
import { servedRoutes } from '../../src/cli/serve/control/served.ts';
import { simulate, START, type Simulation } from '../support/simulate.ts';

const template = {
  metadata: {
    labels: { app: 'agent' },
    annotations: { 'sim/start-seconds': '3', 'sim/ready-seconds': '2' },
  },
  spec: { containers: [{ name: 'main', image: 'example.com/agent:1' }] },
};

let simulation: Simulation;
let listening: Listening;
let folder: string;
let past: LivePast;

/** Nodes are Ready 10 s after the start; from there on an agent is rolled out to two of them. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'));
  simulation = await simulate(2);
  const { sim, client } = simulation;
  await client.create(daemonSet, {
    metadata: { name: 'agent', namespace: 'default' },
    spec: { selector: { matchLabels: { app: 'agent' } }, template },
  });
  await simulation.run(20);
  const tokens = new Tokens();
  tokens.add('secret', admin);
  tokens.add('jane', { name: 'jane', groups: ['dev'] });
  const { store, kinds: registry, clock } = sim;
  const now = () => clock.now();
  const startMs = START - 10_000;
  const timers = machineTimers();
  const routes = servedRoutes(pastRoutes({ store, registry, releases: () => ({}), startMs, now }));
  const app = createServerApp({
    api: sim.api,
    now,
    tokens,
    timers,
    routes: async () => routes,
  });
  listening = await listen(app, { host: '127.0.0.1', port: 0, timers });
  const access = { url: `http://127.0.0.1:${listening.port}`, token: 'secret' };
  const kubeconfig = join(folder, 'config');
  await writeKubeconfig({ ...access, certificate: undefined }, kubeconfig);
  past = new LivePast({ kubeconfig });
});
afterAll(async () => {
  await listening.close();
  simulation.stop();
  rmSync(folder, { recursive: true });
});

async function get(path: string, token = 'secret'): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`http://127.0.0.1:${listening.port}/orrery/v1/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: await response.json() };
}

const question = 'why?kind=DaemonSet&namespace=default&name=agent&field=status.numberReady';

describe('why', () => {
  it('answers as the command does of a run', async () => {
    const { status, body } = await get(question);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'DaemonSet',
      key: 'default/agent',
      path: 'status.numberReady',
      value: 2,
      exact: true,
      account: { value: 2, terms: [{ subject: 'Node node-1' }, { subject: 'Node node-2' }] },
    });
    const { chain } = body as { chain: { actor: string }[] };
    expect(chain.at(-1)).toMatchObject({ actor: 'test', verb: 'created', kind: 'DaemonSet' });
  });

  it('answers of a moment, by time after the start, by time, and by revision', async () => {
    const at = async (text: string): Promise<unknown> =>
      (await get(`${question}&at=${encodeURIComponent(text)}`)).body;
    expect(await at('12s')).toMatchObject({ value: 0 });
    expect(await at(formatTime(START + 2000))).toMatchObject({ value: 0 });
    const { revision } = (await get('revision?at=16s')).body as { revision: number };
    expect(await at(`rev:${revision}`)).toMatchObject({ value: 2, revision });
  });

  it.each([
    ['why', 400, 'kind: expected a value such as DaemonSet'],
    ['why?kind=ds&name=agent', 400, 'field: expected a value'],
    [`${question}&when=5s`, 400, 'unknown parameter "when"'],
    [question.replace('DaemonSet', 'DaemonSte'), 400, 'unknown kind "DaemonSte" (did you mean'],
    [`${question}y`, 400, 'DaemonSet status has no field "numberReadyy" (did you mean'],
    [`${question}[`, 400, 'cannot read the path'],
    [`${question}&at=5s`, 404, 'daemonsets.apps "agent" not found'],
    [question.replace('agent', 'missing'), 404, 'daemonsets.apps "missing" not found'],
    [`${question}&at=99s`, 400, '99s is outside of the run'],
    [`${question}&at=rev:99999`, 400, 'there is no revision 99999'],
    ['revision?at=soon', 400, 'cannot read the time "soon"'],
  ])('%s: %i', async (path, status, message) => {
    const answer = await get(path);
    expect(answer).toMatchObject({ status, body: { kind: 'Status', code: status } });
    expect((answer.body as { message: string }).message).toContain(message);
  });

  it('is for administrators', async () => {
    expect((await get(question, 'jane')).status).toBe(403);
    expect((await get('revision', 'jane')).status).toBe(403);
    expect((await get(question, 'unknown')).status).toBe(401);
  });
});

describe('the command without a run', () => {
  const asKind = pod as unknown as Kind;

  it('shows objects as they stood', async () => {
    const moment = await past.moment('14s');
    const pods = await past.list(
      { kind: asKind, namespace: undefined, name: undefined },
      moment.revision,
    );
    expect(pods).toMatchObject([
      { kind: 'Pod', status: { phase: 'Running' } },
      { kind: 'Pod', status: { phase: 'Running' } },
    ]);
    const before = await past.moment('11s');
    const { name } = pods[0]!.metadata;
    const [then] = await past.list({ kind: asKind, namespace: undefined, name }, before.revision);
    expect(then).toMatchObject({ metadata: { name }, status: { phase: 'Pending' } });
  });

  it('repeats what the server refuses', async () => {
    await expect(past.moment('99s')).rejects.toThrow('99s is outside of the run');
    expect(() => new LivePast({ kubeconfig: join(folder, 'none') })).toThrow(
      'or name a run by --run',
    );
  });
});

// Last, as it cuts the history for good.
describe('a history that has been cut', () => {
  it('knows what stood before, but not who wrote it', async () => {
    const { store } = simulation.sim;
    const { revision } = (await get('revision?at=14s')).body as { revision: number };
    await store.compact(revision);
    const told = await get(question);
    expect(told.body).toMatchObject({ value: 2, exact: true, account: { value: 2 } });
    const desired = await get(question.replace('numberReady', 'desiredNumberScheduled'));
    expect(desired.body).toMatchObject({ value: 2, chain: [], setBefore: revision });
    const gone = await get(`${question}&at=12s`);
    expect(gone).toMatchObject({ status: 410, body: { kind: 'Status', reason: 'Expired' } });
    expect((await get('revision?at=rev:1')).status).toBe(410);
  });
});
