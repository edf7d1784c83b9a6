/** `/orrery/v1/requests`: what clients asked for, as the page shows it. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutsideRequest, RequestPiece } from '#request';
import { controlRig, controlToken, type ControlRig } from '../support/control.ts';

let rig: ControlRig;

beforeAll(async () => void (rig = await controlRig()));
afterAll(() => rig.close());

describe('the latest requests', () => {
  it('say what was asked, by whom, and what came of it', async () => {
    const { next } = await requests();
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'made-' } };
    const made = await ask('POST', '/api/v1/namespaces/default/configmaps', { body });
    await ask('GET', '/api/v1/namespaces/default/configmaps/none');
    await ask('GET', '/version', { token: 'wrong' });
    await ask('GET', '/readyz');
    const { metadata } = (await made.json()) as {
      readonly metadata: { readonly name: string; readonly resourceVersion: string };
    };
    const found = await requests(next);
    expect(found.requests.map(shortened)).toEqual([
      `admin create configmaps ConfigMap default/${metadata.name} 201 rev ${metadata.resourceVersion}`,
      'admin get configmaps ConfigMap default/none 404',
      ' get   / 401',
    ]);
    expect(found.requests[0]).toMatchObject({
      userAgent: 'tester',
      at: expect.any(Number) as number,
    });
  });

  it('report a watch when it is opened, and when it has ended', async () => {
    const { next } = await requests();
    const ending = new AbortController();
    await ask('GET', '/api/v1/pods?watch=true', { signal: ending.signal });
    const [opened] = (await requests(next)).requests;
    expect(opened).toMatchObject({ verb: 'watch', resource: 'pods', kind: 'Pod' });
    expect(opened).not.toHaveProperty('endedAt');
    await ask('POST', '/orrery/v1/clock/advance', { body: { by: '90s' } });
    ending.abort();
    const [, ended] = await seen(next, 2);
    expect(ended).toMatchObject({ number: opened!.number, code: 200 });
    expect(ended!.endedAt! - ended!.at).toBe(90_000);
  });

  it('name the faults that struck them', async () => {
    const { next } = await requests();
    await ask('POST', '/orrery/v1/faults', { body: { name: 'storm', error: 429, times: 1 } });
    await ask('GET', '/api/v1/nodes');
    const [struck] = (await requests(next)).requests;
    expect(struck).toMatchObject({ code: 429, faults: ['storm: TooManyRequests'] });
  });

  it('report watches over WebSocket, and what struck them, as they do others', async () => {
    const { next } = await requests();
    const headers = { authorization: `Bearer ${controlToken}` };
    const path = '/api/v1/pods?watch=true';
    const open = () => new WebSocket(rig.url.replace('http', 'ws') + path, { headers });
    const socket = open();
    await once(socket, 'open');
    const [opened] = (await requests(next)).requests;
    expect(opened).toMatchObject({ verb: 'watch', resource: 'pods', kind: 'Pod' });
    socket.close();
    const [, ended] = await seen(next, 2);
    expect(ended).toMatchObject({ number: opened!.number, code: 101 });
    await ask('POST', '/orrery/v1/faults', { body: { name: 'away', error: 503, times: 1 } });
    const [, response] = (await once(open(), 'unexpected-response')) as [never, IncomingMessage];
    expect(response.statusCode).toBe(503);
    response.resume();
    const struck = (await seen(next, 4)).at(-1);
    expect(struck).toMatchObject({ code: 503, faults: ['away: ServiceUnavailable'] });
  });

  it('are at least 1,000, and say how many are missing', async () => {
    const { next } = await requests();
    for (let i = 0; i < 60; i++) {
      await Promise.all(Array.from({ length: 50 }, () => ask('GET', `/api/v1/nodes/n${i}`)));
    }
    const all = await requests(next);
    expect(all.next - next).toBe(3000);
    expect(all.requests.length + all.missed).toBe(3000);
    expect(all.requests.length).toBeGreaterThanOrEqual(1000);
    expect(all.requests.length).toBeLessThan(2000);
    expect(all.requests.at(-1)!.name).toBe('n59');
    expect((await requests(all.next)).requests).toEqual([]);
  });

  it('say what is wrong with a place', async () => {
    const response = await ask('GET', '/orrery/v1/requests?from=first');
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('from: expected a whole number');
  });
});

function shortened({
  user,
  verb,
  resource,
  kind,
  namespace,
  name,
  code,
  revision,
}: OutsideRequest): string {
  const end = revision === undefined ? '' : ` rev ${revision}`;
  return `${user} ${verb} ${resource} ${kind} ${namespace}/${name} ${code}${end}`;
}

async function requests(from = 0): Promise<RequestPiece> {
  const response = await ask('GET', `/orrery/v1/requests?from=${from}`);
  return (await response.json()) as RequestPiece;
}

/** The server notices that a client has gone a little later. */
async function seen(from: number, count: number): Promise<readonly OutsideRequest[]> {
  for (let tries = 0; tries < 500; tries++) {
    const found = await requests(from);
    if (found.requests.length >= count) return found.requests;
  }
  throw new Error(`${count} requests expected`);
}

interface Rest {
  readonly body?: object;
  readonly token?: string;
  readonly signal?: AbortSignal;
}

function ask(method: string, path: string, { body, token, signal }: Rest = {}): Promise<Response> {
  return fetch(`${rig.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token ?? controlToken}`,
      'content-type': 'application/json',
      'user-agent': 'tester',
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}
