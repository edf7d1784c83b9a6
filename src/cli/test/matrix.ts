/** Results at several releases of Kubernetes, side by side: a row for each scenario, a column for each release. */
import type { Style } from '#record';
import type { ScenarioResult } from './result.ts';

/** Returns the table, and below it what was first otherwise for each scenario that does not hold at all of them. */
export function matrixLines(
  results: readonly ScenarioResult[],
  releases: readonly string[],
  style: Style,
): readonly string[] {
  const rows = [...new Set(results.map(({ title }) => title))].map(
    (title) => [title, results.filter((result) => result.title === title)] as const,
  );
  const width = Math.max(...rows.map(([title]) => title.length), 'Scenario'.length);
  const head = `${'Scenario'.padEnd(width)}  ${releases.join('  ')}`;
  const lines = rows.map(([title, of]) => {
    const cells = releases.map((release) => {
      const result = of.find(({ kubernetes }) => kubernetes === release);
      return centred(markOf(result, style), release.length);
    });
    return `${title.padEnd(width)}  ${cells.join('  ')}`.trimEnd();
  });
  const differences = rows.flatMap(([title, of]) => differencesOf(title, of, style));
  return [style.bold(head), ...lines, ...(differences.length > 0 ? ['', ...differences] : [])];
}

function markOf(result: ScenarioResult | undefined, style: Style): string {
  if (result === undefined) return ' ';
  return result.passed ? style.good('✓') : style.bad('✗');
}

/** Returns a mark in the middle of a column. It may be painted: only its place counts. */
function centred(mark: string, width: number): string {
  const before = Math.floor((width - 1) / 2);
  return `${' '.repeat(before)}${mark}${' '.repeat(width - 1 - before)}`;
}

/** Returns a line for each run of releases at which the same is first otherwise. */
function differencesOf(
  title: string,
  results: readonly ScenarioResult[],
  style: Style,
): readonly string[] {
  const spans: { from: string; to: string; why: string }[] = [];
  let before: string | undefined;
  for (const result of results) {
    const why = result.passed ? undefined : firstFailure(result);
    const { kubernetes = '' } = result;
    if (why !== undefined && why === before) spans.at(-1)!.to = kubernetes;
    else if (why !== undefined) spans.push({ from: kubernetes, to: kubernetes, why });
    before = why;
  }
  return spans.map(({ from, to, why }) => {
    const when = from === to ? from : `${from} to ${to}`;
    return `${style.bad('✗')} ${style.bold(title)} at ${when}: ${why}`;
  });
}

function firstFailure({ error, checks }: ScenarioResult): string {
  const failed = checks.find(({ passed }) => !passed);
  if (failed === undefined) return error?.split('\n')[0] ?? 'it failed';
  const { file, line, name, summary, expected, actual } = failed;
  return `${file}:${line} ${name ?? summary}: expected ${expected}, found ${actual}`;
}
