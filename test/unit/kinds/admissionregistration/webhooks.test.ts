import { describe, expect, it } from 'vitest';
import {
  mutatingWebhookConfiguration,
  validatingWebhookConfiguration,
  defaultProfile,
} from '#kinds';
import type { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '#types';
import { created, errorsOf, messages, updateErrorsOf } from '../samples.ts';

const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const webhook = {
  name: 'a.example.com',
  clientConfig: { url: 'https://localhost/hook' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  rules: [rule],
};
const metadata = { name: 'subject' };

function validating(...webhooks: readonly object[]): ValidatingWebhookConfiguration {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  return {
    apiVersion,
    kind: 'ValidatingWebhookConfiguration',
    metadata,
    webhooks,
  } as unknown as ValidatingWebhookConfiguration;
}

const mutating = (...webhooks: readonly object[]): MutatingWebhookConfiguration => ({
  ...(validating(...webhooks) as unknown as MutatingWebhookConfiguration),
  kind: 'MutatingWebhookConfiguration',
});

const errors = (parts: object): readonly string[] =>
  errorsOf(validatingWebhookConfiguration, validating({ ...webhook, ...parts })).map((text) =>
    text.replace('webhooks[0].', ''),
  );

describe('webhook configurations', () => {
  it('get the defaults of v1.24', () => {
    const service = { namespace: 'n', name: 's' };
    const made = created(
      mutatingWebhookConfiguration,
      mutating({ ...webhook, clientConfig: { service } }),
    );
    expect(made.webhooks).toEqual([
      {
        ...webhook,
        clientConfig: { service: { ...service, port: 443 } },
        failurePolicy: 'Fail',
        matchPolicy: 'Equivalent',
        namespaceSelector: {},
        objectSelector: {},
        reinvocationPolicy: 'Never',
        rules: [{ ...rule, scope: '*' }],
        timeoutSeconds: 10,
      },
    ]);
    expect(mutatingWebhookConfiguration.rules.defaults!(made, defaultProfile)).toBe(made);
    const other = created(validatingWebhookConfiguration, validating(webhook));
    expect(other.webhooks![0]).not.toHaveProperty('reinvocationPolicy');
  });

  const cluster = 'clientConfig.service';
  it.each<[what: string, parts: object, ...errors: string[]]>([
    ['a valid one', {}],
    ['no name', { name: '' }, 'name: Required value'],
    [
      'a short name',
      { name: 'a.b' },
      'name: Invalid value: "a.b": should be a domain with at least three segments separated by dots',
    ],
    ['a bad name', { name: 'A_.b.c' }, `name: Invalid value: "A_.b.c": ${messages.subdomain}`],
    [
      'no side effects',
      { sideEffects: undefined },
      'sideEffects: Required value: must specify one of None, NoneOnDryRun',
    ],
    [
      'no review version',
      { admissionReviewVersions: [] },
      'admissionReviewVersions: Required value: must specify one of v1, v1beta1',
    ],
    [
      'a review version twice',
      { admissionReviewVersions: ['v1', 'v1'] },
      'admissionReviewVersions[1]: Invalid value: "v1": duplicate version',
    ],
    [
      'neither url nor service',
      { clientConfig: {} },
      'clientConfig: Required value: exactly one of url or service is required',
    ],
    [
      'a service without name',
      { clientConfig: { service: { namespace: 'n', name: '' } } },
      `${cluster}.namespace: Required value: service namespace is required`,
    ],
    [
      'a service without namespace, port and path',
      { clientConfig: { service: { namespace: '', name: 's', port: 0, path: 'ab' } } },
      `${cluster}.name: Required value: service name is required`,
      `${cluster}.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive`,
      `${cluster}.path: Invalid value: "ab": must start with a '/'`,
    ],
    [
      'paths of services',
      { clientConfig: { service: { namespace: 'n', name: 's', path: '//b/C/' } } },
      `${cluster}.path: Invalid value: "//b/C/": segment[0] may not be empty`,
      `${cluster}.path: Invalid value: "//b/C/": segment[2]: ${messages.subdomain}`,
    ],
    [
      'only slashes',
      { clientConfig: { service: { namespace: 'n', name: 's', path: '//' } } },
      `${cluster}.path: Invalid value: "//": segment[0] may not be empty`,
    ],
    [
      'a url that Go cannot read',
      { clientConfig: { url: 'https://a b/' } },
      'clientConfig.url: Required value: url must be a valid URL: parse "https://a b/": ' +
        'invalid character " " in host name; desired format: https://host[/path]',
    ],
    [
      'covered resources',
      { rules: [{ ...rule, resources: ['pods/*', 'pods/log', '*/scale', 'a/scale'] }] },
      'rules[0].resources[1]: Invalid value: "pods/log": if \'pods/*\' is present, must not specify pods/log',
      'rules[0].resources[3]: Invalid value: "a/scale": if \'*/scale\' is present, must not specify a/scale',
    ],
    [
      'everything, and more',
      { rules: [{ ...rule, resources: ['*/*', 'pods'] }] },
      'rules[0].resources: Invalid value: []string{"*/*", "pods"}: ' +
        "if '*/*' is present, must not specify other resources",
    ],
    [
      'all resources, and one',
      { rules: [{ ...rule, resources: ['*', 'pods'] }] },
      'rules[0].resources: Invalid value: []string{"*", "pods"}: ' +
        "if '*' is present, must not specify other resources without subresources",
    ],
    ['one, and then all resources', { rules: [{ ...rule, resources: ['pods', '*'] }] }],
  ])('are checked: %s', (_, parts, ...told) => {
    expect(errors(parts)).toEqual(told);
  });

  it('have names that differ', () => {
    const twice = mutating(webhook, webhook);
    const told = ['webhooks[1].name: Duplicate value: "a.example.com"'];
    expect(errorsOf(mutatingWebhookConfiguration, twice)).toEqual(told);
    const once = mutating(webhook);
    expect(updateErrorsOf(mutatingWebhookConfiguration, twice, once)).toEqual(told);
    expect(updateErrorsOf(mutatingWebhookConfiguration, twice, twice)).toEqual([]);
  });

  it('may keep in an update what the stored object has already', () => {
    const old = validating({ ...webhook, sideEffects: 'Some', admissionReviewVersions: ['v2'] });
    const next = validating({ ...webhook, sideEffects: 'Odd', admissionReviewVersions: ['v3'] });
    expect(updateErrorsOf(validatingWebhookConfiguration, old, old)).toEqual([]);
    expect(updateErrorsOf(validatingWebhookConfiguration, next, old)).toEqual([
      'webhooks[0].sideEffects: Unsupported value: "Odd": supported values: ' +
        '"None", "NoneOnDryRun", "Some", "Unknown"',
    ]);
    const fine = validating(webhook);
    expect(updateErrorsOf(validatingWebhookConfiguration, old, fine)).toHaveLength(2);
  });
});
