/** The parts of `orrery serve`: its settings, the kubeconfig, the clock's routes. */
import { defaultProfile } from '#kinds';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controllers } from '#controllers';
import { VirtualClock } from '#clock';
import { writeKubeconfig } from '../../src/cli/serve/kubeconfig.ts';
import {
  checkCombination,
  checkNodes,
  chosenControllers,
  authorizationMode,
  parseGates,
  startTime,
  tokensOf,
  webhookAddresses,
} from '../../src/cli/serve/settings.ts';
import { servedClock } from '../support/control.ts';
import { serverRig, userToken, type ServerRig } from '../support/server.ts';
import { request } from './client.ts';

describe('settings', () => {
  const names = (list: string) =>
    chosenControllers(list, controllers, defaultProfile).map(({ name }) => name);
  const all = controllers.map(({ name }) => name);

  it('choose controllers', () => {
    expect(names('all')).toEqual(all);
    expect(names('none')).toEqual([]);
    expect(names('scheduler, daemonset')).toEqual(['daemonset', 'scheduler']);
    expect(names('-scheduler')).toEqual(all.filter((name) => name !== 'scheduler'));
    expect(names('*,-scheduler')).toEqual(names('-scheduler'));
    expect(() => names('sheduler')).toThrow('no controller "sheduler"; there are ');
  });

  it('set gates', () => {
    expect(parseGates('', defaultProfile)).toEqual({});
    expect(parseGates('CronJobTimeZone=true, HPAScaleToZero=false', defaultProfile)).toEqual({
      CronJobTimeZone: true,
      HPAScaleToZero: false,
    });
    expect(() => parseGates('CronJobTimeZone', defaultProfile)).toThrow(
      '--feature-gates: missing bool value for CronJobTimeZone',
    );
    expect(() => parseGates('Nope=true', defaultProfile)).toThrow(
      '--feature-gates: unrecognized feature gate: Nope',
    );
  });

  it('name the mode of authorization', () => {
    expect(authorizationMode(undefined)).toBeUndefined();
    expect(authorizationMode('rbac')).toBe('rbac');
    expect(() => authorizationMode('RBAC')).toThrow(
      '--authorization: unknown mode "RBAC"; there are masters, rbac, none',
    );
  });

  it('say what stands for the Services of webhooks', () => {
    expect(webhookAddresses(['a/b=h:1', '*/c:2=h:3'])).toHaveLength(2);
    expect(() => webhookAddresses(['a/b'])).toThrow(
      '--webhook-address: "a/b" is not NAMESPACE/NAME[:PORT]=HOST:PORT',
    );
  });

  it('say when virtual time begins', () => {
    expect(startTime('2020-01-01T00:00:00Z', 1, 5)).toBe(1_577_836_800_000);
    expect(startTime(undefined, 1, 5)).toBe(5);
    expect(startTime(undefined, 1, undefined)).toBeUndefined();
    expect(startTime(undefined, 'manual', undefined)).toBe(1_767_225_600_000);
    expect(startTime(undefined, 60, undefined)).toBe(1_767_225_600_000);
    expect(() => startTime('yesterday', 1, undefined)).toThrow('--clock-start: parsing time');
  });

  it('refuse the administrator without a token over TLS', () => {
    expect(() => checkCombination({ http: false, httpAdmin: true })).toThrow('only with --http');
    for (const httpAdmin of [true, false]) checkCombination({ http: true, httpAdmin });
  });

  it('leave the nodes to a scenario that has some', () => {
    expect(() => checkNodes(3, [{}])).toThrow('the scenario has nodes of its own');
    for (const [asked, nodes] of [
      [3, []],
      [3, undefined],
      [undefined, [{}]],
    ] as const) {
      checkNodes(asked, nodes);
    }
  });

  it('name the file that is wrong', () => {
    expect(() => tokensOf('/nowhere/tokens.csv')).toThrow(
      '--token-auth-file /nowhere/tokens.csv: there is no such file',
    );
  });
});

describe('the kubeconfig', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))));
  afterAll(() => rmSync(folder, { recursive: true }));
  const access = { url: 'https://127.0.0.1:1', token: 'secret', certificate: 'PEM' };

  it('is for its owner alone, and goes with the server', async () => {
    const kubeconfig = await writeKubeconfig(access, undefined);
    expect(statSync(kubeconfig.path).mode & 0o777).toBe(0o600);
    const { clusters, users } = JSON.parse(readFileSync(kubeconfig.path, 'utf8')) as {
      clusters: { cluster: object }[];
      users: { user: object }[];
    };
    expect(clusters[0]!.cluster).toEqual({
      server: access.url,
      'certificate-authority-data': 'UEVN',
    });
    expect(users[0]!.user).toEqual({ token: 'secret' });
    kubeconfig.remove();
    expect(existsSync(kubeconfig.path)).toBe(false);
  });

  it('stays where the user wants it, for its owner alone', async () => {
    const path = join(folder, 'config');
    writeFileSync(path, '', { mode: 0o644 });
    const kubeconfig = await writeKubeconfig(access, path);
    kubeconfig.remove();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('the clock over the wire', () => {
  const start = 1_795_204_800_000;
  let rig: ServerRig;
  let clock: VirtualClock;
  const stopping = new AbortController();
  beforeAll(async () => {
    clock = new VirtualClock({ start });
    rig = await serverRig({ routes: async () => servedClock(clock, stopping.signal) });
  });
  afterAll(() => rig.close());
  const path = '/orrery/v1/clock';

  it('is read and moved', async () => {
    expect((await request(rig, 'GET', path)).body).toEqual({
      now: '2026-11-20T20:00:00.000000Z',
      mode: 'manual',
      speed: 0,
    });
    const moved = await request(rig, 'POST', `${path}/advance`, { body: { seconds: 90.5 } });
    expect(moved.body.now).toBe('2026-11-20T20:01:30.500000Z');
    expect(clock.now()).toBe(start + 90_500);
    expect((await request(rig, 'POST', `${path}/settle`)).status).toBe(200);
  });

  it('changes its pace', async () => {
    const change = async (body: object) => {
      const { mode, speed } = (await request(rig, 'PUT', path, { body })).body;
      return `${String(mode)} ${String(speed)}`;
    };
    const paces = [{ speed: 60 }, { speed: '0.5x' }, { mode: 'realtime' }, { mode: 'manual' }];
    const seen: string[] = [];
    for (const pace of paces) seen.push(await change(pace));
    expect(seen).toEqual(['paced 60', 'paced 0.5', 'paced 1', 'manual 0']);
  });

  it('goes to a time', async () => {
    const now = '2030-01-01T00:00:00Z';
    const { body } = await request(rig, 'PUT', path, { body: { now } });
    expect(body.now).toBe('2030-01-01T00:00:00.000000Z');
    expect(
      (await request(rig, 'PUT', path, { body: { now: '2029-01-01T00:00:00Z' } })).status,
    ).toBe(400);
  });

  it.each([
    ['PUT', path, { speed: 'warp' }, 400],
    ['POST', `${path}/advance`, { seconds: -1 }, 400],
    ['POST', `${path}/advance`, 'nonsense', 400],
    ['DELETE', path, undefined, 404],
  ])('%s %s %j: %i', async (method, at, body, status) => {
    expect((await request(rig, method, at, { body })).status).toBe(status);
  });

  it('ends with the years that have four digits', async () => {
    const now = '9999-12-31T23:59:59Z';
    expect((await request(rig, 'PUT', path, { body: { now } })).status).toBe(200);
    const further = await request(rig, 'POST', `${path}/advance`, { body: { seconds: 1 } });
    expect(further).toMatchObject({ status: 400, body: { reason: 'BadRequest' } });
  });

  it('is for administrators', async () => {
    expect((await request(rig, 'GET', path, { token: userToken })).status).toBe(403);
  });
});
