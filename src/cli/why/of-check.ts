/** Why a check failed: the first lines of the account of the field that was not as expected, and the command that asks. */
import { accountants } from '#accounts';
import type { KindRegistry } from '#catalog';
import {
  explain,
  plainStyle,
  QuestionError,
  timeText,
  whyText,
  type CheckMark,
  type RunLog,
} from '#record';
import { whyCommand } from './command-line.ts';

export interface CheckWhy {
  readonly command: string;
  /** What the command prints first. */
  readonly lines: readonly string[];
}

/** More lines are left to the command. */
const MOST_LINES = 9;

/**
 * Returns undefined for a check that is not about a field of an object that was there.
 * @param run how the run is named on the command line: its file and options
 */
export function whyOfCheck(
  { object, field, decidedAtMs }: CheckMark,
  { head, past, faults }: RunLog,
  kinds: KindRegistry,
  run: string,
): CheckWhy | undefined {
  if (object === undefined || field === undefined) return undefined;
  const { kind, name, namespace = 'default' } = object;
  const atMs = decidedAtMs ?? head.endMs - head.startMs;
  const at = `${atMs / 1000}s`;
  const question = { ...object, field: field.replace(/^status\./, '') };
  const command = `${whyCommand('orrery', run, question, kinds)} --at ${at}`;
  try {
    const explanation = explain(
      { kind, name, namespace, field, at },
      {
        ...{
          past,
          kinds,
          accountants,
          span: head,
          releases: head,
        },
        ...(faults && { faults }),
      },
    );
    const lines = whyText(explanation, (time) => timeText(time - head.startMs), plainStyle);
    const shown = lines.filter((line) => line !== '');
    const more = shown.length > MOST_LINES ? ['...'] : [];
    return { command, lines: [...shown.slice(0, MOST_LINES), ...more] };
  } catch (error) {
    // Of a run that keeps no history.
    if (error instanceof QuestionError) return { command, lines: [] };
    throw error;
  }
}
