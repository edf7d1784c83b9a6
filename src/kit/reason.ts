/** Why a field has its value, as data and as text. */
import { inspect } from 'node:util';
import { plainStyle, timeText, whyText, type Explanation } from '#record';

/** Prints as text: `console.log(await cluster.why('ds/agent', 'numberReady'))`. */
export interface Reason extends Explanation {
  /** The explanation as lines of text. */
  toString(): string;
}

/** @param startMs when the run began: times are shown since then */
export function reasonOf(explanation: Explanation, startMs: number): Reason {
  const text = (): string =>
    whyText(explanation, (time) => timeText(time - startMs), plainStyle).join('\n');
  const hidden = { enumerable: false, value: text };
  return Object.defineProperties(
    { ...explanation },
    { toString: hidden, [inspect.custom]: hidden },
  ) as Reason;
}
