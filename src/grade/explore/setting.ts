/** What is explored: a client, and what happens to the cluster while it works. */
import type { ControllerDefinition, Step } from '#kit';

/** A condition of the scenario language. */
export type Condition = Readonly<Record<string, unknown>>;

export interface Setting {
  /** A program with its arguments, or controllers that run in virtual time. */
  readonly client:
    | { readonly command: readonly string[] }
    | { readonly controllers: readonly ControllerDefinition[] };
  /** Manifests that exist before it starts. */
  readonly setup: readonly string[];
  readonly nodes: number;
  /** The release of Kubernetes. Default: 1.24. */
  readonly kubernetes?: string;
  /** Played one after the other, each once nothing is left to do. */
  readonly steps: readonly Step[];
  /** When the client has begun. */
  readonly ready?: Condition;
  /** What it has to bring about. */
  readonly goal?: Condition;
  /** What has to hold whenever one looks. */
  readonly invariants: readonly Condition[];
  /** Fields that may differ: `status.reconciles`. */
  readonly ignored: readonly string[];
  /** Factor of all times by the machine's clock. */
  readonly patience: number;
}
