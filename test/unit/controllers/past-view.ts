/** A past that is made of objects, for tests of explanations. */
import { type Kind, type Profile, defaultProfile, withGates } from '#kinds';
import type { KubeObject } from '#values';
import type { Pass, PastView, Stage, Term } from '#runtime';

export interface PastParts {
  readonly objects?: readonly KubeObject[];
  /** Virtual time, ms. */
  readonly now: number;
  readonly features?: Readonly<Record<string, boolean>>;
  /** The release; default: the one that is spoken without a choice. */
  readonly profile?: Profile;
  /** What was there at an earlier time (ms); default: the same. */
  readonly earlier?: (time: number) => readonly KubeObject[];
}

export function pastView(parts: PastParts): PastView {
  const { objects = [], now, features = {}, profile = defaultProfile, earlier } = parts;
  const of = <T extends KubeObject>(kind: Kind<T>): readonly T[] =>
    objects.filter((object) => object.kind === kind.kind) as unknown as readonly T[];
  return {
    revision: 7,
    now,
    profile: withGates(profile, features),
    get: (kind, { namespace, name }) =>
      of(kind).find(
        ({ metadata }) =>
          metadata.name === name && (!kind.namespaced || metadata.namespace === namespace),
      ),
    list: (kind, namespace) =>
      of(kind).filter(
        ({ metadata }) => namespace === undefined || metadata.namespace === namespace,
      ),
    at: (time) => pastView({ ...parts, now: time, objects: earlier?.(time) ?? objects }),
  };
}

/** A pass over an object, at that past. */
export function passOver<T extends KubeObject>(
  object: T,
  past: PastView,
  evidence?: unknown,
): Pass<T> {
  return { object, written: object, past, actor: 'test', evidence, within: [] };
}

/** `+ Pod default/a 3: because`. */
export const textOf = ({ subject, amount, counts, because }: Term): string => {
  const shown =
    amount === undefined ? '' : ` ${typeof amount === 'string' ? amount : JSON.stringify(amount)}`;
  return `${counts ? '+' : '-'} ${subject}${shown}: ${because}`;
};

/** The same of a stage, and below it of what went into it. A star marks what changed the result. */
export const stageTexts = ({ name, of, value, because, decides, terms = [] }: Stage): string[] => {
  const shown =
    value === undefined ? '' : ` ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  const about = of === undefined ? '' : `${of}, `;
  const line = `${decides === true ? '*' : '='} ${about}${name}${shown}: ${because}`;
  return [line, ...terms.map((term) => `  ${textOf(term)}`)];
};
