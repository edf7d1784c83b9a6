/** Chooses, from what is known about tests, the ones to try on a mutant: quick ones first. */
import type { RunReport, TestFileReport, TestFileRequest, TestReport } from './messages.ts';

/** A file of tests that takes longer is not run whole, but only those of its tests that are wanted. */
const WHOLE_FILE_MS = 1000;

export interface Choice extends TestFileRequest {
  /** How long it took without a mutant. */
  readonly ms: number;
}

/** The tests that reach the probe, as far as they fit into the time; the quickest in any case. */
export function reaching(id: number, known: RunReport, budgetMs: number): readonly Choice[] {
  const choices = known.files.flatMap((file) => {
    const wanted = file.tests.filter(
      ({ passed, reached }) => passed && (file.reached.includes(id) || reached.includes(id)),
    );
    return choicesOf(file, wanted);
  });
  return within(
    choices.sort((a, b) => a.ms - b.ms),
    budgetMs,
  );
}

/** The tests whose paths have most words in common with the file's, as far as they fit into the time. */
export function nearest(file: string, known: RunReport, budgetMs: number): readonly Choice[] {
  const words = wordsOf(file);
  const closeness = (test: string): number =>
    [...wordsOf(test)].filter((word) => words.has(word)).length;
  const choices = known.files.flatMap((one) =>
    choicesOf(
      one,
      one.tests.filter(({ passed }) => passed),
    ),
  );
  return within(
    choices.sort((a, b) => closeness(b.file) - closeness(a.file) || a.ms - b.ms),
    budgetMs,
  );
}

function choicesOf(file: TestFileReport, wanted: readonly TestReport[]): readonly Choice[] {
  if (wanted.length === 0) return [];
  const isWhole = sum(file.tests) <= WHOLE_FILE_MS && file.tests.every(({ passed }) => passed);
  if (isWhole) return [{ file: file.file, ms: sum(file.tests) }];
  return wanted.map((test) => ({ file: file.file, names: [test.name], ms: test.ms }));
}

function within(choices: readonly Choice[], budgetMs: number): readonly Choice[] {
  let left = budgetMs;
  return merged(choices.filter(({ ms }, index) => (left -= ms) >= 0 || index === 0));
}

/** Tests of one file run together, where the first of them stands. */
function merged(choices: readonly Choice[]): readonly Choice[] {
  const byFile = new Map<string, Choice>();
  for (const choice of choices) {
    const before = byFile.get(choice.file);
    byFile.set(choice.file, before === undefined ? choice : both(before, choice));
  }
  return [...byFile.values()];
}

function both(a: Choice, b: Choice): Choice {
  return { file: a.file, names: [...(a.names ?? []), ...(b.names ?? [])], ms: a.ms + b.ms };
}

function sum(tests: readonly TestReport[]): number {
  return tests.reduce((total, { ms }) => total + ms, 0);
}

function wordsOf(path: string): Set<string> {
  return new Set(path.split(/[/.-]/));
}
