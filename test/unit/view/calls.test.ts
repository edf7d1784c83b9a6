/** The rows of the view of requests. */
import { describe, expect, it } from 'vitest';
import type { OutsideRequest } from '#request';
import {
  callsInRecord,
  callsOfClients,
  filteredCalls,
  withRequests,
} from '../../../ui/page/calls.ts';
import { viewOf } from './source.ts';

const base: OutsideRequest = {
  ...{ number: 1, at: 5_000, user: 'admin', userAgent: 'kubectl/v1.24.17 (linux)', verb: 'get' },
  ...{ resource: 'pods', subresource: '', kind: 'Pod', namespace: 'default', name: 'web-0' },
  ...{ path: '/api/v1/namespaces/default/pods/web-0', code: 200, endedAt: 5_000 },
};

describe('requests of clients', () => {
  it.each([
    [base, 'get Pod default/web-0 200 OK', { kind: 'Pod', key: 'default/web-0' }],
    [{ ...base, name: '', verb: 'list' }, 'list Pod default/ 200 OK', undefined],
    [
      { ...base, subresource: 'log', code: 418 },
      'get Pod/log default/web-0 418',
      expect.anything(),
    ],
    [{ ...base, code: undefined }, 'get Pod default/web-0 no answer', expect.anything()],
    [
      { ...base, verb: 'watch', code: undefined, endedAt: undefined },
      'watch Pod default/web-0 open',
      expect.anything(),
    ],
    [
      { ...base, resource: '', kind: '', name: '', namespace: '', path: '/version' },
      'get  /version 200 OK',
      undefined,
    ],
    [
      { ...base, resource: 'gears.example.com', kind: '', code: 404 },
      'get gears.example.com default/ 404 Not Found',
      undefined,
    ],
  ])('%#', (request, text, object) => {
    const [call] = callsOfClients([request as OutsideRequest], 2_000);
    const { verb, resource, name, result, atMs } = call!;
    expect(`${verb} ${resource} ${name} ${result}`).toBe(text);
    expect(call!.object).toEqual(object);
    expect(atMs).toBe(3_000);
  });

  it('keep their place when they are reported again, and the last 5,000 are kept', () => {
    const [open, other] = [
      { ...base, code: undefined },
      { ...base, number: 2 },
    ];
    let kept = withRequests(
      { requests: [], requestsMissed: 0 },
      { requests: [open, other], missed: 3 },
    );
    kept = withRequests(kept, { requests: [base], missed: 0 });
    expect(kept).toEqual({ requests: [base, other], requestsMissed: 3 });
    const many = Array.from({ length: 5_000 }, (_, i) => ({ ...base, number: i + 3 }));
    kept = withRequests(kept, { requests: many, missed: 0 });
    expect(kept.requests).toHaveLength(5_000);
    expect(kept.requests[0]!.number).toBe(3);
    expect(kept.requestsMissed).toBe(5);
  });
});

describe('calls in a record', () => {
  it('are those that wrote, and those that were struck', async () => {
    const summary = (await viewOf('control-plane/conflicts')).summary();
    const calls = callsInRecord(summary);
    expect(calls).toHaveLength(summary.writes.length + summary.faults.length);
    expect(calls.map(({ atMs }) => atMs)).toEqual(
      calls.map(({ atMs }) => atMs).sort((a, b) => a - b),
    );
    const about = { kind: 'Deployment', key: 'default/web' };
    const ofWeb = filteredCalls(calls, 'update', about);
    expect(ofWeb.length).toBeGreaterThan(0);
    for (const call of ofWeb) expect(call).toMatchObject({ object: about, verb: 'update' });
    expect(filteredCalls(calls, 'Deployment/STATUS written', undefined).length).toBeGreaterThan(0);
    expect(filteredCalls(calls, 'nothing-of-this', undefined)).toEqual([]);
  });
});
