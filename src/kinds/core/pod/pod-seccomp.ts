/** Seccomp profiles: v1.24 keeps annotations and fields the same, whichever was given. */
import { changeElements, changeField, withField } from '#values';
import type { Container, Pod, SeccompProfile } from '#types';
import { containerSeccompPrefix, podSeccomp } from './validation/pod-annotations.ts';

/** A new pod with its profiles in both annotations and fields. */
export function pairSeccompProfiles(pod: Pod): Pod {
  const { metadata, spec } = pod;
  const given = metadata.annotations;
  const added: Record<string, string> = {};
  const settle = (key: string, profile: SeccompProfile | undefined): SeccompProfile | undefined => {
    const annotation = given?.[key];
    if (profile == null) return annotation === undefined ? undefined : profileOf(annotation);
    const text = annotationOf(profile);
    if (annotation === undefined && text !== undefined) added[key] = text;
    return undefined;
  };
  const settleContainer = (container: Container): Container => {
    const { name, securityContext = {} } = container;
    const profile = settle(containerSeccompPrefix + name, securityContext.seccompProfile);
    if (profile === undefined) return container;
    return { ...container, securityContext: { ...securityContext, seccompProfile: profile } };
  };
  const ofPod = settle(podSeccomp, spec.securityContext?.seccompProfile);
  const podSecured =
    ofPod === undefined
      ? spec
      : { ...spec, securityContext: { ...spec.securityContext, seccompProfile: ofPod } };
  const initiated = changeElements(podSecured, 'initContainers', settleContainer);
  const secured = withField(pod, 'spec', changeElements(initiated, 'containers', settleContainer));
  if (Object.keys(added).length === 0) return secured;
  return changeField(secured, 'metadata', (old) => ({
    ...old,
    annotations: { ...given, ...added },
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
