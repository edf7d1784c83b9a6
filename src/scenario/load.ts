/** Reads a scenario with all files that it names, and checks all of it before anything runs. */
import { posix } from 'node:path';
import { Pair, YAMLMap, type Node } from 'yaml';
import { parseTime, type KindRegistry } from '#kinds';
import { scenarioShape, type ScenarioValues } from './document.ts';
import { expandSteps } from './expand.ts';
import { layerOf, layersOf, type Layer } from './layers.ts';
import { Problems, ScenarioError, type Problem } from './problem.ts';
import type { Scenario } from './scenario.ts';
import { nodeNames } from './shape/node-group.ts';
import { DiskFiles, FileError, KeptFiles, type Files, type SourceText } from './source/files.ts';
import { Library } from './source/library.ts';
import { finishStep } from './step-shape.ts';
import type { Step, World } from './step.ts';
import { DeclaredVariables, type Combination, type Settings } from './variables/declared.ts';
import { substitute } from './variables/substitute.ts';
import type { Scope } from './variables/scope.ts';

/** Without `until` a scenario goes on this long after its last step (and what that may wait). */
const GRACE_MS = 30_000;
const DEFAULT_START = '2026-01-01T00:00:00Z';

export interface LoadOptions {
  /** Values of variables that replace those of the files, as `--set` gives them. */
  readonly set?: Settings;
  /** The texts of an earlier run, by which the scenario is read without its files. */
  readonly sources?: readonly SourceText[];
}

/** What reading a scenario gives. */
export interface Checked {
  /** One for each combination of its matrix; none when there are errors. */
  readonly scenarios: readonly Scenario[];
  /** Errors and warnings, in the order of the files. */
  readonly problems: readonly Problem[];
}

/**
 * Reads a scenario file and what it names: one scenario for each combination of its matrix.
 * @throws {ScenarioError} with every problem found: file, line, column, what was expected
 */
export function loadScenarios(
  file: string,
  kinds: KindRegistry,
  options: LoadOptions = {},
): Promise<readonly Scenario[]> {
  return new Promise((resolve) => resolve(orThrow(file, checkScenario(file, kinds, options))));
}

/**
 * Reads a scenario file that is one scenario.
 * @throws {ScenarioError} also when its matrix has more than one combination
 */
export async function loadScenario(
  file: string,
  kinds: KindRegistry,
  options: LoadOptions = {},
): Promise<Scenario> {
  const scenarios = await loadScenarios(file, kinds, options);
  return theOnly(file, scenarios);
}

/** Checks the text of a scenario that names no other files. @throws {ScenarioError} */
export function parseScenario(source: string, file: string, kinds: KindRegistry): Scenario {
  const name = posix.basename(file);
  const options = { sources: [{ file: name, text: source }] };
  return theOnly(file, orThrow(file, checkScenario(file, kinds, options)));
}

/** Reads a scenario and tells all that is wrong with it, warnings too. Throws nothing. */
export function checkScenario(
  file: string,
  kinds: KindRegistry,
  { set = {}, sources }: LoadOptions = {},
): Checked {
  const { dir: folder, base: name } = posix.parse(file.replaceAll('\\', '/'));
  const problems = new Problems();

  const files: Files = sources === undefined ? new DiskFiles(folder) : new KeptFiles(sources);
  const library = new Library(files, folder, problems);
  const scenarios = readAll(name, library, kinds, set, (message, hint) =>
    problems.add({ file, line: 0, column: 0, message, ...(hint !== undefined && { hint }) }),
  );
  return { scenarios: problems.errors.length === 0 ? scenarios : [], problems: problems.all };
}

function orThrow(file: string, { scenarios, problems }: Checked): readonly Scenario[] {
  const errors = problems.filter(({ isWarning }) => isWarning !== true);
  if (errors.length > 0) throw new ScenarioError(file, errors);
  return scenarios;
}

function theOnly(file: string, scenarios: readonly Scenario[]): Scenario {
  const [only, second] = scenarios;
  if (only !== undefined && second === undefined) return only;
  const message = `its matrix makes ${scenarios.length} scenarios of it; expected one (choose the values of its variables)`;
  throw new ScenarioError(file, [{ file, line: 0, column: 0, message }]);
}

type Refuse = (message: string, hint?: string) => void;

function readAll(
  file: string,
  library: Library,
  kinds: KindRegistry,
  set: Settings,
  refuse: Refuse,
): readonly Scenario[] {
  const top = openTop(file, library, refuse);
  if (top === undefined) return [];
  const layers = layersOf(top, library);
  const variables = new DeclaredVariables(layers);
  for (const { message, hint } of variables.problemsOf(set)) refuse(message, hint);
  const used = new Set<string>();
  const scenarios: Scenario[] = [];
  for (const combination of variables.combinations(set) ?? []) {
    const scope = variables.scope(set, combination);
    const scenario = readOne({ layers, kinds, scope, combination, library });
    if (scenario !== undefined) scenarios.push(scenario);
    for (const name of scope.used) used.add(name);
  }
  variables.warnOfUnused(top.checker.source.file, used);
  return scenarios;
}

function openTop(file: string, library: Library, refuse: Refuse): Layer | undefined {
  try {
    const source = library.open(file, 'scenario');
    return source && layerOf(source, library);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    refuse(error.message);
    return undefined;
  }
}

interface Reading {
  readonly layers: readonly Layer[];
  readonly kinds: KindRegistry;
  readonly scope: Scope;
  readonly combination: Combination;
  readonly library: Library;
}

/** One run of a scenario; undefined after problems have been noted. */
function readOne({ layers, kinds, scope, combination, library }: Reading): Scenario | undefined {
  const values = layers.map((layer) => valuesOf(layer, scope));
  const own = values.at(-1);
  const top = layers.at(-1)!;
  if (own !== undefined && !layers.some(({ root }) => root.has('steps'))) {
    top.checker.problem(top.root, 'field "steps" is missing (a scenario)');
  }
  const startMs = own?.start ?? parseTime(DEFAULT_START);
  const frame = { startMs, ...(own?.until !== undefined && { untilMs: own.until }) };
  const drafts = layers.flatMap((layer) => expandSteps(layer, scope, frame));
  const known = values.filter((each) => each !== undefined);
  if (own === undefined || known.length < values.length) return undefined;
  const nodes = known.flatMap(({ cluster }) => cluster?.nodes ?? []);
  const world: World = { kinds, nodes: new Set(nodes.flatMap(nodeNames)) };
  const steps = drafts.toSorted((a, b) => a.atMs - b.atMs).map((draft) => finishStep(draft, world));
  const { file, shown } = top.checker.source;
  const name = own.name ?? posix.basename(file).replace(/\.ya?ml$/, '');
  const { description, topic, seed, controllers, metricsInterval, until } = own;
  return {
    file: shown,
    name,
    title: titleOf(name, combination),
    description,
    topic,
    seed,
    variables: scope.values,
    featureGates: Object.assign({}, ...known.map(({ featureGates }) => featureGates)) as Readonly<
      Record<string, boolean>
    >,
    controllers,
    metricsIntervalMs: metricsInterval,
    startMs,
    untilMs: until ?? endOf(steps),
    nodes,
    steps,
    sources: library.texts,
  };
}

/** Fields that are read elsewhere, or by nobody: variables in them are not filled in here. */
const READ_ELSEWHERE = ['steps', 'variables', 'matrix', 'include', 'definitions'];

/** The checked fields of a layer. */
function valuesOf({ root, checker }: Layer, scope: Scope): ScenarioValues | undefined {
  const filled = new YAMLMap();
  filled.range = root.range;
  filled.items = root.items.map((pair) => {
    const value = pair.value as Node | null;
    const isElsewhere = READ_ELSEWHERE.includes(String(pair.key));
    return isElsewhere || value === null
      ? pair
      : new Pair(pair.key, substitute(value, scope, checker));
  });
  return scenarioShape.check(filled, checker);
}

function titleOf(name: string, combination: Combination): string {
  if (combination.size === 0) return name;
  const choices = [...combination].map(
    ([variable, value]) =>
      `${variable}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${name} [${choices.join(', ')}]`;
}

function endOf(steps: readonly Step[]): number {
  const ends = steps.map(({ atMs, withinMs = 0, forMs = 0 }) => atMs + withinMs + forMs);
  return ends.reduce((latest, end) => Math.max(latest, end), 0) + GRACE_MS;
}
