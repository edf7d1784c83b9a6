/** How pods violate a standard. */
import type { Profile } from '#kinds';
import { checks, type Check } from './checks/checks.ts';
import type { Level, Standard } from './policy.ts';
import type { Subject, Violation } from './subject.ts';

/** Returns how a pod violates a standard, on a server of a release. */
export function violationsOf(
  subject: Subject,
  { level, version }: Standard,
  profile: Profile,
): readonly Violation[] {
  if (level === 'privileged') return [];
  // A server knows no later version than its own.
  const minor = Math.min(profile.minor, version === 'latest' ? Infinity : Number(version.slice(3)));
  return checksOf(level, minor).flatMap(
    (check) => ruleOf(check, minor)!.find(subject, profile) ?? [],
  );
}

/** Returns all of it in one line. */
export function detailsOf(violations: readonly Violation[]): string {
  return violations
    .map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`))
    .join(', ');
}

/** Returns the same without the details of each. */
export function reasonsOf(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(', ');
}

function checksOf(level: Level, minor: number): readonly Check[] {
  const valid = checks.filter((check) => ruleOf(check, minor) !== undefined);
  if (level === 'baseline') return valid.filter((check) => check.level === level);
  const replaced = new Set(valid.map(({ replaces }) => replaces));
  return valid.filter(({ name }) => !replaced.has(name));
}

function ruleOf({ rules }: Check, minor: number): Check['rules'][number] | undefined {
  return rules.findLast(({ since }) => since <= minor);
}
