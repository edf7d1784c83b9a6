/** Explains a field of an object, from a run or from a running server. */
import { accountants } from '#controllers';
import { featureGates, formatMicroTime } from '#kinds';
import { explain, subjectOf, timeText, whyText, type Explanation } from '#record';
import { exitCodes } from '../exit-codes.ts';
import { answerEach } from '../past/combinations.ts';
import { LivePast } from '../past/live.ts';
import { kindsIn } from '../past/kinds.ts';
import { openPast } from '../past/open.ts';
import type { PastCommandOptions } from '../past/options.ts';
import { styleFor } from '../style.ts';

import { printData, printText } from '../output.ts';

export interface WhyCommandOptions extends PastCommandOptions {
  readonly namespace: string;
  readonly output: 'text' | 'json';
}

/** An explanation, and how to print its times (virtual ms). */
interface Explained {
  readonly explanation: Explanation;
  readonly at: (time: number) => string;
}

/** Prints the explanation; resolves with the exit code. @throws {UsageError} */
export function whyCommand(
  object: string,
  field: string,
  options: WhyCommandOptions,
): Promise<number> {
  return answerEach(options, ['text'], (each) => answer(object, field, each));
}

async function answer(object: string, field: string, options: WhyCommandOptions): Promise<number> {
  const { run } = options;
  const { explanation, at } =
    run === undefined
      ? await askLive(object, field, options)
      : await askRun(run, object, field, options);
  if (options.output === 'json') {
    printData(`${JSON.stringify(explanation, undefined, 2)}\n`);
  } else {
    const style = styleFor(process.stdout, process.env);
    printText(`${whyText(explanation, at, style).join('\n')}\n`);
  }
  return exitCodes.ok;
}

async function askLive(
  object: string,
  field: string,
  options: WhyCommandOptions,
): Promise<Explained> {
  const { namespace, at } = options;
  const question = { ...subjectOf(object), namespace, field, at };
  const explanation = await new LivePast(options).why(question);
  return { explanation, at: formatMicroTime };
}

async function askRun(
  run: string,
  text: string,
  field: string,
  { seed, set, allowOutside, at, namespace }: WhyCommandOptions,
): Promise<Explained> {
  const question = { ...subjectOf(text), namespace, field, at };
  const { head, past, faults } = await openPast({ run, seed, set, allowOutside });
  const features = featureGates(head.features);
  const explanation = explain(question, {
    past,
    span: head,
    kinds: kindsIn(past),
    accountants,
    features,
    faults,
  });
  return { explanation, at: (time) => timeText(time - head.startMs) };
}
