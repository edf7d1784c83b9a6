/** The terms of a sum as they are shown. Pure. */
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

/** Kinds of objects begin with a capital letter; other subjects are stages of a calculation. */
const isObject = /^[A-Z]\w+ \S+$/;

export function termsOf({ terms }: Account): {
  readonly terms: readonly ShownTerm[];
  readonly isSum: boolean;
} {
  const isSum = terms.every(({ subject }) => isObject.test(subject));
  return {
    isSum,
    terms: terms.map(({ subject, because, counts, amount }) => ({
      name: shortSubject(subject),
      because: because.replaceAll('node.kubernetes.io/', ''),
      counts,
      amount: isSum ? sumText(counts, amount) : amount === undefined ? '' : amountText(amount),
      lights: isObject.test(subject) ? [subject] : [],
    })),
  };
}

function sumText(counts: boolean, amount: unknown): string {
  if (amount === undefined) return counts ? '+1' : '0';
  return counts && typeof amount === 'number' ? `+${amount}` : amountText(amount);
}

function shortSubject(subject: string): string {
  return subject.replace(/ (?:[\w.-]+)\//, ' ').replace(/^(Node|Pod|ReplicaSet) /, '');
}

const units = ['', 'Ki', 'Mi', 'Gi', 'Ti'];

/** A value as people write it: `64Mi`, not its bytes. */
export function amountText(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'number' && value >= 1024 * 1024) return bytesText(value);
  if (typeof value === 'string') return /^\d{7,}$/.test(value) ? bytesText(Number(value)) : value;
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`;
}

function bytesText(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${Math.round(amount * 10) / 10}${units[unit]}`;
}
