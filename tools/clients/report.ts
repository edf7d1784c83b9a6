/** What people read of a run. */
import type { Report, StepResult } from './suite.ts';

/** A row for each client, with a heading. */
export function tableOf(reports: readonly Report[]): readonly string[] {
  const rows = [
    ['CLIENT', 'VERSION', 'KUBERNETES', 'STEPS', 'PASSED', 'FAILED', 'SKIPPED', 'WHY'],
    ...reports.map((report) => [
      report.client,
      report.version,
      report.kubernetes,
      String(report.steps.length),
      ...(['passed', 'failed', 'skipped'] as const).map((outcome) =>
        String(report.steps.filter((step) => step.outcome === outcome).length),
      ),
      report.skipped?.split('\n')[0] ?? reasons(report.steps),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

/** Each reason to skip a step, once, with the number of steps. */
function reasons(steps: readonly StepResult[]): string {
  const counts = new Map<string, number>();
  for (const { outcome, why = '' } of steps)
    if (outcome === 'skipped') counts.set(why, (counts.get(why) ?? 0) + 1);
  return [...counts].map(([why, count]) => `${count}: ${why}`).join('; ');
}

/** The steps that failed, with what was seen instead; those that passed too, if they are asked for. */
export function detailsOf(reports: readonly Report[], verbose: boolean): readonly string[] {
  return reports.flatMap(({ client, version, kubernetes, steps }) =>
    steps
      .filter(({ outcome }) => verbose || outcome === 'failed')
      .map(({ step, outcome, why }) => {
        const heading = `${outcome.toUpperCase()} ${client} ${version} at ${kubernetes}: ${step}`;
        return why === undefined ? heading : `${heading}\n${why.replaceAll(/^/gm, '    ')}`;
      }),
  );
}
