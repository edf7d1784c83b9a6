/** A single step, in the form that it has in a file, for a cluster that runs. */
import type { Millis } from '#clock';
import type { KindRegistry } from '#catalog';
import type { SourceText } from '#record';
import { DeclaredKinds } from './declared-kinds.ts';
import { expandSteps } from './expand.ts';
import { KnownObjects } from './known-objects.ts';
import { layerOf } from './layers.ts';
import { Problems, ScenarioError } from './problem.ts';
import { KeptFiles } from './source/files.ts';
import { Library } from './source/library.ts';
import { finishStep } from './step-shape.ts';
import type { Step } from './step.ts';
import { Scope } from './variables/scope.ts';
import type { World } from './world.ts';

/** The cluster in which a step runs. */
export interface Present {
  readonly kinds: KindRegistry;
  /** Names of all controllers. */
  readonly controllers: readonly string[];
  /** The nodes that exist, each with its group if it came with one. */
  readonly nodes: ReadonlyMap<string, string | undefined>;
  /** When the run began: virtual time, ms. */
  readonly startMs: Millis;
}

/** What messages call it. */
const FILE = 'step';

/**
 * Reads a step such as `{ scale: { kind: 'Deployment', name: 'web', replicas: 3 } }`. It runs now,
 * so it has no time of its own.
 * @param texts what the step names as files: `{ apply: 'app.yaml' }`
 * @throws {ScenarioError} for an invalid step
 */
export function readOneStep(
  value: object,
  { nodes, ...present }: Present,
  texts: readonly SourceText[] = [],
): Step {
  const problems = new Problems();
  const text = JSON.stringify({ steps: [{ at: 0, ...value }] });
  const library = new Library(new KeptFiles([{ file: FILE, text }, ...texts]), '', problems);
  const source = library.open(FILE, 'scenario');
  const layer = source && layerOf(source, library);
  const drafts = layer ? expandSteps(layer, new Scope(new Map()), present) : [];
  const declared = new DeclaredKinds(present.kinds);
  const world: World = {
    ...present,
    get kinds() {
      return declared.kinds;
    },
    meet: (manifest) => declared.meet(manifest),
    declare: (manifest) => declared.add(manifest),
    get profile() {
      return declared.kinds.profile;
    },
    move: (profile) => declared.move(profile),
    nodes: new Map(nodes),
    kubeletEvents: true,
    objects: new KnownObjects(),
  };
  const steps = drafts.map((draft) => finishStep(draft, world));
  const [step, second] = steps;
  if (problems.errors.length > 0) throw new ScenarioError(FILE, problems.errors.map(placeless));
  if (step !== undefined && second === undefined && step.atMs === 0) return { ...step, line: 0 };
  const message = 'a step runs now, and once; expected none of at, after, every, cron, times';
  throw new ScenarioError(FILE, [{ file: FILE, line: 0, column: 0, message }]);
}

/** Places in a step's own text mean nothing to its author; those in manifests do. */
function placeless<T extends { readonly file: string }>(problem: T): T {
  return problem.file === FILE ? { ...problem, line: 0, column: 0 } : problem;
}
