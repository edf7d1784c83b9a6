/** The rules for an update of a stored definition. */
import { isDefinitionTrue } from '../status.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  JSONSchemaProps,
} from '#types';
import { hasKnownReviewVersion } from './conversion.ts';
import { hasDivisibleSetItems, mapKeyFaults } from './list-types.ts';
import { hasSchema, schemasIn, versionsOf } from './schemas.ts';
import type { DefinitionRules } from './rules.ts';
import { isStructural } from './structural.ts';
import { isKnownType } from './types.ts';

export function rulesAfter(old: CustomResourceDefinition): DefinitionRules {
  const { spec } = old;
  const { conversion } = spec;
  const holds = (check: (schema: JSONSchemaProps) => boolean): boolean => {
    for (const schema of schemasIn(spec)) if (!check(schema)) return false;
    return true;
  };
  return {
    reviewVersion: conversion == null || hasKnownReviewVersion(conversion.webhook),
    fixedNames: isDefinitionTrue(old, 'Established'),
    schemas: versionsOf(spec).every(hasSchema),
    types: holds(({ type }) => isKnownType(type)),
    structure: hasStructure(spec),
    atomicSetItems: holds((schema) => !hasDivisibleSetItems(schema)),
    mapKeys: holds((schema) => mapKeyFaults(schema, '').length === 0),
  };
}

function hasStructure(spec: CustomResourceDefinitionSpec): boolean {
  return versionsOf(spec).every(({ schema }) => {
    const root = schema?.openAPIV3Schema;
    return root == null || isStructural(root);
  });
}
