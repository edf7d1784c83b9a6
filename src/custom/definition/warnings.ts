/** Warnings about definitions: formats that are not known, and sets of items that have parts. */
import type { Profile } from '#kinds';
import { show } from '#values';
import type { CustomResourceDefinition, JSONSchemaProps } from '#types';
import { isKnownFormat } from '../checks/formats.ts';
import { strictnessOf } from '../checks/strictness.ts';
import { isSchema, schemasIn } from './validation/schemas.ts';

/** @param old the definition that is replaced: what it has already is not warned about again */
export function definitionWarnings(
  { spec }: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
  profile: Profile,
): readonly string[] {
  const warned = new Set(old === undefined ? [] : warningsIn(old.spec, profile));
  return warningsIn(spec, profile).filter((text) => !warned.has(text));
}

function warningsIn(spec: CustomResourceDefinition['spec'], profile: Profile): readonly string[] {
  const [formats, sets]: [string[], Set<string>] = [[], new Set()];
  for (const schema of schemasIn(spec)) {
    if (profile.enabled('FormatWarnings') && !isKnownFormat(schema, strictnessOf(profile))) {
      formats.push(`unrecognized format ${show(schema.format!)}`);
    }
    const divisible = profile.enabled('SetWarnings') ? setOf(schema) : undefined;
    if (divisible === undefined) continue;
    const what = `x-kubernetes-list-type: set for items of type ${show(divisible)}`;
    sets.add(`${what} is not supported by server-side apply or CEL validation rules`);
  }
  return [...formats, ...[...sets].sort()];
}

/** The type of the items of a set that have parts. */
function setOf({ items, 'x-kubernetes-list-type': type }: JSONSchemaProps): string | undefined {
  if (type !== 'set' || !isSchema(items)) return undefined;
  return items.type === 'object' || items.type === 'array' ? items.type : undefined;
}
