import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '#types';
import {
  compact,
  mostPermissions,
  TooManyPermissionsError,
  uncovered,
} from '../../../../src/api/authorization/escalation/covers.ts';

const rule = (verbs: string, resources: string, names?: string): PolicyRule => ({
  verbs: verbs.split(','),
  apiGroups: [''],
  resources: resources.split(','),
  ...(names !== undefined && { resourceNames: names.split(',') }),
});
const paths = (verbs: string, urls: string): PolicyRule => ({
  verbs: verbs.split(','),
  nonResourceURLs: urls.split(','),
});

describe('what is granted', () => {
  it.each<[what: string, owned: PolicyRule[], granted: PolicyRule, missing: PolicyRule[]]>([
    ['is held', [rule('get,list', 'pods')], rule('get', 'pods'), []],
    [
      'is held by two rules',
      [rule('get', 'pods'), rule('list', 'pods')],
      rule('get,list', 'pods'),
      [],
    ],
    ['is held by a star', [rule('*', '*')], rule('x', 'pods/log', 'a'), []],
    ['is held for every name', [rule('get', 'pods')], rule('get', 'pods', 'a'), []],
    [
      'is held for one name',
      [rule('get', 'pods', 'a')],
      rule('get', 'pods', 'a,b'),
      [rule('get', 'pods', 'b')],
    ],
    [
      'is held for a name only',
      [rule('get', 'pods', 'a')],
      rule('get', 'pods'),
      [rule('get', 'pods')],
    ],
    ['is a star', [rule('get', 'pods')], rule('*', 'pods'), [rule('*', 'pods')]],
    ['is held as a subresource', [rule('get', '*/log')], rule('get', 'pods/log'), []],
    ['is not the subresource', [rule('get', '*/log')], rule('get', 'pods'), [rule('get', 'pods')]],
    ['is a path', [paths('get', '/a/*')], paths('get', '/a/b'), []],
    [
      'is another path',
      [paths('get', '/a/*')],
      paths('get,put', '/a/b,/b'),
      [paths('put', '/a/b'), paths('get', '/b'), paths('put', '/b')],
    ],
    ['is a path, held as a resource', [rule('*', '*')], paths('get', '/a'), [paths('get', '/a')]],
    ['is said twice', [], rule('get,get', 'pods,pods'), [rule('get', 'pods')]],
  ])('%s', (_, owned, granted, missing) => {
    expect(uncovered(owned, [granted])).toEqual(missing);
  });

  it('is compared as far as that is possible in time', () => {
    const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `r${at}`);
    const broad = { verbs: many(100), apiGroups: many(100), resources: many(10) };
    expect(uncovered([broad], [broad])).toEqual([]);
    expect(100 * 100 * 10).toBe(mostPermissions);
    const broader = { ...broad, resources: many(11) };
    expect(() => uncovered([broad], [broader])).toThrow(TooManyPermissionsError);
  });
});

describe('missing permissions', () => {
  it('are joined by resource and name', () => {
    const single = [
      rule('get', 'pods'),
      rule('list', 'pods'),
      rule('get', 'pods', 'a'),
      paths('get', '/a'),
      rule('get', 'pods'),
    ];
    expect(compact(single)).toEqual([
      paths('get', '/a'),
      rule('get,list', 'pods'),
      rule('get', 'pods', 'a'),
    ]);
  });
});
