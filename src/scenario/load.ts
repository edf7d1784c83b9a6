/** Reads a scenario with all files that it names, and checks all of it before anything runs. */
import { posix } from 'node:path';
import { Pair, YAMLMap, type Node } from 'yaml';
import { parseTime, type KindRegistry } from '#kinds';
import { scenarioShape, type ScenarioValues } from './document.ts';
import { expandSteps } from './expand.ts';
import { KnownObjects } from './known-objects.ts';
import { layerOf, layersOf, type Layer } from './layers.ts';
import { Problems, ScenarioError, type Problem } from './problem.ts';
import type { Scenario } from './scenario.ts';
import { checkControllerNames } from './shape/controller-names.ts';
import { nodeNames, type NodeGroup } from './shape/node-group.ts';
import { DiskFiles, FileError, KeptFiles, type Files, type SourceText } from './source/files.ts';
import { Library } from './source/library.ts';
import { warnOfLateSteps } from './timing/late.ts';
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
  /** The names of the controllers that there are: others are refused. Default: not checked. */
  readonly controllers?: readonly string[];
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
  { set = {}, sources, controllers }: LoadOptions = {},
): Checked {
  const { dir: folder, base: name } = posix.parse(file.replaceAll('\\', '/'));
  const problems = new Problems();
  const files: Files = sources === undefined ? new DiskFiles(folder) : new KeptFiles(sources);
  const library = new Library(files, folder, problems);
  const refuse: Refuse = (message, hint) => {
    const hinted = hint === undefined ? {} : { hint };
    problems.add({ file: library.shown(name), line: 0, column: 0, message, ...hinted });
  };
  const scenarios = readAll(name, { library, kinds, controllers, set, refuse });
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

/** All that a scenario is read with. */
interface Setting {
  readonly library: Library;
  readonly kinds: KindRegistry;
  readonly controllers?: readonly string[];
  readonly set: Settings;
  /** Notes a problem with the file as a whole. */
  readonly refuse: Refuse;
}

function readAll(file: string, setting: Setting): readonly Scenario[] {
  const { library, set, refuse } = setting;
  const top = openTop(file, library, refuse);
  if (top === undefined) return [];
  const layers = layersOf(top, library);
  const variables = new DeclaredVariables(layers);
  for (const { message, hint } of variables.problemsOf(set)) refuse(message, hint);
  const used = new Set<string>();
  const scenarios: Scenario[] = [];
  const combinations = variables.combinations(set);
  if (combinations === undefined) return [];
  for (const combination of combinations) {
    const scope = variables.scope(set, combination);
    const scenario = readOne(layers, scope, combination, setting);
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

/** One run of a scenario; undefined after problems have been noted. */
function readOne(
  layers: readonly Layer[],
  scope: Scope,
  combination: Combination,
  { kinds, library, controllers: known }: Setting,
): Scenario | undefined {
  const values = layers.map((layer) => valuesOf(layer, scope, kinds, known));
  const own = values.at(-1);
  const top = layers.at(-1)!;
  if (own !== undefined && !layers.some(({ root }) => root.has('steps'))) {
    top.checker.problem(top.root, 'field "steps" is missing (a scenario)');
  }
  const startMs = own?.start ?? parseTime(DEFAULT_START);
  const frame = { startMs, ...(own?.until !== undefined && { untilMs: own.until }) };
  const drafts = layers.flatMap((layer) => expandSteps(layer, scope, frame));
  const all = values.filter((each) => each !== undefined);
  if (own === undefined || all.length < values.length) return undefined;
  const nodes = all.flatMap(({ cluster }) => cluster?.nodes ?? []);
  const world = worldOf(kinds, nodes);
  warnOfLateSteps(drafts, own.until);
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
    featureGates: Object.assign({}, ...all.map(({ featureGates }) => featureGates)) as Readonly<
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

function worldOf(kinds: KindRegistry, groups: readonly NodeGroup[]): World {
  const nodes = groups.flatMap((group) =>
    nodeNames(group).map((name) => [name, group.name] as const),
  );
  return { kinds, nodes: new Map(nodes), objects: new KnownObjects() };
}

/** Fields that are read elsewhere, or by nobody: variables in them are not filled in here. */
const READ_ELSEWHERE = ['steps', 'variables', 'matrix', 'include', 'definitions'];

/** The checked fields of a layer. */
function valuesOf(
  { root, checker }: Layer,
  scope: Scope,
  kinds: KindRegistry,
  controllers: readonly string[] | undefined,
): ScenarioValues | undefined {
  const filled = new YAMLMap();
  filled.range = root.range;
  filled.items = root.items.map((pair) => {
    const value = pair.value as Node | null;
    const isElsewhere = READ_ELSEWHERE.includes(String(pair.key));
    return isElsewhere || value === null
      ? pair
      : new Pair(pair.key, substitute(value, scope, checker));
  });
  if (controllers !== undefined) {
    const names = checker.resolve(filled.get('controllers', true));
    checkControllerNames(names, controllers, kinds, checker);
  }
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
  const ends = steps.map(
    ({ atMs, takesMs, withinMs = 0, forMs = 0 }) => atMs + takesMs + Math.max(withinMs, forMs),
  );
  return ends.reduce((latest, end) => Math.max(latest, end), 0) + GRACE_MS;
}
