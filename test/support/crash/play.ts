/** Plays scenarios whose controllers are killed on the way, and restarted at once. */
import { controllers } from '#controllers';
import { Run, type RunObserver } from '#run';
import type { Scenario } from '#scenario';
import type { Simulator } from '#simulator';
import type { Change } from '#store';
import { Children } from './children.ts';
import { settledState } from './normal-form.ts';

/** What is under way at the end of a script gets this time to settle, virtual ms. */
const SETTLING_MS = 600_000;

export interface Crash {
  /** The write of the run with which they die, or the first one after it at which they run. */
  readonly atWrite: number;
  /** The whole manager, or only the controller that wrote. */
  readonly dies: 'manager' | 'writer';
}

export interface Settled {
  /** Writes until the end of the script. */
  readonly writes: number;
  /** Whether it came to the crash. */
  readonly crashed: boolean;
  /** Every stored object in its normal form, in order. */
  readonly state: readonly string[];
  /** Children that were created twice, in words. */
  readonly doubled: readonly string[];
  /** Whether a CronJob met a run of its own that its status does not list. */
  readonly metUnlistedJob: boolean;
}

/** Plays a scenario and lets it settle. Only controllers that ran when they were killed are restarted. */
export async function playCrashing(
  scenario: Scenario,
  seed: number,
  crash?: Crash,
): Promise<Settled> {
  const witness = new Witness(crash);
  const run = await Run.begin(scenario, { seed, observer: witness });
  witness.simulator = run.simulator;
  try {
    await run.finish();
    const { writes } = witness;
    await run.simulator.clock.advanceBy(SETTLING_MS);
    await witness.restarted;
    const state = await settledState(run.simulator);
    const crashed = witness.restarted !== undefined;
    const { doubled } = witness.children;
    return { writes, crashed, state, doubled, metUnlistedJob: witness.metUnlistedJob };
  } finally {
    await run.stop();
  }
}

/** Sees every write of a run, and kills controllers when it is time. */
class Witness implements RunObserver {
  readonly children = new Children();
  writes = 0;
  metUnlistedJob = false;
  /** Set once the control plane is up: no controller is killed before. */
  simulator: Simulator | undefined;
  restarted: Promise<void> | undefined;
  readonly #crash: Crash | undefined;

  constructor(crash: Crash | undefined) {
    this.#crash = crash;
  }

  change(change: Change): void {
    this.writes++;
    this.children.see(change);
    const { reason } = change.value as { reason?: string };
    if (reason === 'UnexpectedJob') this.metUnlistedJob = true;
    const { atWrite = Infinity } = this.#crash ?? {};
    if (this.writes >= atWrite && this.restarted === undefined) this.#die(change.origin.actor);
  }

  #die(writer: string): void {
    const { simulator } = this;
    if (simulator === undefined) return;
    const dying = dyingOf(simulator.running, this.#crash!, writer);
    if (dying.length === 0) return;
    simulator.killControllers(dying);
    this.restarted = simulator.startControllers(dying);
    // Awaited at the end; until then a failure is not unhandled.
    this.restarted.catch(() => undefined);
  }
}

function dyingOf(running: readonly string[], { dies }: Crash, writer: string): readonly string[] {
  if (dies === 'manager') return running;
  const { name } = controllers.find(({ actor }) => actor === writer) ?? {};
  return name !== undefined && running.includes(name) ? [name] : [];
}
