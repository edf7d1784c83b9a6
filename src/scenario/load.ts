/** Reads a scenario file and checks all of it before anything runs. */
import { readFile, stat } from 'node:fs/promises';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
} from 'yaml';
import { parseTime, type KindRegistry } from '#kinds';
import { Checker } from './shape/checker.ts';
import { fields } from './shape/fields.ts';
import { nodeGroups, nodeNames } from './shape/node-group.ts';
import { anything, duration, integer, text, type JsonSchema, type Shape } from './shape/shape.ts';
import { ScenarioError, type Problem } from './problem.ts';
import type { Scenario } from './scenario.ts';
import { finishStep, readStep, stepSchema, type StepDraft } from './step-shape.ts';
import type { Step, World } from './step.ts';

/** Larger files are refused: no scenario is that long, but a mistaken file name may be. */
const MOST_BYTES = 1_048_576;
/** Values in the document with all aliases written out; more is a mistake or an attack. */
const MOST_VALUES = 200_000;
/** Without `until` a scenario goes on this long after its last step (and what that may wait). */
const GRACE_MS = 30_000;
const DEFAULT_START = '2026-01-01T00:00:00Z';

const steps: Shape<readonly Node[]> = {
  jsonSchema: { type: 'array', items: stepSchema, description: 'What happens, and when.' },
  check(node, checker) {
    if (!isSeq(node)) return checker.problem(node, 'expected a list of steps');
    return node.items.map((item) => checker.resolve(item)!);
  },
};

const document = fields({
  doc: 'a scenario',
  required: { steps },
  optional: {
    $schema: text({ doc: 'Location of the JSON Schema, for editors.' }),
    name: text({ doc: 'Short name; default: that of the file.' }),
    description: text({ doc: 'What it shows, in a sentence.' }),
    seed: integer({ doc: 'Seed of chance: the same seed gives the same run. Default: 1.', min: 0 }),
    start: text({
      doc: 'Virtual time at which it starts, RFC 3339. Default: 2026-01-01T00:00:00Z.',
    }),
    until: duration({ doc: 'How long it runs. Default: 30 s behind the last step.' }),
    cluster: fields({
      doc: 'the cluster at the start',
      required: {},
      optional: { nodes: nodeGroups },
    }),
    definitions: anything({ doc: 'Anything: a place for YAML anchors.' }),
  },
});

/** JSON Schema of scenario files, for editors. */
export const scenarioSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Orrery scenario',
  ...document.jsonSchema,
};

/**
 * Reads and checks a scenario file.
 * @throws {ScenarioError} with every problem found: line, column, what was expected
 */
export async function loadScenario(file: string, kinds: KindRegistry): Promise<Scenario> {
  return parseScenario(await readText(file), file, kinds);
}

/** Checks the text of a scenario. @throws {ScenarioError} */
export function parseScenario(source: string, file: string, kinds: KindRegistry): Scenario {
  const lines = new LineCounter();
  const yaml = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const broken = yaml.errors.map((error): Problem => {
    const { line, col } = lines.linePos(error.pos[0]);
    return { line, column: col, message: `not valid YAML: ${error.message}` };
  });
  if (broken.length > 0) throw new ScenarioError(file, broken);
  const checker = new Checker(yaml, lines);
  const scenario = sane(yaml, checker) ? read(yaml, file, kinds, checker) : undefined;
  if (scenario === undefined || checker.problems.length > 0)
    throw new ScenarioError(file, checker.problems);
  return scenario;
}

async function readText(file: string): Promise<string> {
  const refuse = (message: string): never => {
    throw new ScenarioError(file, [{ line: 0, column: 0, message }]);
  };
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) {
      return refuse(`the file has ${size} bytes; a scenario has at most ${MOST_BYTES}`);
    }
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof ScenarioError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return refuse('there is no such file');
    if (code === 'EISDIR') return refuse('it is a directory; expected a scenario file');
    return refuse(`cannot be read (${code ?? String(error)})`);
  }
}

/** There is something, and it stays small when all aliases are written out. */
function sane(yaml: Document, checker: Checker): boolean {
  const root = yaml.contents as Node | null;
  if (root === null) {
    checker.problem(
      { range: [0, 0, 0] } as unknown as Node,
      'the file is empty; expected a scenario with "steps"',
    );
    return false;
  }
  const sizes = new Map<unknown, number>();
  const sizeOf = (node: unknown): number => {
    const known = sizes.get(node);
    if (known !== undefined) return known;
    sizes.set(node, Infinity); // an alias inside its own anchor never ends
    let size = 1;
    if (isAlias(node)) size = sizeOf(node.resolve(yaml));
    else if (isMap(node)) for (const pair of node.items) size += sizeOf(pair.value);
    else if (isSeq(node)) for (const item of node.items) size += sizeOf(item);
    sizes.set(node, size);
    return size;
  };
  if (sizeOf(root) <= MOST_VALUES && aliasesResolve(yaml, checker)) return true;
  if (checker.problems.length === 0) {
    checker.problem(root, `its aliases unfold to more than ${MOST_VALUES} values; expected fewer`);
  }
  return false;
}

function aliasesResolve(yaml: Document, checker: Checker): boolean {
  let ok = true;
  visit(yaml, {
    Alias(_, alias) {
      if (alias.resolve(yaml) !== undefined) return;
      checker.problem(alias, `alias "${alias.source}" has no anchor in front of it`);
      ok = false;
    },
  });
  return ok;
}

function read(
  yaml: Document,
  file: string,
  kinds: KindRegistry,
  checker: Checker,
): Scenario | undefined {
  const root = yaml.contents as Node;
  const values = document.check(root, checker);
  const drafts = readSteps(stepNodes(root, checker), checker);
  const startMs = startOf(root, checker);
  if (values === undefined || startMs === undefined) return undefined;
  const nodes = values.cluster?.nodes ?? [];
  const world: World = { kinds, nodes: new Set(nodes.flatMap(nodeNames)) };
  const finished = drafts
    .toSorted((a, b) => a.atMs - b.atMs)
    .map((draft) => finishStep(draft, world, checker));
  return {
    file,
    name: values.name ?? file.replace(/^.*[/\\]/, '').replace(/\.ya?ml$/, ''),
    description: values.description,
    seed: values.seed,
    startMs,
    untilMs: values.until ?? endOf(finished),
    nodes,
    steps: finished,
  };
}

function stepNodes(root: Node, checker: Checker): readonly Node[] {
  const node = isMap(root) ? checker.resolve(root.get('steps', true)) : undefined;
  return isSeq(node) ? node.items.map((item) => checker.resolve(item)!) : [];
}

function readSteps(nodes: readonly Node[], checker: Checker): StepDraft[] {
  const drafts: StepDraft[] = [];
  let previousMs = 0;
  for (const node of nodes) {
    const draft = readStep(node, previousMs, checker);
    if (draft === undefined) continue;
    drafts.push(draft);
    previousMs = draft.atMs;
  }
  return drafts;
}

function startOf(root: Node, checker: Checker): number | undefined {
  const node = isMap(root) ? checker.resolve(root.get('start', true)) : undefined;
  if (!isScalar(node)) return parseTime(DEFAULT_START);
  try {
    return parseTime(String(node.value));
  } catch {
    return checker.problem(
      node,
      `expected a time such as ${DEFAULT_START}, found "${String(node.value)}"`,
    );
  }
}

function endOf(finished: readonly Step[]): number {
  return Math.max(0, ...finished.map((step) => step.atMs + (step.withinMs ?? 0))) + GRACE_MS;
}
