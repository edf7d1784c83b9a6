/**
 * Decides which modules share a file of the built package.
 *
 * Each file that a start loads costs it about half a millisecond. So the code that the same starts load is one file,
 * and no start loads what it does not need.
 */
import { build } from 'rolldown';

/** The modules that commands and library start with. What a start loads, it loads by imports that are not postponed. */
const starts = {
  command: 'src/cli/main.ts',
  serve: 'src/cli/serve/serve.ts',
  run: 'src/cli/run/run.ts',
  kit: 'src/kit/index.ts',
};

/** What starts load later, each as one, the first of them without the others. */
const later = {
  usual: 'src/kinds/usual-checks.ts',
  rare: 'src/kinds/rare-checks.ts',
};

/** Each does something when it is loaded, so it joins nothing that others load. */
const beginsAtOnce = /\/(cli\/main|yaml-worker|kit\/(vitest|jest|node-test))\.ts$/;

/** Pieces as small as they come: modules that are loaded by the same entries, and by the same imports on first use. */
const pieces = {
  name: 'shared',
  test: (id) => !beginsAtOnce.test(id),
  entriesAware: true,
  // Merged, small pieces would draw the engine into commands that need none of it.
  entriesAwareMergeThreshold: 0,
};

/**
 * The groups of modules that share a file.
 *
 * @param options what to build, with the options of the bundler
 */
export async function chunkGroups(options) {
  const output = { ...options.output, codeSplitting: splitting([pieces]) };
  const { output: files } = await build({ ...options, output, write: false });
  const loadedBy = startsByModule(files.filter(({ type }) => type === 'chunk'));
  const names = new Set(loadedBy.values());
  const groups = [...names].map((name) => ({
    name,
    test: (id) => loadedBy.get(id) === name && !beginsAtOnce.test(id),
    priority: 1,
  }));
  return splitting([...groups, pieces]);
}

// A group that took along what its modules import would draw that into its chunks.
const splitting = (groups) => ({ includeDependenciesRecursively: false, groups });

/** For each module that a start loads, the names of all starts that do; what the command itself loads is one group. */
function startsByModule(pieces) {
  const byFile = new Map(pieces.map((piece) => [piece.fileName, piece]));
  const found = new Map();
  for (const [name, source] of Object.entries({ ...starts, ...later })) {
    const first = pieces.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`));
    if (first === undefined) throw new Error(`tools/chunks.js: nothing starts with ${source}`);
    for (const piece of loadedWith(first, byFile)) {
      for (const id of piece.moduleIds) found.set(id, [...(found.get(id) ?? []), name]);
    }
  }
  return new Map([...found].map(([id, names]) => [id, groupName(names)]));
}

/** A piece, and what its imports lead to. */
function loadedWith(first, byFile) {
  const seen = new Set([first]);
  // A set visits what is added while it is walked.
  for (const piece of seen) {
    for (const file of piece.imports) if (byFile.has(file)) seen.add(byFile.get(file));
  }
  return seen;
}

function groupName(names) {
  if (names.includes('command')) return 'command';
  const first = names.filter((name) => name in starts);
  return first.length > 0 ? first.join('-') : names[0];
}
