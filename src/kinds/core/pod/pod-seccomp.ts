/** Seccomp profiles: v1.24 keeps annotations and fields the same, whichever was given. */
import type { Profile } from '../../profile/profile.ts';
import { changeElements, changeField, withField } from '#values';
import type { Container, Pod, SeccompProfile } from '#types';
import { containerSeccompPrefix, podSeccomp } from './pod-annotation-names.ts';

/** A new pod with its profiles in both annotations and fields, as far as a release pairs them. */
export function pairSeccompProfiles(pod: Pod, profile: Profile): Pod {
  if (!profile.enabled('SeccompAnnotationsRead')) return pod;
  const { metadata, spec } = pod;
  const input = metadata.annotations;
  const added: Record<string, string> = {};
  const settle = (key: string, field: SeccompProfile | undefined): SeccompProfile | undefined => {
    const annotation = input?.[key];
    if (field == null) return annotation === undefined ? undefined : profileOf(annotation);
    const text = annotationOf(field);
    if (annotation === undefined && text !== undefined) added[key] = text;
    return undefined;
  };
  const settleContainer = (container: Container): Container => {
    const { name, securityContext = {} } = container;
    const seccompProfile = settle(containerSeccompPrefix + name, securityContext.seccompProfile);
    if (seccompProfile === undefined) return container;
    return { ...container, securityContext: { ...securityContext, seccompProfile } };
  };
  const ofPod = settle(podSeccomp, spec.securityContext?.seccompProfile);
  const podSecured =
    ofPod === undefined
      ? spec
      : { ...spec, securityContext: { ...spec.securityContext, seccompProfile: ofPod } };
  const initiated = changeElements(podSecured, 'initContainers', settleContainer);
  const secured = withField(pod, 'spec', changeElements(initiated, 'containers', settleContainer));
  if (Object.keys(added).length === 0 || !profile.enabled('SeccompAnnotationsWritten'))
    return secured;
  return changeField(secured, 'metadata', (old) => ({
    ...old,
    annotations: { ...input, ...added },
  }));
}

const localPrefix = 'localhost/';

function annotationOf({ type, localhostProfile }: SeccompProfile): string | undefined {
  switch (type as string) {
    case 'Unconfined':
      return 'unconfined';
    case 'RuntimeDefault':
      return 'runtime/default';
    case 'Localhost':
      return localhostProfile == null ? undefined : localPrefix + localhostProfile;
    default:
      return undefined;
  }
}

function profileOf(annotation: string): SeccompProfile | undefined {
  switch (annotation) {
    case 'unconfined':
      return { type: 'Unconfined' };
    case 'runtime/default':
    case 'docker/default':
      return { type: 'RuntimeDefault' };
  }
  const path = annotation.slice(localPrefix.length);
  if (!annotation.startsWith(localPrefix) || path === '') return undefined;
  return { type: 'Localhost', localhostProfile: path };
}
