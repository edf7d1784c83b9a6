/** Rules about volumes. */
import type { Profile } from '#kinds';
import type { Volume } from '#types';
import type { Find } from '../subject.ts';
import { named, plural, quoted, sorted, uses } from '../words.ts';

const allowed: readonly (keyof Volume)[] = [
  ...(['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral'] as const),
  ...(['persistentVolumeClaim', 'projected', 'secret'] as const),
];

export const restrictedVolumes: Find = ({ spec }, profile) => {
  const bad = (spec.volumes ?? []).filter((volume) => !isAllowed(volume, profile));
  if (bad.length === 0) return undefined;
  const types = sorted(bad.map(typeOf));
  const who = named(
    'volume',
    bad.map(({ name }) => name),
  );
  const what = `${plural('restricted volume type', types)} ${quoted(types)}`;
  return { reason: 'restricted volume types', detail: `${who} ${uses(bad)} ${what}` };
};

function isAllowed(volume: Volume, profile: Profile): boolean {
  if (volume.image != null && profile.enabled('ImageVolumesInStandards')) return true;
  return allowed.some((type) => volume[type] != null);
}

/** Returns the type as messages name it: where volumes of images are not allowed, they are unknown. */
function typeOf(volume: Volume): string {
  const type = Object.entries(volume).find(([key, value]) => key !== 'name' && value != null)?.[0];
  return type === undefined || type === 'image' ? 'unknown' : type;
}
