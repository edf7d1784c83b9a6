/** What the control API does to a cluster: time that waits for conditions, steps, checks, resets. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { controlRig, controlToken, type ControlRig } from '../support/control.ts';
import { Lines, request } from './client.ts';

let rig: ControlRig;
beforeEach(async () => void (rig = await controlRig()));
afterEach(async () => {
  await rig.close();
  expect(rig.failures).toEqual([]);
});

async function ask(method: string, path: string, body?: unknown) {
  return request(rig, method, path, { token: controlToken, body });
}

const control = (method: string, path: string, body?: unknown) =>
  ask(method, `/orrery/v1${path}`, body);

const labels = { app: 'agent' };
const agent = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'agent' },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'example/a:1' }] } },
  },
};
const ready = { kind: 'DaemonSet', name: 'agent', status: { numberReady: 2 } };
const start = '2026-01-01T00:00:00.000000Z';

describe('an advance until a condition holds', () => {
  it('stops where it began to hold', async () => {
    expect((await control('POST', '/steps', { apply: agent })).body).toEqual({
      passed: true,
      now: start,
    });
    const { body } = await control('POST', '/clock/advance', { until: ready, within: '5m' });
    expect(body).toMatchObject({ holds: true, mode: 'manual', object: { name: 'agent' } });
    const then = (body as { now: string }).now;
    expect(then > start).toBe(true);
    expect((await control('GET', '/clock')).body.now).toBe(then);
    const again = await control('POST', '/clock/advance', { until: ready });
    expect(again.body).toMatchObject({ holds: true, now: then });
  });

  it('says what was found when it does not', async () => {
    await control('POST', '/steps', { apply: agent });
    const never = { ...ready, status: { numberReady: 3 } };
    const { status, body } = await control('POST', '/clock/advance', { until: never, within: 90 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ holds: false, now: '2026-01-01T00:01:30.000000Z' });
    expect(String(body.found)).toContain('numberReady');
  });

  it('can be stopped, as can any advance', async () => {
    const under = [
      control('POST', '/clock/advance', { by: '90000h' }),
      control('POST', '/clock/advance', { until: ready, within: '90000h' }),
    ];
    let ended = 0;
    while (ended < 2) ended += (await control('POST', '/clock/stop')).body.ended as number;
    for (const each of under) {
      expect(await each).toMatchObject({
        status: 409,
        body: { message: 'the advance was ended: it was stopped' },
      });
    }
    expect((await control('POST', '/clock/stop')).body.ended).toBe(0);
  });
});

describe('steps', () => {
  it('take as much virtual time as they need', async () => {
    const { body } = await control('POST', '/steps', { outage: { for: '2m' } });
    expect(body).toMatchObject({ passed: true });
  });

  it('come with the files that they name', async () => {
    const files = { 'agent.yaml': `${JSON.stringify(agent)}\n---\n` };
    expect((await control('POST', '/steps', { apply: 'agent.yaml', files })).body).toMatchObject({
      passed: true,
    });
    const path = '/apis/apps/v1/namespaces/default/daemonsets/agent';
    expect((await ask('GET', path)).body).toMatchObject({ metadata: { name: 'agent' } });
  });

  it('say why they were not carried out', async () => {
    const scale = { kind: 'Deployment', name: 'web', replicas: 2 };
    const { status, body } = await control('POST', '/steps', { scale });
    expect(status).toBe(200);
    expect(body).toMatchObject({ passed: false });
    expect(String(body.found)).toContain('"web" not found');
  });

  it('that check may last', async () => {
    const never = { never: { kind: 'Pod', name: 'web' }, for: '5m' };
    expect((await control('POST', '/steps', never)).body).toMatchObject({
      passed: true,
      now: '2026-01-01T00:05:00.000000Z',
    });
  });

  it('take their time while time passes by itself', async () => {
    await control('PUT', '/clock', { mode: 'max' });
    await control('POST', '/steps', { apply: agent });
    const { body } = await control('POST', '/steps', { expect: ready, within: '5m' });
    expect(body).toMatchObject({ passed: true });
    await control('PUT', '/clock', { mode: 'manual' });
  });
});

describe('checks', () => {
  it('say whether a condition holds now, and what was found', async () => {
    const node = { kind: 'Node', name: 'node-1' };
    expect((await control('POST', '/checks', { condition: node })).body).toMatchObject({
      passed: true,
      now: start,
    });
    const { body } = await control('POST', '/checks', { condition: ready });
    expect(body).toMatchObject({ passed: false, now: start });
    expect(String(body.found)).not.toBe('');
  });
});

describe('a reset', () => {
  const uidOf = async (): Promise<unknown> =>
    (await ask('GET', '/api/v1/nodes/node-1')).body.metadata.uid;

  it('is as after a start, and the same for the same seed', async () => {
    const first = await uidOf();
    await control('POST', '/steps', { apply: agent });
    await control('POST', '/clock/advance', { by: '1h' });
    expect((await control('POST', '/reset')).body).toEqual({ seed: 1 });
    expect((await control('GET', '/clock')).body).toEqual({ now: start, mode: 'manual', speed: 0 });
    expect((await ask('GET', '/apis/apps/v1/daemonsets')).body.items).toEqual([]);
    expect(await uidOf()).toBe(first);
    await control('POST', '/reset', { seed: 7 });
    const other = await uidOf();
    expect(other).not.toBe(first);
    await control('POST', '/reset', { seed: 7 });
    expect(await uidOf()).toBe(other);
  });

  it('ends watches and advances', async () => {
    const watch = await Lines.open(rig, '/api/v1/nodes?watch=1');
    await watch.next();
    const advance = control('POST', '/clock/advance', { by: '900000h' });
    while ((await control('GET', '/clock')).body.now === start);
    await control('POST', '/reset');
    expect(await advance).toMatchObject({
      status: 409,
      body: { message: 'the cluster was reset meanwhile' },
    });
    while ((await watch.next()) !== undefined);
    expect((await control('GET', '/clock')).body.now).toBe(start);
  });

  it('can be asked for at once and often', async () => {
    const seeds = [1, 2, 3, 4, 5];
    const answers = await Promise.all(seeds.map((seed) => control('POST', '/reset', { seed })));
    expect(answers.map(({ body }) => body.seed)).toEqual(seeds);
    const { body } = await control('POST', '/checks', {
      condition: { kind: 'Node', name: 'node-2' },
    });
    expect(body).toMatchObject({ passed: true });
  });
});

describe('a snapshot', () => {
  it('of a farther release is refused', async () => {
    const { body: snapshot } = await control('GET', '/snapshot');
    expect(snapshot).not.toHaveProperty('kubernetes');
    const { status, body } = await control('POST', '/restore', { ...snapshot, kubernetes: '1.30' });
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining('cannot be restored: v1.30 wrote it, and v1.24 is older;'),
    ]);
  });

  it('is restored with its time, its objects and their identity', async () => {
    await control('POST', '/steps', { apply: agent });
    await control('POST', '/clock/advance', { until: ready });
    const { body: snapshot } = await control('GET', '/snapshot');
    const pods = async (): Promise<readonly string[]> => {
      const { items } = (await ask('GET', '/api/v1/pods')).body as { items: Pod[] };
      return items.map(
        ({ metadata, status }) => `${metadata.name} ${metadata.uid} ${status.phase}`,
      );
    };
    const before = await pods();
    expect(before).toHaveLength(2);
    await control('POST', '/clock/advance', { by: '1h' });
    await ask('DELETE', '/apis/apps/v1/namespaces/default/daemonsets/agent');
    await control('POST', '/clock/advance', { by: '5m' });
    expect(await pods()).toEqual([]);
    expect((await control('POST', '/restore', snapshot)).body).toEqual({ seed: 1 });
    expect(await pods()).toEqual(before);
    expect((await control('GET', '/clock')).body.now).toBe(snapshot.time);
    await control('POST', '/clock/advance', { by: '10m' });
    expect((await control('POST', '/checks', { condition: ready })).body.passed).toBe(true);
  });

  it('that cannot be restored leaves the cluster as it is', async () => {
    await control('POST', '/steps', { apply: agent });
    const objects = [{ apiVersion: 'v1', kind: 'Nothing', metadata: { name: 'a' } }];
    const answer = await control('POST', '/restore', {
      time: start.replace('.000000', ''),
      objects,
    });
    expect(answer).toMatchObject({ status: 400 });
    expect(String(answer.body.message)).toContain('unknown kind Nothing in v1');
    expect((await ask('GET', '/apis/apps/v1/daemonsets')).body.items).toHaveLength(1);
  });

  interface Pod {
    readonly metadata: { readonly name: string; readonly uid: string };
    readonly status: { readonly phase: string };
  }
});

describe('what has happened', () => {
  it('is read as a run record', async () => {
    await control('POST', '/steps', { apply: agent });
    await control('POST', '/clock/advance', { until: ready });
    const { body } = await control('GET', '/record');
    expect(body).toMatchObject({ format: 'orrery-run/1', seed: 1, passed: true });
    const { steps, entries } = body as { steps: object[]; entries: { kind: string }[] };
    expect(steps).toMatchObject([{ summary: 'apply DaemonSet agent' }, { isCheck: true }]);
    expect(entries.filter(({ kind }) => kind === 'DaemonSet').length).toBeGreaterThan(1);
    expect(entries.filter(({ kind }) => kind === 'Lease').length).toBeLessThan(10);
  });

  it('names the clients, their requests and their open watches', async () => {
    const watch = await Lines.open(rig, '/apis/apps/v1/namespaces/default/deployments?watch=1');
    await ask('GET', '/api/v1/nodes');
    await ask('GET', '/api/v1/nodes');
    type Client = { userAgent: string; requests: Record<string, number>; watches: unknown[] };
    const clients = async (): Promise<readonly Client[]> =>
      ((await control('GET', '/clients')).body as { clients: Client[] }).clients;
    const seen = await clients();
    expect(seen).toHaveLength(2);
    expect(seen[1]).toMatchObject({ user: 'admin', userAgent: 'test/1.0', requests: { list: 2 } });
    expect(seen[0]!.watches).toEqual([{ resource: 'deployments.apps', namespace: 'default' }]);
    watch.close();
    while ((await clients())[0]!.watches.length > 0);
  });
});
