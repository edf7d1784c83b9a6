/** Says why an object is not there, or did not do something, from a run or from a running server. */
import { accountants } from '#accounts';
import { formatMicroTime } from '#values';
import { explainNot, subjectOf, timeText, whyNotText, type WhyNotQuestion } from '#record';
import { exitCodes } from '../exit-codes.ts';
import { printData, printText } from '../output.ts';
import { answerEach } from '../past/combinations.ts';
import { kindsIn } from '../past/kinds.ts';
import { LivePast } from '../past/live.ts';
import { openPast } from '../past/open.ts';
import { styleFor } from '../style.ts';
import type { WhyCommandOptions } from './why.ts';

export interface WhyNotOptions {
  readonly not?: true;
  /** A node. */
  readonly on?: string;
  readonly fewer?: true;
  readonly more?: true;
}

/** Prints the answer; resolves with the exit code. @throws {UsageError} */
export function whyNotCommand(
  object: string,
  options: WhyCommandOptions & WhyNotOptions,
): Promise<number> {
  const { namespace, at, on, fewer, more } = options;
  const size = fewer === true ? 'fewer' : more === true ? 'more' : undefined;
  const question: WhyNotQuestion = { ...subjectOf(object), namespace, on, size, at };
  return answerEach(options, ['text'], (each) => answer(question, each));
}

async function answer(question: WhyNotQuestion, options: WhyCommandOptions): Promise<number> {
  const { run } = options;
  const { absence, at } =
    run === undefined ? await askLive(question, options) : await askRun(run, question, options);
  if (options.output === 'json') printData(`${JSON.stringify(absence, undefined, 2)}\n`);
  else {
    const style = styleFor(process.stdout, process.env);
    printText(`${whyNotText(absence, at, style).join('\n')}\n`);
  }
  return exitCodes.ok;
}

async function askLive(question: WhyNotQuestion, options: WhyCommandOptions) {
  return { absence: await new LivePast(options).whyNot(question), at: formatMicroTime };
}

async function askRun(
  run: string,
  question: WhyNotQuestion,
  { seed, set, allowOutside, kubernetes }: WhyCommandOptions,
) {
  const { head, past, faults } = await openPast({ run, seed, set, allowOutside, kubernetes });
  const kinds = kindsIn({ head, past });
  const witness = { past, span: head, kinds, accountants, releases: head, faults };
  const absence = explainNot(question, witness);
  return { absence, at: (time: number) => timeText(time - head.startMs) };
}
