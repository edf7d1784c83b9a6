/** Asks the past of a run, or of a running server, why a field of an object has its value. */
import { featureGates, formatMicroTime } from '#kinds';
import { History, why, type Explanation } from '#record';
import { exitCodes } from '../exit-codes.ts';
import { LivePast } from '../past/live.ts';
import { momentOf } from '../past/moment.ts';
import { openPast } from '../past/open.ts';
import type { PastCommandOptions } from '../past/options.ts';
import { subjectOf } from '../past/subject.ts';
import { styleFor } from '../style.ts';
import { timeText } from '../timeline.ts';
import { UsageError } from '../usage-error.ts';
import { accountants } from './accountants.ts';
import { fieldOf } from './field.ts';
import { whyText } from './text.ts';
import { printData, printText } from '../output.ts';

export interface WhyCommandOptions extends PastCommandOptions {
  readonly namespace: string;
  readonly output: 'text' | 'json';
}

/** An explanation, and how to print its times (virtual ms). */
interface Told {
  readonly told: Explanation;
  readonly at: (time: number) => string;
}

/** Prints the explanation; resolves with the exit code. @throws {UsageError} */
export async function whyCommand(
  object: string,
  field: string,
  options: WhyCommandOptions,
): Promise<number> {
  const { run } = options;
  const { told, at } =
    run === undefined
      ? await askLive(object, field, options)
      : await askRun(run, object, field, options);
  if (options.output === 'json') {
    printData(`${JSON.stringify(told, undefined, 2)}\n`);
  } else {
    const style = styleFor(process.stdout, process.env);
    printText(`${whyText(told, at, style).join('\n')}\n`);
  }
  return exitCodes.ok;
}

async function askLive(object: string, field: string, options: WhyCommandOptions): Promise<Told> {
  const { namespace, at } = options;
  const { kind, name } = subjectOf(object, namespace);
  const told = await new LivePast(options).why({ kind, namespace, name, field, at });
  return { told, at: formatMicroTime };
}

async function askRun(
  run: string,
  text: string,
  field: string,
  { seed, set, allowOutside, at, namespace }: WhyCommandOptions,
): Promise<Told> {
  const { kind, object } = subjectOf(text, namespace);
  const { head, changes } = await openPast({ run, seed, set, allowOutside });
  const history = new History(changes);
  const { revision, time } = momentOf(at, history, head);
  const found = history.objectAt(object, revision);
  if (found === undefined) {
    throw new UsageError(`there was no ${kind.kind} ${object.key} then (revision ${revision})`);
  }
  const path = fieldOf(field, kind);
  const features = featureGates(head.features);
  const told = why({ kind, object, path, revision, time }, { history, accountants, features });
  return { told, at: (time) => timeText(time - head.startMs) };
}
