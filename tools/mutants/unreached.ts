/** Finds the code that could be changed and that no test runs, without changing it. */
import { lineOf, type Mutation } from './mutation.ts';
import { sharedPlaces } from './probes.ts';
import { isOwnTest, widerTests } from './rooms.ts';
import { brokenIn, roomsOf, testsIn, type Worker } from './session.ts';
import { probe, type Known, type Mutant } from './trial.ts';

/** The code of one file that no test reaches. */
export interface UnreachedFile {
  readonly file: string;
  /** How many mutations it has, and in how many of them no test runs the code. */
  readonly mutations: number;
  readonly unreached: number;
  readonly lines: readonly UnreachedLine[];
}

export interface UnreachedLine {
  readonly line: number;
  /** The operator of each mutation. */
  readonly operators: readonly string[];
}

export interface Search {
  readonly worker: Worker;
  /** Only the tests of the rooms run, without the wider ones. */
  readonly own: boolean;
  /** How the paths of the only tests that run begin; empty: as the rooms say. */
  readonly tests: readonly string[];
  readonly textOf: (file: string) => string;
  readonly log: (line: string) => void;
}

/** Runs the tests of all rooms once. Code that runs while its module is loaded counts as reached. */
export async function findUnreached(
  { worker: { scratch, tester }, own, tests, textOf, log }: Search,
  mutations: readonly Mutation[],
): Promise<readonly UnreachedFile[]> {
  const rooms = roomsOf(mutations);
  const paths = tests.length > 0 ? tests : own ? [] : rooms.flatMap(widerTests);
  const files = testsIn(
    scratch,
    (file, text) =>
      paths.some((path) => file.startsWith(path)) ||
      (tests.length === 0 && rooms.some((room) => isOwnTest(room, file, text))),
  );
  const mutants = withSharedIds(mutations, textOf);
  const probes = [...new Map(mutants.toReversed().map((one) => [one.id, one])).values()];
  log(`${mutants.length} mutations, ${probes.length} probes, ${files.length} files of tests`);
  const known = await probe(tester, scratch, probes, files);
  for (const file of brokenIn(known)) log(`  not used, for it fails as it is: ${file}`);
  return unreachedIn(mutants, known, textOf);
}

/** All mutations that one probe reports for have the number of the first of them. */
export function withSharedIds(
  mutations: readonly Mutation[],
  textOf: (file: string) => string,
): readonly Mutant[] {
  const ids = new Map<string, number>();
  return [...groupedBy(mutations, ({ file }) => file)].flatMap(([file, inFile]) => {
    const places = sharedPlaces(
      file,
      textOf(file),
      inFile.map(({ start }) => start),
    );
    return inFile.map((mutation, index) => {
      const key = `${file} ${places[index]!}`;
      if (!ids.has(key)) ids.set(key, ids.size);
      return { ...mutation, id: ids.get(key)! };
    });
  });
}

/** What no test reached, by file and line. */
export function unreachedIn(
  mutants: readonly Mutant[],
  { report, unprobed }: Known,
  textOf: (file: string) => string,
): readonly UnreachedFile[] {
  const reached = new Set([
    ...unprobed,
    ...report.files.flatMap((file) => [file, ...file.tests].flatMap((each) => each.reached)),
  ]);
  return [...groupedBy(mutants, ({ file }) => file)].flatMap(([file, all]) => {
    const left = all.filter(({ id }) => !reached.has(id));
    const byLine = groupedBy(left, (mutant) => lineOf(textOf(file), mutant));
    const lines = [...byLine].map(([line, on]) => ({
      line,
      operators: on.map(({ operator }) => operator),
    }));
    const found = { file, mutations: all.length, unreached: left.length, lines };
    return left.length === 0 ? [] : [found];
  });
}

export function unreachedText(files: readonly UnreachedFile[]): string {
  if (files.length === 0) return 'tests run all of it';
  return files
    .map(({ file, mutations, unreached, lines }) =>
      [
        `${file}: no test runs ${unreached} of ${mutations} mutations`,
        ...lines.map(({ line, operators }) => `  ${file}:${line} ${operators.join(', ')}`),
      ].join('\n'),
    )
    .join('\n\n');
}

function groupedBy<K, T>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}
