/** Ingress classes: which controller serves an ingress. */
import { ageColumn, column, none } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { fillAbsent } from '#values';
import {
  validateMetadata,
  validateMetadataUpdate,
  validateSame,
} from '../object/validate-metadata.ts';
import type { IngressClass, IngressClassParametersReference, ObjectMeta } from '#types';
import { rareChecks } from '../late-checks.ts';

export const ingressClass = defineKind<IngressClass>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IngressClass',
  plural: 'ingressclasses',
  namespaced: false,
  rules: {
    load: rareChecks.load,
    generation: (object) => object.spec,
    defaults: (object) => fillAbsent(object, { spec: {} }),
    validate: (errors, object) => rareChecks.code.validateIngressClassSpec(errors, object.spec),
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validateSame(errors, object.spec.controller, old.spec.controller, 'spec.controller');
      validateMetadata(errors, object.metadata, ingressClass);
      rareChecks.code.validateIngressClassSpec(errors, object.spec);
    },
  },
  table: {
    columns: [
      column('Controller', 'string', 'Controller that serves its ingresses.', ({ spec }) => {
        return spec.controller ?? '';
      }),
      column('Parameters', 'string', 'Object with the settings of the controller.', ({ spec }) => {
        return spec.parameters == null ? none : parametersText(spec.parameters);
      }),
      ageColumn,
    ],
  },
});

/** Whether ingresses that name no class get this one. */
export function isDefaultIngressClass({ annotations }: Pick<ObjectMeta, 'annotations'>): boolean {
  return annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true';
}

function parametersText({ apiGroup, kind, name }: IngressClassParametersReference): string {
  return `${apiGroup == null ? kind : `${kind}.${apiGroup}`}/${name}`;
}
