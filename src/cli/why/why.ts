/** Asks the past of a run why a field has its value. */
import { featureGates } from '#kinds';
import {
  History,
  parsePath,
  valueAt,
  why,
  type Explanation,
  type RunHead,
  type Segment,
} from '#record';
import { exitCodes } from '../exit-codes.ts';
import { momentOf } from '../past/moment.ts';
import { openPast } from '../past/open.ts';
import type { PastCommandOptions } from '../past/options.ts';
import { subjectOf, type Subject } from '../past/subject.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { accountants } from './accountants.ts';
import { whyText } from './text.ts';

export interface WhyCommandOptions extends PastCommandOptions {
  readonly namespace: string;
  readonly output: 'text' | 'json';
}

/** Prints the explanation; resolves with the exit code. @throws {UsageError} */
export async function whyCommand(
  object: string,
  field: string,
  options: WhyCommandOptions,
): Promise<number> {
  const subject = subjectOf(object, options.namespace);
  const { head, changes } = await openPast(options);
  const history = new History(changes);
  const moment = momentOf(options.at, history, head);
  const told = explain(subject, field, moment.revision, history, head);
  if (options.output === 'json') {
    process.stdout.write(`${JSON.stringify(told, undefined, 2)}\n`);
  } else {
    const style = styleFor(process.stdout, process.env);
    process.stdout.write(`${whyText(told, head.startMs, style).join('\n')}\n`);
  }
  return exitCodes.ok;
}

function explain(
  { kind, object }: Subject,
  field: string,
  revision: number,
  history: History,
  { features }: RunHead,
): Explanation {
  const version = history.versionAt(object, revision);
  if (version === undefined) {
    throw new UsageError(`there was no ${kind.kind} ${object.key} then (revision ${revision})`);
  }
  const path = pathOf(field, version.value);
  const options = { history, accountants, features: featureGates(features) };
  return why({ kind, object, path, revision }, options);
}

/** The path as written, or below the status when it only exists there. */
function pathOf(field: string, object: unknown): readonly Segment[] {
  let path: readonly Segment[];
  try {
    path = parsePath(field);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const top = path[0];
  const isTop = top === 'status' || valueAt(object, path.slice(0, 1)) !== undefined;
  return isTop ? path : ['status', ...path];
}
