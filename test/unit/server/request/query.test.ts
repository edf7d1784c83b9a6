/** Queries, and the parameters that the published documents say there are. */
import { profileOf } from '#kinds';
import { describe, expect, it } from 'vitest';
import { noQuery, parseQuery } from '../../../../src/server/request/query.ts';
import { parametersOf } from '../../../../src/server/openapi/parameters.ts';

describe('a query', () => {
  it.each<[text: string, entries: readonly (readonly [string, string])[]]>([
    ['', []],
    ['&', []],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    [
      'a=b=c&d=e',
      [
        ['a', 'b=c'],
        ['d', 'e'],
      ],
    ],
    ['a=1&a=2', [['a', '1']]],
    ['a+b=c+%2B%20d', [['a b', 'c + d']]],
    ['%zz=1&a=%zz&b=1', [['b', '1']]],
    ['=x', [['', 'x']]],
  ])('%s', (text, entries) => {
    const query = parseQuery(text);
    expect([...query.entries()]).toEqual(entries);
    expect(query.isEmpty).toBe(entries.length === 0);
  });

  it('has all values of a name', () => {
    const query = parseQuery('a=1&b=2&a=3');
    expect([query.get('a'), query.all('a'), query.get('c'), query.all('c')]).toEqual([
      '1',
      ['1', '3'],
      undefined,
      [],
    ]);
    expect(noQuery.isEmpty).toBe(true);
  });

  it.each([
    ['a', true],
    ['a=', true],
    ['a=x', true],
    ['a=1', true],
    ['a=0', false],
    ['a=False', false],
    ['a=false&a=1', false],
    ['b=1', undefined],
  ])('%s has the flag: %s', (text, flag) => {
    expect(parseQuery(text).optionalFlag('a')).toBe(flag);
    expect(parseQuery(text).flag('a')).toBe(flag ?? false);
  });

  it.each([
    ['a=17', 17],
    ['a=-3', -3],
    ['a=%2B3', 3],
    ['a=9223372036854774784', 9223372036854774784],
    ['a=-9223372036854775808', -(2 ** 63)],
    ['b=1', undefined],
  ])('%s has the number %s', (text, number) => {
    expect(parseQuery(text).integer('a')).toBe(number);
  });

  it.each([
    ['a=', 'strconv.ParseInt: parsing "": invalid syntax'],
    ['a=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['a=1.5', 'strconv.ParseInt: parsing "1.5": invalid syntax'],
    [
      'a=9223372036854775808',
      'strconv.ParseInt: parsing "9223372036854775808": value out of range',
    ],
    [
      'a=-9223372036854777856',
      'strconv.ParseInt: parsing "-9223372036854777856": value out of range',
    ],
  ])('%s has no number: %s', (text, message) => {
    expect(() => parseQuery(text).integer('a')).toThrow(message);
  });
});

describe('the parameters of an operation', () => {
  const write = 'dryRun string, fieldManager string';
  const deletion = 'gracePeriodSeconds integer, orphanDependents boolean, propagationPolicy string';
  const selection = 'continue string, fieldSelector string, labelSelector string, limit integer';
  const version = 'resourceVersion string, resourceVersionMatch string, timeoutSeconds integer';

  it.each([
    ['get', 'pretty string'],
    ['list', `allowWatchBookmarks boolean, ${selection}, pretty string, ${version}, watch boolean`],
    ['create', `${write}, pretty string`],
    ['update', `${write}, pretty string`],
    ['patch', `${write}, pretty string, force boolean`],
    ['delete', `dryRun string, ${deletion}, pretty string`],
    ['deletecollection', `${selection}, dryRun string, ${deletion}, pretty string, ${version}`],
    ['connect', ''],
    ['document', ''],
    [
      'log',
      'container string, follow boolean, insecureSkipTLSVerifyBackend boolean, limitBytes integer, pretty string, ' +
        'previous boolean, sinceSeconds integer, tailLines integer, timestamps boolean',
    ],
  ] as const)('%s', (verb, expected) => {
    const parameters = parametersOf(verb, profileOf(24));
    expect(parameters.map(({ name, type }) => `${name} ${type}`).join(', ')).toBe(expected);
    for (const { description, in: place } of parameters) {
      expect(place).toBe('query');
      expect(description).toMatch(/^\w.*\.$/);
    }
    const more = parametersOf(verb, profileOf(25)).length - parameters.length;
    expect(more).toBe(['create', 'update', 'patch'].includes(verb) ? 1 : 0);
  });
});
