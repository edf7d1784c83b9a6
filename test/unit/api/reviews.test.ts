import { answeredKinds } from '#catalog';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Access,
  type AccountToken,
  type ReviewContext,
  type Authenticator,
  type Authorizer,
  type RequestContext,
  type User,
} from '#api';
import { formatTime, type KubeObject } from '#values';
import { secret, serviceAccount, defaultProfile } from '#kinds';
import type { authenticationV1 } from '#types';
import { isReview } from '../../../src/api/reviews/index.ts';
import { apiRig, context, refusal, start, startTime, type ApiRig } from '../../support/api.ts';
import { admissionRig, inDefault } from './admission/rig.ts';

const reviewKinds = answeredKinds(defaultProfile).filter(isReview);

const jane: User = { name: 'jane', groups: ['dev', 'system:authenticated'] };

/** Lets everybody get, for a reason, and jane do all, for none. */
const authorizer: Authorizer = {
  decide: (user, { verb }) => ({
    allowed: user.name === 'jane' || verb === 'get',
    reason: user.name !== 'jane' && verb === 'get' ? 'because' : '',
  }),
  rulesFor: (user, namespace) => ({
    resourceRules: [{ verbs: ['*'], resourceNames: [`${user.name} in ${namespace}`] }],
    nonResourceRules: [],
    incomplete: false,
  }),
};
const authenticator: Authenticator = {
  ownAudiences: ['https://kubernetes.default.svc.cluster.local'],
  find(token, audiences) {
    const shared = audiences.filter((each) => each.startsWith('https://'));
    return token === 'known' && shared.length > 0 ? { user: jane, audiences: shared } : undefined;
  },
};
const reviewing: ReviewContext = { user: jane, authorizer, authenticator };

async function ask(
  plural: string,
  question: object,
  { namespace, by = reviewing }: { namespace?: string; by?: ReviewContext } = {},
): Promise<Record<'metadata' | 'spec' | 'status', object> & KubeObject> {
  const { api } = await apiRig();
  const kind = reviewKinds.find((each) => each.plural === plural)!;
  return api.review(context, kind, question, by, namespace) as never;
}

const get = { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' } };
const list = { resourceAttributes: { verb: 'list', resource: 'pods', namespace: 'default' } };

describe('may I?', () => {
  test('is answered with the question, and not kept', async () => {
    const { api, store } = await apiRig();
    const before = store.revision();
    const kind = reviewKinds.find(({ plural }) => plural === 'selfsubjectaccessreviews')!;
    const by: RequestContext = { ...context, fieldManager: 'kubectl' };
    expect(await api.review(by, kind, { spec: get } as never, reviewing)).toEqual({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      metadata: {
        creationTimestamp: null,
        managedFields: [
          {
            manager: 'kubectl',
            operation: 'Update',
            apiVersion: 'authorization.k8s.io/v1',
            time: startTime,
            fieldsType: 'FieldsV1',
            fieldsV1: {
              'f:spec': {
                'f:resourceAttributes': {
                  '.': {},
                  'f:namespace': {},
                  'f:resource': {},
                  'f:verb': {},
                },
              },
            },
          },
        ],
      },
      spec: get,
      status: { allowed: true },
    });
    expect(store.revision()).toBe(before);
  });

  test('tells what is asked about', async () => {
    const asked: Access[] = [];
    const decide = (_: User, access: Access) => {
      asked.push(access);
      return { allowed: false, reason: '' };
    };
    const by = { ...reviewing, authorizer: { ...authorizer, decide } };
    const resourceAttributes = {
      verb: 'get',
      group: 'apps',
      resource: 'deployments',
      subresource: 'scale',
      name: 'd',
    };
    await ask('selfsubjectaccessreviews', { spec: { resourceAttributes } }, { by });
    const nonResourceAttributes = { path: '/x', verb: 'post' };
    await ask('selfsubjectaccessreviews', { spec: { nonResourceAttributes } }, { by });
    const nothing = {
      path: '',
      group: '',
      namespace: '',
      resource: '',
      subresource: '',
      name: '',
    };
    expect(asked).toEqual([
      { ...nothing, ...resourceAttributes, isResource: true },
      { ...nothing, ...nonResourceAttributes, isResource: false },
    ]);
  });
});

describe('may they?', () => {
  test.each([
    [
      { user: 'bob', ...get },
      { allowed: true, reason: 'because' },
    ],
    [{ user: 'bob', ...list }, { allowed: false }],
    [{ groups: ['a'], ...list }, { allowed: false }],
    [{ user: 'jane', ...list }, { allowed: true }],
  ])('%j: %j', async (spec, status) => {
    expect((await ask('subjectaccessreviews', { spec })).status).toEqual(status);
    const local = await ask('localsubjectaccessreviews', { spec }, { namespace: 'default' });
    expect(local.status).toEqual(status);
    expect(local.metadata).toMatchObject({ namespace: 'default' });
  });
});

describe('what makes no sense is refused', () => {
  const missing =
    'spec.resourceAttributes: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified';
  const both = { ...get, nonResourceAttributes: { path: '/x', verb: 'get' } };
  const shown = 'authorization.NonResourceAttributes{Path:"/x", Verb:"get"}';
  const combined = `spec.nonResourceAttributes: Invalid value: ${shown}: cannot be specified in combination with resourceAttributes`;
  const noSubject = 'spec.user: Invalid value: "": at least one of user or group must be specified';

  test.each<[plural: string, question: object, why: string]>([
    ['selfsubjectaccessreviews', {}, missing],
    ['selfsubjectaccessreviews', { spec: both }, combined],
    [
      'selfsubjectaccessreviews',
      { metadata: { name: 'x', uid: 'u', labels: {} }, spec: get },
      'metadata: Invalid value: v1.ObjectMeta{Name:"x", UID:"u"}: must be empty',
    ],
    ['subjectaccessreviews', { spec: {} }, `[${missing}, ${noSubject}]`],
    ['subjectaccessreviews', { spec: get }, noSubject],
    [
      'localsubjectaccessreviews',
      { metadata: { generateName: 'x' }, spec: { user: 'bob', ...get } },
      'metadata: Invalid value: v1.ObjectMeta{GenerateName:"x"}: must be empty except for namespace',
    ],
    [
      'localsubjectaccessreviews',
      { spec: { user: 'bob', resourceAttributes: { verb: 'get', namespace: 'other' } } },
      'spec.resourceAttributes.namespace: Invalid value: "other": must match metadata.namespace',
    ],
    [
      'localsubjectaccessreviews',
      { spec: { user: 'bob', nonResourceAttributes: { path: '/x', verb: 'get' } } },
      `spec.nonResourceAttributes: Invalid value: ${shown}: disallowed on this kind of request`,
    ],
  ])('%s %j', async (plural, question, why) => {
    const error = await refusal(ask(plural, question, { namespace: 'default' }));
    expect(error.status).toMatchObject({
      code: 422,
      message: `.authorization.k8s.io "" is invalid: ${why}`,
    });
    expect(error.details).not.toHaveProperty('kind');
  });

  test.each<[plural: string, question: object, why: string]>([
    [
      'localsubjectaccessreviews',
      { metadata: { namespace: 'other' } },
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
    ['selfsubjectrulesreviews', {}, 'no namespace on request'],
    ['tokenreviews', { spec: {} }, 'token is required for TokenReview in authentication'],
  ])('%s %j', async (plural, question, why) => {
    const error = await refusal(ask(plural, question, { namespace: 'default' }));
    expect(error).toMatchObject({ code: 400, message: why });
  });
});

test('what may I?', async () => {
  expect(await ask('selfsubjectrulesreviews', { spec: { namespace: 'ns' } })).toEqual({
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectRulesReview',
    metadata: { creationTimestamp: null },
    spec: {},
    status: {
      resourceRules: [{ verbs: ['*'], resourceNames: ['jane in ns'] }],
      nonResourceRules: [],
      incomplete: false,
    },
  });
});

describe('whose token is it?', () => {
  const audience = 'https://kubernetes.default.svc.cluster.local';
  const known = {
    authenticated: true,
    user: { username: 'jane', groups: ['dev', 'system:authenticated'] },
    audiences: [audience],
  };
  const unknown = { user: {}, error: 'invalid bearer token' };

  test.each([
    [{ token: 'known' }, known],
    [{ token: 'known', audiences: ['a', audience] }, known],
    [{ token: 'known', audiences: ['a'] }, unknown],
    [{ token: 'other' }, unknown],
  ])('%j: %j', async (spec, status) => {
    expect(await ask('tokenreviews', { spec })).toMatchObject({ spec, status });
  });
});

describe('a token for a service account', () => {
  const ref = { namespace: 'default', name: 'sa' };
  const issued: AccountToken[] = [];
  const issuer = {
    ownAudiences: authenticator.ownAudiences,
    issue: (token: AccountToken) => `token ${issued.push(token)}`,
  };
  const request = async (rig: ApiRig, body: object = {}) => {
    const by = { ...context, issuer };
    const answer = await rig.api.createSubresource(by, serviceAccount, ref, 'token', body);
    return answer as authenticationV1.TokenRequest;
  };
  beforeEach(() => void issued.splice(0));

  const rigWith = async () => {
    const rig = await admissionRig();
    await rig.api.create(context, serviceAccount, { metadata: ref });
    return rig;
  };

  test('comes with the request, and lasts an hour', async () => {
    const rig = await rigWith();
    const made = await request(rig);
    expect(made).toMatchObject({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: { ...ref, creationTimestamp: startTime },
      spec: {
        audiences: ['https://kubernetes.default.svc.cluster.local'],
        expirationSeconds: 3600,
        boundObjectRef: null,
      },
      status: { token: 'token 1', expirationTimestamp: '2026-11-20T21:00:00Z' },
    });
    expect(issued).toEqual([
      {
        namespace: 'default',
        account: { name: 'sa', uid: expect.any(String) as string },
        audiences: ['https://kubernetes.default.svc.cluster.local'],
        issued: start,
        expires: start + 3600 * 1000,
      },
    ]);
    expect(rig.api.accountUser(issued[0]!)).toEqual({
      name: 'system:serviceaccount:default:sa',
      uid: issued[0]!.account.uid,
      groups: ['system:serviceaccounts', 'system:serviceaccounts:default'],
    });
  });

  test('has an owner of what is asked', async () => {
    const rig = await rigWith();
    const made = await request(rig, { spec: { expirationSeconds: 600 } });
    expect(made.metadata.managedFields).toMatchObject([
      { subresource: 'token', fieldsV1: { 'f:spec': { 'f:expirationSeconds': {} } } },
    ]);
  });

  test('can be that of a pod', async () => {
    const rig = await rigWith();
    const { metadata } = await rig.createPod({ serviceAccountName: 'sa' });
    const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: metadata.uid };
    await request(rig, { spec: { boundObjectRef } });
    expect(issued[0]!.pod).toEqual({ name: 'p', uid: metadata.uid });
    expect(rig.api.accountUser(issued[0]!)?.extra).toEqual({
      'authentication.kubernetes.io/pod-name': ['p'],
      'authentication.kubernetes.io/pod-uid': [metadata.uid],
    });
  });

  const audience = 'https://kubernetes.default.svc.cluster.local';
  const year = 365 * 24 * 3600;
  /** Seconds. */
  test.each<[spec: object, answered: object, lasts: number, warns?: number]>([
    [{}, { audiences: [audience], expirationSeconds: 3600 }, 3600],
    [{ audiences: [] }, { audiences: [audience] }, 3600],
    [{ audiences: ['a', 'b'] }, { audiences: ['a', 'b'] }, 3600],
    [{ expirationSeconds: 600 }, { expirationSeconds: 600 }, 600],
    [{ expirationSeconds: 2 ** 32 }, { expirationSeconds: 2 ** 32 }, 2 ** 32],
    [{ expirationSeconds: 3607 }, {}, 3607],
    [{ pod: true }, {}, 3600],
    [{ pod: true, expirationSeconds: 3608 }, {}, 3608],
    [{ pod: true, expirationSeconds: 3607 }, { expirationSeconds: 3607 }, year, 3607],
    [{ pod: true, expirationSeconds: 3607, audiences: [audience] }, {}, year, 3607],
    [{ pod: true, expirationSeconds: 3607, audiences: [audience, 'a'] }, {}, 3607],
  ])('asked by %j', async ({ pod: isOfPod, ...wanted }: { pod?: boolean }, ...expected) => {
    const [answered, lasts, warns] = expected;
    const rig = await rigWith();
    await rig.createPod({ serviceAccountName: 'sa' });
    const boundObjectRef = isOfPod === true ? { apiVersion: 'v1', kind: 'Pod', name: 'p' } : null;
    const made = await request(rig, { spec: { ...wanted, boundObjectRef } });
    expect(made.spec).toMatchObject({ ...answered, boundObjectRef });
    const { expires, warnAfter, audiences } = issued[0]!;
    expect(audiences).toEqual(made.spec.audiences);
    expect(expires).toBe(start + lasts * 1000);
    expect(warnAfter).toBe(warns && start + warns * 1000);
    // The answer says when the token should be renewed.
    const shown = formatTime(start + made.spec.expirationSeconds! * 1000);
    expect(made.status.expirationTimestamp).toBe(shown);
  });

  test('can be that of a secret, and name its account', async () => {
    const rig = await rigWith();
    const { metadata } = await rig.api.create(context, secret, {
      metadata: inDefault('s') as never,
    });
    const boundObjectRef = { apiVersion: 'v1', kind: 'Secret', name: 's', uid: metadata.uid };
    const made = await request(rig, { metadata: ref, spec: { boundObjectRef } });
    expect(made.metadata).toMatchObject(ref);
    expect(issued[0]).toMatchObject({ secret: { name: 's', uid: metadata.uid } });
    expect(issued[0]).not.toHaveProperty('pod');
    expect(rig.api.accountUser(issued[0]!)).not.toHaveProperty('extra');
  });

  test.each<[what: string, token: Partial<AccountToken>, isKnown: boolean]>([
    ['the account', {}, true],
    ['another account of its name', { account: { name: 'sa', uid: 'x' } }, false],
    ['an account that is not there', { account: { name: 'sb', uid: 'x' } }, false],
    ['another namespace', { namespace: 'other' }, false],
    ['a pod that is not there', { pod: { name: 'q', uid: 'x' } }, false],
    ['another pod of its name', { pod: { name: 'p', uid: 'x' } }, false],
    ['a secret that is not there', { secret: { name: 's', uid: 'x' } }, false],
  ])('is that of a user by %s', async (_, token, isKnown) => {
    const rig = await rigWith();
    await rig.createPod();
    await request(rig);
    expect(rig.api.accountUser({ ...issued[0]!, ...token }) !== undefined).toBe(isKnown);
  });

  test('counts until a minute after its account is asked to go', async () => {
    const rig = await rigWith();
    const finalizers = ['example.com/keeps'];
    const kept = { metadata: { ...ref, name: 'kept', finalizers } };
    const { metadata } = await rig.api.create(context, serviceAccount, kept);
    await request(rig);
    const token = { ...issued[0]!, account: { name: 'kept', uid: metadata.uid } };
    await rig.api.delete(context, serviceAccount, { namespace: 'default', name: 'kept' });
    await rig.clock.advanceBy(60_000);
    expect(rig.api.accountUser(token)).toBeDefined();
    await rig.clock.advanceBy(1);
    expect(rig.api.accountUser(token)).toBeUndefined();
  });

  test('is made only where there is an issuer', async () => {
    const rig = await rigWith();
    const asked = rig.api.createSubresource(context, serviceAccount, ref, 'token', {} as never);
    expect(await refusal(asked)).toMatchObject({ code: 404 });
  });

  const spec = (boundObjectRef: object): object => ({ spec: { boundObjectRef } });
  const invalid = 'TokenRequest.authentication.k8s.io';
  test.each<[body: object, code: number, message: string]>([
    [
      { spec: { expirationSeconds: 5 } },
      422,
      `${invalid} "" is invalid: spec.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes`,
    ],
    [
      { spec: { expirationSeconds: 2 ** 32 + 1 } },
      422,
      `${invalid} "" is invalid: spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds`,
    ],
    [
      { metadata: { name: 'other' } },
      422,
      `${invalid} "sa" is invalid: metadata.name: Invalid value: "other": must match the service account name if specified`,
    ],
    [
      { metadata: { namespace: 'other' } },
      422,
      `${invalid} "sa" is invalid: metadata.namespace: Invalid value: "other": must match the service account namespace if specified`,
    ],
    [
      spec({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }),
      400,
      'cannot bind token to object of type apps/v1, Kind=Deployment',
    ],
    [
      spec({ apiVersion: 'v1', kind: 'ConfigMap', name: 'c' }),
      400,
      'cannot bind token to object of type /v1, Kind=ConfigMap',
    ],
    [
      spec({ apiVersion: 'apps/v1', kind: 'Pod', name: 'p' }),
      400,
      'cannot bind token to object of type apps/v1, Kind=Pod',
    ],
    [spec({ apiVersion: 'v2', kind: 'Pod', name: 'q' }), 404, 'pods "q" not found'],
    [spec({}), 400, 'cannot bind token to object of type /, Kind='],
    [spec({ apiVersion: 'v1', kind: 'Secret', name: 't' }), 404, 'secrets "t" not found'],
    [spec({ apiVersion: 'v1', kind: 'Secret' }), 404, 'secrets "" not found'],
    [spec({ apiVersion: 'v1', kind: 'Pod', name: 'q' }), 404, 'pods "q" not found'],
    [
      spec({ apiVersion: 'v1', kind: 'Pod', name: 'p' }),
      400,
      'cannot bind token for serviceaccount "sa" to pod running with different serviceaccount name.',
    ],
    [
      spec({ apiVersion: 'v1', kind: 'Secret', name: 's', uid: 'other' }),
      409,
      'Operation cannot be fulfilled on Secret "s": the UID in the bound object reference (other) does not match the UID in record. The object might have been deleted and then recreated',
    ],
  ])('%j is refused', async (body, code, message) => {
    const rig = await rigWith();
    await rig.createPod();
    await rig.api.create(context, secret, { metadata: inDefault('s') as never });
    expect(await refusal(request(rig, body))).toMatchObject({ code, message });
  });

  test('of none is not found', async () => {
    const error = await refusal(request(await admissionRig()));
    expect(error).toMatchObject({ code: 404, message: 'serviceaccounts "sa" not found' });
  });
});

test('there are five kinds of questions', () => {
  expect(reviewKinds.map(({ plural }) => plural)).toEqual([
    'tokenreviews',
    'localsubjectaccessreviews',
    'selfsubjectaccessreviews',
    'selfsubjectrulesreviews',
    'subjectaccessreviews',
  ]);
});
