import { describe, expect, it } from 'vitest';
import { resourceAccess, type Access } from '#api';
import type { PolicyRule } from '#types';
import { ruleAllows } from '../../../../src/api/authorization/rbac/rule.ts';

const pods: PolicyRule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const getPods: Partial<Access> = { verb: 'get', resource: 'pods', namespace: 'default' };
const path = (verb: string, at: string): Partial<Access> => ({ isResource: false, verb, path: at });

describe('a rule', () => {
  it.each<[what: string, rule: Partial<PolicyRule>, access: Partial<Access>, allows: boolean]>([
    ['its resource', {}, {}, true],
    ['another verb', {}, { verb: 'list' }, false],
    ['the verb in capitals', { verbs: ['GET'] }, {}, false],
    ['any verb', { verbs: ['*'] }, { verb: 'impersonate' }, true],
    ['another group', {}, { group: 'apps' }, false],
    ['any group', { apiGroups: ['*'] }, { group: 'apps' }, true],
    ['any resource', { resources: ['*'] }, { resource: 'nodes' }, true],
    ['a subresource', {}, { subresource: 'log' }, false],
    ['its subresource', { resources: ['pods/log'] }, { subresource: 'log' }, true],
    ['only the subresource', { resources: ['pods/log'] }, {}, false],
    ['a subresource of any resource', { resources: ['*/log'] }, { subresource: 'log' }, true],
    ['a resource by that', { resources: ['*/log'] }, {}, false],
    ['any subresource', { resources: ['pods/*'] }, { subresource: 'log' }, false],
    ['any resource with a subresource', { resources: ['*'] }, { subresource: 'log' }, true],
    ['its name', { resourceNames: ['x'] }, { name: 'x' }, true],
    ['another name', { resourceNames: ['x'] }, { name: 'y' }, false],
    ['no name', { resourceNames: ['x'] }, {}, false],
    ['names, with none in the rule', { resourceNames: [] }, { name: 'x' }, true],
    ['a path', { nonResourceURLs: ['/x'] }, path('get', '/x'), true],
    ['a path below', { nonResourceURLs: ['/x'] }, path('get', '/x/y'), false],
    ['a path by its beginning', { nonResourceURLs: ['/x/*'] }, path('get', '/x/y'), true],
    ['the beginning', { nonResourceURLs: ['/x/*'] }, path('get', '/x'), false],
    ['any path', { nonResourceURLs: ['*'] }, path('get', '/x'), true],
    ['any path by stars', { nonResourceURLs: ['/**'] }, path('get', '/x'), true],
    ['a path with another verb', { nonResourceURLs: ['/x'] }, path('post', '/x'), false],
    ['a path, with resources only', { resources: ['*'] }, path('get', '/x'), false],
    ['a resource, with paths only', { resources: [], nonResourceURLs: ['*'] }, {}, false],
  ])('allows %s, or not', (_, rule, access, allows) => {
    const asked = resourceAccess({ ...getPods, ...access });
    expect(ruleAllows({ ...pods, ...rule }, asked)).toBe(allows);
  });
});
