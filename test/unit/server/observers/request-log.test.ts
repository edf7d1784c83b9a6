/** The latest requests of clients: what is reported about each, and how many are kept. */
import { defaultProfile } from '#kinds';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import type { Exchange } from '../../../../src/server/exchange/exchange.ts';
import { RequestLog } from '../../../../src/server/observers/request-log.ts';
import { ServedKinds } from '../../../../src/server/exchange/served-kinds.ts';
import { readTarget } from '../../../../src/server/request/target.ts';

const server = { served: new ServedKinds(new KindRegistry(defaultProfile)) };

class Response extends EventEmitter {
  headersSent = false;
  statusCode = 200;

  close(code?: number): void {
    if (code !== undefined) Object.assign(this, { headersSent: true, statusCode: code });
    this.emit('close');
  }
}

function rig() {
  let now = 1000;
  const log = new RequestLog(() => now);
  const req = (method: string, url: string, agent?: string) =>
    ({ method, url, headers: { 'user-agent': agent } }) as unknown as IncomingMessage;
  return {
    log,
    pass: (ms: number) => void (now += ms),
    follow(method: string, url: string, agent?: string) {
      const res = new Response();
      const { path } = readTarget(method, url);
      const trace = log.follow({
        ...{ server, path, user: { name: 'jane', groups: [] } },
        ...{ req: req(method, url, agent), res: res as unknown as ServerResponse },
      } as unknown as Exchange);
      return { res, trace };
    },
    refuse(method: string, url: string) {
      const res = new Response();
      log.refuse(req(method, url), res as unknown as ServerResponse);
      return res;
    },
  };
}

const of = { number: 1, at: 1000, endedAt: 1007, user: 'jane', userAgent: 'kubectl' };
const pods = { resource: 'pods', kind: 'Pod', namespace: 'a', subresource: '' };

describe('a request', () => {
  it.each<[method: string, url: string, report: object]>([
    [
      'GET',
      '/api/v1/namespaces/a/pods/b?x=1',
      { ...pods, verb: 'get', name: 'b', path: '/api/v1/namespaces/a/pods/b' },
    ],
    [
      'PUT',
      '/api/v1/namespaces/a/pods/b/status',
      {
        ...{ ...pods, verb: 'update', name: 'b', subresource: 'status' },
        path: '/api/v1/namespaces/a/pods/b/status',
      },
    ],
    [
      'DELETE',
      '/apis/apps/v1/deployments',
      {
        ...{ ...pods, verb: 'deletecollection', name: '', namespace: '' },
        ...{ resource: 'deployments.apps', kind: 'Deployment', path: '/apis/apps/v1/deployments' },
      },
    ],
    [
      'POST',
      '/apis/none.example/v1/things',
      {
        ...{ ...pods, verb: 'create', name: '', namespace: '' },
        ...{ resource: 'things.none.example', kind: '', path: '/apis/none.example/v1/things' },
      },
    ],
    [
      'GET',
      '/apis/apps/v1',
      {
        ...pods,
        verb: 'get',
        name: '',
        namespace: '',
        resource: '',
        kind: '',
        path: '/apis/apps/v1',
      },
    ],
  ])('%s %s is reported when it has ended', (method, url, report) => {
    const { log, follow, pass } = rig();
    const { res } = follow(method, url, 'kubectl');
    pass(7);
    expect(log.since(0).requests).toEqual([]);
    res.close(204);
    expect(log.since(0)).toEqual({
      requests: [{ ...of, ...report, code: 204 }],
      missed: 0,
      next: 1,
    });
  });

  it('has no status if none was sent, and names what it wrote and what struck it', () => {
    const { log, follow, pass } = rig();
    const { res, trace } = follow('POST', '/api/v1/namespaces/a/pods');
    Object.assign(trace!, { name: 'made', revision: 7 });
    trace!.faults.push('storm: 429');
    pass(7);
    res.close();
    expect(log.since(0).requests).toEqual([
      {
        ...{ ...of, ...pods, verb: 'create', name: 'made', userAgent: '' },
        ...{ path: '/api/v1/namespaces/a/pods', revision: 7, faults: ['storm: 429'] },
      },
    ]);
  });

  it('is reported when it opens too, if it watches', () => {
    const { log, follow, pass } = rig();
    const { res } = follow('GET', '/api/v1/pods?watch=1');
    pass(5);
    follow('GET', '/api/v1/nodes').res.close(200);
    res.close(200);
    const seen = log
      .since(0)
      .requests.map(({ number, verb, at, endedAt }) => [...[number, verb, at, endedAt]]);
    expect(seen).toEqual([
      [1, 'watch', 1000, undefined],
      [2, 'list', 1005, 1005],
      [1, 'watch', 1000, 1005],
    ]);
  });

  it('that is refused has no user', () => {
    const { log, refuse } = rig();
    refuse('GET', '/api/v1/namespaces/a/pods/b').close(401);
    expect(log.since(0).requests).toMatchObject([
      { number: 1, user: '', kind: '', resource: 'pods', name: 'b', code: 401 },
    ]);
  });

  it.each(['/readyz', '/livez/ping', '/orrery/v1/clock'])('to %s is left out', (url) => {
    const { log, follow, refuse } = rig();
    const { res, trace } = follow('GET', url);
    expect(trace).toBeUndefined();
    for (const each of [res, refuse('GET', url)]) each.close(200);
    expect(log.since(0).next).toBe(0);
  });

  it('is cut where it is longer than 200 characters', () => {
    const { log, follow } = rig();
    const [agent, name] = ['a'.repeat(201), 'n'.repeat(200)];
    follow('GET', `/api/v1/nodes/${name}`, agent).res.close(200);
    follow('GET', `/api/v1/nodes/${name}n`, 'b').res.close(200);
    follow('GET', `/apis/g/v1/${'r'.repeat(200)}`, 'b').res.close(200);
    const [first, second, third] = log.since(0).requests;
    expect([first!.userAgent, first!.name, second!.name]).toEqual(['a'.repeat(200), name, name]);
    expect(first!.path).toBe(`/api/v1/nodes/${name}`.slice(0, 200));
    expect(third!.resource).toBe('r'.repeat(200));
  });
});

it('keeps a thousand of them at least, two thousand at most', () => {
  const { log, follow } = rig();
  const add = (count: number): void => {
    for (let each = 0; each < count; each++) follow('GET', '/api/v1/nodes').res.close(200);
  };
  const found = (from: number) => {
    const { requests, missed, next } = log.since(from);
    return [requests.length, requests[0]?.number, missed, next];
  };
  add(1999);
  expect(found(0)).toEqual([1999, 1, 0, 1999]);
  expect(found(1998)).toEqual([1, 1999, 0, 1999]);
  add(1);
  expect(found(0)).toEqual([1000, 1001, 1000, 2000]);
  expect(found(999)).toEqual([1000, 1001, 1, 2000]);
  expect(found(1500)).toEqual([500, 1501, 0, 2000]);
  expect(found(2000)).toEqual([0, undefined, 0, 2000]);
  add(1000);
  expect(found(500)).toEqual([1000, 2001, 1500, 3000]);
});
