/** Why something came out otherwise, in lines of text. */
import { accountants } from '#accounts';
import { KindRegistry } from '#catalog';
import { defaultProfile } from '#kinds';
import {
  explain,
  kindsOfRun,
  plainStyle,
  QuestionError,
  timeText,
  whyText,
  type RunLog,
} from '#record';
import type { Change } from '#store';
import type { Parting } from './evolutions.ts';

/** More of an account is left to `orrery why`. */
const MOST_LINES = 5;

const registry = new KindRegistry(defaultProfile);

/** A run, and what its lines are headed with: `1.30`. */
export interface Side {
  readonly name: string;
  readonly log: RunLog;
}

/** Returns the account of a field on both sides, where there is one. */
export function accountsOf(parting: Parting, left: Side, right: Side): readonly string[] {
  return [...accountOf(parting, left), ...accountOf(parting, right)];
}

function accountOf({ object, field, left }: Parting, { name, log }: Side): readonly string[] {
  const { kind, namespace, name: called } = object;
  const at = `${left.atMs / 1000}s`;
  // Of a condition the status is explained.
  const path = field.replace(/\]$/, '].status');
  const lines = linesOf({ kind, name: called, namespace, field: path, at }, log);
  return lines.length === 0 ? [] : [`at ${name}:`, ...lines.map((line) => `  ${line}`)];
}

/** Returns why a pod was deleted. */
export function reasonsFor({ time, value }: Change, log: RunLog): readonly string[] {
  const { name, namespace } = value.metadata;
  const at = `${(time - log.head.startMs) / 1000}s`;
  return linesOf({ kind: 'Pod', name, namespace, field: 'metadata.deletionTimestamp', at }, log);
}

/** The question about a field, whose path is whole. */
interface FieldQuestion {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly field: string;
  readonly at: string;
}

/** Returns who set the field and how it is computed, without what led to it. */
function linesOf(
  { namespace = 'default', ...question }: FieldQuestion,
  { head, past, faults }: RunLog,
): readonly string[] {
  try {
    const explanation = explain(
      { ...question, namespace },
      {
        ...{ past, kinds: kindsOfRun(head, registry), accountants, span: head, releases: head },
        ...(faults && { faults }),
      },
    );
    // Neither the controllers of this release nor its API know the field.
    if (explanation.account === undefined && explanation.value === undefined) return [];
    const text = whyText(
      { ...explanation, chain: explanation.chain.slice(0, 1) },
      (time) => timeText(time - head.startMs),
      plainStyle,
    );
    const from = text.findIndex((line) => line === '') + 1;
    const to = text.findIndex((line) => line.startsWith('What led to'));
    const lines = text.slice(from, to < 0 ? undefined : to).filter((line) => line !== '');
    const more = lines.length > MOST_LINES ? ['...'] : [];
    return [...lines.slice(0, MOST_LINES), ...more];
  } catch (error) {
    // The field does not exist in that release, or the object does not at that moment.
    if (error instanceof QuestionError) return [];
    throw error;
  }
}
