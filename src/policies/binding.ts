/** Bindings, which apply policies: what those of all sorts have in common. */
import { ageColumn, column, defineKind, validatePlainMetadata, type Kind } from '#kinds';
import { changeField, type FieldErrors } from '#values';
import type { ParamRef } from '#types';
import { defaultMatch, unset } from './defaults.ts';
import { checks } from './late-checks.ts';
import type { AnyBinding } from './validate-binding.ts';

/** @param check what is checked of bindings of this sort alone, behind all else */
export function defineBinding<T extends AnyBinding>(
  names: Pick<Kind, 'kind' | 'plural'>,
  check?: (errors: FieldErrors, spec: T['spec']) => void,
): Kind<T> {
  const validate = (errors: FieldErrors, { spec }: T): void => {
    checks.code.validateBinding(errors, spec);
    check?.(errors, spec);
  };
  const binding: Kind<T> = defineKind<T>({
    ...{ group: 'admissionregistration.k8s.io', version: 'v1', ...names, namespaced: false },
    names: { categories: ['api-extensions'] },
    wire: { requiresVersion: true },
    rules: {
      metadataChecks: 'plain',
      load: checks.load,
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
