import type { Profile } from '#kinds';

/**
 * Whether custom resources have to obey the rules in CEL (`x-kubernetes-validations`) of their
 * definitions: an alpha feature of v1.24, off by default, which drops them from new definitions.
 */
export function areRulesOn(profile: Profile): boolean {
  return profile.enabled('CustomResourceValidationExpressions');
}
