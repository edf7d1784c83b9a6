/** Bindings, which apply policies: what those of all sorts have in common. */
import { ageColumn, column, defineKind, validatePlainMetadata, type Kind } from '#kinds';
import {
  changeField,
  checkDns1123Subdomain,
  invalidFor,
  required,
  type FieldErrors,
  type KubeObject,
} from '#values';
import type { MatchResources, ParamRef } from '#types';
import { defaultMatch, unset } from './defaults.ts';
import { validateMatch, validateParamRef } from './validate-match.ts';

interface AnyBinding extends KubeObject {
  readonly spec: {
    readonly policyName?: string;
    readonly matchResources?: MatchResources;
    readonly paramRef?: ParamRef;
  };
}

/** @param check what is checked of bindings of this sort alone, behind all else */
export function defineBinding<T extends AnyBinding>(
  names: Pick<Kind, 'kind' | 'plural'>,
  check?: (errors: FieldErrors, spec: T['spec']) => void,
): Kind<T> {
  const validate = (errors: FieldErrors, { spec }: T): void => {
    validatePolicyName(errors, spec.policyName);
    validateParamRef(errors, spec.paramRef, 'spec.paramRef');
    validateMatch(errors, spec.matchResources, 'spec.matchResources');
    check?.(errors, spec);
  };
  const binding: Kind<T> = defineKind<T>({
    ...{ group: 'admissionregistration.k8s.io', version: 'v1', ...names, namespaced: false },
    names: { categories: ['api-extensions'] },
    wire: { requiresVersion: true },
    rules: {
      metadataChecks: 'plain',
      generation: ({ spec }) => spec,
      defaults: (object) =>
        changeField(object as AnyBinding, 'spec', (spec) =>
          changeField(spec, 'matchResources', defaultMatch),
        ) as T,
      validate,
      validateUpdate(errors, object) {
        validatePlainMetadata(errors, object.metadata, binding);
        validate(errors, object);
      },
    },
    table: { columns: bindingColumns() },
  });
  return binding;
}

function validatePolicyName(errors: FieldErrors, name = ''): void {
  const field = 'spec.policyName';
  if (name === '') errors.push(required(field));
  else invalidFor(errors, field, name, checkDns1123Subdomain(name));
}

function bindingColumns<T extends AnyBinding>() {
  return [
    column<T>('PolicyName', 'string', 'The policy that it applies.', ({ spec }) => {
      return spec.policyName ?? '';
    }),
    column<T>('ParamRef', 'string', 'The parameters that it gives the policy.', ({ spec }) =>
      shownRef(spec.paramRef),
    ),
    ageColumn,
  ];
}

function shownRef(input: ParamRef | undefined): string {
  if (input == null) return unset;
  if (input.name) return `${input.namespace || '*'}/${input.name}`;
  return input.selector == null ? unset : `&LabelSelector${JSON.stringify(input.selector)}`;
}
