/** Rules about AppArmor profiles. */
import { quote } from '#values';
import type { AppArmorProfile } from '#types';
import { containersOf, namesWhere, type Find, type Subject } from '../subject.ts';
import { plural, quoted, settersOf, sorted } from '../words.ts';

const prefix = 'container.apparmor.security.beta.kubernetes.io/';

export const forbiddenAppArmor: Find = (subject, profile) => {
  const annotations = badAnnotations(subject);
  return profile.enabled('AppArmorFieldsInStandards')
    ? inFields(subject, annotations)
    : inAnnotations(annotations);
};

function inAnnotations(bad: readonly string[]): ReturnType<Find> {
  return bad.length === 0 ? undefined : { reason: reasonFor(bad), detail: bad.join(', ') };
}

function inFields(subject: Subject, annotations: readonly string[]): ReturnType<Find> {
  const names = namesWhere(subject, (security) => isBad(security.appArmorProfile));
  const fields = settersOf(isBad(subject.spec.securityContext?.appArmorProfile), names);
  const setters = [fields, annotations.length > 0 ? plural('annotation', annotations) : ''];
  const who = setters.filter((each) => each !== '').join(' and ');
  if (who === '') return undefined;
  const values = [...sorted(typesIn(subject)), ...annotations];
  const detail = `${who} must not set AppArmor profile type to ${quoted(values)}`;
  return { reason: reasonFor(values), detail };
}

function reasonFor(values: readonly string[]): string {
  return plural('forbidden AppArmor profile', values);
}

function badAnnotations({ metadata }: Subject): readonly string[] {
  const all = Object.entries(metadata?.annotations ?? {});
  const bad = all.filter(([key, value]) => key.startsWith(prefix) && !isAllowedText(value));
  return sorted(bad.map(([key, value]) => `${key}=${quote(value)}`));
}

function isAllowedText(value: string): boolean {
  return value === '' || value === 'runtime/default' || value.startsWith('localhost/');
}

function isBad(profile: AppArmorProfile | undefined): boolean {
  return profile != null && profile.type !== 'RuntimeDefault' && profile.type !== 'Localhost';
}

function typesIn(subject: Subject): readonly string[] {
  const profiles = [subject.spec, ...containersOf(subject)].map(
    ({ securityContext }) => securityContext?.appArmorProfile,
  );
  return profiles.filter(isBad).map((profile) => profile!.type);
}
