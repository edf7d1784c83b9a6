/** Test suites of people, as steps: what their runners report in the form of JUnit, whatever the language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd, type CommandOptions } from './command.ts';
import type { StepResult } from './suite.ts';

/**
 * Runs a suite to its end. That it ends well, having run at least one test, is a step, too.
 *
 * @param reports the folder that the suite writes its reports (`*.xml`) to
 */
export async function testsOf(
  file: string,
  args: readonly string[],
  options: CommandOptions,
  reports: string,
): Promise<readonly StepResult[]> {
  const { code, stdout, stderr } = await runToEnd(file, args, options);
  const steps = reportsIn(reports).flatMap(stepsIn);
  const last = 'the suite ends well';
  if (code === 0 && steps.length > 0) return [...steps, { step: last, outcome: 'passed' }];
  const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-40).join('\n');
  return [...steps, { step: last, outcome: 'failed', why: `code ${code}\n${said}` }];
}

function reportsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.xml'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    return [];
  }
}

/** Returns the tests of a report, in its order. */
export function stepsIn(report: string): readonly StepResult[] {
  return [...report.matchAll(/<testcase\b([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)].map(
    ([, attributes = '', body = '']): StepResult => {
      const step = sentence(attribute(attributes, 'name'));
      const [, kind, more = '', text = ''] =
        /<(failure|error|skipped)\b([^>]*?)(?:\/>|>(.*?)<\/\1>)/s.exec(body) ?? [];
      if (kind === undefined) return { step, outcome: 'passed' };
      const why = `${attribute(more, 'message')}\n${plain(text)}`.trim().slice(0, 3000);
      return { step, outcome: kind === 'skipped' ? 'skipped' : 'failed', why };
    },
  );
}

function attribute(attributes: string, name: string): string {
  return plain(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}

const entities: Readonly<Record<string, string>> = {
  ...{ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' },
};

function plain(text: string): string {
  return text
    .replaceAll(/<!\[CDATA\[|\]\]>/g, '')
    .replaceAll(/&#(x?)([\da-f]+);/gi, (_, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex === '' ? 10 : 16)),
    )
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

/** Returns the name of a function as words: `test_lamps_shine` and `lampsShine()` as `lamps shine`. */
function sentence(name: string): string {
  return name
    .replace(/\(.*\)$/, '')
    .replace(/^.*::/, '')
    .replace(/^test_/, '')
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) =>
      [before, after.toLowerCase()].join(' '),
    );
}
