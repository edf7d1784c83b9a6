/** A report card as JUnit XML: a suite for each family, a test case for each case. */
import type { CaseResult, Failure } from '#grade';
import { attributesOf, escaped } from '../xml.ts';

export function junitOf(results: readonly CaseResult[]): string {
  const families = [...new Set(results.map(({ family }) => family))];
  const suites = families.map((family) => {
    return suiteOf(
      family,
      results.filter((result) => result.family === family),
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function suiteOf(name: string, results: readonly CaseResult[]): string {
  const count = (expected: string): number =>
    results.filter(({ verdict }) => verdict === expected).length;
  const attributes = attributesOf({
    ...{ name, tests: results.length, failures: count('fail'), skipped: count('not exercised') },
    time: seconds(results.reduce((sum, { wallMs }) => sum + wallMs, 0)),
  });
  return `  <testsuite ${attributes}>\n${results.map(caseOf).join('')}  </testsuite>\n`;
}

function caseOf({ number, title, id, wallMs, reason, failures, source }: CaseResult): string {
  const name = `${number} ${title}`;
  const attributes = attributesOf({ name, classname: id, time: seconds(wallMs) });
  if (reason !== undefined) {
    return `    <testcase ${attributes}><skipped message="${escaped(reason)}"/></testcase>\n`;
  }
  if (failures.length === 0) return `    <testcase ${attributes}/>\n`;
  const inside = failures.map((failure) => failureOf(failure, source)).join('');
  return `    <testcase ${attributes}>${inside}</testcase>\n`;
}

function failureOf({ rule, found, because, requests }: Failure, source: string): string {
  const lines = requests.map(({ atMs, verb, what, code }) => `${atMs} ms: ${verb} ${what} ${code}`);
  const text = [because, source, ...lines].join('\n');
  const message = escaped(`expected ${rule}, found ${found}`);
  return `<failure message="${message}">${escaped(text)}</failure>`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
