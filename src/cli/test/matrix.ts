/** Results at several releases of Kubernetes, side by side: a row for each scenario, a column for each release. */
import type { Style } from '#record';
import type { ScenarioResult } from './result.ts';

/** The results of a scenario. */
interface Row {
  readonly label: string;
  readonly results: readonly ScenarioResult[];
}

/**
 * Returns the table, and below it what was first otherwise for each scenario that does not hold at all of them, and why it was
 * skipped where it was.
 */
export function matrixLines(
  results: readonly ScenarioResult[],
  releases: readonly string[],
  style: Style,
): readonly string[] {
  const rows = rowsOf(results);
  const width = Math.max(...rows.map(({ label }) => label.length), 'Scenario'.length);
  const head = `${'Scenario'.padEnd(width)}  ${releases.join('  ')}`;
  const lines = rows.map(({ label, results: of }) => {
    const cells = releases.map((release) => {
      const result = of.find(({ kubernetes }) => kubernetes === release);
      return centred(markOf(result, style), release.length);
    });
    return `${label.padEnd(width)}  ${cells.join('  ')}`.trimEnd();
  });
  const remarks = [
    ...rows.flatMap((row) => remarksOf(row, style.bad('✗'), failureOf, style)),
    ...rows.flatMap((row) => remarksOf(row, style.dim('-'), ({ skipped }) => skipped, style)),
  ];
  return [style.bold(head), ...lines, ...(remarks.length > 0 ? ['', ...remarks] : [])];
}

/** Returns the rows: two files may have scenarios with the same title, and a file that is invalid at a release has none there. */
function rowsOf(results: readonly ScenarioResult[]): readonly Row[] {
  const files = [...new Set(results.map(({ file }) => file))];
  const rows = files.flatMap((file) => rowsOfFile(results.filter((each) => each.file === file)));
  const labels = rows.map(({ label }) => label);
  return rows.map(({ label, results: of }) => {
    const isOnly = labels.indexOf(label) === labels.lastIndexOf(label);
    return { label: isOnly ? label : `${label} (${of[0]!.file})`, results: of };
  });
}

function rowsOfFile(results: readonly ScenarioResult[]): readonly Row[] {
  const titles = [...new Set(results.map(({ title }) => title))];
  const [only, second] = titles.filter((title) => title !== results[0]!.file);
  if (only !== undefined && second === undefined) return [{ label: only, results }];
  return titles.map((label) => ({
    label,
    results: results.filter(({ title }) => title === label),
  }));
}

function markOf(result: ScenarioResult | undefined, style: Style): string {
  if (result === undefined) return ' ';
  if (result.skipped !== undefined) return style.dim('-');
  return result.passed ? style.good('✓') : style.bad('✗');
}

/** Returns a mark in the middle of a column. It may be painted: only its place counts. */
function centred(mark: string, width: number): string {
  const before = Math.floor((width - 1) / 2);
  return `${' '.repeat(before)}${mark}${' '.repeat(width - 1 - before)}`;
}

/** Returns a line for each thing that is remarked, with the releases at which it is. */
function remarksOf(
  { label, results }: Row,
  mark: string,
  remarkOf: (result: ScenarioResult) => string | undefined,
  style: Style,
): readonly string[] {
  const spans = new Map<string, { from: string; to: string }[]>();
  let before: string | undefined;
  for (const result of results) {
    const { kubernetes = '' } = result;
    const remark = remarkOf(result);
    if (remark !== undefined && remark === before) spans.get(remark)!.at(-1)!.to = kubernetes;
    else if (remark !== undefined) {
      const those = spans.get(remark) ?? [];
      spans.set(remark, [...those, { from: kubernetes, to: kubernetes }]);
    }
    before = remark;
  }
  return [...spans].map(([remark, those]) => {
    const when = those.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(', ');
    return `${mark} ${style.bold(label)} at ${when}: ${remark}`;
  });
}

function failureOf({ passed, error, checks }: ScenarioResult): string | undefined {
  if (passed) return undefined;
  const failed = checks.find((check) => !check.passed);
  if (failed === undefined) return error?.split('\n')[0] ?? 'it failed';
  const { file, line, name, summary, expected, actual } = failed;
  return `${file}:${line} ${name ?? summary}: expected ${expected}, found ${actual}`;
}
