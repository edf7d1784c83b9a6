/** Answers questions about what did not happen. */
import { objectKey } from '#kinds';
import type { Missing } from '#runtime';
import { profileAt } from '../read/kinds-of-run.ts';
import { whyNot, type Absence } from '../why/why-not.ts';
import type { Witness } from './ask.ts';
import { QuestionError } from './error.ts';
import { momentOf } from './moment.ts';
import { kindNamed } from './subject.ts';

/** Why is an object not there, or why did it not do something? */
export interface WhyNotQuestion {
  /** Kind, plural or short name. */
  readonly kind: string;
  readonly name: string;
  /** Unused for kinds without namespaces. */
  readonly namespace: string;
  /** Why is the pod, or a pod of the DaemonSet, not on this node? */
  readonly on?: string | undefined;
  /** Why does it not have fewer replicas, or more? */
  readonly size?: 'fewer' | 'more' | undefined;
  /** See {@link momentOf}. */
  readonly at?: string | undefined;
}

/** @throws {QuestionError} for an invalid question, and for one that has no answer */
export function explainNot(question: WhyNotQuestion, witness: Witness): Absence {
  const { past, span, kinds, accountants, faults, releases } = witness;
  const kind = kindNamed(question.kind, kinds);
  const { revision, time } = momentOf(question.at, past, span);
  const { name } = question;
  const object = objectKey(kind, question);
  const missing = missingOf(question);
  const profile = profileAt(releases, revision);
  const options = { past, accountants, profile, faults, hinges: true };
  const answer = whyNot({ kind, object, missing, revision, time }, options);
  if (answer !== undefined) return answer;
  if (past.get(object.bucket, object.key, revision) === undefined) {
    const about = `there has never been a ${kind.kind} ${object.key}`;
    throw new QuestionError(about, { reason: 'missing', object: { kind, name } });
  }
  throw new QuestionError(
    `no controller says what ${kind.kind} ${object.key} did not do; ask about a CronJob, about a Pod or a workload with a node (--on), about what has a size with --fewer or --more, or about an object that is not there`,
  );
}

/** @throws {QuestionError} */
function missingOf({ on, size }: WhyNotQuestion): Missing {
  if (on !== undefined && size !== undefined) {
    throw new QuestionError('ask about a node or about the size, not both');
  }
  if (on !== undefined) return { what: 'pod', node: on };
  return { what: size ?? 'run' };
}
