/** A scenario, played to its end in the process of a test. */
import { defaultProfile, profileNamed } from '#kinds';
import { controllers as builtIn } from '#controllers';
import { KindRegistry } from '#catalog';
import { Run } from '#run';
import { loadScenario } from '#scenario';
import type { ControllerDefinition } from '#runtime';
import type { CheckMark } from '#record';
import { Cluster } from './cluster.ts';

/** How a scenario is played. */
export interface ScenarioOptions {
  /** The release of Kubernetes, whichever the scenario names: `1.34`, or `latest`. */
  readonly kubernetes?: string;
  /** Overrides the scenario's seed. */
  readonly seed?: number;
  /** Values of its variables. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Controllers of one's own; see `defineController`. */
  readonly run?: readonly ControllerDefinition[];
}

/** A scenario that was played. */
export interface ScenarioResult extends AsyncDisposable {
  /** Whether every check held and every step was carried out. */
  readonly passed: boolean;
  /** The results of checks, in the order of their decision. */
  readonly checks: readonly CheckMark[];
  /** As it is at the end: it can be read, asked why, and driven on. */
  readonly cluster: Cluster;
}

/** What messages call a scenario without a file. */
const unnamed = 'scenario';

/**
 * Plays a scenario to its end.
 * @param scenario the path of a file, the text of one (of several lines), or what a file holds as an
 *   object
 * @throws {ScenarioError} for an invalid scenario @throws {RangeError} for an unknown release
 * @throws {DidNotSettleError}
 */
export async function runScenario(
  scenario: string | object,
  options: ScenarioOptions = {},
): Promise<ScenarioResult> {
  let checks: readonly CheckMark[] = [];
  const start = async (): Promise<Run> => {
    const run = await played(scenario, options);
    ({ checks } = run);
    return run;
  };
  const cluster = new Cluster(await start(), start);
  return {
    passed: checks.every(({ passed }) => passed),
    checks,
    cluster,
    [Symbol.asyncDispose]: () => cluster.dispose(),
  };
}

async function played(scenario: string | object, options: ScenarioOptions): Promise<Run> {
  const { kubernetes, seed, set, run: controllers } = options;
  const isFile = typeof scenario === 'string' && !scenario.includes('\n');
  const text = typeof scenario === 'string' ? scenario : JSON.stringify(scenario);
  const loaded = await loadScenario(isFile ? scenario : unnamed, new KindRegistry(defaultProfile), {
    set,
    release: kubernetes === undefined ? undefined : profileNamed(kubernetes),
    controllers: builtIn.map(({ name }) => name),
    ...(!isFile && { text }),
  });
  const run = await Run.begin(loaded, { seed, controllers, keep: true });
  try {
    await run.finish();
    await run.simulator.clock.settled();
    return run;
  } catch (error) {
    await run.stop();
    throw error;
  }
}
