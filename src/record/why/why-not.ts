/** Why an object is not there, or did not do something. */
import { bucketOf, type Kind, type ObjectKey, served } from '#kinds';
import { splitKey, type KubeObject } from '#values';
import { PastCluster, type Account, type Missing, type Referral } from '#runtime';
import type { Change } from '#store';
import { chainOf, type Link } from './chain.ts';
import { hingesOfAccount } from './hinges.ts';
import { ofRelease } from './of-release.ts';
import { parsePath } from './path.ts';
import type { Explanation, WhyOptions } from './explanation.ts';
import { seenBy, type Retell } from './retell.ts';
import { sumOf } from './sums.ts';
import { why } from './why.ts';

/** The question. */
export interface NotQuestion {
  readonly kind: Kind;
  readonly object: ObjectKey;
  readonly missing: Missing;
  /** The state of this revision is explained. */
  readonly revision: number;
  /** The moment, virtual ms. */
  readonly time: number;
}

/** The answer. */
export interface Absence extends Pick<Explanation, 'account' | 'seenAt' | 'exact' | 'hinges'> {
  readonly kind: string;
  readonly key: string;
  readonly revision: number;
  /** In a sentence whose subject is the object: `has no pod on node-2`. */
  readonly answer: string;
  /** The write that is behind it, first, and its causes back to the root; empty where there is none. */
  readonly chain: readonly Link[];
}

/**
 * Returns undefined without an answer: the object never was, or no controller says what it does.
 */
export function whyNot(question: NotQuestion, input: WhyOptions): Absence | undefined {
  const options = { ...input, accountants: ofRelease(input.accountants, input.profile) };
  const { kind, object, revision } = question;
  const found = options.past.get(object.bucket, object.key, revision);
  const about = { kind: kind.kind, key: object.key, revision };
  const absence =
    found === undefined ? absent(question, options) : undone(question, found, options);
  return absence && { ...about, ...absence };
}

type AbsenceDetails = Omit<Absence, 'kind' | 'key' | 'revision'>;

/** Returns an object that was deleted, or came later. */
function absent(question: NotQuestion, options: WhyOptions): AbsenceDetails | undefined {
  const { kind, object, revision, time } = question;
  const { past, accountants, faults } = options;
  const [last] = past.changesOf(object.bucket, object.key, revision);
  const result = unmade(question, options);
  const explanation = result && { ...withHinges(result, options), seenAt: revision };
  if (last === undefined) {
    const later = [...past.changesOf(object.bucket, object.key)].at(-1);
    if (later === undefined)
      return (
        explanation && { answer: String(explanation.account.value), chain: [], ...explanation }
      );
    const chain = chainOf(later, past, accountants, faults);
    return { answer: 'did not exist yet: it was created later', chain, ...explanation };
  }
  const setter = deletionOf(last, options);
  const deletionQuestion = {
    kind,
    object,
    path: parsePath('metadata.deletionTimestamp'),
    revision,
    time,
  };
  const sum = sumOf(deletionQuestion, setter, options);
  return {
    answer: 'does not exist: it was deleted',
    chain: chainOf(setter, past, accountants, faults),
    ...explanation,
    ...(sum.account !== undefined && withHinges({ ...sum, account: sum.account }, options)),
  };
}

/** Returns what keeps the owner of an object from making it. */
function unmade(
  { kind, object, revision, time }: NotQuestion,
  { past: states, accountants, profile }: WhyOptions,
): Answered | undefined {
  const past = new PastCluster(states, { revision, now: time }, profile);
  for (const { explainers } of accountants) {
    for (const { kind: explained, absent } of explainers) {
      if (bucketOf(explained) !== bucketOf(kind)) continue;
      const retell: Retell = (other) => absent?.(splitKey(object.key), seenBy(other, past));
      const account = absent?.(splitKey(object.key), past);
      if (account !== undefined) return { account, retell };
    }
  }
  return undefined;
}

/** An account, and how it reads by other profiles. */
interface Answered {
  readonly account: Account;
  readonly retell?: Retell | undefined;
}

function withHinges<T extends Answered>(
  { retell, ...answered }: T,
  { profile, hinges: isAsked }: WhyOptions,
) {
  const hinges = isAsked === true ? hingesOfAccount(profile, retell) : [];
  return { ...answered, ...(hinges.length > 0 && { hinges }) };
}

/**
 * Returns the write that began the deletion of an object: often another one than that which ended it.
 */
function deletionOf(last: Change, { past }: WhyOptions): Change {
  for (const change of past.changesOf(last.bucket, last.key, last.revision)) {
    const before = change.previous?.metadata.deletionTimestamp;
    if (change.value.metadata.uid !== last.value.metadata.uid || change.type === 'created') break;
    if (change.type === 'updated' && before == null && change.value.metadata.deletionTimestamp) {
      return change;
    }
  }
  return last;
}

/** Returns what an object did not do, by who accounts for it. */
function undone(
  question: NotQuestion,
  found: KubeObject,
  options: WhyOptions,
): AbsenceDetails | undefined {
  const { kind, revision, time, missing } = question;
  const object = served(kind, found);
  const past = new PastCluster(options.past, { revision, now: time }, options.profile);
  for (const { explainers } of options.accountants) {
    for (const { kind: explained, not } of explainers) {
      if (bucketOf(explained) !== bucketOf(kind)) continue;
      const answer = not?.(missing, object, past);
      if (answer === undefined) continue;
      if ('field' in answer) return referred(answer, question, options);
      const retell: Retell = (profile) => accountIn(not?.(missing, object, seenBy(profile, past)));
      const explanation = withHinges({ account: answer, retell }, options);
      return { answer: String(answer.value), chain: [], ...explanation, seenAt: revision };
    }
  }
  const field = missing.what === 'run' || missing.what === 'pod' ? undefined : sizeField(kind);
  return field === undefined ? undefined : referred({ field }, question, options);
}

function accountIn(answer: Account | Referral | undefined): Account | undefined {
  return answer === undefined || 'field' in answer ? undefined : answer;
}

/** Where a kind has its size: what an autoscaler wants, else what is asked for. */
function sizeField({ schema }: Kind): string | undefined {
  for (const [section, name] of [
    ['status', 'desiredReplicas'],
    ['spec', 'replicas'],
  ] as const) {
    const found = schema.fields.get(section)?.schema;
    if (found?.type === 'struct' && found.fields.has(name)) return `${section}.${name}`;
  }
  return undefined;
}

/** Returns the answer that the account of a field has, or one of its terms. */
function referred(
  { field, subject }: Referral,
  { kind, object, revision, time }: NotQuestion,
  options: WhyOptions,
): AbsenceDetails | undefined {
  const explanation = why({ kind, object, path: parsePath(field), revision, time }, options);
  const { value, chain, account, seenAt, exact, hinges } = explanation;
  const terms = account?.terms.filter((term) => term.subject === subject) ?? [];
  if (subject !== undefined && account !== undefined && terms.length === 0) {
    const because = 'it was not among those that were looked at';
    terms.push({ subject, counts: false, because });
  }
  return {
    answer: `${field} is ${textOf(value)}`,
    chain,
    ...(account !== undefined && { account: narrowed(account, terms), seenAt }),
    ...(exact !== undefined && { exact }),
    ...(hinges !== undefined && { hinges }),
  };
}

/** Returns the terms that are asked about, before those that went into the value. */
function narrowed(account: Account, terms: Account['terms']): Account {
  if (terms.length === 0) return account;
  const others = account.terms.filter((term) => term.counts && !terms.includes(term));
  return { ...account, terms: [...terms, ...others] };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'not set');
}
