/** The `timeout` of a query, and how long a write may take. */
import { describe, expect, it } from 'vitest';
import { parsePath } from '../../../../src/server/request/path.ts';
import { parseQuery } from '../../../../src/server/request/query.ts';
import { checkTimeout, patience } from '../../../../src/server/request/request-timeout.ts';

describe('what is left of the time of a write', () => {
  it.each([
    ['', 34_000],
    ['timeout=', 34_000],
    ['timeout=0s', 34_000],
    ['timeout=-5s', 34_000],
    ['timeout=5s', 5000],
    ['timeout=1ms', 1],
    ['timeout=34s', 34_000],
    ['timeout=35s', 34_000],
  ])('of "%s" begins at %d', (query, ms) => {
    let now = 100;
    const left = patience(parseQuery(query), { now: () => now });
    expect(left()).toBe(ms);
    now += 40;
    expect(left()).toBe(ms - 40);
  });
});

describe('a timeout', () => {
  const check = (path: string, query: string, isWatch = false): void =>
    checkTimeout(parsePath('GET', path, isWatch), parseQuery(query));
  const pods = '/api/v1/namespaces/a/pods';

  it.each([
    [pods, ''],
    [pods, 'timeout='],
    [pods, 'timeout=5s'],
    [`${pods}/b/log`, 'timeout=x'],
    [`${pods}/b/attach`, 'timeout=x'],
    [`${pods}/b/exec`, 'timeout=x'],
    [`${pods}/b/portforward`, 'timeout=x'],
    [`${pods}/b/proxy`, 'timeout=x'],
  ])('of %s?%s is right', (path, query) => {
    expect(() => check(path, query)).not.toThrow();
  });

  it('of a watch does not count', () => {
    expect(() => check(pods, 'timeout=x', true)).not.toThrow();
  });

  it.each([pods, `${pods}/b/status`, '/version', '/log'])('of %s has to be a duration', (path) => {
    expect(() => check(path, 'timeout=x')).toThrow(
      'invalid timeout specified in the request URL - time: invalid duration "x"',
    );
  });
});
