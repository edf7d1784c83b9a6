/** Warnings about services that are accepted, although some of their fields have no effect. */
import { quote } from '#values';
import type { Service, ServiceSpec } from '#types';
import { cidrWarnings, ipWarnings } from '../../object/address-warnings.ts';
import type { Profile } from '../../profile/profile.ts';
import { hintsAnnotation, modeAnnotation } from './validate-service.ts';
import { noClusterIp } from './service-needs.ts';

/** Returns warnings about a service that is written; a release from before them has none. */
export function serviceWarnings(
  { metadata, spec }: Service,
  _old: Service | undefined,
  profile: Profile,
): readonly string[] {
  if (!profile.enabled('ContentWarnings')) return [];
  const warnings: string[] = [];
  if (metadata.annotations?.[hintsAnnotation] !== undefined) {
    warnings.push(
      `annotation ${hintsAnnotation} is deprecated, please use ${modeAnnotation} instead`,
    );
  }
  if (spec.clusterIPs?.[0] !== noClusterIp) {
    warnings.push(...listWarnings('clusterIPs', spec.clusterIPs, profile, ipWarnings));
  }
  if (profile.enabled('HeadlessServicesWarn')) warnings.push(...headlessWarnings(spec));
  warnings.push(...outsideWarnings(spec, profile));
  if (profile.enabled('FieldsWithoutEffectWarn')) warnings.push(...nameWarnings(spec));
  if (profile.enabled('PreferCloseDeprecated') && spec.trafficDistribution === 'PreferClose') {
    warnings.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"');
  }
  return warnings;
}

type TextWarnings = (field: string, text: string, profile: Profile) => readonly string[];

function listWarnings(
  field: string,
  list: readonly string[] | undefined,
  profile: Profile,
  warningsOf: TextWarnings,
): readonly string[] {
  return (list ?? []).flatMap((text, index) =>
    warningsOf(`spec.${field}[${index}]`, text, profile),
  );
}

/** Addresses from outside of the cluster. */
function outsideWarnings(spec: ServiceSpec, profile: Profile): readonly string[] {
  const { externalIPs = [], loadBalancerIP, loadBalancerSourceRanges } = spec;
  const warnings = [...listWarnings('externalIPs', externalIPs, profile, ipWarnings)];
  const isUsed = !isHeadlessInside(spec) && spec.type !== 'ExternalName';
  if (profile.enabled('ExternalIPsDeprecated') && externalIPs.length > 0 && isUsed) {
    warnings.push(
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
    );
  }
  if (loadBalancerIP) warnings.push(...ipWarnings('spec.loadBalancerIP', loadBalancerIP, profile));
  const ranges = 'loadBalancerSourceRanges';
  warnings.push(...listWarnings(ranges, loadBalancerSourceRanges, profile, cidrWarnings));
  return warnings;
}

function headlessWarnings(spec: ServiceSpec): readonly string[] {
  if (!isHeadlessInside(spec)) return [];
  const useless = [
    spec.loadBalancerIP && 'loadBalancerIP',
    (spec.externalIPs ?? []).length > 0 && 'externalIPs',
    spec.sessionAffinity !== 'None' && 'SessionAffinity',
  ];
  return useless.flatMap((name) => (name ? [`spec.${name} is ignored for headless services`] : []));
}

function isHeadlessInside({ type, clusterIP }: ServiceSpec): boolean {
  return type === 'ClusterIP' && clusterIP === noClusterIp;
}

function nameWarnings({ type, externalIPs = [], externalName }: ServiceSpec): readonly string[] {
  const named = quote('ExternalName');
  if (type === 'ExternalName') {
    return externalIPs.length > 0 ? [`spec.externalIPs is ignored when spec.type is ${named}`] : [];
  }
  return externalName ? [`spec.externalName is ignored when spec.type is not ${named}`] : [];
}
