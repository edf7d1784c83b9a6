/** Warnings about nodes that are accepted. */
import type { NodeSpec } from '#types';
import { cidrWarnings } from '../../object/address-warnings.ts';
import type { Profile } from '../../profile/profile.ts';

export function nodeWarnings(
  { externalID, podCIDRs = [] }: NodeSpec,
  profile: Profile,
): readonly string[] {
  if (!profile.enabled('ContentWarnings')) return [];
  const unused = 'spec.externalID: this field is deprecated, and is unused by Kubernetes';
  const warnings = externalID ? [unused] : [];
  if (!profile.enabled('AddressesWarnEverywhere')) return warnings;
  return [
    ...warnings,
    ...podCIDRs.flatMap((cidr, index) => cidrWarnings(`spec.podCIDRs[${index}]`, cidr, profile)),
  ];
}
