/** The terms of a sum as they are shown. Pure. */
import { bytesText } from '#values';
import type { Explanation } from '#record';

type Account = NonNullable<Explanation['account']>;

export interface ShownTerm {
  readonly name: string;
  readonly because: string;
  readonly counts: boolean;
  readonly amount: string;
  /** What it lights up, as `Pod default/web-1`. */
  readonly lights: readonly string[];
}

/** One step of a calculation. */
export interface ShownStage {
  readonly name: string;
  /** Of what several calculations are about, where it begins. */
  readonly heading?: string;
  readonly value: string;
  readonly because: string;
  readonly decides: boolean;
  readonly terms: readonly ShownTerm[];
}

/** Kinds of objects begin with a capital letter; other subjects are times, limits, conditions. */
const isObject = /^[A-Z]\w+ \S+$/;

export function stagesOf({ stages = [] }: Account): readonly ShownStage[] {
  return stages.map(({ name, of, value, because, decides = false, terms = [] }, index) => ({
    ...(of !== undefined && of !== stages[index - 1]?.of && { heading: of }),
    ...{ name, because, decides },
    value: value === undefined ? '' : amountText(value),
    terms: terms.map((term) => shownTerm(term, false)),
  }));
}

export function termsOf({ terms }: Pick<Account, 'terms'>): {
  readonly terms: readonly ShownTerm[];
  readonly isSum: boolean;
} {
  const isSum = terms.every(({ subject }) => isObject.test(subject));
  return {
    isSum,
    terms: terms.map((term) => shownTerm(term, isSum)),
  };
}

function shownTerm(
  { subject, because, counts, amount }: Account['terms'][number],
  isSum: boolean,
): ShownTerm {
  return {
    name: shortSubject(subject),
    because: because.replaceAll('node.kubernetes.io/', ''),
    counts,
    amount: isSum ? sumText(counts, amount) : amount === undefined ? '' : amountText(amount),
    lights: isObject.test(subject) ? [subject] : [],
  };
}

function sumText(counts: boolean, amount: unknown): string {
  if (amount === undefined) return counts ? '+1' : '0';
  return counts && typeof amount === 'number' ? `+${amount}` : amountText(amount);
}

function shortSubject(subject: string): string {
  return subject.replace(/ (?:[\w.-]+)\//, ' ').replace(/^(Node|Pod|ReplicaSet) /, '');
}

/** A value as people write it: `64Mi`, not its bytes. */
export function amountText(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'number' && value >= 1024 * 1024) return bytesText(value);
  if (typeof value === 'string') return /^\d{7,}$/.test(value) ? bytesText(Number(value)) : value;
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`;
}
