/** Which requests a flow schema is about. */
import { expect, it } from 'vitest';
import { matchesFlow } from '../../../src/api/flow-control/match.ts';

const jane = { name: 'jane', groups: ['dev', 'all'] };
const account = { name: 'system:serviceaccount:n:a', groups: [] };
const any = [{ user: { name: '*' } }];
const podsOf = (more: object = {}): object => ({
  ...{ verbs: ['get'], apiGroups: ['g'], resources: ['pods'], namespaces: ['n'], ...more },
});
const read = (more: object = {}): object => ({
  ...{ isResource: true, verb: 'get', group: 'g', resource: 'pods', subresource: '' },
  ...{ namespace: 'n', path: '/x', ...more },
});

const matches = (rules: readonly object[] | undefined, user: object, access: object): boolean =>
  matchesFlow({ rules } as never, user as never, access as never);

it.each<[subject: object, user: object, matched: boolean]>([
  [{ user: { name: '*' } }, jane, true],
  [{ user: { name: 'jane' } }, jane, true],
  [{ user: { name: 'joe' } }, jane, false],
  [{ group: { name: '*' } }, account, true],
  [{ group: { name: 'dev' } }, jane, true],
  [{ group: { name: 'ops' } }, jane, false],
  [{ serviceAccount: { namespace: 'n', name: '*' } }, account, true],
  [{ serviceAccount: { namespace: 'n', name: 'a' } }, account, true],
  [{ serviceAccount: { namespace: 'n', name: 'b' } }, account, false],
  [{ serviceAccount: { namespace: 'm', name: '*' } }, account, false],
  [{ serviceAccount: { namespace: 'n', name: '*' } }, jane, false],
  [{}, jane, false],
])('%j is %j: %s', (subject, user, matched) => {
  const rule = { resourceRules: [podsOf()] };
  expect(matches([{ ...rule, subjects: [subject] }], user, read())).toBe(matched);
  const others = [{ user: { name: 'x' } }, subject];
  expect(matches([{ subjects: [] }, { ...rule, subjects: others }], user, read())).toBe(matched);
});

it.each<[rule: object, access: object, matched: boolean]>([
  [{}, {}, true],
  [{ verbs: ['*'] }, { verb: 'list' }, true],
  [{ verbs: ['get', 'list'] }, { verb: 'list' }, true],
  [{}, { verb: 'list' }, false],
  [{ apiGroups: ['*'] }, { group: 'other' }, true],
  [{}, { group: 'other' }, false],
  [{ resources: ['*'] }, { resource: 'nodes' }, true],
  [{ resources: ['pods/log'] }, { subresource: 'log' }, true],
  [{}, { subresource: 'log' }, false],
  [{ resources: ['pods/log'] }, {}, false],
  [{ namespaces: ['*'] }, { namespace: 'm' }, true],
  [{}, { namespace: 'm' }, false],
  [{ namespaces: undefined, clusterScope: true }, {}, false],
  [{ clusterScope: true }, { namespace: '' }, true],
  [{ clusterScope: false }, { namespace: '' }, false],
  [{ namespaces: ['*'] }, { namespace: '' }, false],
])('resources %j have the request %j: %s', (rule, access, matched) => {
  const resourceRules = [podsOf({ verbs: [] }), podsOf(rule)];
  expect(matches([{ subjects: any, resourceRules }], jane, read(access))).toBe(matched);
});

it.each<[verbs: readonly string[], paths: readonly string[], path: string, matched: boolean]>([
  [['get'], ['/healthz'], '/healthz', true],
  [['*'], ['/a/*'], '/a/b', true],
  [['get'], ['*'], '/a', true],
  [['get'], ['/healthz'], '/livez', false],
  [['post'], ['/healthz'], '/healthz', false],
])('%j of %j have the path %s: %s', (verbs, nonResourceURLs, path, matched) => {
  const rule = { subjects: any, nonResourceRules: [{ verbs, nonResourceURLs }] };
  expect(matches([rule], jane, { isResource: false, verb: 'get', path })).toBe(matched);
  expect(matches([rule], jane, read({ path }))).toBe(false);
});

it('a schema without rules is about nothing', () => {
  expect(matches(undefined, jane, read())).toBe(false);
  expect(matches([], jane, read())).toBe(false);
  expect(matches([{ subjects: any }], jane, read())).toBe(false);
  expect(matches([{ subjects: any }], jane, { isResource: false, verb: 'get', path: '/' })).toBe(
    false,
  );
});
