/** Who talks to the server, and what about. */
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ClientMeter } from '../../../../src/server/observers/client-meter.ts';
import type { Exchange } from '../../../../src/server/exchange/exchange.ts';
import { parsePath } from '../../../../src/server/request/path.ts';

/** A request, and the end of its answer. */
function exchange(
  user: string,
  agent: string | undefined,
  method: string,
  url: string,
  isWatch = false,
) {
  const res = new EventEmitter();
  const given = {
    user: { name: user, groups: [] },
    path: parsePath(method, url, isWatch),
    req: { headers: { 'user-agent': agent } },
    res,
  } as unknown as Exchange;
  return { given, end: () => res.emit('close') };
}

describe('clients', () => {
  it('are counted by user and program, in the order in which they came', () => {
    const meter = new ClientMeter();
    for (const [user, agent, method, url] of [
      ['jane', 'kubectl', 'GET', '/api/v1/pods'],
      ['jane', 'kubectl', 'GET', '/api/v1/pods'],
      ['joe', undefined, 'POST', '/api/v1/namespaces/a/pods'],
      ['jane', 'kubectl', 'GET', '/version'],
      ['jane', 'curl', 'GET', '/version'],
    ] as const) {
      meter.count(exchange(user, agent, method, url).given);
    }
    expect(meter.clients).toEqual([
      { user: 'jane', userAgent: 'kubectl', requests: { list: 2, get: 1 }, watches: [] },
      { user: 'joe', userAgent: '', requests: { create: 1 }, watches: [] },
      { user: 'jane', userAgent: 'curl', requests: { get: 1 }, watches: [] },
    ]);
  });

  it('have the watches that are open', () => {
    const meter = new ClientMeter();
    const pods = exchange('jane', 'k', 'GET', '/api/v1/pods', true);
    const deployments = exchange(
      'jane',
      'k',
      'GET',
      '/apis/apps/v1/namespaces/a/deployments',
      true,
    );
    meter.count(pods.given);
    meter.count(deployments.given);
    expect(meter.clients[0]!.watches).toEqual([
      { resource: 'pods' },
      { resource: 'deployments.apps', namespace: 'a' },
    ]);
    pods.end();
    expect(meter.clients[0]).toMatchObject({
      requests: { watch: 2 },
      watches: [{ resource: 'deployments.apps', namespace: 'a' }],
    });
  });

  it('beyond a thousand are counted together, and long names are cut', () => {
    const meter = new ClientMeter();
    for (let number = 0; number < 1003; number++) {
      meter.count(exchange(`u${number}`, 'x'.repeat(300), 'GET', '/version').given);
    }
    meter.count(exchange('u7', 'x'.repeat(201), 'GET', '/version').given);
    const { clients } = meter;
    expect(clients).toHaveLength(1001);
    expect(clients[7]).toEqual({
      ...{ user: 'u7', userAgent: 'x'.repeat(200), requests: { get: 2 }, watches: [] },
    });
    expect(clients.at(-1)).toEqual({
      ...{ user: 'others', userAgent: '', requests: { get: 3 }, watches: [] },
    });
  });
});
