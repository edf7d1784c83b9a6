import { expect, test } from 'vitest';
import { KindRegistry, whyUnserved, kindsOf } from '#catalog';
import { lease, type Kind, defaultProfile } from '#kinds';

const kinds = kindsOf(defaultProfile);

const registry = new KindRegistry(defaultProfile);

test.each([
  [
    'extensions/v1beta1',
    'Ingress',
    'v1.24 no longer serves Ingress in extensions/v1beta1; use networking.k8s.io/v1',
  ],
  [
    'extensions/v1beta1',
    'Deployment',
    'v1.24 no longer serves Deployment in extensions/v1beta1; use apps/v1',
  ],
  [
    'networking.k8s.io/v1beta1',
    'Ingress',
    'v1.24 no longer serves Ingress in networking.k8s.io/v1beta1; use networking.k8s.io/v1',
  ],
  [
    'apps/v1beta2',
    'StatefulSet',
    'v1.24 no longer serves StatefulSet in apps/v1beta2; use apps/v1',
  ],
  ['batch/v2alpha1', 'CronJob', 'v1.24 no longer serves CronJob in batch/v2alpha1; use batch/v1'],
  [
    'rbac.authorization.k8s.io/v1beta1',
    'Role',
    'v1.24 no longer serves Role in rbac.authorization.k8s.io/v1beta1; use rbac.authorization.k8s.io/v1',
  ],
  [
    'policy/v1',
    'PodSecurityPolicy',
    'v1.24 does not serve PodSecurityPolicy in policy/v1; use policy/v1beta1',
  ],
  [
    'flowcontrol.apiserver.k8s.io/v1',
    'FlowSchema',
    'v1.24 does not serve FlowSchema in flowcontrol.apiserver.k8s.io/v1; use flowcontrol.apiserver.k8s.io/v1beta2',
  ],
  [
    'flowcontrol.apiserver.k8s.io/v1beta3',
    'FlowSchema',
    'v1.24 does not serve FlowSchema in flowcontrol.apiserver.k8s.io/v1beta3; use flowcontrol.apiserver.k8s.io/v1beta2',
  ],
  [
    'autoscaling/v3',
    'HorizontalPodAutoscaler',
    'v1.24 does not serve HorizontalPodAutoscaler in autoscaling/v3; use autoscaling/v2',
  ],
  ['app/v1', 'Deployment', 'Deployment is not in app/v1; use apps/v1'],
  ['v1', 'Deployment', 'Deployment is not in v1; use apps/v1'],
  [
    'admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicy',
    'v1.24 has no ValidatingAdmissionPolicy yet: it came with v1.26',
  ],
  [
    'settings.k8s.io/v1alpha1',
    'PodPreset',
    'v1.24 has no PodPreset any more: it was removed in v1.20',
  ],
  [
    'gateway.networking.k8s.io/v1',
    'Gateway',
    'v1.24 has no kind Gateway in gateway.networking.k8s.io/v1; add its CustomResourceDefinition, or leave the object out',
  ],
  [
    'serving.knative.dev/v1',
    'Service',
    'v1.24 has no kind Service in serving.knative.dev/v1; add its CustomResourceDefinition, or leave the object out',
  ],
  ['apps/v1', 'DaemonSt', undefined],
  ['v1', 'constructor', undefined],
])('%s %s', (apiVersion, kind, why) => {
  expect(whyUnserved(apiVersion, kind, registry)).toBe(why);
});

test('another version of a custom resource is named', () => {
  const thing: Kind = { ...(lease as unknown as Kind), group: 'a.b', version: 'v1', kind: 'Thing' };
  const more = new KindRegistry(defaultProfile, [...kinds, thing]);
  expect(whyUnserved('a.b/v2', 'Thing', more)).toBe('Thing is served in a.b/v1, not in a.b/v2');
});
