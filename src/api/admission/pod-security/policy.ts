/** What the labels of a namespace ask for. */
import { invalid, show, type FieldError, type Release } from '#values';
import { prefix } from './labels.ts';

/** From the least strict to the strictest. */
export const levels = ['privileged', 'baseline', 'restricted'] as const;

export type Level = (typeof levels)[number];

/** A level as a release of Kubernetes defines it. */
export interface Standard {
  readonly level: Level;
  /** Such as `v1.24`, or `latest`. */
  readonly version: string;
}

/** What a namespace asks for. What it wants to be audited has no effect, as nothing is. */
export interface Policy {
  /** What pods must keep to. */
  readonly enforce: Standard;
  /** What is warned about. */
  readonly warn: Standard;
}

export interface ReadPolicy {
  readonly policy: Policy;
  /** What is wrong with the labels; where that is so, what is enforced is the strictest. */
  readonly errors: readonly FieldError[];
}

/** Returns a standard as messages name it. */
export function nameOf({ level, version }: Standard): string {
  return `${level}:${version}`;
}

/** Tells whether one level is stricter than another. */
export function isStricter(level: Level, other: Level): boolean {
  return levels.indexOf(level) > levels.indexOf(other);
}

/** Reads the policy of a namespace from its labels. */
export function policyOf(labels: Readonly<Record<string, string>>, release: Release): ReadPolicy {
  const reader = new LabelReader(labels);
  const enforced = reader.level('enforce');
  const enforce = {
    level: enforced ?? (reader.has('enforce') ? 'restricted' : 'privileged'),
    version: reader.version('enforce-version'),
  } as const;
  reader.level('audit');
  reader.version('audit-version');
  const warned = reader.level('warn');
  const version = reader.version('warn-version');
  const follows =
    release.enabled('WarningsFollowEnforcement') && !reader.has('warn') && enforced !== undefined;
  const ofEnforced = reader.has('warn-version') ? { ...enforce, version } : enforce;
  const warn = follows ? ofEnforced : ({ level: warned ?? 'privileged', version } as const);
  return { policy: { enforce, warn }, errors: reader.errors };
}

class LabelReader {
  readonly errors: FieldError[] = [];
  readonly #labels: Readonly<Record<string, string>>;

  constructor(labels: Readonly<Record<string, string>>) {
    this.#labels = labels;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#labels, prefix + name);
  }

  /** Reads a level; undefined where there is none. */
  level(name: string): Level | undefined {
    if (!this.has(name)) return undefined;
    const value = this.#labels[prefix + name]!;
    const level = levels.find((each) => each === value);
    if (level === undefined) this.#refuse(name, value, `must be one of ${levels.join(', ')}`);
    return level;
  }

  version(name: string): string {
    if (!this.has(name)) return 'latest';
    const value = this.#labels[prefix + name]!;
    if (value === 'latest' || isMinor(value)) return value;
    this.#refuse(name, value, 'must be "latest" or "v1.x"');
    return 'latest';
  }

  #refuse(name: string, value: string, why: string): void {
    this.errors.push(invalid(`metadata.labels[${prefix}${name}]`, show(value), why));
  }
}

const largest = 2n ** 63n - 1n;

function isMinor(version: string): boolean {
  const digits = /^v1\.(0|[1-9]\d*)$/.exec(version)?.[1];
  return digits !== undefined && BigInt(digits) <= largest;
}
