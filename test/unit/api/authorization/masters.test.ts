/** Who may do what where there are no roles. */
import { describe, expect, it } from 'vitest';
import { resourceAccess } from '../../../../src/api/authorization/access.ts';
import { mastersAuthorizer } from '../../../../src/api/authorization/masters.ts';
import { defaultProfile, profileOf } from '#kinds';

const authorizer = mastersAuthorizer(defaultProfile);

const user = (...groups: readonly string[]) => ({ name: 'u', groups });
const admin = user('system:masters', 'system:authenticated');
const known = user('system:authenticated');
const account = user('system:serviceaccounts', 'system:authenticated');
const unknown = user('system:unauthenticated');

const toPath = (path: string, verb = 'get') => resourceAccess({ isResource: false, path, verb });
const review = { verb: 'create', group: 'authorization.k8s.io' };
const by = (role: string, group: string): string =>
  `RBAC: allowed by ClusterRoleBinding "${role}" of ClusterRole "${role}" to Group "${group}"`;
const discovery = by('system:discovery', 'system:authenticated');
const info = (group: string): string => by('system:public-info-viewer', group);

describe('access', () => {
  it.each([
    [admin, resourceAccess({ verb: 'delete', resource: 'nodes' })],
    [admin, toPath('/metrics', 'delete')],
  ])('of an administrator is allowed without a reason', (who, access) => {
    expect(authorizer.decide(who, access)).toEqual({ allowed: true, reason: '' });
  });

  it.each([
    [known, toPath('/api'), discovery],
    [known, toPath('/api/v1'), discovery],
    [known, toPath('/apis/apps/v1', 'head'), discovery],
    [known, toPath('/openapi/v2'), discovery],
    [known, toPath('/version'), discovery],
    [unknown, toPath('/version'), info('system:unauthenticated')],
    [unknown, toPath('/version/'), info('system:unauthenticated')],
    [unknown, toPath('/healthz'), info('system:unauthenticated')],
    [unknown, toPath('/livez'), info('system:unauthenticated')],
    [unknown, toPath('/readyz', 'head'), info('system:unauthenticated')],
    [
      account,
      toPath('/openid/v1/jwks'),
      by('system:service-account-issuer-discovery', 'system:serviceaccounts'),
    ],
    [
      account,
      toPath('/.well-known/openid-configuration'),
      by('system:service-account-issuer-discovery', 'system:serviceaccounts'),
    ],
    [
      known,
      resourceAccess({ ...review, resource: 'selfsubjectaccessreviews' }),
      by('system:basic-user', 'system:authenticated'),
    ],
    [
      known,
      resourceAccess({ ...review, resource: 'selfsubjectrulesreviews' }),
      by('system:basic-user', 'system:authenticated'),
    ],
  ])('of %j to %j is allowed', (who, access, reason) => {
    expect(authorizer.decide(who, access)).toEqual({ allowed: true, reason });
  });

  it.each([
    [known, resourceAccess({ verb: 'get', resource: 'pods' })],
    [known, resourceAccess({ ...review, resource: 'subjectaccessreviews' })],
    [known, resourceAccess({ ...review, verb: 'get', resource: 'selfsubjectaccessreviews' })],
    [known, resourceAccess({ ...review, group: '', resource: 'selfsubjectaccessreviews' })],
    [unknown, resourceAccess({ ...review, resource: 'selfsubjectaccessreviews' })],
    [user(), toPath('/readyz')],
    [known, toPath('/metrics')],
    [known, toPath('/version', 'post')],
    [known, toPath('/apiary')],
    [known, toPath('/openid/v1/jwks')],
    [unknown, toPath('/api')],
    [unknown, toPath('/apis/apps')],
  ])('of %j to %j is denied without a reason', (who, access) => {
    expect(authorizer.decide(who, access)).toEqual({ allowed: false, reason: '' });
  });
});

describe('the rules of a user', () => {
  const own = {
    verbs: ['create'],
    apiGroups: ['authorization.k8s.io'],
    resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
  };
  const found = {
    verbs: ['get'],
    nonResourceURLs: [
      ...['/api', '/api/*', '/apis', '/apis/*', '/healthz', '/livez', '/openapi', '/openapi/*'],
      ...['/readyz', '/version', '/version/'],
    ],
  };
  const open = {
    verbs: ['get'],
    nonResourceURLs: ['/healthz', '/livez', '/readyz', '/version', '/version/'],
  };
  const all = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] };
  const issuer = {
    verbs: ['get'],
    nonResourceURLs: ['/.well-known/openid-configuration', '/openid/v1/jwks'],
  };

  it.each([
    [unknown, [], [open]],
    [known, [own], [found, open]],
    [account, [own], [found, issuer, open]],
    [admin, [all, own], [{ verbs: ['*'], nonResourceURLs: ['*'] }, found, open]],
    [user(), [], []],
  ])('%j', (who, resourceRules, nonResourceRules) => {
    expect(authorizer.rulesFor(who, 'default')).toEqual({
      resourceRules,
      nonResourceRules,
      incomplete: false,
    });
  });
});

it('lets all users ask who they are where the release has that question', () => {
  const who = { verb: 'create', group: 'authentication.k8s.io', resource: 'selfsubjectreviews' };
  const allowed = [26, 28].map(
    (minor) => mastersAuthorizer(profileOf(minor)).decide(known, resourceAccess(who)).allowed,
  );
  expect(allowed).toEqual([false, true]);
});
