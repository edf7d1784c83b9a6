import type { Profile } from '#kinds';
import { kindsOf, kindsWithMetrics } from './kinds.ts';
import { KindRegistry } from './registry.ts';

/**
 * Returns the kinds of another release: these themselves, where they are its own; with those of the
 * metrics API where these have them.
 */
export function atRelease(kinds: KindRegistry, profile: Profile): KindRegistry {
  if (isSame(kinds.profile, profile)) return kinds;
  const isMeasured = kinds.all.some(({ group }) => group === 'metrics.k8s.io');
  return new KindRegistry(profile, isMeasured ? kindsWithMetrics(profile) : kindsOf(profile));
}

/** Gates decide only about what was asked for. */
function isSame(a: Profile, b: Profile): boolean {
  if (a.minor !== b.minor) return false;
  return a.runtimeConfig === b.runtimeConfig && (a.runtimeConfig === undefined || a === b);
}
