/**
 * Rules in CEL (`x-kubernetes-validations`), which v1.24 drops silently from new definitions while
 * its gate for them is off.
 */
import { changeElements, changeField, omitFields } from '#values';
import { mapShared } from '#values';
import type { FeatureGates } from '#kinds';
import type { CustomResourceDefinition, JSONSchemaProps } from '#types';

/**
 * Whether custom resources have to obey the rules of their definitions: an alpha feature of v1.24,
 * off by default.
 */
export function areRulesOn(features: FeatureGates): boolean {
  return features.enabled('CustomResourceValidationExpressions');
}

/** The definition with its rules if these are on, or if what is stored has some. */
export function withAllowedRules(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
  features: FeatureGates,
): CustomResourceDefinition {
  const hadRules = old !== undefined && withoutRules(old) !== old;
  return areRulesOn(features) || hadRules ? definition : withoutRules(definition);
}

/** The same definition when it has no rules. */
function withoutRules(definition: CustomResourceDefinition): CustomResourceDefinition {
  return changeField(definition, 'spec', (spec) =>
    changeElements(spec, 'versions', (version) =>
      changeField(version, 'schema', (schema) => changeField(schema, 'openAPIV3Schema', without)),
    ),
  );
}

function without(schema: JSONSchemaProps): JSONSchemaProps {
  let bare = omitFields(schema, ['x-kubernetes-validations']);
  for (const name of ['properties', 'patternProperties', 'definitions'] as const) {
    bare = changeField(bare, name, withoutInMap);
  }
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    bare = changeElements(bare, name, without);
  }
  bare = changeField(bare, 'not', without);
  for (const name of ['additionalProperties', 'additionalItems'] as const) {
    bare = changeField(bare, name, (part) => (typeof part === 'boolean' ? part : without(part)));
  }
  return changeField(bare, 'items', (items) =>
    isList(items) ? mapShared(items, without) : without(items),
  );
}

type Schemas = Readonly<Record<string, JSONSchemaProps>>;

function withoutInMap(schemas: Schemas): Schemas {
  const bare = Object.entries(schemas).map(([name, schema]) => [name, without(schema)] as const);
  const isSame = bare.every(([name, schema]) => schema === schemas[name]);
  return isSame ? schemas : Object.fromEntries(bare);
}

function isList(items: unknown): items is readonly JSONSchemaProps[] {
  return Array.isArray(items);
}
