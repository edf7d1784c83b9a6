/** Runs of what is upgraded: at one release to its end, and through an upgrade in mid-life. */
import { atRelease, KindRegistry } from '#catalog';
import { controllers } from '#controllers';
import { canTurnOn, defaultProfile, profileOf, withGates, type Profile } from '#kinds';
import type { RunLog } from '#record';
import { Run } from '#run';
import {
  loadScenarios,
  readOneStep,
  type LeftOut,
  type Scenario,
  type Settings,
  type Step,
} from '#scenario';
import { keptBytes } from '../history-size.ts';
import type { ScenarioInput } from '../scenario-input.ts';

/** Gates that are set at each release which has them. */
export type Gates = Readonly<Record<string, boolean>>;

/** How long manifests run before the first upgrade, and after the last. */
const LIFE_MS = 600_000;
/** How long each release runs on the way. */
const EVERY_MS = 120_000;

const registry = new KindRegistry(defaultProfile);

/** Returns a release with the gates that it has and that can be turned. */
export function releaseWith(minor: number, gates: Gates): Profile {
  const profile = profileOf(minor);
  return withGates(profile, gatesIn(profile, gates));
}

function gatesIn(profile: Profile, gates: Gates): Gates {
  return Object.fromEntries(Object.entries(gates).filter(([gate]) => canTurnOn(gate, profile)));
}

/** How objects are played. */
export interface Life {
  /** The releases, in order. */
  readonly minors: readonly number[];
  readonly gates: Gates;
  readonly nodes: number;
}

/** Returns a scenario in which objects are applied, and run as long as an upgrade over these releases takes. */
export async function lifeOf(
  objects: readonly object[],
  minor: number,
  { minors, gates, nodes }: Life,
): Promise<Scenario> {
  const featureGates = gatesIn(profileOf(minor), gates);
  const until = `${(2 * LIFE_MS + (minors.length - 2) * EVERY_MS) / 1000}s`;
  // A release may refuse all of them.
  const steps = objects.length === 0 ? [] : [{ at: 0, apply: 'objects.json' }];
  const text = JSON.stringify({ name: 'upgrade', featureGates, cluster: { nodes }, until, steps });
  const sources = [
    { file: 'upgrade.yaml', text },
    { file: 'objects.json', text: JSON.stringify({ kind: 'List', items: objects }) },
  ];
  const release = profileOf(minor);
  const [scenario] = await loadScenarios('upgrade.yaml', registry, { sources, release });
  return scenario!;
}

/** How scenarios are read. */
export interface ReadOptions {
  readonly set?: Settings | undefined;
  readonly allowOutside?: boolean | undefined;
  /** Takes the combinations that do not hold at the release. Default: they are read. */
  readonly leaveOut?: ((combination: LeftOut) => void) | undefined;
}

/** Returns the combinations of a scenario as it is read at a release. @throws {ScenarioError} where it cannot be */
export function scenariosAt(
  { file, text }: ScenarioInput,
  minor: number,
  { set, allowOutside, leaveOut }: ReadOptions,
): Promise<readonly Scenario[]> {
  const release = profileOf(minor);
  return loadScenarios(file, registry, { set: set ?? {}, text, allowOutside, release, leaveOut });
}

/** Returns the same scenario with the gates that its release has. */
export function withTheGates(scenario: Scenario, gates: Gates): Scenario {
  const featureGates = { ...scenario.featureGates, ...gatesIn(scenario.profile, gates) };
  return { ...scenario, featureGates };
}

/** Returns when the upgrades of a life begin, ms since its start: each release, and when. */
export function movesOf(
  { untilMs }: Scenario,
  minors: readonly number[],
  isLife: boolean,
): readonly { readonly minor: number; readonly atMs: number }[] {
  const [, ...later] = minors;
  const first = isLife ? LIFE_MS : Math.floor(untilMs / 2);
  const every = isLife ? EVERY_MS : Math.floor((untilMs - first) / (later.length + 1));
  return later.map((minor, index) => ({ minor, atMs: first + index * every }));
}

/** Returns a scenario whose cluster is upgraded meanwhile. */
export function upgradedMeanwhile(
  scenario: Scenario,
  moves: ReturnType<typeof movesOf>,
  gates: Gates,
): Scenario {
  const steps = moves.map(({ minor, atMs }): Step => {
    const featureGates = gatesIn(profileOf(minor), gates);
    const upgrade = { to: `1.${minor}`, nodes: true, featureGates };
    const step = readOneStep(
      { upgrade },
      {
        kinds: atRelease(registry, profileOf(minor - 1)),
        ...{ controllers: controllers.map(({ name }) => name), nodes: new Map() },
        startMs: scenario.startMs,
      },
    );
    return { ...step, atMs };
  });
  const all = [...scenario.steps, ...steps].toSorted((a, b) => a.atMs - b.atMs);
  return { ...scenario, steps: all };
}

/** Returns a scenario in which objects are applied once more, at its last release, as pipelines of deployments do, and when. */
export function appliedAgain(
  scenario: Scenario,
  moves: ReturnType<typeof movesOf>,
  objects: readonly object[],
): { readonly scenario: Scenario; readonly atMs: number } {
  const { minor, atMs: movedMs } = moves.at(-1)!;
  const atMs = movedMs + EVERY_MS;
  const step = readOneStep(
    { apply: objects },
    {
      kinds: atRelease(registry, profileOf(minor)),
      ...{ controllers: controllers.map(({ name }) => name), nodes: new Map() },
      startMs: scenario.startMs,
    },
  );
  return { scenario: { ...scenario, steps: [...scenario.steps, { ...step, atMs }] }, atMs };
}

/** Plays a scenario to its end. @throws {DidNotSettleError} @throws {RecordFullError} */
export function played(scenario: Scenario, seed: number | undefined): Promise<RunLog> {
  return Run.play(scenario, { seed, keepBytes: keptBytes() });
}
