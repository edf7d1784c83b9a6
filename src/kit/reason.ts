/** Why a field has its value, as data and as text. */
import { inspect } from 'node:util';
import { accountants } from '#accounts';
import {
  explain,
  explainNot,
  plainStyle,
  subjectOf,
  timeText,
  whyNotText,
  whyText,
  type Absence,
  type Explanation,
  type TimePrinter,
  type Witness,
} from '#record';
import type { Run } from '#run';
import type { Where } from './objects.ts';

/** Prints as text: `console.log(await cluster.why('ds/agent', 'numberReady'))`. */
export interface Reason extends Explanation {
  /** The explanation as lines of text. */
  toString(): string;
}

/** The same of what did not happen. */
export interface ReasonNot extends Absence {
  /** The answer as lines of text. */
  toString(): string;
}

/** What an object did not do: have a pod on the node, or another size. */
export interface NotDone {
  /** Default: `default`. */
  readonly namespace?: string;
  /** Why is the pod, or a pod of the DaemonSet, not on this node? */
  readonly on?: string;
  /** Why does it not have fewer replicas, or more? */
  readonly size?: 'fewer' | 'more';
}

/** @throws {QuestionError} for an unknown object or field */
export function reasonOf(
  run: Run,
  object: string,
  field: string,
  { namespace = 'default' }: Where,
): Reason {
  const explanation = explain({ ...subjectOf(object), namespace, field }, witnessOf(run));
  return printing(explanation, run, (at) => whyText(explanation, at, plainStyle));
}

/** @throws {QuestionError} where no controller knows */
export function reasonNot(
  run: Run,
  object: string,
  { namespace = 'default', ...notDone }: NotDone,
): ReasonNot {
  const absence = explainNot({ ...subjectOf(object), namespace, ...notDone }, witnessOf(run));
  return printing(absence, run, (at) => whyNotText(absence, at, plainStyle));
}

function witnessOf({ simulator: { kinds }, log: { head, past, faults } }: Run): Witness {
  return { past, span: head, kinds, accountants, faults, releases: head };
}

function printing<T extends object>(
  answer: T,
  { scenario: { startMs } }: Run,
  linesOf: (at: TimePrinter) => readonly string[],
): T & { toString(): string } {
  const text = (): string => linesOf((time) => timeText(time - startMs)).join('\n');
  const hidden = { enumerable: false, value: text };
  return Object.defineProperties(
    { ...answer },
    { toString: hidden, [inspect.custom]: hidden },
  ) as T & { toString(): string };
}
