/** Warnings about names of finalizers, of which others could have the same. */
import { standardFinalizers, type Profile } from '#kinds';
import { checkQualifiedName, quote, type KubeObject } from '#values';

/** Returns warnings about the finalizers that a write adds to an object, in the order of their names. */
export function finalizerWarnings(
  { metadata }: KubeObject,
  old: KubeObject | undefined,
  profile: Profile,
): readonly string[] {
  const { finalizers } = metadata;
  if (finalizers == null || finalizers.length === 0) return none;
  if (!profile.enabled('FinalizersOfCustomWarn')) return none;
  const before = old?.metadata.finalizers ?? [];
  const added = new Set(finalizers.filter((name) => !before.includes(name)));
  return [...added].sort().flatMap((name) => {
    const faults = [...checkQualifiedName(name, profile), ...domainFaults(name, profile)];
    return faults.map((fault) => `metadata.finalizers: ${quote(name)}: ${fault}`);
  });
}

const none: readonly string[] = [];

function domainFaults(name: string, profile: Profile): readonly string[] {
  if (name.includes('/') || standardFinalizers.includes(name)) return none;
  const path =
    name.includes('.') && profile.enabled('FinalizersWithPaths') ? ' including a path (/)' : '';
  const why = 'to avoid accidental conflicts with other finalizer writers';
  return [`prefer a domain-qualified finalizer name${path} ${why}`];
}
