/** Results as JUnit XML, the form that CI systems read: a suite for each scenario, a case for each check. */
import { attributesOf, escaped } from '../xml.ts';
import type { CheckOutcome, ScenarioResult } from './result.ts';

export function junitXml(results: readonly ScenarioResult[]): string {
  const suites = results.map(suite).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites}</testsuites>\n`;
}

function suite(result: ScenarioResult): string {
  const { title, checks, error, wallMs, kubernetes, skipped } = result;
  const failures = checks.filter(({ passed }) => !passed).length;
  const attributes = attributesOf({
    name: kubernetes === undefined ? title : `${title} at ${kubernetes}`,
    tests: checks.length + (error === undefined ? 0 : 1) + (skipped === undefined ? 0 : 1),
    failures,
    errors: error === undefined ? 0 : 1,
    ...(skipped !== undefined && { skipped: 1 }),
    time: (wallMs / 1000).toFixed(3),
  });
  const broken =
    error === undefined ? '' : unplayed(result, `<error message="${escaped(error)}"/>`);
  const left =
    skipped === undefined ? '' : unplayed(result, `<skipped message="${escaped(skipped)}"/>`);
  const cases = checks.map((check) => caseOf(result, check)).join('');
  return `  <testsuite ${attributes}>\n${broken}${left}${cases}  </testsuite>\n`;
}

function unplayed({ file, title }: ScenarioResult, reason: string): string {
  const attributes = attributesOf({ name: 'is played', classname: title, file });
  return `    <testcase ${attributes}>${reason}</testcase>\n`;
}

function caseOf({ title, file: scenario }: ScenarioResult, check: CheckOutcome): string {
  const {
    name,
    summary,
    file,
    line,
    passed,
    expected,
    actual,
    around = [],
    hint,
    why,
    replay = '',
  } = check;
  // Virtual time: from the check's start to its decision.
  const virtualMs = (check.decidedAtMs ?? check.startedAtMs) - check.startedAtMs;
  const attributes = attributesOf({
    name: `${name ?? summary} (line ${line})`,
    classname: title,
    file: file === '' ? scenario : file,
    line,
    time: (virtualMs / 1000).toFixed(3),
  });
  if (passed) return `    <testcase ${attributes}/>\n`;
  const message = `expected ${expected}, found ${actual}`;
  const hints = hint === undefined ? [] : [`hint: ${hint}`];
  const whys = why === undefined ? [] : ['', `why: ${why.command}`, ...why.lines];
  const details = [...hints, ...around, ...whys, '', replay].join('\n');
  return `    <testcase ${attributes}><failure message="${escaped(message)}">${escaped(details)}</failure></testcase>\n`;
}
