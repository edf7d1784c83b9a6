/** The final tables of a run: the state of the cluster, the checks, and the cost. */
import { columnsBesideName, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { type Style, timeText } from '#record';
import { hintsFor, type Run } from '#run';
import type { CheckResult } from '#scenario';
import { isControlled } from './run/brief.ts';
import { table } from './table.ts';

export interface SummaryInput {
  readonly run: Run;
  readonly wallMs: number;
  readonly style: Style;
  /** Lines to print before the verdict. */
  readonly details?: readonly string[];
  /** Leave out what other objects control, such as the pods of a workload. Default: false. */
  readonly isBrief?: boolean;
  /** How the run is named on the command line, with its options; undefined where it cannot be named again. */
  readonly named?: string | undefined;
}

/** Of more failed checks only the first are explained. */
const MOST_WHYS = 3;
/** More rows than this are cut. */
const MOST_ROWS = 20;

export async function summaryLines(input: SummaryInput): Promise<string[]> {
  const { run, style } = input;
  const { simulator, checks } = run;
  const lines: string[] = [''];
  for (const kind of simulator.kinds.stored) {
    if (kind.wire.readOnly === true || kind.view.isLeftOutOfSummary === true) continue;
    const client = simulator.clients.as({ actor: 'cli' });
    const { items: all } = await client.list(kind);
    const items = input.isBrief === true ? all.filter((item) => !isControlled(item)) : all;
    if (items.length > 0) lines.push(...kindTable(kind, items, simulator.clock.now(), style), '');
  }
  lines.push(...(input.details ?? []), ...checkLines(checks, await hintsFor(run), style));
  lines.push(...(await whyLines(input)));
  const held = checks.filter(({ passed }) => passed).length;
  const verdict = held === checks.length ? style.good : style.bad;
  const decided =
    checks.length === 0
      ? style.warn('no checks')
      : verdict(`${held} of ${checks.length} checks held`);
  lines.push(
    `${decided}; ` +
      `${timeText(simulator.clock.now() - run.scenario.startMs)} of virtual time and ${run.writes} writes ` +
      `in ${(input.wallMs / 1000).toFixed(2)} s`,
  );
  return lines;
}

/** For failed checks of a field: the command that asks why, and what it says first. */
async function whyLines({ run, named, style }: SummaryInput): Promise<readonly string[]> {
  const failed = run.checks.filter(({ passed, field }) => !passed && field !== undefined);
  if (named === undefined || failed.length === 0) return [];
  const { whyOfCheck } = await import('./why/of-check.ts');
  return failed.slice(0, MOST_WHYS).flatMap((check) => {
    const why = whyOfCheck(check, run.log, run.simulator.kinds, named);
    if (why === undefined) return [];
    return [
      `       why line ${check.line}: ${style.act(why.command)}`,
      ...why.lines.map((text) => style.dim(`       | ${text}`)),
    ];
  });
}

function kindTable(kind: Kind, items: readonly KubeObject[], now: number, style: Style): string[] {
  const columns = columnsBesideName(kind).filter(({ priority }) => priority === 0);
  const header = [kind.kind, ...columns.map(({ name }) => name)];
  const rows = items
    .slice(0, MOST_ROWS)
    .map((item) => [item.metadata.name, ...columns.map(({ cell }) => String(cell(item, now)))]);
  const [first, ...rest] = table(header, rows);
  const more =
    items.length > MOST_ROWS ? [style.dim(`... and ${items.length - MOST_ROWS} more`)] : [];
  return [style.bold(first!), ...rest, ...more];
}

function checkLines(
  checks: readonly CheckResult[],
  hints: ReadonlyMap<CheckResult, string>,
  style: Style,
): string[] {
  return checks
    .filter(({ passed }) => !passed)
    .flatMap((check) => {
      const { line, name, summary, actual } = check;
      const title = name === undefined ? summary : `${name}: ${summary}`;
      const hint = hints.get(check);
      return [
        `${style.bad('failed')} line ${line}: ${title}: ${actual}`,
        ...(hint === undefined ? [] : [`       ${style.warn(`hint: ${hint}`)}`]),
      ];
    });
}
