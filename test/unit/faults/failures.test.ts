/** What strikes a request, as a whole: several faults together, and what is sent in place of an answer. */
import { describe, expect, it } from 'vitest';
import { withFaults, type Target } from '#faults';
import { ApiError, conflict } from '#values';
import type { ResourceType } from '#catalog';
import type { Call } from '#request';
import { FaultRig, overHttp } from './rig.ts';

const calm = { isApplied: false, latencyMs: 0 };

describe('a request', () => {
  it.each<[readonly object[], object]>([
    [
      [{ latency: '1s' }, { latency: '2s' }],
      { ...calm, latencyMs: 3000, by: ['fault-1: latency 1s', 'fault-2: latency 2s'] },
    ],
    [
      [{ bandwidth: '64Ki' }, { bandwidth: '32Ki' }],
      { ...calm, bytesPerSecond: 65_536, by: ['fault-1: bandwidth 64Ki a second'] },
    ],
    [
      [{ warning: 'a' }, { warning: 'b' }, { name: 'slow', latency: '1s' }],
      { ...calm, latencyMs: 1000, warning: 'a', by: ['fault-1: warning a', 'slow: latency 1s'] },
    ],
    [
      [{ stale: { at: 3 } }, { stale: { at: 2 } }],
      { ...calm, at: 3, by: ['fault-1: stale: at revision 3'] },
    ],
    [[{ stale: 'frozen' }], { ...calm, at: 40, by: ['fault-1: stale: frozen'] }],
    [[{ stale: { lag: 3 } }], { ...calm, at: 38, by: ['fault-1: stale by 3 revisions'] }],
    [[{ stale: { lag: 99 } }], { ...calm, at: 1, by: ['fault-1: stale by 99 revisions'] }],
    [[{ stale: { at: 99 } }], { ...calm, at: 41, by: ['fault-1: stale: at revision 99'] }],
    [
      [{ connection: 'cut' }, { latency: '1s' }],
      { ...calm, connection: 'cut', by: ['fault-1: connection: cut'] },
    ],
    [
      [{ latency: '1s' }, { connection: 'reset', applied: true }, { warning: 'a' }],
      {
        ...{ isApplied: true, latencyMs: 1000, connection: 'reset' },
        by: ['fault-1: latency 1s', 'fault-2: connection: reset, though carried out'],
      },
    ],
  ])('under %j gets %j', (faults, struck) => {
    const rig = new FaultRig();
    rig.revision = 40;
    for (const fault of faults) rig.inject(fault);
    rig.revision = 41;
    expect(rig.faults.strike(overHttp)).toStrictEqual(struck);
  });

  it('is counted only by the faults that could strike it', () => {
    const kinds = [{ bandwidth: '64Ki' }, { warning: 'a' }, { stale: { at: 3 } }];
    const rig = new FaultRig(...kinds, ...kinds, { error: 500 }, { error: 429 });
    rig.faults.strike(overHttp);
    expect(rig.faults.list().map(({ seen, struck }) => [seen, struck])).toEqual([
      ...[
        [1, 1],
        [1, 1],
        [1, 1],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      ...[
        [1, 1],
        [0, 0],
      ],
    ]);
  });

  const newer = { ...overHttp, resourceVersion: '7' };
  it.each<[object, Target, string]>([
    [{ stale: { at: 7 } }, newer, 'none'],
    [{ stale: { at: 6 } }, newer, 'Timeout: Too large resource version: 7, current: 6'],
    [
      { error: 'TooLargeResourceVersion' },
      newer,
      'Timeout: Too large resource version: 1041, current: 41',
    ],
    [
      { error: 'TooLargeResourceVersion' },
      { ...overHttp, resourceVersion: '42' },
      'Timeout: Too large resource version: 42, current: 41',
    ],
  ])('under %j that names a version finds: %#', (fault, asked, message) => {
    const { failure } = new FaultRig(fault).faults.strike(asked) ?? {};
    expect(failure?.error.message ?? 'none').toBe(message);
  });
});

describe('a failure', () => {
  const busy = 'Too many requests, please try again later.';
  it.each<[object, ApiError, string | undefined]>([
    [{ error: 429 }, new ApiError(429, 'TooManyRequests', busy, { retryAfterSeconds: 1 }), busy],
    [
      { error: 429, retryAfter: '5s', message: 'Wait' },
      new ApiError(429, 'TooManyRequests', 'Wait', { retryAfterSeconds: 5 }),
      'Wait',
    ],
    [
      { error: 503 },
      new ApiError(503, 'ServiceUnavailable', 'service unavailable'),
      'service unavailable',
    ],
    [
      { error: 503, retryAfter: '7s', message: 'Down' },
      new ApiError(503, 'ServiceUnavailable', 'Down', { retryAfterSeconds: 7 }),
      'Down',
    ],
    [
      { error: 409, message: 'Mine' },
      conflict({ group: '', plural: 'pods' }, 'web', 'Mine'),
      undefined,
    ],
  ])('of %j is a Status, or plain text', (fault, error, line) => {
    const write = { ...overHttp, verb: 'create' };
    const { failure } = new FaultRig(fault).faults.strike(write) ?? {};
    expect(failure?.error.status).toEqual(error.status);
    expect(failure?.text).toBe(line && `${line}\n`);
  });

  it.each<[Partial<Target>, string]>([
    [
      { verb: 'create' },
      'pods is forbidden: User "jane" cannot create resource "pods" in API group "" in the namespace "default"',
    ],
    [
      { namespace: '', name: '', verb: 'list', client: {} },
      'pods is forbidden: User "anonymous" cannot list resource "pods" in API group "" at the cluster scope',
    ],
    [
      { subresource: 'status', group: 'a.b', client: { process: 'kubelet' } },
      'pods.a.b "web" is forbidden: User "kubelet" cannot get resource "pods/status" in API group "a.b" in the namespace "default"',
    ],
    [
      { resource: '', name: '', namespace: '', path: '/version' },
      'forbidden: User "jane" cannot get path "/version"',
    ],
  ])('by authorization of %j says what is refused', (other, message) => {
    const { faults } = new FaultRig({ error: 403, match: other.path && { path: '/*' } });
    const { failure } = faults.strike({ ...overHttp, ...other }) ?? {};
    expect(failure?.error.message).toBe(message);
  });

  it.each<[Partial<Target>, string]>([
    [
      { verb: 'list', resourceVersion: '7' },
      'The resourceVersion for the provided list is too old.',
    ],
    [{ verb: 'watch', resourceVersion: '7' }, 'too old resource version: 7 (41)'],
    [
      { verb: 'list', continue: 'x' },
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    ],
  ])('of a version that is too old: %j', (other, message) => {
    const { failure } = new FaultRig({ error: 410 }).faults.strike({ ...overHttp, ...other }) ?? {};
    expect(failure?.error.message).toBe(message);
  });
});

describe('a fault that matches', () => {
  it.each<[object, Partial<Target>, boolean]>([
    [{ client: 'kubectl' }, { client: { agent: 'kubectl/v1.24.17 (linux)' } }, true],
    [{ client: 'kubectl' }, { client: { agent: 'kubectl' } }, true],
    [{ client: 'kubectl/v1.24.17' }, { client: { agent: 'kubectl/v1.24.17' } }, true],
    [{ client: 'kubect' }, { client: { agent: 'kubectl' } }, false],
    [{ client: 'kubectl' }, { client: { agent: '/kubectl' } }, false],
    [{ client: { user: 'jane', agent: 'curl' } }, { client: { user: 'jane' } }, false],
    [
      { client: { user: 'jane', agent: 'curl' } },
      { client: { user: 'jane', agent: 'curl' } },
      true,
    ],
    [{ verb: ['*', 'list'] }, {}, true],
    [{ verb: ['read'] }, {}, true],
    [{ verb: ['write'] }, {}, false],
    [{ verb: ['write'] }, { verb: 'deletecollection' }, true],
    [{ version: 'any' }, { resourceVersion: '0' }, true],
    [{ version: ['none', 'exact'] }, { resourceVersion: '0' }, false],
    [{ namespace: 'kube-*' }, { namespace: 'kube-system' }, true],
    [{ namespace: 'kube-*' }, {}, false],
    [{ path: '/api/*' }, { path: '/api/v1/pods' }, true],
    [{ path: '/api/*' }, {}, false],
  ])('%j strikes %j: %s', (match, other, isStruck) => {
    const { faults } = new FaultRig({ error: 500, match });
    const asked = { ...overHttp, ...other };
    expect(faults.concerns(asked)).toBe(isStruck);
    expect(faults.strike(asked) !== undefined).toBe(isStruck);
  });
});

it('a read in the process of what has a version, or is a list, keeps its other options', async () => {
  const { faults } = new FaultRig({ stale: { at: 3 } });
  const asked: unknown[] = [];
  const call = withFaults(
    ((request: unknown) => Promise.resolve(asked.push(request))) as unknown as Call,
    faults,
    { actor: 'kubelet' },
  );
  const kind = { group: '', plural: 'pods', kind: 'Pod' } as ResourceType;
  await call({ verb: 'list', kind, options: { labelSelector: 'a=b', limit: 5 } as never });
  await call({ verb: 'list', kind, options: { continue: 'x' } as never });
  expect(asked).toEqual([
    {
      ...{ verb: 'list', kind },
      options: {
        ...{ labelSelector: 'a=b', limit: 5 },
        ...{ resourceVersion: '3', resourceVersionMatch: 'Exact' },
      },
    },
    { verb: 'list', kind, options: { continue: 'x' } },
  ]);
});
