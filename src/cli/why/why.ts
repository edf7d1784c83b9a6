/** Explains a field of an object, from a run or from a running server. */
import { accountants } from '#accounts';
import { formatMicroTime } from '#values';
import { explain, subjectOf, timeText, whyText, worthAsking, type Explanation } from '#record';
import { exitCodes } from '../exit-codes.ts';
import { answerEach } from '../past/combinations.ts';
import { LivePast } from '../past/live.ts';
import { kindsIn } from '../past/kinds.ts';
import { objectsThen } from '../past/objects.ts';
import { openPast } from '../past/open.ts';
import type { PastCommandOptions } from '../past/options.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { worthText } from './worth-text.ts';

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
  field: string | undefined,
  options: WhyCommandOptions,
): Promise<number> {
  return answerEach(options, ['text'], (each) =>
    field === undefined ? listFields(object, each) : answer(object, field, each),
  );
}

/** Prints what can be asked about an object, with the command for each. */
async function listFields(text: string, options: WhyCommandOptions): Promise<number> {
  const subject = subjectOf(text);
  const then = await objectsThen(options);
  const kind = await then.kind(subject.kind);
  const [object] = await then.list({ kind, namespace: options.namespace, name: subject.name });
  if (object === undefined) {
    throw new UsageError(
      `there was no ${kind.kind} ${subject.name} then (revision ${then.moment.revision})`,
    );
  }
  const worth = worthAsking(kind, object, accountants);
  if (options.output === 'json') {
    printData(`${JSON.stringify(worth, undefined, 2)}\n`);
    return exitCodes.ok;
  }
  const style = styleFor(process.stdout, process.env);
  printText(`${worthText(text, worth, commandOptions(options), style).join('\n')}\n`);
  return exitCodes.ok;
}

/** Returns the options of this question, to ask the next one with. */
function commandOptions({ run, seed, at, namespace }: WhyCommandOptions): string {
  return [
    ...(namespace === 'default' ? [] : [`-n ${namespace}`]),
    ...(run === undefined ? [] : [`--run ${run}`]),
    ...(seed === undefined ? [] : [`--seed ${seed}`]),
    ...(at === undefined ? [] : [`--at ${at}`]),
  ]
    .map((each) => ` ${each}`)
    .join('');
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
  { seed, set, allowOutside, kubernetes, at, namespace }: WhyCommandOptions,
): Promise<Explained> {
  const question = { ...subjectOf(text), namespace, field, at };
  const { head, past, faults } = await openPast({ run, seed, set, allowOutside, kubernetes });
  const kinds = kindsIn({ head, past });
  const explanation = explain(question, {
    past,
    span: head,
    kinds,
    accountants,
    releases: head,
    faults,
  });
  return { explanation, at: (time) => timeText(time - head.startMs) };
}
