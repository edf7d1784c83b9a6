/** Requests in the name of another user, by their headers. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { defaultProfile, profileOf } from '#kinds';
import { ApiError } from '#values';
import { resourceAccess, type Access, type Authorizer } from '#api';
import {
  ImpersonatedUserMissingError,
  impersonate,
  isImpersonating,
} from '../../../src/server/auth/impersonate.ts';

const admin = { name: 'admin', groups: ['system:masters'] };

/** A request with these headers, in lower case as Node has them. */
function request(headers: Readonly<Record<string, readonly string[]>>): IncomingMessage {
  const first = Object.entries(headers).map(([name, [value]]) => [name, value]);
  return {
    headers: Object.fromEntries(first) as object,
    headersDistinct: headers,
  } as unknown as IncomingMessage;
}

/** Who the request is made by, and what was asked of the authorizer. */
function outcome(
  headers: Readonly<Record<string, readonly string[]>>,
  denied?: string,
  profile = defaultProfile,
) {
  const asked: Access[] = [];
  const authorizer = {
    decide: (_: unknown, access: Access) => {
      asked.push(access);
      return { allowed: access.name !== denied, reason: '' };
    },
  } as unknown as Authorizer;
  return { user: impersonate(admin, request(headers), authorizer, profile), asked };
}

const access = (parts: Partial<Access>): Access =>
  resourceAccess({ verb: 'impersonate', ...parts });
const group = 'authentication.k8s.io';
const everyone = 'system:authenticated';

it.each([
  [{ 'impersonate-user': ['jane'] }, true],
  [{ 'impersonate-extra-a': ['x'] }, true],
  [{ impersonator: ['jane'], 'x-impersonate-user': ['jane'] }, false],
  [{}, false],
])('%j asks for it: %s', (headers, asks) => {
  expect(isImpersonating(request(headers))).toBe(asks);
});

it.each([
  [
    { 'impersonate-group': ['x', 'y'] },
    'UID:"", Groups:[]string{"x", "y"}, Extra:map[string][]string(nil)',
  ],
  [
    { 'impersonate-uid': ['7'], 'impersonate-extra-b': ['1'], 'impersonate-extra-a': ['2', '3'] },
    'UID:"7", Groups:[]string(nil), Extra:map[string][]string{"a":[]string{"2", "3"}, "b":[]string{"1"}}',
  ],
])('%j without a user is a bad request from 1.36 on', (headers, user) => {
  const message = `requested &user.DefaultInfo{Name:"", ${user}} without impersonating a user name`;
  expect(() => outcome(headers, undefined, profileOf(36))).toThrow(message);
  expect(() => outcome(headers, undefined, profileOf(35))).toThrow('without impersonating a user');
  expect(() => outcome(headers, undefined, profileOf(35))).not.toThrow(message);
  expect(() => outcome(headers, undefined, profileOf(34))).toThrow(ImpersonatedUserMissingError);
  expect(() => outcome(headers, undefined, profileOf(35))).toThrow(ApiError);
});

describe('another user', () => {
  it.each<[headers: Readonly<Record<string, readonly string[]>>, user: object]>([
    [{ 'impersonate-user': ['jane'] }, { name: 'jane', groups: [everyone] }],
    [
      { 'impersonate-user': ['jane'], 'impersonate-group': ['a', 'b'] },
      { name: 'jane', groups: ['a', 'b', everyone] },
    ],
    [
      { 'impersonate-user': ['jane'], 'impersonate-group': [everyone] },
      { name: 'jane', groups: [everyone] },
    ],
    [
      { 'impersonate-user': ['jane'], 'impersonate-group': ['system:unauthenticated'] },
      { name: 'jane', groups: ['system:unauthenticated'] },
    ],
    [
      { 'impersonate-user': ['system:anonymous'] },
      { name: 'system:anonymous', groups: ['system:unauthenticated'] },
    ],
    [
      { 'impersonate-user': ['system:serviceaccount:ns:robot'] },
      {
        name: 'system:serviceaccount:ns:robot',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', everyone],
      },
    ],
    [
      { 'impersonate-user': ['system:serviceaccount:ns:robot'], 'impersonate-group': ['a'] },
      { name: 'system:serviceaccount:ns:robot', groups: ['a', everyone] },
    ],
    [
      { 'impersonate-user': ['jane'], 'impersonate-uid': ['7'] },
      { name: 'jane', uid: '7', groups: [everyone] },
    ],
    [
      {
        'impersonate-user': ['jane'],
        'impersonate-extra-example.com%2fscopes': ['x', 'y'],
        'impersonate-extra-%zz': ['z'],
      },
      {
        name: 'jane',
        groups: [everyone],
        extra: { 'example.com/scopes': ['x', 'y'], '%zz': ['z'] },
      },
    ],
    [{ accept: ['a'] }, admin],
  ])('by %j', (headers, user) => {
    expect(outcome(headers).user).toEqual(user);
  });

  it('takes a right for each value', () => {
    const { asked } = outcome({
      'impersonate-user': ['jane'],
      'impersonate-group': ['a', 'b'],
      'impersonate-extra-scopes': ['x', 'y'],
      'impersonate-uid': ['7'],
    });
    expect(asked).toEqual([
      access({ resource: 'users', name: 'jane' }),
      access({ resource: 'groups', name: 'a' }),
      access({ resource: 'groups', name: 'b' }),
      access({ group, resource: 'userextras', subresource: 'scopes', name: 'x' }),
      access({ group, resource: 'userextras', subresource: 'scopes', name: 'y' }),
      access({ group, resource: 'uids', name: '7' }),
    ]);
  });

  it('that is a service account takes the right to it', () => {
    const { asked } = outcome({ 'impersonate-user': ['system:serviceaccount:ns:robot'] });
    expect(asked).toEqual([
      access({ resource: 'serviceaccounts', namespace: 'ns', name: 'robot' }),
    ]);
  });

  it.each([
    ['jane', 'users "jane" is forbidden: User "admin" cannot impersonate resource "users"'],
    ['b', 'groups "b" is forbidden: User "admin" cannot impersonate resource "groups"'],
  ])('is refused without the right to %s', (denied, message) => {
    const headers = { 'impersonate-user': ['jane'], 'impersonate-group': ['a', 'b'] };
    expect(() => outcome(headers, denied)).toThrow(message);
  });

  it.each<[headers: Readonly<Record<string, readonly string[]>>, shown: string]>([
    [{ 'impersonate-group': ['a', 'b'] }, '{Group  a    } {Group  b    }'],
    [{ 'impersonate-uid': ['7'] }, `{UID  7  ${group}/v1  }`],
    [
      { 'impersonate-extra-s': ['x', 'y'] },
      `{UserExtra  x  ${group}/v1  s} {UserExtra  y  ${group}/v1  s}`,
    ],
  ])('is missing in %j', (headers, shown) => {
    expect(() => outcome(headers)).toThrow(`requested [${shown}] without impersonating a user`);
  });
});
