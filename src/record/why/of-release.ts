/** Accounts for what a release has: one for all releases may account for fields that an older one lacks. */
import { apiVersionOf, type Profile } from '#kinds';
import type { Explainer } from '#runtime';
import type { Schema } from '#schema';
import type { Accountant } from './accountant.ts';
import { parsePath } from './path.ts';

/** Returns the accountants without their accounts for fields that the release lacks. */
export function ofRelease(
  accountants: readonly Accountant[],
  profile: Profile,
): readonly Accountant[] {
  return accountants.map((accountant) => ({
    ...accountant,
    explainers: accountant.explainers.map((each) => knownTo(profile, each)),
  }));
}

function knownTo({ schemas }: Profile, explainer: Explainer): Explainer {
  const { kind, fields } = explainer;
  const schema = schemas.ofKind(apiVersionOf(kind), kind.kind);
  if (schema === undefined) return explainer;
  const known = Object.entries(fields).filter(([path]) => hasField(schema, path));
  return { ...explainer, fields: Object.fromEntries(known) };
}

/** Returns whether the path leads to a field, or into what has no fields, such as a map. */
function hasField(schema: Schema, path: string): boolean {
  let at = schema;
  for (const segment of parsePath(path)) {
    if (at.type !== 'struct') return true;
    const field = at.fields.get(String(segment));
    if (field === undefined) return false;
    at = field.schema;
  }
  return true;
}
