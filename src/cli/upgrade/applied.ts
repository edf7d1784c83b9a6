/** What manifests change that are applied again after an upgrade. */
import { diff, pathText, type FieldChange, type RunLog } from '#record';
import type { KubeObject } from '#values';
import { counted } from '../counted.ts';
import { reasonsFor } from './causes.ts';
import type { Finding } from './finding.ts';
import type { Runs } from './describe-runs.ts';
import { restartsOf } from './restarts.ts';

/** More changes of one object than this are counted. */
const MOST_CHANGES = 3;
/** What each write changes. */
const silent = /^metadata\.(?:managedFields|generation|resourceVersion)/;

/** An upgraded run, and the same with manifests that are applied again. */
export interface AppliedRuns extends Pick<Runs, 'moves'> {
  readonly upgraded: RunLog;
  readonly again: RunLog;
  /** When they are applied again, virtual ms since the start. */
  readonly atMs: number;
}

/** Returns what that writes, then which pods it restarts. */
export function appliedFindings(
  { upgraded, again, atMs, moves }: AppliedRuns,
  from: number,
  allowsRestarts: boolean,
): readonly Finding[] {
  const between = { since: `1.${moves.at(-1)!.minor}`, after: `1.${from}` };
  const time = again.head.startMs + atMs;
  const written = [...again.past.changes()].flatMap((change): Finding[] => {
    const { value, previous, origin, type } = change;
    if (change.time !== time || origin.actor !== 'scenario' || type === 'deleted') return [];
    const message =
      previous === undefined ? 'applied again, it is made' : changesText(previous, value);
    if (message === undefined) return [];
    return [{ what: 'applied', breaks: false, ...between, objects: [nameOf(value)], message }];
  });
  const restarted = restartsOf(again, upgraded, atMs).map(
    ({ workload, count, change }): Finding => {
      const pods = count === 1 ? 'one pod goes' : `${count} pods go`;
      return {
        ...{ what: 'restarted', breaks: !allowsRestarts, ...between, objects: [workload] },
        message: `${pods} because the manifests are applied again, ${change.key} first`,
        why: reasonsFor(change, again),
      };
    },
  );
  return [...written, ...restarted];
}

/** Returns undefined where nothing changes that somebody has written. */
function changesText(previous: KubeObject, value: KubeObject): string | undefined {
  const isSame = ({ path, from, to }: FieldChange): boolean =>
    silent.test(pathText(path)) || (from == null && to == null);
  const changes = diff(previous, value).filter((change) => !isSame(change));
  if (changes.length === 0) return undefined;
  const shown = changes
    .slice(0, MOST_CHANGES)
    .map(({ path, from, to }) => `${pathText(path)} from ${textOf(from)} to ${textOf(to)}`);
  const more = changes.length - shown.length;
  const rest = more > 0 ? ` and ${counted(more, 'more field')}` : '';
  return `applied again, it changes ${shown.join(', ')}${rest}`;
}

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function nameOf({ kind, metadata: { namespace, name } }: KubeObject): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
