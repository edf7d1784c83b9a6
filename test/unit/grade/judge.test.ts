import { describe, expect, it } from 'vitest';
import type { SeenRequest } from '#kit';
import { readRule } from '../../../src/grade/case/read-rule.ts';
import { judge } from '../../../src/grade/rules/judge.ts';

const subject = { resource: 'pods', made: 'secrets', creates: 1 };

/** A request that took 10 ms. */
function request(beganMs: number, more: Partial<SeenRequest> = {}): SeenRequest {
  return {
    ...{ method: 'GET', url: '', isResource: true, verb: 'list', resource: 'pods', version: 'v1' },
    ...{ subresource: '', namespace: '', name: '', query: {}, userAgent: '', contentType: '' },
    ...{ beganMs, beganAt: 0, body: '', code: 200, endedMs: beganMs + 10, endedBy: 'server' },
    ...{ bytes: 0, events: 0, newest: 0 },
    ...more,
  };
}

const watch = (beganMs: number, resourceVersion: string, newest = 0): SeenRequest =>
  request(beganMs, { verb: 'watch', query: { resourceVersion }, newest });

describe('a rule', () => {
  it.each<[string, object, SeenRequest[], string | undefined]>([
    ['never, kept', { never: { verb: 'list' } }, [watch(1, '5')], undefined],
    ['never, broken', { never: { verb: 'list' } }, [request(1)], '1 of them'],
    ['of another resource', { never: {} }, [request(1, { resource: 'secrets' })], undefined],
    ['of any resource', { never: { resource: '*' } }, [request(1, { resource: 'x' })], '1 of them'],
    [
      'of what it creates',
      { never: { resource: '$made' } },
      [request(1, { resource: 'secrets' })],
      '1 of them',
    ],
    ['of another one', { never: { resource: '$made' } }, [request(1)], undefined],
    ...[200, 101, 400, undefined].map(
      (code): [string, object, SeenRequest[], string | undefined] => [
        `of open watches, answered ${code}`,
        { never: { verb: 'watch', open: true } },
        [request(1, { verb: 'watch', code, endedMs: undefined })],
        code === 200 || code === 101 ? '1 of them' : undefined,
      ],
    ),
    [
      'of what is not answered yet',
      { never: { open: true } },
      [request(1, { code: undefined, endedMs: undefined }), request(2)],
      '1 of them',
    ],
    ['only after a mark', { never: {}, after: 'm' }, [request(99)], undefined],
    ['after a mark', { never: {}, after: 'm' }, [request(100)], '1 of them'],
    ['only before a mark', { never: {}, before: 'm' }, [request(101)], undefined],
    ['of a mark that was not reached', { atLeast: 1, of: {}, after: 'never' }, [], undefined],
    ['atLeast, kept', { atLeast: 1, of: {} }, [request(1)], undefined],
    ['atLeast, broken', { atLeast: 2, of: {} }, [request(1)], '1 of them'],
    ['atMost, kept', { atMost: 2, of: {} }, [request(1), request(2)], undefined],
    ['atMost, broken', { atMost: 1, of: {} }, [request(1), request(2)], '2'],
    [
      'atMost in a span, kept',
      { atMost: 1, of: {}, in: '1s' },
      [0, 1001].map((ms) => request(ms)),
      undefined,
    ],
    [
      'atMost in a span, broken',
      { atMost: 1, of: {}, in: '1s' },
      [0, 5000, 5900].map((ms) => request(ms)),
      '2 in 1 s',
    ],
    [
      'every, kept',
      { every: { verb: 'watch' }, has: { version: 'exact' } },
      [watch(1, '7')],
      undefined,
    ],
    [
      'every, broken',
      { every: { verb: 'watch' }, has: { version: 'exact' } },
      [watch(1, '0')],
      '1 of 1 are not',
    ],
    [
      'pause, kept',
      { pause: '3s', from: { code: 429 }, next: {} },
      [request(0, { code: 429 }), request(3010)],
      undefined,
    ],
    [
      'pause, broken',
      { pause: '3s', from: { code: 429 }, next: {} },
      [request(0, { code: 429 }), request(2010)],
      '2.000 s',
    ],
    [
      'known, kept',
      { known: { verb: 'watch' } },
      [request(0, { newest: 7 }), watch(1, '7')],
      undefined,
    ],
    [
      'known, broken',
      { known: { verb: 'watch' } },
      [request(0, { newest: 7 }), watch(1, '8')],
      '1 of 1 do not',
    ],
    [
      'known, where nothing can be read',
      { known: { verb: 'watch' } },
      [request(0), watch(1, '8')],
      undefined,
    ],
    [
      'same, kept',
      { same: 'fieldManager', of: {} },
      [request(0, { query: { fieldManager: 'a' } }), request(1, { query: { fieldManager: 'a' } })],
      undefined,
    ],
    [
      'same, broken',
      { same: 'fieldManager', of: {} },
      [request(0, { query: { fieldManager: 'a' } }), request(1, { query: { fieldManager: 'b' } })],
      'a, b',
    ],
    [
      'at most a number, kept',
      { every: {}, has: { query: { timeoutSeconds: '<= 60' } } },
      [request(0, { query: { timeoutSeconds: '60' } })],
      undefined,
    ],
    [
      'at most a number, broken',
      { every: {}, has: { query: { timeoutSeconds: '<= 60' } } },
      [request(0, { query: { timeoutSeconds: '61' } }), request(1)],
      '2 of 2 are not',
    ],
    ['newest, kept', { newest: { verb: 'watch' } }, [watch(0, '7', 9)], undefined],
    [
      'newest, after the first',
      { newest: { verb: 'watch' }, after: 'm' },
      [watch(0, '7', 9), watch(101, '9')],
      undefined,
    ],
    [
      'newest, broken',
      { newest: { verb: 'watch' }, after: 'm' },
      [watch(0, '7', 9), watch(101, '7')],
      '1 of 1 do not',
    ],
  ])('%s', (_, written, requests, found) => {
    const rule = readRule({ ...written, because: 'it matters' }, 'rule');
    const marks = new Map([['m', 100]]);
    expect(judge(rule, { requests, marks, subject, grants: [], endMs: 10_000 })?.found).toBe(found);
  });
});
