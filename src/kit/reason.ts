/** Why a field has its value, as data and as text. */
import { inspect } from 'node:util';
import {
  plainStyle,
  timeText,
  whyNotText,
  whyText,
  type Absence,
  type Explanation,
  type TimePrinter,
} from '#record';

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

/** @param startMs when the run began: times are shown since then */
export function reasonOf(explanation: Explanation, startMs: number): Reason {
  return printing(explanation, startMs, (at) => whyText(explanation, at, plainStyle));
}

/** @param startMs as above */
export function reasonNot(absence: Absence, startMs: number): ReasonNot {
  return printing(absence, startMs, (at) => whyNotText(absence, at, plainStyle));
}

function printing<T extends object>(
  answer: T,
  startMs: number,
  linesOf: (at: TimePrinter) => readonly string[],
): T & { toString(): string } {
  const text = (): string => linesOf((time) => timeText(time - startMs)).join('\n');
  const hidden = { enumerable: false, value: text };
  return Object.defineProperties(
    { ...answer },
    { toString: hidden, [inspect.custom]: hidden },
  ) as T & { toString(): string };
}
