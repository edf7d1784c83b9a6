/** Whether a body is of the kind and the version that its path has. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { badRequest } from '#values';
import { KindRegistry } from '#catalog';
import { checkCustomIdentity, otherTypeOf } from '../../../src/server/decode/identify.ts';
import { ServedKinds, type Expected } from '../../../src/server/exchange/served-kinds.ts';

const served = new ServedKinds(new KindRegistry(defaultProfile));
const deployment = served.byResource('apps', 'v1', 'deployments')!;
const autoscaler = served.byResource('autoscaling', 'v2', 'horizontalpodautoscalers')!;
const daemonSet = served.byResource('apps', 'v1', 'daemonsets')!;
const event = served.byResource('events.k8s.io', 'v1', 'events')!;
const scale = served.formOf(deployment.kind.subresources!['scale']!.form!);
const pod = served.byResource('', 'v1', 'pods')!;

/** What a body of the type is refused with. */
function refusal(apiVersion: string, kind: string, expected: Expected): string {
  try {
    return otherTypeOf({ apiVersion, kind }, expected)!.error.message;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a body', () => {
  it.each([
    ['', ''],
    ['apps/v1', 'Deployment'],
    ['', 'Deployment'],
    ['apps/v1', ''],
    ['apps/old', 'Deployment'],
  ])('of "%s" "%s" is a Deployment', (apiVersion, kind) => {
    const expected = { ...deployment, olderVersions: ['apps/old'] };
    expect(otherTypeOf({ apiVersion, kind }, expected)).toBeUndefined();
  });

  const unknown = (kind: string, version: string): string =>
    `no kind "${kind}" is registered for version "${version}" in scheme`;

  it.each([
    ['apps/v1beta1', 'Deployment', deployment, other('apps/v1beta1', 'apps/v1')],
    [
      'autoscaling/v1',
      'HorizontalPodAutoscaler',
      autoscaler,
      other('autoscaling/v1', 'autoscaling/v2'),
    ],
    [
      'apps/v9',
      'Deployment',
      deployment,
      `Deployment in version "v9" cannot be handled as a Deployment: ${unknown('Deployment', 'apps/v9')}`,
    ],
    ['extensions/v1beta1', 'Deployment', deployment, other('extensions/v1beta1', 'apps/v1')],
    [
      'apps/v1beta1',
      'DaemonSet',
      daemonSet,
      `DaemonSet in version "v1beta1" cannot be handled as a DaemonSet: ${unknown('DaemonSet', 'apps/v1beta1')}`,
    ],
    ['v1', 'Event', event, other('v1', 'events.k8s.io/v1')],
    ['apps/v1beta2', 'Scale', scale, other('apps/v1beta2', 'autoscaling/v1')],
    [
      'apps/__internal',
      'Deployment',
      pod,
      'Deployment in version "__internal" cannot be handled as a Pod: converting (apps.Deployment) to (core.Pod): unknown conversion',
    ],
    [
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      pod,
      `CustomResourceDefinition in version "v1" cannot be handled as a Pod: ${unknown('CustomResourceDefinition', 'apiextensions.k8s.io/v1')}`,
    ],
    [
      'extensions/v1beta1',
      'IngressList',
      pod,
      'IngressList in version "v1beta1" cannot be handled as a Pod: converting (v1beta1.IngressList) to (core.Pod): unknown conversion',
    ],
    [
      '',
      'Deploy',
      deployment,
      `Deploy in version "v1" cannot be handled as a Deployment: ${unknown('Deploy', 'apps/v1')}`,
    ],
    [
      'v1',
      'Pod',
      deployment,
      'Pod in version "v1" cannot be handled as a Deployment: converting (v1.Pod) to (apps.Deployment): unknown conversion',
    ],
    [
      'apps/v1',
      'Deployment',
      pod,
      'Deployment in version "v1" cannot be handled as a Pod: converting (v1.Deployment) to (core.Pod): unknown conversion',
    ],
    [
      'v1',
      'Pod',
      { ...deployment, isUntyped: true },
      'no kind is registered for the type v1.Deployment in scheme "pkg/runtime/scheme.go:100"',
    ],
  ])('of "%s" "%s" is refused', (apiVersion, kind, expected, message) => {
    expect(refusal(apiVersion, kind, expected)).toContain(message);
  });
});

describe('the body of a custom resource', () => {
  const check = (apiVersion: string, kind: string): void =>
    checkCustomIdentity({ apiVersion, kind }, deployment, () => badRequest('no kind'));

  it('may be of another kind here', () => {
    expect(() => check('apps/v1', 'Deployment')).not.toThrow();
    expect(() => check('apps/v1', 'Other')).not.toThrow();
  });

  it('names its kind and its version', () => {
    expect(() => check('apps/v1', '')).toThrow('no kind');
    expect(() => check('apps/v2', '')).toThrow('no kind');
    expect(() => check('', 'Deployment')).toThrow(other('', 'apps/v1'));
    expect(() => check('apps/v2', 'Deployment')).toThrow(other('apps/v2', 'apps/v1'));
  });
});

function other(found: string, expected: string): string {
  return `the API version in the data (${found}) does not match the expected API version (${expected})`;
}
