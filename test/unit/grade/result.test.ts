/** Requests as evidence on a report card. */
import { expect, it } from 'vitest';
import type { SeenRequest } from '#kit';
import { failureOf, headOf } from '../../../src/grade/result.ts';

const usual = {
  ...{ isResource: true, resource: 'pods', subresource: '', name: '', url: '/api/v1/pods' },
  ...{ verb: 'list', query: { limit: '5' }, code: 200, events: 0 },
  ...{ beganMs: 1000.4, beganAt: 77, endedMs: 1010.6, endedBy: 'server' },
} as unknown as SeenRequest;

const evidenceOf = (more: Partial<SeenRequest>) =>
  failureOf({ rule: 'r', found: 'f', because: 'b', requests: [{ ...usual, ...more }] }, 900)
    .requests[0];

it.each<[more: Partial<SeenRequest>, shown: object]>([
  [{}, { atMs: 100, at: 77, what: 'pods', tookMs: 10, verb: 'list', code: 200 }],
  [{}, { query: { limit: '5' }, events: 0, endedBy: 'server' }],
  [{ name: 'a', subresource: 'status' }, { what: 'pods/a/status' }],
  [{ name: 'a' }, { what: 'pods/a' }],
  [{ endedMs: undefined } as never, { tookMs: undefined }],
  [{ isResource: false, url: '/version' }, { what: '/version' }],
  [{ isResource: false, url: `/${'x'.repeat(300)}` }, { what: `/${'x'.repeat(199)}` }],
])('%j is shown by %j', (more, shown) => {
  expect(evidenceOf(more)).toMatchObject(shown);
});

it.each([
  [0, 0, 0],
  [8, 8, 0],
  [9, 8, 1],
  [20, 8, 12],
])('of %i requests %i are shown, and %i counted', (count, shown, more) => {
  const requests = Array.from({ length: count }, (_, i) => ({ ...usual, name: `p${i}` }));
  const failure = failureOf({ rule: 'r', found: 'f', because: 'b', requests }, 0);
  expect(failure.requests.map(({ what }) => what)).toEqual(
    requests.slice(0, shown).map(({ name }) => `pods/${name}`),
  );
  expect(failure).toMatchObject({ rule: 'r', found: 'f', because: 'b', more });
});

it('a result begins with what its case says', () => {
  const head = { id: 'i', number: '1', family: 'f', title: 't', source: 's', says: 'x' };
  expect(headOf({ ...head, steps: [] } as never)).toEqual(head);
});
