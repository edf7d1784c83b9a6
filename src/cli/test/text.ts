/** Results of tests as text. */
import { type Style, timeText } from '#record';
import type { CheckOutcome, ScenarioResult } from './result.ts';

/**
 * Returns the lines of one scenario: one if it passed, else what failed and how to reproduce it.
 */
export function resultLines(result: ScenarioResult, style: Style): string[] {
  const { title, file, checks, passed, error, seconds, wallMs, skipped } = result;
  if (skipped !== undefined) return [style.dim(`- ${title}  ${file}  skipped, ${skipped}`)];
  const held = checks.filter((check) => check.passed).length;
  const cost = style.dim(
    `${held}/${checks.length} checks, ${timeText(seconds * 1000)} in ${(wallMs / 1000).toFixed(2)} s`,
  );
  const where = title === file ? '' : style.dim(`  ${file}`);
  const line = `${passed ? style.good('✓') : style.bad('✗')} ${style.bold(title)}${where}  ${cost}`;
  const failures = checks.filter((check) => !check.passed);
  return [
    line,
    ...(error === undefined ? [] : error.split('\n').map((text) => `    ${style.bad(text)}`)),
    ...failures.flatMap((check) => failureLines(check, style)),
  ];
}

function failureLines(check: CheckOutcome, style: Style): string[] {
  const { file, line, name, summary, expected, actual, around = [], hint, why, replay } = check;
  const title = name === undefined ? summary : `${style.bold(name)}: ${summary}`;
  return [
    `    ${style.bad('✗')} ${file}:${line}  ${title}`,
    `      expected  ${expected}`,
    `      actual    ${style.bad(actual)}`,
    ...(hint === undefined ? [] : [`      hint      ${style.warn(hint)}`]),
    ...around.map((text) => style.dim(`      | ${text}`)),
    ...whyLines(why, style),
    ...(replay === undefined ? [] : [`      replay: ${style.act(replay)}`]),
    '',
  ];
}

function whyLines(why: CheckOutcome['why'], style: Style): readonly string[] {
  if (why === undefined) return [];
  return [
    `      why: ${style.act(why.command)}`,
    ...why.lines.map((text) => style.dim(`      | ${text}`)),
  ];
}

/** Returns the line of a skipped scenario. */
export function skippedLine(file: string, style: Style): string {
  return style.dim(`- ${file}  skipped, it is slow: name the file, or give --all`);
}

export function summaryLine(results: readonly ScenarioResult[], style: Style): string {
  const played = results.filter(({ skipped }) => skipped === undefined);
  const passed = played.filter((result) => result.passed).length;
  const failed = played.length - passed;
  const skipped = results.length - played.length;
  const left = skipped === 0 ? '' : `, ${skipped} skipped`;
  const checks = results.flatMap((result) => result.checks);
  const held = checks.filter((check) => check.passed).length;
  const paint = failed === 0 ? style.good : style.bad;
  const decided = checks.length === 0 ? 'no checks' : `${held} of ${checks.length} checks held`;
  const where = played.length === 1 ? '1 scenario' : `${played.length} scenarios`;
  return paint(`${passed} passed, ${failed} failed${left}; ${decided} in ${where}`);
}
