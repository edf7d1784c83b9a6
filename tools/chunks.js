/**
 * Decides which modules share a file of what is built: of the package, and of the engine of the site.
 *
 * Each file that a start loads costs it about half a millisecond, and compressed text the more the smaller its pieces. So the
 * code that the same starts load is one file, and no start loads what it does not need.
 */
import { build } from 'rolldown';

/** The modules that commands and library start with. What a start loads, it loads by imports that are not postponed. */
const packageStarts = {
  command: 'src/cli/main.ts',
  serve: 'src/cli/serve/serve.ts',
  run: 'src/cli/run/run.ts',
  kit: 'src/kit/index.ts',
};

/** What these load later, each as one, the first of them without the others. */
const packageLater = {
  usual: 'src/kinds/usual-checks.ts',
  access: 'src/kinds/access-checks.ts',
  batch: 'src/kinds/batch-checks.ts',
  volume: 'src/kinds/volume-checks.ts',
  cel: 'src/cel/index.ts',
  rare: 'src/kinds/rare-checks.ts',
  cronjob: 'controllers/cronjob/sync.ts',
  deployment: 'controllers/deployment/sync.ts',
  job: 'controllers/job/reconcile.ts',
  persistentvolume: 'controllers/persistentvolume/reconcile.ts',
  signing: 'controllers/csrsigning/sign.ts',
  statefulset: 'controllers/statefulset/sync.ts',
};

const engineStarts = { engine: 'ui/engine/worker.ts' };

/** Each does something when it is loaded, so it joins nothing that others load. */
const beginsAtOnce = /\/(cli\/main|yaml-worker|kit\/(vitest|jest|node-test))\.ts$/;

/** Pieces as small as they come: modules that are loaded by the same entries, and by the same imports on first use. */
const small = {
  name: 'shared',
  test: (id) => !beginsAtOnce.test(id),
  entriesAware: true,
  // Merged, small pieces would draw the engine into commands that need none of it.
  entriesAwareMergeThreshold: 0,
};

/**
 * The groups of modules that share a file of the package.
 *
 * @param options what to build, with the options of the bundler
 */
export function packageGroups(options) {
  return chunkGroups(options, packageStarts, packageLater);
}

/** The same of the engine in a page. */
export function engineGroups(options) {
  return chunkGroups({ ...options, input: engineStarts }, engineStarts, {});
}

async function chunkGroups(options, starts, later) {
  const output = { ...options.output, codeSplitting: splitting([small]) };
  const { output: files } = await build({ ...options, output, write: false });
  const pieces = files.filter(({ type }) => type === 'chunk');
  const loadedBy = namesByModule({ ...starts, ...later }, pieces, starts);
  const names = new Set(loadedBy.values());
  const groups = [...names].map((name) => ({
    name,
    test: (id) => loadedBy.get(id) === name && !beginsAtOnce.test(id),
    priority: 1,
  }));
  return splitting([...groups, small]);
}

// A group that took along what its modules import would draw that into its chunks.
const splitting = (groups) => ({ includeDependenciesRecursively: false, groups });

/** For each module that one of these loads, the name of its group. */
function namesByModule(loading, pieces, starts) {
  const byFile = new Map(pieces.map((piece) => [piece.fileName, piece]));
  const found = new Map();
  for (const [name, source] of Object.entries(loading)) {
    const first = pieces.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`));
    if (first === undefined) throw new Error(`tools/chunks.js: nothing starts with ${source}`);
    for (const piece of loadedWith(first, byFile)) {
      for (const id of piece.moduleIds) found.set(id, [...(found.get(id) ?? []), name]);
    }
  }
  return new Map([...found].map(([id, names]) => [id, groupName(starts, names)]));
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

/** What the command itself loads is one group. */
function groupName(starts, names) {
  if (names.includes('command')) return 'command';
  const first = names.filter((name) => name in starts);
  if (first.length === 0) return names[0];
  // In the file of one start, others would load all of that start with it later.
  if (first.length === names.length) return first.join('-');
  // What a server loads at its start, others load with the rest of that.
  return first.includes('serve')
    ? Object.keys(starts)
        .filter((name) => name !== 'command')
        .join('-')
    : names.join('-');
}
