/** Rules about seccomp profiles. */
import { quote } from '#values';
import type { SeccompProfile } from '#types';
import { containersOf, namesWhere, type Find, type Subject } from '../subject.ts';
import { named, plural, quoted, settersOf, sorted } from '../words.ts';

const reason = 'seccompProfile';
const field = 'securityContext.seccompProfile.type';
const ofPod = 'seccomp.security.alpha.kubernetes.io/pod';
const ofContainer = 'container.seccomp.security.alpha.kubernetes.io/';

/** Of the versions that know no fields. */
export const seccompAnnotations: Find = (subject) => {
  const { annotations = {} } = subject.metadata ?? {};
  const keys = [ofPod, ...containersOf(subject).map(({ name }) => ofContainer + name)];
  const bad = sorted(
    keys
      .filter((key) => Object.hasOwn(annotations, key) && !isAllowedText(annotations[key]!))
      .map((key) => `${key}=${quote(annotations[key]!)}`),
  );
  if (bad.length === 0) return undefined;
  return { reason, detail: `forbidden ${plural('annotation', bad)} ${bad.join(', ')}` };
};

function isAllowedText(value: string): boolean {
  return (
    value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/')
  );
}

/** Profiles must not be other than these. */
export const seccompSet: Find = (subject) => {
  const ofPods = subject.spec.securityContext?.seccompProfile;
  const names = namesWhere(subject, (security) => isBad(security.seccompProfile));
  const setters = settersOf(isBad(ofPods), names);
  if (setters === '') return undefined;
  const values = quoted(sorted(typesIn(subject)));
  return { reason, detail: `${setters} must not set ${field} to ${values}` };
};

/** Profiles must be set, too. */
export const seccompRequired: Find = (subject, profile) => {
  const wrong = seccompSet(subject, profile);
  if (wrong !== undefined || subject.spec.securityContext?.seccompProfile != null) return wrong;
  const names = namesWhere(subject, (security) => security.seccompProfile == null);
  if (names.length === 0) return undefined;
  const whose = `pod or ${named('container', names)}`;
  return { reason, detail: `${whose} must set ${field} to "RuntimeDefault" or "Localhost"` };
};

function isBad(profile: SeccompProfile | undefined): boolean {
  return profile != null && profile.type !== 'RuntimeDefault' && profile.type !== 'Localhost';
}

function typesIn(subject: Subject): readonly string[] {
  const profiles = [subject.spec, ...containersOf(subject)].map(
    ({ securityContext }) => securityContext?.seccompProfile,
  );
  return profiles.filter(isBad).map((profile) => profile!.type);
}
