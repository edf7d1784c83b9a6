/** What exploring has found as JUnit XML: a test case for each plan that was played. */
import { planWords, type Exploration, type PlanResult } from '#grade';
import { attributesOf, escaped } from '../xml.ts';

export function junitOf({ results, wallMs }: Exploration): string {
  const count = (expected: string): number =>
    results.filter(({ verdict }) => verdict === expected).length;
  const attributes = attributesOf({
    ...{ name: 'explore', tests: results.length, failures: count('fail') },
    ...{ skipped: count('not exercised'), time: seconds(wallMs) },
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite ${attributes}>\n${results.map(caseOf).join('')}  </testsuite>\n</testsuites>\n`;
}

function caseOf(result: PlanResult): string {
  const name = planWords(result.plan);
  const attributes = attributesOf({ name, classname: 'explore', time: seconds(result.wallMs) });
  const inside = insideOf(result);
  return inside === ''
    ? `    <testcase ${attributes}/>\n`
    : `    <testcase ${attributes}>${inside}</testcase>\n`;
}

function insideOf(result: PlanResult): string {
  if (result.verdict === 'pass') return '';
  if (result.verdict === 'not exercised') return `<skipped message="${escaped(result.reason)}"/>`;
  return result.findings
    .map(({ rule, found, because }) => {
      const message = escaped(`expected ${rule}, found ${found}`);
      return `<failure message="${message}">${escaped(because)}</failure>`;
    })
    .join('');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
