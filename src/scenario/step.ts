/**
 * A step of a scenario: what it looks like in the file, what can be said about it before the
 * run, and what it does. A new verb is a file in `steps/` and a line in `steps/index.ts`.
 */
import type { Clock, Millis } from '#clock';
import type { KindRegistry } from '#catalog';
import type { Client } from '#runtime';
import type { Node } from './source/node.ts';
import type { CheckPlan } from './checks/running-check.ts';
import type { Machinery } from './machinery.ts';
import type { Checker } from './shape/checker.ts';
import type { Shape } from './shape/shape.ts';
import type { PlacedManifest } from './shape/manifest-files.ts';
import type { World } from './world.ts';

/** What a step works with when it runs. */
export interface StepTools {
  /** Writes through it carry the scenario step as their origin. */
  readonly client: Client;
  readonly clock: Clock;
  readonly kinds: KindRegistry;
  readonly machinery: Machinery;
  /** The seed of the run. */
  readonly seed: number;
}

/** How long a check waits, or lasts, where the step says so. */
export interface Spans {
  /** `within`: it has to happen by then. */
  readonly withinMs?: Millis;
  /** `for`: it has to last this long. */
  readonly forMs?: Millis;
}

/** The result of a step. */
export interface StepOutcome {
  readonly ok: boolean;
  /** For people: what was found, in case of a failure what was expected and what was there. */
  readonly detail?: string;
}

/** Which release of Kubernetes the control plane gets. */
export interface ReleaseMove {
  /** The minor. */
  readonly to: number;
  /** Gates that are set with it. */
  readonly featureGates?: Readonly<Record<string, boolean>> | undefined;
}

export interface Verb<T> {
  /** The key that names it in the file. */
  readonly name: string;
  readonly shape: Shape<T>;
  /** Takes `within`. */
  readonly waits?: boolean;
  /** Takes `for`: how long what it checks lasts. */
  readonly lasts?: boolean;
  /** Makes no sense without `for`. */
  readonly mustLast?: boolean;
  /** Checks against what is known of the cluster, and says what the step changes in it. */
  checkWorld?(args: T, world: World, node: Node, checker: Checker): void;
  /** Virtual ms that have passed once it is done: what comes `after` it counts from then. Default: none. */
  takes?(args: T): Millis;
  /** One line for the timeline: `apply DaemonSet default/agent`. */
  summary(args: T): string;
  /** The release that the control plane has once it is done. */
  moves?(args: T): ReleaseMove;
  /** The objects that it writes, where they stand. */
  objects?(args: T): readonly PlacedManifest[];
  /** Runs the step. An error of the API is thrown, and fails the step. */
  run?(args: T, tools: StepTools): Promise<StepOutcome | undefined>;
  /** What it asks for, of a verb that checks instead of doing something. */
  check?(args: T, spans: Spans, kinds: KindRegistry): CheckPlan;
}

/** A verb with its arguments, ready to run. */
export interface Step extends Spans {
  /** Virtual ms since the start. */
  readonly atMs: Millis;
  /** Its file, relative to the folder of the scenario. */
  readonly file: string;
  /** The same as messages show it. */
  readonly shown: string;
  /** Line in the file, from 1. */
  readonly line: number;
  readonly verb: string;
  readonly summary: string;
  readonly note?: string;
  /** What the step is called in results. */
  readonly name?: string;
  /** See {@link Verb.takes}. */
  readonly takesMs: Millis;
  /** It appears in the list of checks. */
  readonly isCheck: boolean;
  /** Its arguments as they are written, with variables filled in. */
  written(): unknown;
  /** See {@link Verb.moves}. */
  readonly moves?: ReleaseMove;
  /** The objects that it writes, where they stand. */
  readonly objects?: readonly PlacedManifest[];
  run(tools: StepTools): Promise<StepOutcome | undefined>;
  /** What a check asks for. */
  check?(kinds: KindRegistry): CheckPlan;
}

export const done: StepOutcome = { ok: true };
