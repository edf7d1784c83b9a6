/** Webhooks and policies that see custom resources in another version, which a conversion webhook makes. */
import { expect, it } from 'vitest';
import { kindsOf } from '#catalog';
import { customKinds } from '#custom';
import { profileOf } from '#kinds';
import type { CustomResourceDefinition } from '#types';
import { definition, version } from '../../support/custom.ts';
import { webhookRig, type WebhookRig } from './rig.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into objects of all kinds
type Json = Record<string, any>;

const profile = profileOf(34);
const path = '/apis/example.com/v2/namespaces/default/widgets';
const registration = '/apis/admissionregistration.k8s.io/v1';
const rules = [
  { apiGroups: ['example.com'], apiVersions: ['v1'], operations: ['*'], resources: ['widgets'] },
];

/** Widgets have `watts` in v1, which is stored, and `milliwatts` in v2. */
function widgets({ hooks }: WebhookRig): CustomResourceDefinition {
  const withNumber = (name: string): Json => ({
    type: 'object',
    properties: { spec: { type: 'object', properties: { [name]: { type: 'integer' } } } },
  });
  const made = definition([
    { ...version('v1', withNumber('watts')), storage: true },
    version('v2', withNumber('milliwatts')),
  ]);
  const clientConfig = { url: `${hooks.url}/convert`, caBundle: hooks.caBundle };
  const webhook = { clientConfig, conversionReviewVersions: ['v1'] };
  return { ...made, spec: { ...made.spec, conversion: { strategy: 'Webhook', webhook } } };
}

function converted({ spec, ...rest }: Json, apiVersion: string): Json {
  const { watts = spec.milliwatts / 1000 } = spec;
  const isFirst = apiVersion.endsWith('v1');
  return { ...rest, apiVersion, spec: isFirst ? { watts } : { milliwatts: watts * 1000 } };
}

const rig: WebhookRig = webhookRig(() => {
  rig.hooks.behaviours.set('/convert', ({ review }) => {
    const { uid, objects, desiredAPIVersion } = (review as Json)['request'];
    const convertedObjects = objects.map((each: Json) => converted(each, desiredAPIVersion));
    const response = { uid, result: { status: 'Success' }, convertedObjects };
    return { body: { ...review, response } };
  });
  return { minor: 34, kinds: [...kindsOf(profile), ...customKinds(widgets(rig), profile)] };
});

const make = (name: string, milliwatts: number): Promise<Json> =>
  rig.send('POST', path, {
    ...{ apiVersion: 'example.com/v2', kind: 'Widget', metadata: { name }, spec: { milliwatts } },
  });

function configure(kind: string, name: string): Promise<Json> {
  const clientConfig = { url: `${rig.hooks.url}/${name}`, caBundle: rig.hooks.caBundle };
  const webhook = { name: `${name}.example.com`, clientConfig, rules, sideEffects: 'None' };
  const plural = `${kind.toLowerCase()}s`;
  return rig.send('POST', `${registration}/${plural}`, {
    ...{ apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name } },
    webhooks: [{ ...webhook, admissionReviewVersions: ['v1'] }],
  });
}

/** What was asked at the path of a webhook. */
const askedAt = (name: string): readonly Json[] =>
  rig.hooks.asked
    .map(({ review }) => review as Json)
    .filter(({ kind }) => kind === 'AdmissionReview')
    .map(({ request }) => request)
    .filter(({ object }) => object?.metadata?.name === name);

it('converts objects for webhooks that name another version, and their changes back', async () => {
  const patch = [{ op: 'replace', path: '/spec/watts', value: 7 }];
  rig.hooks.behaviours.set('/brighten', ({ review }) => ({
    body: {
      ...review,
      response: {
        ...{ uid: (review as Json)['request'].uid, allowed: true, patchType: 'JSONPatch' },
        patch: Buffer.from(JSON.stringify(patch)).toString('base64'),
      },
    },
  }));
  await configure('MutatingWebhookConfiguration', 'brighten');
  const { status, body } = await make('a', 3000);
  expect([status, body.apiVersion, body.spec]).toEqual([
    201,
    'example.com/v2',
    { milliwatts: 7000 },
  ]);
  const [request] = askedAt('a');
  expect(request).toMatchObject({ kind: { version: 'v1' }, requestKind: { version: 'v2' } });
  expect(request!['object']).toMatchObject({ apiVersion: 'example.com/v1', spec: { watts: 3 } });
});

it('converts the old object, too, for webhooks that check', async () => {
  rig.hooks.behaviours.set('/check', ({ review }) => {
    const { uid, object, oldObject } = (review as Json)['request'];
    const allowed = oldObject == null || object.spec.watts >= oldObject.spec.watts;
    return { body: { ...review, response: { uid, allowed } } };
  });
  await configure('ValidatingWebhookConfiguration', 'check');
  await make('b', 3000);
  expect((await rig.patch(`${path}/b`, { spec: { milliwatts: 4000 } })).status).toBe(200);
  expect((await rig.patch(`${path}/b`, { spec: { milliwatts: 2000 } })).status).toBe(400);
});

it('converts objects for policies that name another version', async () => {
  await rig.send('POST', `${registration}/validatingadmissionpolicies`, {
    ...{ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy' },
    metadata: { name: 'dim' },
    spec: {
      matchConstraints: { resourceRules: rules },
      validations: [{ expression: 'object.spec.watts < 5' }],
    },
  });
  await rig.send('POST', `${registration}/validatingadmissionpolicybindings`, {
    ...{ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicyBinding' },
    metadata: { name: 'dim' },
    spec: { policyName: 'dim', validationActions: ['Deny'] },
  });
  expect((await make('c', 3000)).status).toBe(201);
  expect((await make('d', 6000)).body.message).toContain(
    'failed expression: object.spec.watts < 5',
  );
});
