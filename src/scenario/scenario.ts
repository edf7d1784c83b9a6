/** A scenario, checked and ready to run. */
import type { Millis } from '#clock';
import type { Races } from '#faults';
import type { AuthorizationMode, WebhookAddress, Profile } from '#kinds';
import type { SourceText } from '#record';
import type { RuleText } from './shape/behaviour-rule.ts';
import type { Manifest } from './shape/manifest.ts';
import type { PlacedManifest } from './shape/manifest-files.ts';
import type { NodeGroup } from './shape/node-group.ts';
import type { ReleaseRange } from './release-range.ts';
import type { Step } from './step.ts';

export interface Scenario {
  /** Path of the file, as it was given. */
  readonly file: string;
  readonly name: string;
  /** The name, with the values that a matrix has chosen: `rolling-update [nodes=3]`. */
  readonly title: string;
  readonly description?: string;
  /** What it belongs to, such as `rollouts`. */
  readonly topic?: string;
  /** Whether it takes so long that tests of a folder leave it out. */
  readonly slow: boolean;
  /** Seed of the random streams; the command line overrides it. */
  readonly seed?: number;
  /** What its matrix has chosen, by variable; empty without one. */
  readonly chosen: Readonly<Record<string, unknown>>;
  /** The variables and what they stood for; set to these, the same scenario is read again. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The release whose kinds it was read with, and that it is played on. */
  readonly profile: Profile;
  /** At which releases it holds. Absent: it does not say. */
  readonly holds?: ReleaseRange;
  /** Feature gates that differ from the defaults. */
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** The controllers that run: those named, or all but those with a minus in front. Absent: all. */
  readonly controllers?: readonly string[];
  /** How often resource metrics are measured, virtual ms. Absent: at every request. */
  readonly metricsIntervalMs?: Millis;
  /** Virtual time at which it starts, ms. */
  readonly startMs: Millis;
  /** How long it runs, virtual ms. */
  readonly untilMs: Millis;
  /** Who may do what, of clients over HTTP. Absent: as by default. */
  readonly authorization?: AuthorizationMode;
  /** What stands for the Services of webhooks on this machine. */
  readonly webhookAddresses: readonly WebhookAddress[];
  /** Races of a real control plane. Absent: none. */
  readonly races?: Races;
  /** Whether controllers act as service accounts of their own. */
  readonly controllerAccounts: boolean;
  /** The most pods that one object gets. Absent: as by default. */
  readonly podsPerObject?: number;
  /** Whether kubelets record events of pods (Pulled, Started, Killing, ...). */
  readonly kubeletEvents: boolean;
  /** API objects that exist at the start, with uids and status. */
  readonly objects: readonly Manifest[];
  /** The same where they are written; absent for the state of another run. */
  readonly written?: readonly PlacedManifest[];
  /** Whether these are the state of another run, in place of the cluster that the files describe. */
  readonly isContinued?: boolean;
  readonly nodes: readonly NodeGroup[];
  /** Rules of how pods behave, as they are written. */
  readonly behaviour: readonly RuleText[];
  /** In order of time, then of the files. */
  readonly steps: readonly Step[];
  /** The texts that it was read from, its own first. With them it is read again without the files. */
  readonly sources: readonly SourceText[];
}
