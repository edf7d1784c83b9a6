/** Chooses, from what is known about tests, the ones to try on a mutant: the nearest first. */
import type { RunReport, TestFileReport, TestFileRequest, TestReport } from './messages.ts';

/** A file of tests that takes longer is not run whole, but only those of its tests that are wanted. */
const WHOLE_FILE_MS = 1000;

export interface Choice extends TestFileRequest {
  /** How long it took without a mutant. */
  readonly ms: number;
}

/**
 * The tests that reach the probe in the file, as far as they fit into the time; one in any case. Modules are
 * shared by all files of a run: what ran while the first file was loaded may count for any other, so the
 * nearest ones come behind.
 */
export function reaching(
  { id, file: source }: { readonly id: number; readonly file: string },
  known: RunReport,
  budgetMs: number,
): readonly Choice[] {
  const choices = known.files.flatMap((file) => {
    const wanted = file.tests.filter(
      ({ passed, reached }) => passed && (file.reached.includes(id) || reached.includes(id)),
    );
    return choicesOf(file, wanted);
  });
  const found = new Set(choices.map(({ file }) => file));
  const isLoaded = known.files.some(({ reached }) => reached.includes(id));
  const others = isLoaded ? passing(known).filter(({ file }) => !found.has(file)) : [];
  return within(
    [choices, others].flatMap((each) => nearestFirst(each, source)),
    budgetMs,
  );
}

/** The tests that are nearest to the file, as far as they fit into the time. */
export function nearest(file: string, known: RunReport, budgetMs: number): readonly Choice[] {
  return within(nearestFirst(passing(known), file), budgetMs);
}

function passing({ files }: RunReport): readonly Choice[] {
  return files.flatMap((one) =>
    choicesOf(
      one,
      one.tests.filter(({ passed }) => passed),
    ),
  );
}

/** First those whose paths and names have most words in common with the file's path, then the quick ones. */
function nearestFirst(choices: readonly Choice[], file: string): readonly Choice[] {
  const words = wordsOf(file);
  const closeness = ({ file: path, names = [] }: Choice): number =>
    [...wordsOf([path, ...names].join(' '))].filter((word) => words.has(word)).length;
  const ranked = choices.map((choice) => ({ choice, rank: closeness(choice) }));
  return ranked
    .sort((a, b) => b.rank - a.rank || a.choice.ms - b.choice.ms)
    .map(({ choice }) => choice);
}

/** Files of tests, those first whose paths have most words in common with one of the sources'. */
export function nearestFiles(tests: readonly string[], sources: readonly string[]): string[] {
  const words = sources.map(wordsOf);
  const closeness = (test: string): number => {
    const own = [...wordsOf(test)];
    return Math.max(0, ...words.map((each) => own.filter((word) => each.has(word)).length));
  };
  const ranked = tests.map((test) => ({ test, rank: closeness(test) }));
  return ranked.sort((a, b) => b.rank - a.rank).map(({ test }) => test);
}

function choicesOf(file: TestFileReport, wanted: readonly TestReport[]): readonly Choice[] {
  if (wanted.length === 0) return [];
  const isWhole = sum(file.tests) <= WHOLE_FILE_MS && file.tests.every(({ passed }) => passed);
  if (isWhole) return [{ file: file.file, ms: sum(file.tests) }];
  return wanted.map((test) => ({ file: file.file, names: [test.name], ms: test.ms }));
}

function within(choices: readonly Choice[], budgetMs: number): readonly Choice[] {
  let left = budgetMs;
  const chosen = choices.filter(({ ms }, index) => {
    if (ms > left && index > 0) return false;
    left -= ms;
    return true;
  });
  return merged(chosen);
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

function wordsOf(text: string): Set<string> {
  return new Set(text.split(/[^A-Za-z0-9]+/));
}
