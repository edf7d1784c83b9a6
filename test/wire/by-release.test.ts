/** What servers of other releases answer otherwise than one of v1.24, over the wire. */
import { describe, expect, it } from 'vitest';
import { serverRig } from '../support/server.ts';
import { Lines, request } from './client.ts';
import { releases } from './releases.ts';

const { ask, rig } = releases([24, 25, 27, 28, 30, 31, 32, 33, 34, 37]);

const maps = '/api/v1/namespaces/default/configmaps';
const applying = { 'content-type': 'application/apply-patch+yaml' };

it.each([
  [32, undefined, undefined],
  [33, '33', '32'],
  [37, '37', '36'],
])('/version of 1.%i imitates %s and can be rolled back to %s', async (minor, emulated, least) => {
  const { body } = await ask(minor, 'GET', '/version');
  expect(body.minor).toBe(String(minor));
  expect([body.emulationMinor, body.minCompatibilityMinor]).toEqual([emulated, least]);
});

const types = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
const streams = 'application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch';
it.each([
  [24, maps, ''],
  [25, maps, `\n\nAvailable representations: ${types}, ${streams}`],
  [25, `${maps}?watch=1`, `\n\nAvailable representations: ${types}, ${streams}`],
  [25, `${maps}/a`, `\n\nAvailable representations: ${types}`],
])('406 of 1.%i for %s lists what there is: %j', async (minor, path, more) => {
  const { status, body } = await ask(minor, 'GET', path, { headers: { accept: 'text/html' } });
  expect([status, body.message]).toEqual([406, `406: Not Acceptable${more}`]);
});

it('refuses other types for lists of groups as no route does', async () => {
  for (const path of ['/apis', '/apis/apps']) {
    const { body } = await ask(25, 'GET', path, { headers: { accept: 'text/html' } });
    expect(body.message).toBe(`only the following media types are accepted: ${types}`);
  }
});

it.each([
  [33, 500],
  [34, 504],
])('1.%i answers an exact list of the future with %i', async (minor, code) => {
  const exact = 'resourceVersion=99999999999&resourceVersionMatch=Exact';
  expect((await ask(minor, 'GET', `${maps}?${exact}`)).status).toBe(code);
});

it.each(['/statusz', '/flagz'])('%s is there from 1.36 on', async (path) => {
  expect((await ask(34, 'GET', path)).status).toBe(404);
  const { status, text } = await ask(37, 'GET', path);
  expect([status, text.includes('1.37')]).toEqual([200, true]);
});

it.each([
  ['/statusz', 'Statusz'],
  ['/flagz', 'Flagz'],
])('%s has a form for programs, which name it', async (path, kind) => {
  const take = (accept: string) => ask(37, 'GET', path, { headers: { accept } });
  const form = `application/json;as=${kind};v=v1beta1;g=config.k8s.io`;
  const { body, headers } = await take(form);
  expect(body).toMatchObject({ apiVersion: 'config.k8s.io/v1beta1', kind });
  expect(headers.get('content-type')).toBe(`application/json;g=config.k8s.io;v=v1beta1;as=${kind}`);
  expect((await take(form.replace('v1beta1', 'v1alpha1'))).headers.get('warning')).toContain(
    'deprecated',
  );
  for (const other of ['application/json', 'text/html', form.replace('v1beta1', 'v1')]) {
    expect((await take(other)).status).toBe(406);
  }
});

it.each([
  [25, 'Incorrect version specified in apply patch. Specified patch version: , expected: v1'],
  [28, 'invalid object type: /, Kind=ConfigMap'],
])('1.%i refuses an apply without a version: %s', async (minor, message) => {
  const answer = await ask(minor, 'PATCH', `${maps}/a?fieldManager=m`, {
    headers: applying,
    body: { kind: 'ConfigMap', metadata: { name: 'a' } },
  });
  expect(answer.body).toMatchObject({ code: 400, message });
});

it.each([
  [24, null],
  [25, '299 - "unknown field \\"colour\\""'],
])('1.%i warns of unknown fields: %s', async (minor, warning) => {
  const body = { metadata: { name: 'unknown' }, colour: 'red' };
  const { status, headers } = await ask(minor, 'POST', maps, { body });
  expect([status, headers.get('warning')]).toEqual([201, warning]);
});

it.each([
  [30, 409],
  [31, 201],
])('1.%i answers %i where a generated name is taken', async (minor, code) => {
  const generated = { body: { metadata: { generateName: 'x-' } } };
  const rig = await serverRig({ minor });
  const first = await request(rig, 'POST', maps, generated);
  await rig.close();
  // Names are drawn from the seed: this server draws the same one first.
  const again = await serverRig({ minor });
  await request(again, 'POST', maps, { body: { metadata: { name: first.body.metadata.name } } });
  const { status, body } = await request(again, 'POST', maps, generated);
  await again.close();
  expect(status).toBe(code);
  if (code === 201) expect(body.metadata.name).not.toBe(first.body.metadata.name);
});

describe('a list in a watch', () => {
  const watch = `${maps}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`;

  it('ends with a bookmark, and continues with changes', async () => {
    for (const name of ['a', 'b']) await ask(34, 'POST', maps, { body: { metadata: { name } } });
    const lines = await Lines.open(rig(34), `${watch}&allowWatchBookmarks=true`);
    const first = await lines.take(2);
    expect(first.map(({ type, object }) => [type, object.metadata.name])).toEqual([
      ['ADDED', 'a'],
      ['ADDED', 'b'],
    ]);
    const end = await lines.next();
    expect(end).toEqual({
      type: 'BOOKMARK',
      object: {
        ...{ kind: 'ConfigMap', apiVersion: 'v1' },
        metadata: {
          resourceVersion: first[1]!.object.metadata.resourceVersion,
          annotations: { 'k8s.io/initial-events-end': 'true' },
        },
      },
    });
    await ask(34, 'POST', maps, { body: { metadata: { name: 'c' } } });
    expect(await lines.next()).toMatchObject({
      type: 'ADDED',
      object: { metadata: { name: 'c' } },
    });
    lines.close();
  });

  it('of nothing is a bookmark', async () => {
    const lines = await Lines.open(rig(37), `${watch}&allowWatchBookmarks=true`);
    expect((await lines.next())!.type).toBe('BOOKMARK');
    lines.close();
  });

  it('ends with a bookmark where a watch begins with all objects, and has none before 1.34', async () => {
    const open = (minor: number) =>
      Lines.open(rig(minor), `${maps}?watch=1&allowWatchBookmarks=true&labelSelector=none`);
    const later = await open(37);
    expect((await later.next())!.object.metadata.annotations).toEqual({
      'k8s.io/initial-events-end': 'true',
    });
    later.close();
    const earlier = await open(33);
    const labels = { none: '' };
    await ask(33, 'POST', maps, { body: { metadata: { name: 'first-event', labels } } });
    expect((await earlier.next())!.type).toBe('ADDED');
    earlier.close();
  });

  it('has no bookmark for clients that want none', async () => {
    const lines = await Lines.open(rig(37), watch);
    await ask(37, 'POST', maps, { body: { metadata: { name: 'later' } } });
    expect((await lines.next())!.type).toBe('ADDED');
    lines.close();
  });

  it.each([24, 31, 33])('is refused by 1.%i', async (minor) => {
    expect((await ask(minor, 'GET', watch)).status).toBe(422);
  });
});

describe('what types state about elements of long lists is checked', () => {
  const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
  const rules = Array.from({ length: 2000 }, () => rule);
  const endpoint = { addresses: ['10.0.0.1', '10.0.0.2'] };
  const endpoints = Array.from({ length: 900 }, () => endpoint);
  const metadata = { name: 'long' };

  it.each([
    [
      '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles',
      { metadata, rules: [...rules, { ...rule, verbs: [] }] },
      'rules[2000].verbs: Required value',
    ],
    [
      '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices',
      { metadata, addressType: 'IPv4', endpoints: [...endpoints, { addresses: [] }] },
      'endpoints[900].addresses: Required value',
    ],
  ])('by 1.37: %s', async (path, body, told) => {
    const answer = await ask(37, 'POST', path, { body });
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(told)]);
  });
});

it.each([
  [30, '"spec.type" is not a known field selector: only "metadata.name", "metadata.namespace"'],
  [31, undefined],
])('1.%i refuses services by type with %j', async (minor, message) => {
  const path = '/api/v1/namespaces/default/services?fieldSelector=spec.type=ClusterIP';
  expect((await ask(minor, 'GET', path)).body.message).toBe(message);
});

it('refuses unknown fields of services in the words of kinds with fields of their own', async () => {
  const path = '/api/v1/namespaces/default/services?fieldSelector=source=c';
  const { body } = await ask(37, 'GET', path);
  expect(body.message).toBe('field label not supported: source');
});

it.each([
  [24, '"foo"'],
  [25, 'foo'],
])('1.%i shows the unknown version of a continue token as %s', async (minor, shown) => {
  const token = btoa('{"v":"foo"}').replace(/=+$/, '');
  const { status, body } = await ask(minor, 'GET', `${maps}?limit=1&continue=${token}`);
  expect([status, body.message]).toEqual([
    400,
    expect.stringMatching(new RegExp(`does not recognize this encoded version ${shown}$`)),
  ]);
});

const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
const policyWith = (name: string, spec: object) => ({
  metadata: { name },
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  spec: {
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['things'] },
      ],
    },
    validations: [{ expression: 'true' }],
    ...spec,
  },
});

it('1.30 says where an expression has a pattern that cannot be read', async () => {
  const expression = "object.metadata.name.matches('^[a')";
  const body = policyWith('patterns', { validations: [{ expression }] });
  const { status, body: refusal } = await ask(30, 'POST', policies, { body });
  expect([status, refusal.details?.causes[0].message]).toEqual([
    422,
    `Invalid value: "${expression}": compilation failed: ERROR: <input>:1:30: invalid matches argument\n | ${expression}\n | .............................^`,
  ]);
});

it('checks the conditions of a policy', async () => {
  await ask(30, 'POST', policies, { body: policyWith('stated', {}) });
  const body = { status: { conditions: [{ type: 'A', status: 'Maybe' }] } };
  const headers = { 'content-type': 'application/merge-patch+json' };
  const { status, body: refusal } = await ask(30, 'PATCH', `${policies}/stated/status`, {
    body,
    headers,
  });
  const fields = refusal.details?.causes.map((cause: { field: string }) => cause.field);
  expect([status, fields]).toEqual([
    422,
    ['status', 'lastTransitionTime', 'reason'].map((name) => `status.conditions[0].${name}`),
  ]);
});

it.each([
  [34, 'Required value: at least one validation action is required'],
  [37, 'Required value'],
])('1.%i requires an action of a binding: %s', async (minor, message) => {
  const body = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'bound' },
    spec: { policyName: 'p', validationActions: [] },
  };
  const { body: refusal } = await ask(
    minor,
    'POST',
    policies.replace('policies', 'policybindings'),
    {
      body,
    },
  );
  expect(refusal.details?.causes[0].message).toBe(message);
});

const owner = { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' };
it.each([
  ['an unknown version', { ...owner, apiVersion: 'a.b/v1', fieldsV1: { 'f:data': {} } }],
  ['no known fields', { ...owner, fieldsV1: { 'x:data': {} } }],
  ['no fields', owner],
])('a client that names owners of %s owns what it changes', async (what, given) => {
  const metadata = { name: what.replaceAll(' ', '-') };
  await ask(30, 'POST', maps, { body: { metadata, data: { k: 'v' } } });
  const body = { metadata: { ...metadata, managedFields: [given] }, data: { z: '1' } };
  const { body: made } = await ask(30, 'PUT', `${maps}/${metadata.name}`, { body });
  expect(made.metadata.managedFields).toHaveLength(1);
  expect(made.metadata.managedFields[0].fieldsV1).toEqual({ 'f:data': { 'f:z': {} } });
});
