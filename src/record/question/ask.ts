/** Answers questions about the past. */
import { objectKey, served } from '#kinds';
import type { KindRegistry } from '#catalog';
import type { Past } from '#store';
import { profileAt, type Releases } from '../read/kinds-of-run.ts';
import type { FaultMark } from '../run-log.ts';
import type { Accountant } from '../why/accountant.ts';
import type { Explanation, Question } from '../why/explanation.ts';
import { why } from '../why/why.ts';
import { QuestionError } from './error.ts';
import { fieldOf, type KnownObject } from './field.ts';
import { momentOf, type Span } from './moment.ts';
import { kindNamed } from './subject.ts';
import { conditionsOf, worthAsking } from './worth.ts';

/** Why does a field have its value? */
export interface WhyQuestion {
  /** Kind, plural or short name. */
  readonly kind: string;
  readonly name: string;
  /** Unused for kinds without namespaces. */
  readonly namespace: string;
  /** `status.numberReady`; `status.` may be left out. */
  readonly field: string;
  /** See {@link momentOf}. */
  readonly at?: string | undefined;
}

/** The run that is asked about: finished, or still running. */
export interface Witness {
  readonly past: Past;
  /** When it starts, and its end so far. */
  readonly span: Span;
  readonly kinds: KindRegistry;
  readonly accountants: readonly Accountant[];
  /** Of which release it is, and since when. */
  readonly releases: Releases;
  /** What faults have struck. */
  readonly faults?: readonly FaultMark[];
}

/** @throws {QuestionError} for an invalid question, and for an object that did not exist */
export function explain(question: WhyQuestion, witness: Witness): Explanation {
  const { past, span, kinds, accountants, faults, releases } = witness;
  const kind = kindNamed(question.kind, kinds);
  const { revision, time } = momentOf(question.at, past, span);
  const { name } = question;
  const object = objectKey(kind, question);
  if (past.get(object.bucket, object.key, revision) === undefined) {
    const about = `there was no ${kind.kind} ${object.key} then (revision ${revision})`;
    throw new QuestionError(about, { reason: 'missing', object: { kind, name } });
  }
  const path = fieldOf(question.field, kind, askedOf({ kind, object, revision }, witness));
  const profile = profileAt(releases, revision);
  const options = { past, accountants, profile, faults, hinges: true };
  return why({ kind, object, path, revision, time }, options);
}

/**
 * Returns what a question about an object may name: its conditions at that revision, or of earlier
 * versions, and what is worth it.
 */
function askedOf(
  { kind, object, revision }: Pick<Question, 'kind' | 'object' | 'revision'>,
  { past, accountants }: Witness,
): KnownObject {
  const found = past.get(object.bucket, object.key, revision)!;
  const present = conditionsOf(found).map(({ type }) => type);
  const earlier = [...past.changesOf(object.bucket, object.key, revision)]
    .flatMap(({ value }) => conditionsOf(value))
    .map(({ type }) => type);
  const shown = served(kind, found);
  const worth = worthAsking(kind, shown, accountants).map(({ field }) => field);
  return { conditions: [...new Set([...present, ...earlier])], worth, object: shown };
}
