/** Reads a scenario with all files that it names, and checks all of it before anything runs. */
import { splitPath } from '#values';
import { atRelease, type KindRegistry } from '#catalog';
import type { Profile } from '#kinds';
import { FileError } from '#machine';
import type { SourceText } from '#record';
import { composeScenario, type Surroundings } from './compose.ts';
import { layerOf, layersOf, type Layer } from './layers.ts';
import { droppedWarnings } from './dropped-fields.ts';
import { Problems, ScenarioError, type Problem } from './problem.ts';
import type { LeftOut } from './release-range.ts';
import type { Scenario } from './scenario.ts';
import { DiskFiles, KeptFiles, type Files } from './source/files.ts';
import { Library } from './source/library.ts';
import { DeclaredVariables, type Settings } from './variables/declared.ts';

export interface LoadOptions {
  /** Values of variables that replace those of the files, as `--set` gives them. */
  readonly set?: Settings;
  /** The values are those of an earlier run: text is not read as YAML. */
  readonly isExact?: boolean;
  /** Whether the scenario may name files outside its folder. */
  readonly allowOutside?: boolean | undefined;
  /** The texts of an earlier run, by which the scenario is read without its files. */
  readonly sources?: readonly SourceText[];
  /** The text of the scenario itself, if it is not in its file; other files are relative to that. */
  readonly text?: string | undefined;
  /** The release that it is played on, whatever its files name. */
  readonly release?: Profile | undefined;
  /** Takes the combinations that do not hold at that release. Default: they are read, with a warning. */
  readonly leaveOut?: ((combination: LeftOut) => void) | undefined;
  /** The names of the controllers that there are: others are rejected. Default: not checked. */
  readonly controllers?: readonly string[];
}

/** The result of reading a scenario. */
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
export async function loadScenarios(
  file: string,
  kinds: KindRegistry,
  options: LoadOptions = {},
): Promise<readonly Scenario[]> {
  return orThrow(file, checkScenario(file, kinds, options));
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
  const name = splitPath(file).name;
  const options = { sources: [{ file: name, text: source }] };
  return theOnly(file, orThrow(file, checkScenario(file, kinds, options)));
}

/** Reads a scenario and returns all its problems, warnings too. Throws nothing. */
export function checkScenario(
  file: string,
  kinds: KindRegistry,
  {
    set = {},
    isExact = false,
    allowOutside,
    sources,
    text,
    controllers,
    release,
    leaveOut,
  }: LoadOptions = {},
): Checked {
  const { folder, name } = splitPath(file.replaceAll('\\', '/'));
  const problems = new Problems();
  const files: Files =
    sources === undefined
      ? new DiskFiles(folder, { top: name, allowOutside, text })
      : new KeptFiles(sources);
  const library = new Library(files, folder, problems);
  const refuse: Refuse = (message, hint) => {
    const hinted = hint === undefined ? {} : { hint };
    problems.add({ file: library.shown(name), line: 0, column: 0, message, ...hinted });
  };
  const setting = { library, kinds, controllers, release, leaveOut, set, isExact, refuse };
  const scenarios = readAll(name, setting);
  return { scenarios: problems.errors.length === 0 ? scenarios : [], problems: problems.all };
}

function orThrow(file: string, { scenarios, problems }: Checked): readonly Scenario[] {
  const isBad = problems.some(({ isWarning }) => isWarning !== true);
  if (isBad) throw new ScenarioError(file, problems);
  return scenarios;
}

function theOnly(file: string, scenarios: readonly Scenario[]): Scenario {
  const [only, second] = scenarios;
  if (only !== undefined && second === undefined) return only;
  const message = `its matrix makes ${scenarios.length} scenarios of it; expected one (choose the values of its variables)`;
  throw new ScenarioError(file, [{ file, line: 0, column: 0, message }]);
}

type Refuse = (message: string, hint?: string) => void;

interface Setting extends Surroundings {
  readonly library: Library;
  readonly set: Settings;
  readonly isExact: boolean;
  /** Notes a problem with the file as a whole. */
  readonly refuse: Refuse;
}

function readAll(file: string, setting: Setting): readonly Scenario[] {
  const { library, set, isExact, refuse } = setting;
  const top = openTop(file, library, refuse);
  if (top === undefined) return [];
  const layers = layersOf(top, library);
  const variables = new DeclaredVariables(layers, isExact);
  for (const { message, hint } of variables.problemsOf(set)) refuse(message, hint);
  const used = new Set<string>();
  const scenarios: Scenario[] = [];
  const combinations = variables.combinations(set);
  if (combinations === undefined) return [];
  for (const combination of combinations) {
    const scope = variables.scope(set, combination);
    const scenario = composeScenario({ layers, scope, combination }, setting);
    if (scenario !== undefined) {
      scenarios.push({ ...scenario, sources: library.texts });
      const kinds = atRelease(setting.kinds, scenario.profile);
      for (const warning of droppedWarnings(scenario, kinds)) library.problems.add(warning);
    }
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
