/** Warnings about the volumes of pods: sources that are gone, and files in each other's place. */
import { type Release } from '#values';
import type { Volume, VolumeProjection } from '#types';
import { warnOfFraction } from './warning-parts.ts';

const byRemoval = 'deprecated in v1.22, non-functional in v1.25+';
const soonGone = 'deprecated in v1.22, support removal is planned in v1.26';
const ofCeph = 'deprecated in v1.28, non-functional in v1.31+';

/** What happens to a source, as a release says it; undefined: nothing. */
type Fate = (release: Release) => string | undefined;

const always =
  (text: string): Fate =>
  () =>
    text;
const planned: Fate = (release) => (release.enabled('HostnamesWarned') ? byRemoval : soonGone);
const withCeph: Fate = (release) => (release.enabled('DoubtfulPodsWarned') ? ofCeph : undefined);

/** In the order of the warnings; the claim of an ephemeral volume is looked at in between. */
const formerSources: readonly (readonly [source: keyof Volume, fate: Fate, shown?: string])[] = [
  ['photonPersistentDisk', always('deprecated in v1.11, non-functional in v1.16+')],
  [
    'gitRepo',
    (release) =>
      release.enabled('NodeAffinityValuesChecked')
        ? 'deprecated in v1.11, and disabled by default in v1.33+'
        : 'deprecated in v1.11',
  ],
  ['scaleIO', always('deprecated in v1.16, non-functional in v1.22+')],
  ['flocker', planned],
  ['storageos', planned, 'storageOS'],
  ['quobyte', planned],
  ['glusterfs', fateOfGlusterfs],
  ['cephfs', withCeph],
  ['rbd', withCeph],
];

function fateOfGlusterfs(release: Release): string | undefined {
  if (release.enabled('HostnamesWarned')) return 'deprecated in v1.25, non-functional in v1.26+';
  return release.enabled('GlusterfsWarned')
    ? 'deprecated in v1.25, this feature will be removed soon after in a subsequent release'
    : undefined;
}

/** @param at the path of the volumes */
export function warnOfVolumes(
  warnings: string[],
  volumes: readonly Volume[],
  at: string,
  release: Release,
): void {
  for (const [index, volume] of volumes.entries()) {
    for (const [source, fateOf, shown = source] of formerSources) {
      if (source === 'cephfs') warnOfClaim(warnings, volume, `${at}[${index}]`, release);
      const fate = volume[source] == null ? undefined : fateOf(release);
      if (fate !== undefined) warnings.push(`${at}[${index}].${shown}: ${fate}`);
    }
  }
  if (release.enabled('OverlappingPathsWarned')) warnOfOverlaps(warnings, volumes);
}

function warnOfClaim(
  warnings: string[],
  { ephemeral }: Volume,
  at: string,
  release: Release,
): void {
  if (!release.enabled('ClaimFractionsWarned')) return;
  const { requests, limits } = ephemeral?.volumeClaimTemplate?.spec?.resources ?? {};
  const path = `${at}.ephemeral.volumeClaimTemplate.spec.resources`;
  warnOfFraction(warnings, requests, 'storage', `${path}.requests`);
  warnOfFraction(warnings, limits, 'storage', `${path}.limits`);
}

/** A file of a volume, and what it is from, where a volume has several sources. */
interface Place {
  readonly path: string;
  readonly source?: string;
}

function warnOfOverlaps(warnings: string[], volumes: readonly Volume[]): void {
  for (const { name, configMap, secret, downwardAPI, projected } of volumes) {
    const warn = (kind: string, places: readonly Place[]): void => {
      for (const overlap of overlapsOf(places)) {
        warnings.push(`volume ${JSON.stringify(name)} (${kind}): overlapping paths: ${overlap}`);
      }
    };
    warn(`ConfigMap ${JSON.stringify(configMap?.name ?? '')}`, filesOf(configMap?.items));
    warn(`Secret ${JSON.stringify(secret?.secretName ?? '')}`, filesOf(secret?.items));
    warn('DownwardAPI', filesOf(downwardAPI?.items));
    for (const source of projected?.sources ?? []) {
      if (Object.values(source).some((part) => part != null)) continue;
      warnings.push(`volume ${JSON.stringify(name)} (Projected) has no sources provided`);
    }
    warn('Projected', (projected?.sources ?? []).flatMap(placesOf));
  }
}

function filesOf(
  items: readonly { readonly path: string }[] | undefined,
  source?: string,
): readonly Place[] {
  return (items ?? []).map(({ path = '' }) => ({ path, source }));
}

/** The first of its sources that names files. */
function placesOf(projection: VolumeProjection): readonly Place[] {
  const { configMap, secret, downwardAPI } = projection;
  const { serviceAccountToken: token, clusterTrustBundle: bundle } = projection;
  const { podCertificate: certificate } = projection;
  if (configMap?.items != null) {
    return filesOf(configMap.items, `ConfigMap ${JSON.stringify(configMap.name ?? '')}`);
  }
  if (secret?.items != null) {
    return filesOf(secret.items, `Secret ${JSON.stringify(secret.name ?? '')}`);
  }
  if (downwardAPI?.items != null) return filesOf(downwardAPI.items, 'DownwardAPI');
  if (token != null) return filesOf([token], 'ServiceAccountToken');
  if (bundle != null) {
    const named = JSON.stringify(bundle.name ?? bundle.signerName ?? '');
    return filesOf([bundle], `ClusterTrustBundle ${named}`);
  }
  const { certificateChainPath, keyPath, credentialBundlePath } = certificate ?? {};
  const parts = [
    { path: certificateChainPath ?? '', source: 'PodCertificate chain' },
    { path: keyPath ?? '', source: 'PodCertificate key' },
    { path: credentialBundlePath ?? '', source: 'PodCertificate credential bundle' },
  ];
  return parts.filter(({ path }) => path !== '');
}

/** Each pair of files of which one is the other, or is in its place, as text. */
function overlapsOf(places: readonly Place[]): readonly string[] {
  const before: Place[] = [];
  return places.flatMap(({ path, source }) => {
    const place = { path: withoutSlashes(path), source };
    const others = before.filter((other) => areInTheWay(place.path, other.path));
    before.push(place);
    return others.map((other) => `${shown(place)} with ${shown(other)}`);
  });
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function areInTheWay(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  return `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`);
}

function shown({ path, source }: Place): string {
  return source === undefined ? JSON.stringify(path) : `${JSON.stringify(path)} (${source})`;
}
