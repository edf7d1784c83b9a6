/** AppArmor profiles: annotations of pods, and the fields that took their place. */
import type { Profile } from '../../profile/profile.ts';
import { changeElements, semanticEqual, withField } from '#values';
import type { AppArmorProfile, Container, Pod, PodSpec } from '#types';
import { appArmorPrefix } from './pod-annotation-names.ts';

/** What warnings say about annotations that no field repeats. */
export const appArmorFate = 'deprecated since v1.30; use the "appArmorProfile" field instead';

const localPrefix = 'localhost/';

/** Returns a new pod with fields for its annotations, and where a release pairs them, the other way round. */
export function pairAppArmor(pod: Pod, profile: Profile): Pod {
  if (!reads(pod, profile)) return pod;
  const { metadata, spec } = pod;
  const input = metadata.annotations ?? {};
  const ofPod = spec.securityContext?.appArmorProfile;
  const added: Record<string, string> = {};
  const settle = (container: Container): Container => {
    const key = appArmorPrefix + container.name;
    const own = container.securityContext?.appArmorProfile;
    if (input[key] === undefined) {
      const text = annotationOf(own ?? ofPod);
      if (text !== undefined && profile.enabled('AppArmorAnnotationsWritten')) added[key] = text;
      return container;
    }
    const field = own == null ? profileOf(input[key]) : undefined;
    if (field === undefined || semanticEqual(field, ofPod)) return container;
    return {
      ...container,
      securityContext: { ...container.securityContext, appArmorProfile: field },
    };
  };
  const initiated = changeElements(spec, 'initContainers', settle);
  const paired = withField(pod, 'spec', changeElements(initiated, 'containers', settle));
  if (Object.keys(added).length === 0) return paired;
  return { ...paired, metadata: { ...metadata, annotations: { ...input, ...added } } };
}

/** Returns warnings about the annotations of a new pod that fields do not repeat, as it was sent. */
export function appArmorWarnings(pod: Pod, profile: Profile): readonly string[] {
  if (!reads(pod, profile)) return [];
  const { metadata, spec } = pod;
  const ofPod = spec.securityContext?.appArmorProfile;
  return [...(spec.initContainers ?? []), ...(spec.containers ?? [])].flatMap(
    ({ name, securityContext }) => {
      const annotation = metadata.annotations?.[appArmorPrefix + name];
      if (annotation === undefined || securityContext?.appArmorProfile != null) return [];
      if (isProfileOf(annotation, ofPod)) return [];
      return [`metadata.annotations[${appArmorPrefix}${name}]: ${appArmorFate}`];
    },
  );
}

/** Returns whether an annotation says what a field does. */
export function isProfileOf(annotation: string, field: AppArmorProfile | undefined): boolean {
  const profile = profileOf(annotation);
  return profile !== undefined && semanticEqual(profile, field);
}

function reads({ metadata, spec }: Pod, profile: Profile): boolean {
  const hasAnnotations = metadata.annotations !== undefined;
  if (!hasAnnotations && !hasFields(spec)) return false;
  if (!profile.enabled('AppArmorAnnotationsRead') || spec.os?.name === 'windows') return false;
  return hasAnnotations || profile.enabled('AppArmorAnnotationsWritten');
}

function hasFields(spec: PodSpec): boolean {
  return (
    isConfined(spec) ||
    [spec.initContainers, spec.containers].some((list) => list?.some(isConfined))
  );
}

function isConfined({ securityContext }: Pick<PodSpec | Container, 'securityContext'>): boolean {
  return securityContext?.appArmorProfile != null;
}

function annotationOf(profile: AppArmorProfile | undefined): string | undefined {
  switch (profile?.type) {
    case 'Unconfined':
      return 'unconfined';
    case 'RuntimeDefault':
      return 'runtime/default';
    case 'Localhost':
      return profile.localhostProfile == null ? undefined : localPrefix + profile.localhostProfile;
    case undefined:
      return undefined;
  }
}

const longestProfile = 4095;

/** Undefined for annotations that no valid field could repeat. */
function profileOf(annotation: string): AppArmorProfile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' };
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' };
  const path = annotation.slice(localPrefix.length);
  const isLocal = annotation.startsWith(localPrefix) && path !== '';
  if (!isLocal || path !== path.trim() || path.length > longestProfile) return undefined;
  return { type: 'Localhost', localhostProfile: path };
}
