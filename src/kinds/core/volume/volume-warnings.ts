/** Warnings about volumes, claims and classes that are accepted. */
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeSpec,
  StorageClass,
} from '#types';
import type { Profile } from '../../profile/profile.ts';
import { renamedLabel, warnOfTerm } from '../pod/pod-warnings.ts';
import { warnOfFraction } from '../pod/warning-parts.ts';

const classAnnotation = 'volume.beta.kubernetes.io/storage-class';
const optionsAnnotation = 'volume.beta.kubernetes.io/mount-options';

/** Sources that lost their function, and what messages call them. */
const formerSources: readonly (readonly [
  source: keyof PersistentVolumeSpec,
  fate: string,
  name?: string,
])[] = [
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+', 'storageOS'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];

/** Returns warnings about a volume; a release from before them has none. */
export function volumeWarnings(
  { metadata: { annotations }, spec }: PersistentVolume,
  _old: PersistentVolume | undefined,
  profile: Profile,
): readonly string[] {
  const warnings: string[] = [];
  const showsLosses = profile.enabled('FieldsWithoutEffectWarn');
  if (showsLosses) warnOfAnnotation(warnings, annotations, classAnnotation, 8);
  if (profile.enabled('MountOptionAnnotationsDeprecated')) {
    warnOfAnnotation(warnings, annotations, optionsAnnotation, 31);
  }
  if (profile.enabled('RecyclingDeprecated') && spec.persistentVolumeReclaimPolicy === 'Recycle') {
    const instead = 'Instead, the recommended approach is to use dynamic provisioning.';
    const why = `The Recycle reclaim policy is deprecated. ${instead}`;
    warnings.push(`spec.persistentVolumeReclaimPolicy: ${why}`);
  }
  if (profile.enabled('StorageWarnings')) {
    const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
    for (const [index, term] of terms.entries()) {
      const at = `spec.nodeAffinity.required.nodeSelectorTerms[${index}]`;
      warnOfTerm(warnings, term, at, profile);
    }
  }
  if (!showsLosses) return warnings;
  for (const [source, fate, name = source] of formerSources) {
    if (spec[source] != null) warnings.push(`spec.${name}: ${fate}`);
  }
  return warnings;
}

/** Returns warnings about a claim. */
export function claimWarnings(
  { metadata: { annotations }, spec }: PersistentVolumeClaim,
  _old: PersistentVolumeClaim | undefined,
  profile: Profile,
): readonly string[] {
  const warnings: string[] = [];
  if (profile.enabled('FieldsWithoutEffectWarn')) {
    warnOfAnnotation(warnings, annotations, classAnnotation, 8);
  }
  if (!profile.enabled('ClaimFractionsWarned')) return warnings;
  const { requests, limits } = spec.resources ?? {};
  warnOfFraction(warnings, requests, 'storage', 'spec.resources.requests');
  warnOfFraction(warnings, limits, 'storage', 'spec.resources.limits');
  return warnings;
}

/** Returns warnings about a class of storage. */
export function classWarnings(
  { allowedTopologies }: StorageClass,
  _old: StorageClass | undefined,
  profile: Profile,
): readonly string[] {
  if (!profile.enabled('StorageWarnings')) return [];
  return (allowedTopologies ?? []).flatMap(({ matchLabelExpressions }, term) =>
    (matchLabelExpressions ?? []).flatMap(({ key }, index) => {
      const replacement = renamedLabel(key, profile);
      const field = `allowedTopologies[${term}].matchLabelExpressions[${index}].key`;
      return replacement === undefined ? [] : [`${field}: ${replacement}`];
    }),
  );
}

function warnOfAnnotation(
  warnings: string[],
  annotations: Readonly<Record<string, string>> | undefined,
  name: string,
  minor: number,
): void {
  if (annotations?.[name] === undefined) return;
  const field = name === classAnnotation ? 'storageClassName' : 'mountOptions';
  const why = `deprecated since v1.${minor}; use "${field}" attribute instead`;
  warnings.push(`metadata.annotations[${name}]: ${why}`);
}
