/** Definitions of one kind for tests of what is wrong with them. */
import { customResourceDefinition } from '#custom';
import { validateMetadata, type StrategyContext, defaultProfile, withGates } from '#kinds';
import type { CustomResourceDefinition } from '#types';
import { created, texts } from '../../kinds/samples.ts';

const context: StrategyContext = {
  now: 0,
  profile: withGates(defaultProfile, { CustomResourceValidationExpressions: true }),
};

export const embedded = 'x-kubernetes-embedded-resource';
export const preserves = 'x-kubernetes-preserve-unknown-fields';
export const intOrString = 'x-kubernetes-int-or-string';
export const listType = 'x-kubernetes-list-type';
export const mapType = 'x-kubernetes-map-type';
export const keys = 'x-kubernetes-list-map-keys';
export const rules = 'x-kubernetes-validations';
export const text = { type: 'string' };

export function version(openAPIV3Schema: object, more: object = {}): object {
  return { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema }, ...more };
}

export function errorsWith(versions: readonly object[], spec: object = {}): readonly string[] {
  const definition = {
    ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    metadata: { name: 'widgets.example.com', uid: 'w' },
    spec: {
      ...{ group: 'example.com', scope: 'Namespaced' },
      ...{ names: { plural: 'widgets', kind: 'Widget' }, versions, ...spec },
    },
    status: { storedVersions: ['v1'] },
  } as unknown as CustomResourceDefinition;
  const made = created(customResourceDefinition, definition, context);
  return texts((errors) => {
    validateMetadata(errors, made.metadata, customResourceDefinition);
    customResourceDefinition.rules.validate!(errors, made, context);
  });
}

export const short = (message: string): string =>
  message
    .replaceAll('spec.validation.openAPIV3Schema', '~')
    .replace(/(.{170}).+(.{30})$/, '$1...$2');
