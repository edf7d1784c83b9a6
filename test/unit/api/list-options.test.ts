/** How lists and watches are read, by their options. */
import { describe, expect, it } from 'vitest';
import type { ApiError } from '#values';
import { defaultProfile, profileOf, type Kind } from '#kinds';
import type { ListOptions } from '#request';
import { readToken, writeToken } from '../../../src/api/continue.ts';
import {
  checkListOptions,
  parseStoredVersion,
  planRead,
  planWatch,
} from '../../../src/api/list-options.ts';
import { parseVersion, readVersion } from '../../../src/api/version.ts';

const cached = { wire: {} };
const uncached = { wire: { uncached: true } };
const token = writeToken({ revision: 5, after: 'a/x' });
const unknown = 'strconv.ParseUint: parsing "x": invalid syntax';

/** The code and the message of an error. */
function refusal(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    return `${(error as ApiError).code} ${(error as ApiError).message}`;
  }
  throw new Error('nothing was refused');
}

describe('a list', () => {
  it.each<[options: ListOptions, plan: object, kind?: Pick<Kind, 'wire'>]>([
    [{}, {}],
    [{ limit: 5 }, { limit: 5 }],
    [{ limit: 0 }, {}],
    [{ limit: -1 }, {}],
    [{ resourceVersion: '0' }, {}],
    [{ resourceVersion: '0', limit: 5 }, {}],
    [{ resourceVersion: '0', limit: 5 }, { limit: 5 }, uncached],
    [{ resourceVersion: '7' }, {}],
    [{ resourceVersion: '10' }, {}],
    [
      { resourceVersion: '7', limit: 5 },
      { revision: 7, limit: 5 },
    ],
    [{ resourceVersion: '7', resourceVersionMatch: 'Exact' }, { revision: 7 }],
    [{ resourceVersion: '11', resourceVersionMatch: 'Exact' }, { revision: 11 }],
    [{ resourceVersion: '7', resourceVersionMatch: 'NotOlderThan' }, {}],
    [{ resourceVersion: '7', resourceVersionMatch: 'NotOlderThan', limit: 5 }, { limit: 5 }],
    [{ continue: token }, { revision: 5, after: 'a/x', continues: true }],
    [
      { continue: token, resourceVersion: '0' },
      { revision: 5, after: 'a/x', continues: true },
    ],
    [
      { continue: token, limit: 2 },
      { revision: 5, after: 'a/x', limit: 2, continues: true },
    ],
    [{ continue: writeToken({ revision: -1, after: 'b' }) }, { after: 'b', continues: true }],
  ])('with %j', (options, plan, kind = cached) => {
    expect(planRead(options, 10, kind, defaultProfile)).toEqual({ continues: false, ...plan });
  });

  it.each<[options: ListOptions, message: string, kind?: Pick<Kind, 'wire'>]>([
    [{ resourceVersion: '11' }, '504 Timeout: Too large resource version: 11, current: 10'],
    [
      { resourceVersion: '11', resourceVersionMatch: 'NotOlderThan', limit: 1 },
      '504 Timeout: Too large resource version: 11, current: 10',
    ],
    [{ resourceVersion: 'x' }, `500 resourceVersion: Invalid value: "x": ${unknown}`],
    [
      { resourceVersion: 'x' },
      `400 invalid resource version: resourceVersion: Invalid value: "x": ${unknown}`,
      uncached,
    ],
    [
      { resourceVersion: 'x', limit: 1 },
      `400 invalid resource version: resourceVersion: Invalid value: "x": ${unknown}`,
    ],
    [
      { resourceVersion: 'x', resourceVersionMatch: 'Exact' },
      `400 invalid resource version: resourceVersion: Invalid value: "x": ${unknown}`,
    ],
    [
      { continue: token, resourceVersion: 'x' },
      `400 invalid resource version: resourceVersion: Invalid value: "x": ${unknown}`,
    ],
    [
      { continue: token, resourceVersion: '3' },
      '400 specifying resource version is not allowed when using continue',
    ],
  ])('with %j is refused: %s', (options, message, kind = cached) => {
    expect(refusal(() => planRead(options, 10, kind, defaultProfile))).toBe(message);
  });
});

describe('options that go together', () => {
  it.each<[options: ListOptions, isWatch: boolean]>([
    [{}, true],
    [{ resourceVersion: '7' }, true],
    [{ resourceVersion: '7', continue: 'x' }, false],
    [{ resourceVersion: '7', resourceVersionMatch: 'Exact' }, false],
    [{ resourceVersion: '0', resourceVersionMatch: 'NotOlderThan' }, false],
  ])('%j, of a watch: %s', (options, isWatch) => {
    expect(() => checkListOptions(options, defaultProfile, isWatch)).not.toThrow();
  });

  const forbidden = 'resourceVersionMatch: Forbidden: resourceVersionMatch';
  it.each<[options: ListOptions, isWatch: boolean, messages: readonly string[]]>([
    [
      { resourceVersion: '7', resourceVersionMatch: 'Exact' },
      true,
      [`${forbidden} is forbidden for watch`],
    ],
    [
      { resourceVersionMatch: 'Exact' },
      false,
      [`${forbidden} is forbidden unless resourceVersion is provided`],
    ],
    [
      { resourceVersion: '7', resourceVersionMatch: 'Exact', continue: 'x' },
      false,
      [`${forbidden} is forbidden when continue is provided`],
    ],
    [
      { resourceVersion: '0', resourceVersionMatch: 'Exact' },
      false,
      [`${forbidden} "exact" is forbidden for resourceVersion "0"`],
    ],
    [
      { resourceVersion: '7', resourceVersionMatch: 'Newer' },
      false,
      [
        'resourceVersionMatch: Unsupported value: "Newer": supported values: "Exact", "NotOlderThan", ""',
      ],
    ],
    [
      { resourceVersionMatch: 'Exact' },
      true,
      [
        `${forbidden} is forbidden for watch`,
        `${forbidden} is forbidden unless resourceVersion is provided`,
      ],
    ],
  ])('%j, of a watch: %s, are refused', (options, isWatch, messages) => {
    const why = messages.length === 1 ? messages[0]! : `[${messages.join(', ')}]`;
    expect(refusal(() => checkListOptions(options, defaultProfile, isWatch))).toBe(
      `422 ListOptions.meta.k8s.io "" is invalid: ${why}`,
    );
  });
});

describe('options by release', () => {
  const matching = 'resourceVersionMatch: Forbidden: ';
  const initially = 'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for';
  const notExact =
    'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"';
  const needed = `${matching}sendInitialEvents requires setting resourceVersionMatch to NotOlderThan`;
  const off = `${initially} watch unless the WatchList feature gate is enabled`;
  const watchList = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' };

  it.each<[minor: number, options: ListOptions, isWatch: boolean, errors: readonly string[]]>([
    [26, { sendInitialEvents: true }, true, []],
    [26, { sendInitialEvents: true }, false, []],
    [27, { sendInitialEvents: true }, false, [`${initially} list`]],
    [27, { sendInitialEvents: true }, true, [needed, off]],
    [31, watchList, true, [off]],
    [32, watchList, true, []],
    [33, watchList, true, [off]],
    [34, watchList, true, []],
    [34, { sendInitialEvents: false }, true, [needed]],
    [
      34,
      { resourceVersion: '7', resourceVersionMatch: 'Exact' },
      true,
      [
        `${matching}resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided`,
        notExact,
      ],
    ],
    [
      34,
      { ...watchList, continue: 'x' },
      true,
      [`${matching}resourceVersionMatch is forbidden when continue is provided`],
    ],
  ])('in 1.%i of %j, of a watch: %s, has the errors %j', (minor, options, isWatch, errors) => {
    const check = (): void => checkListOptions(options, profileOf(minor), isWatch);
    const why = errors.length > 1 ? `[${errors.join(', ')}]` : errors[0];
    if (why === undefined) expect(check).not.toThrow();
    else expect(refusal(check)).toBe(`422 ListOptions.meta.k8s.io "" is invalid: ${why}`);
  });

  it.each([
    [26, true, 3],
    [34, true, 0],
    [34, false, 3],
    [34, undefined, 3],
  ])('lets a watch of 1.%i with initial events %s begin after %i', (minor, initial, after) => {
    const options = { resourceVersion: '3', sendInitialEvents: initial };
    expect(planWatch(options, profileOf(minor), 9)).toBe(after);
  });

  it('begins a watch without initial events and a version now', () => {
    expect(planWatch({ sendInitialEvents: false }, profileOf(34), 9)).toBe(9);
  });

  it.each([
    [32, 500],
    [33, 400],
  ])('answers a list of 1.%i at a bad version with %i', (minor, code) => {
    const read = (): unknown => planRead({ resourceVersion: 'x' }, 9, cached, profileOf(minor));
    expect(refusal(read)).toMatch(new RegExp(`^${code} `));
  });
});

describe('a version', () => {
  it.each([
    [undefined, 0],
    [null, 0],
    ['', 0],
    ['0', 0],
    ['17', 17],
  ])('%s is %d', (text, number) => {
    expect([parseVersion(text), readVersion(text)]).toEqual([number, number]);
    expect([
      planWatch({ resourceVersion: text! }, defaultProfile, 9),
      parseStoredVersion(text ?? ''),
    ]).toEqual([number, number]);
  });

  it.each([
    ['x', unknown],
    ['-1', 'strconv.ParseUint: parsing "-1": invalid syntax'],
    [
      '18446744073709551616',
      'strconv.ParseUint: parsing "18446744073709551616": value out of range',
    ],
  ])('%s is none', (text, why) => {
    expect(readVersion(text)).toBe(0);
    expect(refusal(() => parseVersion(text))).toBe(`500 ${why}`);
    expect(refusal(() => parseVersion(text, 'f'))).toBe(`500 f: Invalid value: "${text}": ${why}`);
  });
});

describe('a token', () => {
  const encoded = (text: string): string => Buffer.from(text).toString('base64url');
  const v = 'meta.k8s.io/v1';

  it.each([
    { revision: 416, after: 'a/ä' },
    { revision: -1, after: 'x' },
  ])('keeps %j', (continuation) => {
    expect(readToken(writeToken(continuation), defaultProfile)).toEqual(continuation);
  });

  it('of v1.24 is read', () => {
    expect(readToken(encoded(`{"v":"${v}","rv":4,"start":"a\\u0000"}`), defaultProfile)).toEqual({
      revision: 4,
      after: 'a',
    });
    expect(readToken(encoded(`{"v":"${v}","rv":4,"start":"ab"}`), defaultProfile).after).toBe('ab');
  });

  it.each([
    ['a+b', 'illegal base64 data at input byte 1'],
    ['abcde', 'illegal base64 data at input byte 4'],
    ['', 'unexpected end of JSON input'],
    [encoded('x'), `invalid character 'x' looking for beginning of value`],
    [encoded('7'), `invalid character '7' looking for beginning of value`],
    [encoded('{}'), 'server does not recognize this encoded version ""'],
    [encoded('{"v":"v2"}'), 'server does not recognize this encoded version "v2"'],
    [encoded(`{"v":"${v}"}`), `incorrect encoded start resourceVersion (version ${v})`],
    [encoded(`{"v":"${v}","rv":0}`), `incorrect encoded start resourceVersion (version ${v})`],
    [encoded(`{"v":"${v}","rv":"4"}`), `incorrect encoded start resourceVersion (version ${v})`],
    [encoded(`{"v":"${v}","rv":4}`), `encoded start key empty (version ${v})`],
    [encoded(`{"v":"${v}","rv":4,"start":""}`), `encoded start key empty (version ${v})`],
  ])('%s is refused: %s', (text, why) => {
    expect(refusal(() => readToken(text, defaultProfile))).toBe(
      `400 invalid continue token: continue key is not valid: ${why}`,
    );
  });
});
