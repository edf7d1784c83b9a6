/** Findings as JUnit XML: a test case for each, which fails where it breaks something. */
import { attributesOf, escaped } from '../xml.ts';
import type { Finding } from './finding.ts';
import { objectsText, sinceText, type Report } from './text.ts';

export function junitOf({ from, to, findings }: Report): string {
  const failures = findings.filter(({ breaks }) => breaks).length;
  const name = `upgrade from ${from} to ${to}`;
  const attributes = attributesOf({ name, tests: Math.max(findings.length, 1), failures });
  const cases = findings.length === 0 ? [nothing(name)] : findings.map(caseOf);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite ${attributes}>\n${cases.join('')}  </testsuite>\n</testsuites>\n`;
}

function nothing(classname: string): string {
  return `    <testcase ${attributesOf({ name: 'nothing changes', classname })}/>\n`;
}

function caseOf(finding: Finding): string {
  const { what, breaks, field, file, line, message, why = [] } = finding;
  const parts = [what, objectsText(finding), field, sinceText(finding)];
  const attributes = attributesOf({
    name: parts.filter((part) => part !== undefined && part !== '').join(' '),
    classname: what,
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
  });
  const details = escaped([message, ...why].join('\n'));
  return breaks
    ? `    <testcase ${attributes}><failure message="${escaped(message)}">${details}</failure></testcase>\n`
    : `    <testcase ${attributes}><system-out>${details}</system-out></testcase>\n`;
}
