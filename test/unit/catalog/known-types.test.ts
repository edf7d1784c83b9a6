/** The types that v1.24 knows without serving them, by who asks. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry, knownType } from '#catalog';

const registry = new KindRegistry(defaultProfile);
const pod = registry.byKind('v1', 'Pod')!;
const definition = registry.byKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition')!;

describe('a type', () => {
  it.each([
    ['extensions/v1beta1', 'Ingress', 'networking.k8s.io'],
    ['extensions/v1beta1', 'DeploymentRollback', 'apps'],
    ['extensions/v1beta1', 'Scale', 'autoscaling'],
    ['events.k8s.io/v1', 'Event', ''],
    ['v1', 'DeleteOptions', ''],
    ['v1', 'Status', ''],
    ['apps/v1', 'WatchEvent', 'apps'],
    ['__internal', 'Pod', ''],
    ['apps/v1beta1', 'DaemonSet', undefined],
    ['apps/v1', 'Status', undefined],
    ['apps/v1', 'ScaleList', undefined],
    ['apps/__internal', 'Pod', undefined],
    ['example.io/v1', 'WatchEvent', undefined],
    // What objects of JavaScript have by themselves.
    ['constructor', 'Pod', undefined],
    ['__proto__', 'Pod', undefined],
    ['toString', 'PodList', undefined],
    ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', undefined],
  ])('%s %s is of the group %s to built-in kinds', (apiVersion, kind, group) => {
    expect(knownType(registry, pod, apiVersion, kind)?.group).toBe(group);
  });

  it('of a group apart knows itself and what is common to all', () => {
    const known = (apiVersion: string, kind: string): boolean =>
      knownType(registry, definition, apiVersion, kind) !== undefined;
    expect(known('apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition')).toBe(true);
    expect(known('v1', 'Status')).toBe(true);
    expect(known('v1', 'Pod')).toBe(false);
    expect(known('apps/v1', 'Deployment')).toBe(false);
  });
});
