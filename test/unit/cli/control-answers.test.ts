/** What the control API answers to orders about a small cluster, one after the other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlRig, controlToken, type ControlRig } from '../../support/control.ts';
import { ask } from '../../support/ask.ts';

let rig: ControlRig;
beforeAll(async () => void (rig = await controlRig({ nodes: 1 })));
afterAll(async () => {
  await rig.close();
  expect(rig.failures).toEqual([]);
});

async function order(method: string, path: string, body?: object) {
  const headers = {
    ...{ authorization: `Bearer ${controlToken}`, 'user-agent': 'tester/1' },
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const { port } = new URL(rig.url);
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const asked = {
    method,
    path: `/orrery/v1${path}`,
    headers,
    ...(sent !== undefined && { body: sent }),
  };
  const { status, text } = await ask(Number(port), asked);
  return { status, body: JSON.parse(text) as object };
}

const at = (second: string): string => `2026-01-01T00:${second}.000000Z`;
const manual = { mode: 'manual', speed: 0 };
const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } };

/** Each depends on those before it. */
const orders: readonly (readonly [
  method: string,
  path: string,
  body: object | undefined,
  status: number,
  answer: object,
])[] = [
  ['GET', '/clock', undefined, 200, { now: at('00:00'), ...manual }],
  ['POST', '/clock/advance', { by: '90s' }, 200, { now: at('01:30'), ...manual }],
  ['POST', '/clock/advance', { seconds: 1.5 }, 200, { now: '2026-01-01T00:01:31.500000Z' }],
  ['PUT', '/clock', { now: '2026-01-01T00:02:00Z' }, 200, { now: at('02:00') }],
  [
    'PUT',
    '/clock',
    { now: '2026-01-01T00:00:00Z' },
    400,
    { message: 'now: time goes forward only' },
  ],
  ['PUT', '/clock', {}, 400, { message: 'expected at least one of mode, speed and now' }],
  [
    'PUT',
    '/clock',
    { mode: 'paced' },
    400,
    { message: 'speed: expected a positive number up to 1000000, such as 60' },
  ],
  [
    'POST',
    '/clock/advance',
    {},
    400,
    { message: 'by: expected a duration such as 90s or 10m, or until' },
  ],
  [
    'POST',
    '/clock/advance',
    { by: 1, seconds: 1 },
    400,
    { message: 'by, seconds: expected one of them' },
  ],
  [
    'POST',
    '/clock/advance',
    { by: 1, within: 1 },
    400,
    { message: 'within: goes with until only' },
  ],
  ['POST', '/clock/settle', undefined, 200, { now: at('02:00') }],
  ['POST', '/clock/stop', undefined, 200, { ended: 0 }],
  ['POST', '/steps', { apply: config }, 200, { passed: true }],
  [
    'POST',
    '/steps',
    { aply: config },
    400,
    { message: expect.stringContaining('did you mean "apply"') as string },
  ],
  [
    'POST',
    '/checks',
    { condition: { kind: 'ConfigMap', name: 'a' } },
    200,
    { passed: true, found: 'it is so' },
  ],
  [
    'POST',
    '/checks',
    { condition: { kind: 'ConfigMap', name: 'b' } },
    200,
    { passed: false, expected: 'ConfigMap b to exist', found: 'it does not exist' },
  ],
  [
    'POST',
    '/clock/advance',
    { until: { kind: 'ConfigMap', name: 'b' }, within: '10s' },
    200,
    { now: at('02:10'), holds: false, found: 'it does not exist' },
  ],
  [
    'POST',
    '/clock/advance',
    { until: { kind: 'ConfigMap', name: 'a' } },
    200,
    {
      now: at('02:10'),
      holds: true,
      object: { kind: 'ConfigMap', namespace: 'default', name: 'a' },
    },
  ],
  [
    'POST',
    '/clock/advance',
    { until: { kind: 'Nothing', name: 'a' } },
    400,
    { reason: 'BadRequest' },
  ],
  [
    'POST',
    '/faults',
    { name: 'storm', error: 429, match: { resource: 'pods' } },
    200,
    { name: 'storm' },
  ],
  ['POST', '/faults', { eror: 429 }, 400, { message: expect.stringContaining('eror') as string }],
  [
    'GET',
    '/faults',
    undefined,
    200,
    {
      faults: [
        { name: 'storm', effect: 'TooManyRequests', since: at('02:10'), seen: 0, struck: 0 },
      ],
    },
  ],
  ['DELETE', '/faults/none', undefined, 404, { reason: 'NotFound' }],
  ['DELETE', '/faults/storm', undefined, 200, {}],
  ['GET', '/faults', undefined, 200, { faults: [] }],
  [
    'GET',
    '/why?kind=ConfigMap&name=none&field=data',
    undefined,
    404,
    { message: 'configmaps "none" not found' },
  ],
  [
    'GET',
    '/why?kind=Nothing&name=a&field=data',
    undefined,
    400,
    { message: 'unknown kind "Nothing"' },
  ],
  [
    'GET',
    '/why?kind=cm&name=a',
    undefined,
    400,
    { message: expect.stringContaining('field: expected') as string },
  ],
  [
    'GET',
    '/why?kind=cm&name=a&field=data.k',
    undefined,
    200,
    { kind: 'ConfigMap', path: 'data.k', value: 'v' },
  ],
  [
    'GET',
    '/revision?at=rev:99999',
    undefined,
    400,
    { message: expect.stringContaining('there is no revision 99999') as string },
  ],
  ['GET', '/revision?at=0s', undefined, 200, { time: at('00:00') }],
  ['GET', '/revision?x=1', undefined, 400, { message: 'unknown parameter "x"; expected at' }],
  ['GET', '/record', undefined, 200, { format: 'orrery-run/1', scenario: 'orrery serve', seed: 1 }],
  ['POST', '/barrier', { read: {} }, 400, { message: 'read: expected at least one resource' }],
  [
    'POST',
    '/barrier',
    { read: { 'A B': '1' } },
    400,
    { message: 'read: expected resources such as jobs.batch' },
  ],
  [
    'POST',
    '/barrier',
    { read: { pods: 'x' } },
    400,
    { message: 'read.pods: expected a resourceVersion such as "1234"' },
  ],
  ['GET', '/requests?from=0', undefined, 200, { missed: 0, next: 0, requests: [] }],
  ['POST', '/restore', { x: 1 }, 400, { reason: 'BadRequest' }],
  ['POST', '/reset', { seed: 7 }, 200, { seed: 7 }],
  ['GET', '/clock', undefined, 200, { now: at('00:00'), ...manual }],
  ['POST', '/checks', { condition: { kind: 'ConfigMap', name: 'a' } }, 200, { passed: false }],
  ['POST', '/none', {}, 404, {}],
];

describe('orders', () => {
  it.each(orders.map((each, index) => [index + 1, ...each] as const))(
    '%d. %s %s %j',
    async (_, method, path, body, status, answer) => {
      const found = await order(method, path, body).catch(() => ({ status: 404, body: {} }));
      expect(found.status, JSON.stringify(found.body)).toBe(status);
      expect(found.body).toMatchObject(answer);
    },
  );

  it('take a snapshot that restores the cluster', async () => {
    await order('POST', '/steps', { apply: config });
    await order('POST', '/clock/advance', { by: '5s' });
    const { body: snapshot } = await order('GET', '/snapshot');
    await order('POST', '/reset', {});
    expect((await order('POST', '/restore', snapshot)).status).toBe(200);
    expect((await order('GET', '/clock')).body).toMatchObject({ now: at('00:05') });
    const check = { condition: { kind: 'ConfigMap', name: 'a' } };
    expect((await order('POST', '/checks', check)).body).toMatchObject({ passed: true });
    const { body } = await order('GET', '/clients');
    expect(body).toHaveProperty('clients');
  });
});
