/** `orrery lint FILES...`, also folders of them: finds errors in scenarios without running them. */
import { controllers } from '#controllers';
import { KindRegistry } from '#catalog';
import type { Style } from '#record';
import {
  annotationWarnings,
  checkScenario,
  problemText,
  unmeasuredNotes,
  type Problem,
  type Settings,
} from '#scenario';
import { counted } from '../counted.ts';
import type { OutsideOptions } from '../allow-outside.ts';
import { askedRelease, releaseFor } from '../release.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { exitCodes } from '../exit-codes.ts';
import { filesInside } from '../scenario-files.ts';
import { scenarioInput, type ScenarioInput } from '../scenario-input.ts';
import { rehearsed } from './rehearse.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { printData, printText } from '../output.ts';

export interface LintOptions extends OutsideOptions, ReleaseOptions {
  readonly set?: Settings;
  readonly output: 'text' | 'json';
}

/** The findings in one file and those it names. */
interface Linted {
  readonly file: string;
  /** One for each combination of its matrix; none when there are errors. */
  readonly scenarios: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Checks the files named and those in the folders named, prints what was found, and resolves with the exit code.
 * @throws {UsageError} for a folder without scenarios
 */
export async function lint(paths: readonly string[], options: LintOptions): Promise<number> {
  const files = await filesOf(paths);
  const release = askedRelease(options);
  const registry = new KindRegistry(releaseFor(options));
  const names = controllers.map(({ name }) => name);
  const found: Linted[] = [];
  for (const { file, text } of files) {
    const { scenarios, problems } = checkScenario(file, registry, {
      set: options.set,
      text,
      allowOutside: options.allowOutside,
      release,
      controllers: names,
    });
    const refused = await rehearsed(scenarios);
    const isBad = refused.some((problem) => severityOf(problem) === 'error');
    const titles = isBad ? [] : scenarios.map(({ title }) => title);
    const notes = unique(
      scenarios.flatMap((each) => [...annotationWarnings(each), ...unmeasuredNotes(each)]),
    );
    found.push({ file, scenarios: titles, problems: inOrder([...problems, ...refused, ...notes]) });
  }
  const style = styleFor(process.stdout, process.env);
  if (options.output === 'json') printData(jsonText(found));
  else printText(plainText(found, style));
  return countOf(found).errors > 0 ? exitCodes.invalid : exitCodes.ok;
}

/** Combinations of a matrix share most. */
function unique(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((each) => [problemText(each), each])).values()];
}

/** By line, the files in the order in which they were first named. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const files = [...new Set(problems.map(({ file }) => file))];
  return problems.toSorted(
    (a, b) =>
      files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column,
  );
}

/** Sorted by path, each once. A missing file is reported like any file that cannot be read. @throws {UsageError} */
async function filesOf(paths: readonly string[]): Promise<readonly ScenarioInput[]> {
  const files = new Map<string, ScenarioInput>();
  for (const path of paths) {
    const inside = await filesInside(path);
    if (inside?.length === 0) throw new UsageError(`there are no scenarios (.yaml) in ${path}`);
    const inputs = inside?.map((file) => ({ file })) ?? [await scenarioInput(path)];
    for (const input of inputs) files.set(input.file, input);
  }
  return [...files.values()];
}

function countOf(found: readonly Linted[]): { readonly errors: number; readonly warnings: number } {
  const problems = found.flatMap((each) => each.problems).filter(({ isNote }) => isNote !== true);
  const warnings = problems.filter(({ isWarning }) => isWarning === true).length;
  return { errors: problems.length - warnings, warnings };
}

function severityOf({
  isWarning,
  isNote,
}: {
  readonly isWarning?: true | undefined;
  readonly isNote?: true | undefined;
}): 'error' | 'warning' | 'note' {
  if (isNote === true) return 'note';
  return isWarning === true ? 'warning' : 'error';
}

function plainText(found: readonly Linted[], style: Style): string {
  const lines = found.flatMap(({ problems }) =>
    problems.map((problem) => {
      const paint = { error: style.bad, warning: style.warn, note: style.dim }[severityOf(problem)];
      return paint(problemText(problem));
    }),
  );
  const { errors, warnings } = countOf(found);
  const scenarios = found.reduce((sum, each) => sum + each.scenarios.length, 0);
  const verdict = errors + warnings === 0 ? style.good : errors > 0 ? style.bad : style.warn;
  const counts = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  const where = `${counted(found.length, 'file')}, ${counted(scenarios, 'scenario')} that can run`;
  return `${[...lines, `${verdict(counts)} in ${where}`].join('\n')}\n`;
}

function jsonText(found: readonly Linted[]): string {
  const files = found.map(({ file, scenarios, problems }) => ({
    file,
    scenarios,
    problems: problems.map(({ isWarning, isNote, ...problem }) => ({
      severity: severityOf({ isWarning, isNote }),
      ...problem,
    })),
  }));
  return `${JSON.stringify({ format: 'orrery-lint/1', ...countOf(found), files }, null, 2)}\n`;
}
