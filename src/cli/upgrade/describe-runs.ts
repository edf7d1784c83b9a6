/** What runs at several releases, and one that is upgraded meanwhile, say about an upgrade. */
import type { RunLog } from '#record';
import { accountsOf, reasonsFor, type Side } from './causes.ts';
import { otherChecks } from './checks.ts';
import { partings, type Evolving, type Moment, type Parting } from './evolutions.ts';
import type { Finding } from './finding.ts';
import type { Gates } from './plays.ts';
import { restartsOf } from './restarts.ts';

/** The way from one release to another. */
export interface Walk {
  /** All releases on it, the first and the last included. */
  readonly minors: readonly number[];
  readonly gates: Gates;
  readonly nodes: number;
  readonly seed: number | undefined;
  /** Whether runs are played at each release, not only at the ends. */
  readonly isEach: boolean;
  /** Whether pods may be restarted. */
  readonly allowsRestarts: boolean;
  /** Shows what is done now. */
  progress(text: string): void;
}

export interface Runs {
  /** At releases, in order: at least the first; the last where it can be played there. */
  readonly sides: readonly Side[];
  /** Absent where there is none. */
  readonly upgraded?: RunLog;
  /** When it came to which release. */
  readonly moves: readonly { readonly minor: number; readonly atMs: number }[];
  readonly evolving: readonly Evolving[];
}

/** Returns what they show: statuses and checks from release to release, then what the upgrade itself does. */
export function describeRuns(
  { sides, upgraded, moves, evolving }: Runs,
  { allowsRestarts }: Pick<Walk, 'allowsRestarts'>,
): readonly Finding[] {
  const pairs = sides.slice(1).map((right, index) => [sides[index]!, right] as const);
  return [
    ...pairs.flatMap(([left, right]) => [
      ...checkFindings(left, right, `at ${right.name}`),
      ...statusFindings(evolving, left, right),
    ]),
    ...(upgraded === undefined
      ? []
      : [
          ...checkFindings(sides[0]!, upgradedSide(upgraded, moves), 'in the upgrade'),
          ...restartFindings(upgraded, sides[0]!, moves, !allowsRestarts),
        ]),
  ];
}

function statusFindings(
  evolving: readonly Evolving[],
  left: Side,
  right: Side,
): readonly Finding[] {
  return partings(evolving, left.log, right.log).map((parting) => ({
    ...{ what: 'status', breaks: false, since: right.name, after: left.name },
    objects: [parting.object.label],
    field: parting.field,
    message: partingText(parting, left.name, right.name),
    why: accountsOf(parting, left, right),
  }));
}

function partingText({ left, right }: Parting, before: string, after: string): string {
  return `at ${before} ${shown(left)}, at ${after} ${shown(right)}, from ${left.atMs / 1000}s on`;
}

function shown({ value }: Moment): string {
  return value ?? 'nothing';
}

function upgradedSide(log: RunLog, moves: Runs['moves']): Side {
  return { name: `1.${moves.at(-1)!.minor}`, log };
}

function checkFindings(before: Side, after: Side, where: string): readonly Finding[] {
  const between = { since: after.name, after: before.name };
  return otherChecks(before.log.checks, after.log.checks).map(({ before: was, after: is }) => {
    const { file, line, summary, expected, actual, passed } = is;
    const found = passed
      ? `it holds ${where}; before: ${was.actual}`
      : `it fails ${where}: expected ${expected}, found ${actual}`;
    return {
      ...{ what: 'check', breaks: !passed, ...between, objects: [], file, line },
      message: `${is.name ?? summary}: ${found}`,
    };
  });
}

function restartFindings(
  upgraded: RunLog,
  without: Side,
  moves: Runs['moves'],
  breaks: boolean,
): readonly Finding[] {
  const [{ atMs: sinceMs } = { atMs: 0 }] = moves;
  return restartsOf(upgraded, without.log, sinceMs).map(({ workload, count, atMs, change }) => {
    const minor = moves.findLast((move) => move.atMs <= atMs)?.minor ?? 0;
    const pods = count === 1 ? 'one pod goes' : `${count} pods go`;
    return {
      ...{ what: 'restarted', breaks, since: `1.${minor}`, after: `1.${minor - 1}` },
      objects: [workload],
      message: `${pods} because of the upgrade, ${change.key} first`,
      why: reasonsFor(change, upgraded),
    };
  });
}
