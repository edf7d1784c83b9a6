/** Definitions of custom resources for tests. */
import type { CustomResourceDefinition, JSONSchemaProps } from '#types';

type Version = CustomResourceDefinition['spec']['versions'][number];

/** Widgets of `example.com` in one version, `v1`, whose spec has this schema. */
export function widgets(
  spec: JSONSchemaProps,
  more: Partial<Version> = {},
): CustomResourceDefinition {
  const openAPIV3Schema = { type: 'object', properties: { spec } };
  return definition([{ ...version('v1', openAPIV3Schema), storage: true, ...more }]);
}

export function version(name: string, openAPIV3Schema: JSONSchemaProps): Version {
  return { name, served: true, storage: false, schema: { openAPIV3Schema } };
}

export function definition(versions: readonly Version[]): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' } as CustomResourceDefinition['metadata'],
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions,
    },
    status: {},
  };
}
