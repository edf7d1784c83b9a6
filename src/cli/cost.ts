/** What a run has cost and measured: reconciles, how long checks waited, and the numbers that they watched. */
import { timeText, type Style } from '#record';
import type { Run } from '#run';
import type { CheckResult } from '#scenario';
import { table } from './table.ts';

/** More waits or numbers than this are cut. */
const MOST_WAITS = 3;
const MOST_NUMBERS = 10;

export function costLines({ simulator, checks, writes }: Run, style: Style): string[] {
  return [
    style.dim(`${writes} writes, ${simulator.reconciles} reconciles`),
    ...waitLines(checks, style),
    ...numberLines(checks, style),
  ];
}

/** Returns the checks that took longest to become true: how close each `within` is. */
function waitLines(checks: readonly CheckResult[], style: Style): string[] {
  const waits = checks
    .filter(({ verb, passed }) => passed && ['expect', 'holds', 'inOrder'].includes(verb))
    .map((check) => ({ check, ms: (check.decidedAtMs ?? check.startedAtMs) - check.startedAtMs }))
    .filter(({ ms }) => ms > 0)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, MOST_WAITS);
  if (waits.length === 0) return [];
  const rows = waits.map(({ check, ms }) => [timeText(ms), placeOf(check)]);
  return ['', ...titled(table(['Longest waits', 'Check'], rows), style)];
}

/** Returns the numbers that changed while a check watched them. */
function numberLines(checks: readonly CheckResult[], style: Style): string[] {
  const rows = checks.flatMap((check) =>
    (check.watched ?? [])
      .filter(({ min, max }) => min !== max)
      .map(({ what, min, max, avg }) => [what, `${min}`, `${max}`, `${avg}`, placeOf(check)]),
  );
  if (rows.length === 0) return [];
  const lines = table(['Watched', 'Min', 'Max', 'Avg', 'Check'], rows.slice(0, MOST_NUMBERS));
  const more = rows.length - MOST_NUMBERS;
  return [
    '',
    ...titled(lines, style),
    ...(more > 0 ? [style.dim(`... and ${more} more; -o json has all`)] : []),
  ];
}

function placeOf({ line, name, verb, summary }: CheckResult): string {
  const text = name ?? (summary.length > 60 ? `${summary.slice(0, 57)}...` : summary);
  return `line ${line}: ${name === undefined ? text : `${verb} ${text}`}`;
}

function titled([first, ...rest]: readonly string[], style: Style): string[] {
  return [style.bold(first!), ...rest];
}
