/** What servers answer about custom resources, release by release, over the wire. */
import { expect, it } from 'vitest';
import { kindsOf } from '#catalog';
import { customKinds } from '#custom';
import { profileOf } from '#kinds';
import { definition, version } from '../support/custom.ts';
import type { Answer, Sent } from './client.ts';
import { releases } from './releases.ts';

const item = { type: 'object', properties: { k: { type: 'string' }, l: { type: 'string' } } };
const list = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k', 'l'] };
const spec = {
  type: 'object',
  properties: {
    size: { type: 'integer' },
    items: { type: 'array', items: item, ...list },
    t: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { a: { type: 'string' } },
    },
  },
};
const status = { type: 'object', properties: { size: { type: 'integer' } } };
const widgets = definition([
  {
    ...version('v1', { type: 'object', properties: { spec, status } }),
    storage: true,
    subresources: {
      status: {},
      scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
    },
  },
]);

const servers = releases([24, 26, 27, 31, 32, 33, 34, 35, 36], (minor) => {
  const profile = profileOf(minor);
  return { kinds: [...kindsOf(profile), ...customKinds(widgets, profile)] };
});

const path = '/apis/example.com/v1/namespaces/default/widgets';
const ask = (minor: number, method: string, at: string, sent?: Sent): Promise<Answer> =>
  servers.ask(minor, method, `${path}${at}`, sent);
const widget = (name: string, more: object = {}) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name },
  ...more,
});
const applying = { 'content-type': 'application/apply-patch+yaml' };
const merging = { 'content-type': 'application/merge-patch+json' };
const make = (minor: number, name: string) =>
  ask(minor, 'POST', '', { body: widget(name, { spec: { size: 3 } }) });
const ownersOf = async (minor: number, name: string) =>
  (await ask(minor, 'GET', `/${name}`)).body.metadata.managedFields as object[];

it.each([
  [26, 1],
  [27, 2],
])('1.%i knows %i owners after a write of the scale', async (minor, count) => {
  await make(minor, 'scaled');
  const body = { spec: { replicas: 4 } };
  await ask(minor, 'PATCH', '/scaled/scale', { body, headers: merging });
  const owners = await ownersOf(minor, 'scaled');
  expect(owners).toHaveLength(count);
  expect(owners).toContainEqual(expect.objectContaining({ fieldsV1: { 'f:spec': {} } }));
  if (count === 1) return;
  const fieldsV1 = { 'f:spec': { 'f:size': {} } };
  const moved = { subresource: 'scale', apiVersion: 'example.com/v1', fieldsV1 };
  expect(owners).toContainEqual(expect.objectContaining(moved));
});

it.each([
  [26, 500, /^failed to create typed patch object \(\/; autoscaling\/v1, Kind=Scale\): no corr/],
  [27, 409, /^Apply failed with 1 conflict: .*: \.spec\.replicas$/],
])('1.%i answers an apply of the scale with %i', async (minor, code, message) => {
  await make(minor, 'applied');
  const body = { apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 5 } };
  const apply = (query: string) =>
    ask(minor, 'PATCH', `/applied/scale?fieldManager=m${query}`, { body, headers: applying });
  const { status, body: refused } = await apply('');
  expect([status, refused.message]).toEqual([code, expect.stringMatching(message)]);
  const forced = await apply('&force=true');
  expect(forced.status).toBe(500);
});

it.each([
  [35, true],
  [36, false],
])('a write of the status through 1.%i owns metadata: %s', async (minor, owns) => {
  await make(minor, 'reported');
  const body = { metadata: { labels: { a: 'b' } }, status: { size: 1 } };
  await ask(minor, 'PATCH', '/reported/status', { body, headers: merging });
  const [, entry] = (await ownersOf(minor, 'reported')) as [object, { fieldsV1: object }];
  expect('f:metadata' in entry.fieldsV1).toBe(owns);
});

it.each([
  [24, null],
  [
    26,
    'metadata.odd", 299 - "unknown field \\"spec.z\\"", 299 - "unknown field \\"spec.t.metadata.odd',
  ],
])('1.%i warns of unknown metadata of custom resources: %s', async (minor, warning) => {
  const t = { apiVersion: 'v1', kind: 'A', metadata: { odd: 1 } };
  const body = { ...widget('w'), metadata: { name: 'w', odd: 1 }, spec: { t, z: 1 } };
  const { headers } = await ask(minor, 'POST', '', { body });
  const all =
    warning === null ? null : expect.stringContaining(warning.replaceAll('odd"', 'odd\\""'));
  expect(headers.get('warning')).toEqual(all);
});

it.each([
  [24, /^Widget in version "v1" cannot be handled as a Widget: Object 'Kind' is missing/],
  [26, /^the object provided is unrecognized \(must be of type Widget\): Object 'Kind' is missing/],
])('1.%i refuses a custom resource without a kind: %s', async (minor, message) => {
  const body = { apiVersion: 'example.com/v1', kind: '', metadata: { name: 'a' } };
  const answer = await ask(minor, 'POST', '', { body: JSON.stringify(body) });
  expect(answer.body.message).toMatch(message);
});

it.each([
  [33, 'map[string]interface {}{"labels":3}'],
  [34, '{"labels":3}'],
])('1.%i shows metadata that cannot be read as %s', async (minor, shown) => {
  const body = widget('a', {
    spec: { t: { apiVersion: 'v1', kind: 'A', metadata: { labels: 3 } } },
  });
  const answer = await ask(minor, 'POST', '', { body });
  expect(answer.body.message).toContain(`spec.t.metadata: Invalid value: ${shown}: json: `);
});

it.each([
  [31, 'must have at most'],
  [32, 'may not be more than'],
])('1.%i says that a name of a manager %s 128 bytes', async (minor, words) => {
  const answer = await ask(minor, 'POST', `?fieldManager=${'a'.repeat(129)}`, {
    body: widget('a'),
  });
  expect(answer.body.message).toContain(`fieldManager: Too long: ${words} 128 bytes`);
});

it.each([
  [33, [{ k: 'a' }], 'omits key field "l" (and doesn\'t have default value)'],
  [
    34,
    [{}],
    'omits all key fields ["k" "l"] (and doesn\'t have default values for any key fields)',
  ],
])('1.%i refuses elements %j in an apply: %s', async (minor, items, message) => {
  const body = widget('keyed', { spec: { items } });
  const answer = await ask(minor, 'PATCH', '/keyed?fieldManager=m', { body, headers: applying });
  expect(answer.body).toMatchObject({ code: 500, message: expect.stringContaining(message) });
});

it('takes elements with some of their keys from 1.34 on', async () => {
  const body = widget('partly', { spec: { items: [{ k: 'a' }, { k: 'a', l: 'b' }] } });
  const { status, body: made } = await ask(34, 'PATCH', '/partly?fieldManager=m', {
    body,
    headers: applying,
  });
  expect([status, made.metadata.managedFields[0].fieldsV1['f:spec']['f:items']]).toEqual([
    201,
    {
      'k:{"k":"a"}': { '.': {}, 'f:k': {} },
      'k:{"k":"a","l":"b"}': { '.': {}, 'f:k': {}, 'f:l': {} },
    },
  ]);
});
