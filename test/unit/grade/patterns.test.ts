/** Patterns of requests: which requests they are, and how they read. */
import { describe, expect, it } from 'vitest';
import type { SeenRequest } from '#kit';
import {
  isApply,
  isCreation,
  matches,
  patternText,
  traitsText,
  versionForm,
  type Pattern,
} from '../../../src/grade/requests/pattern.ts';

const subject = { resource: 'pods', made: 'jobs.batch' };
const request = (more: Partial<SeenRequest> = {}): SeenRequest =>
  ({
    ...{ isResource: true, verb: 'get', resource: 'pods', subresource: '', code: 200 },
    ...{ query: {}, body: '', contentType: '', endedMs: 5, ...more },
  }) as SeenRequest;

describe('a pattern', () => {
  it.each<[boolean, Pattern, Partial<SeenRequest>]>([
    [true, {}, {}],
    [true, { verb: ['get'] }, {}],
    [false, { verb: ['list'] }, {}],
    [true, { verb: ['list', 'get'] }, {}],
    [true, { verb: ['read'] }, { verb: 'watch' }],
    [false, { verb: ['read'] }, { verb: 'update' }],
    [true, { verb: ['write'] }, { verb: 'update' }],
    [false, { verb: ['write'] }, { verb: 'list' }],
    // Of which resource.
    [false, {}, { resource: 'nodes' }],
    [true, {}, { verb: 'update', resource: 'nodes' }],
    [false, {}, { verb: 'update', resource: 'events' }],
    [false, {}, { verb: 'update', resource: 'events.events.k8s.io' }],
    [false, {}, { verb: 'update', resource: 'leases.coordination.k8s.io' }],
    [true, { resource: 'nodes' }, { resource: 'nodes' }],
    [false, { resource: 'nodes' }, {}],
    [true, { resource: '$resource' }, {}],
    [true, { resource: '$made' }, { resource: 'jobs.batch' }],
    [false, { resource: '$made' }, {}],
    [true, { resource: '*' }, { resource: 'nodes' }],
    [true, { resource: '*' }, { isResource: false }],
    [false, {}, { isResource: false }],
    // How it is answered.
    [true, { subresource: 'status' }, { subresource: 'status' }],
    [false, { subresource: 'status' }, {}],
    [true, { code: [200, 201] }, {}],
    [false, { code: [201] }, {}],
    [true, { code: [200] }, { code: 101 }],
    [true, { code: [0] }, { code: undefined as never }],
    [true, { open: false }, {}],
    [true, { open: true }, { endedMs: undefined as never }],
    [false, { open: true }, {}],
    [true, { open: true }, { verb: 'watch', endedMs: undefined as never }],
    [true, { open: true }, { verb: 'watch', code: 101, endedMs: undefined as never }],
    [false, { open: true }, { verb: 'watch', code: 400, endedMs: undefined as never }],
    // What it says.
    [true, { version: ['none'] }, {}],
    [true, { version: ['any', 'exact'] }, { query: { resourceVersion: '7' } }],
    [false, { version: ['exact'] }, { query: { resourceVersion: '0' } }],
    [true, { body: 'abc' }, { body: 'xabcx' }],
    [false, { body: 'abc' }, { body: 'ab' }],
    [true, { body: '!abc' }, { body: 'ab' }],
    [false, { body: '!abc' }, { body: 'xabc!' }],
    [true, { body: 'abc!' }, { body: 'abc!' }],
    [true, { contentType: 'json' }, { contentType: 'application/json' }],
    [false, { contentType: 'json' }, { contentType: 'text/plain' }],
    [true, { query: { limit: 'present' } }, { query: { limit: '5' } }],
    [false, { query: { limit: 'present' } }, { query: { limit: '' } }],
    [false, { query: { limit: 'present' } }, {}],
    [true, { query: { limit: 'absent' } }, {}],
    [true, { query: { limit: 'absent' } }, { query: { limit: '' } }],
    [false, { query: { limit: 'absent' } }, { query: { limit: '5' } }],
    [true, { query: { limit: '5' } }, { query: { limit: '5' } }],
    [false, { query: { limit: '5' } }, { query: { limit: '6' } }],
    [true, { query: { limit: '<= 60' } }, { query: { limit: '60' } }],
    [false, { query: { limit: '<= 60' } }, { query: { limit: '61' } }],
    [false, { query: { a: '1', b: '1' } }, { query: { a: '1', b: '2' } }],
  ])('%s: %j of %j', (isMatch, pattern, more) => {
    expect(matches(request(more), pattern, subject)).toBe(isMatch);
  });

  const body = '{"metadata":{"resourceVersion": "7"}}';
  it.each<[boolean, Partial<SeenRequest>]>([
    [true, {}],
    [true, { body: '"resourceVersion":"7"' }],
    [false, { newest: 8 }],
    [false, { verb: 'patch' }],
    [false, { code: 409 }],
    [false, { body: '' }],
  ])('of what changes nothing: %s, %j', (isNoop, more) => {
    const update = request({ verb: 'update', body, newest: 7, ...more });
    expect(matches(update, { noop: true }, subject)).toBe(isNoop);
    expect(matches(update, { noop: false }, subject)).toBe(!isNoop);
  });
});

it.each([
  [{}, 'none'],
  [{ resourceVersion: '' }, 'none'],
  [{ resourceVersion: '0' }, 'any'],
  [{ resourceVersion: '00' }, 'exact'],
  [{ resourceVersion: '7' }, 'exact'],
])('the version of %j is %s', (query, form) => {
  expect(versionForm(request({ query: query as Record<string, string> }))).toBe(form);
});

it.each<[isOne: boolean, isMade: boolean, Partial<SeenRequest>]>([
  [false, true, { verb: 'create', code: 201 }],
  [false, false, { verb: 'create', code: 409 }],
  [false, true, { verb: 'patch', code: 201, contentType: 'application/json' }],
  [true, true, { verb: 'patch', code: 201, contentType: 'application/apply-patch+yaml' }],
  [true, false, { verb: 'patch', code: 200, contentType: 'application/apply-patch+yaml' }],
  [false, false, { verb: 'update', code: 201, contentType: 'application/apply-patch+yaml' }],
  [false, false, { verb: 'create', code: 201, resource: 'events' }],
])('an apply: %s, a creation: %s, %j', (isOne, isMade, more) => {
  expect(isApply(request(more))).toBe(isOne);
  expect(isCreation(request(more), subject)).toBe(isMade);
});

describe('in words', () => {
  it.each<[Pattern, string, string]>([
    [{}, 'request of pods', ''],
    [{ verb: ['list', 'watch'] }, 'list or watch of pods', 'list or watch'],
    [{ verb: ['read'] }, 'read of pods', 'read'],
    [{ verb: ['update'] }, 'update', 'update'],
    [{ verb: ['update'], resource: '$made' }, 'update of jobs.batch', 'update'],
    [{ resource: '*' }, 'request', ''],
    [
      { verb: ['list'], version: ['none', 'any'], code: [429, 500] },
      'list of pods, without a version or at any version (0), answered 429 or 500',
      'list, without a version or at any version (0), answered 429 or 500',
    ],
    [
      { version: ['exact'], query: { limit: 'present', a: 'absent', b: '<= 5', c: 'd' } },
      'request of pods, at an exact version, with limit, without a, with b <= 5, with c=d',
      'at an exact version, with limit, without a, with b <= 5, with c=d',
    ],
    [
      { open: true, noop: true },
      'request of pods, that is open, that changes nothing',
      'that is open, that changes nothing',
    ],
    [{ open: false, noop: false }, 'request of pods, that has ended', 'that has ended'],
    [{ body: 'x' }, 'request of pods, with x in its body', 'with x in its body'],
    [{ body: '!x' }, 'request of pods, without x in its body', 'without x in its body'],
  ])('%j', (pattern, text, traits) => {
    expect(patternText(pattern, subject)).toBe(text);
    expect(traitsText(pattern)).toBe(traits);
  });
});
