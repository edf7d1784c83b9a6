/** What page and worker send each other. */
import type { Problem } from '#scenario';
import type { PackedWrites } from './packed.ts';
import type { Session } from './session.ts';

/** The questions that a page may ask. */
export type Asks =
  | 'answer'
  | 'answers'
  | 'calendar'
  | 'caused'
  | 'causes'
  | 'compare'
  | 'complete'
  | 'completeManifest'
  | 'editable'
  | 'follow'
  | 'grow'
  | 'lint'
  | 'lintManifest'
  | 'lives'
  | 'motion'
  | 'more'
  | 'object'
  | 'objectsIn'
  | 'open'
  | 'play'
  | 'record'
  | 'scenarioOf'
  | 'scene'
  | 'tables'
  | 'why'
  | 'whyNot'
  | 'withStep';

export interface Question {
  readonly id: number;
  readonly ask: Asks;
  readonly args: readonly unknown[];
}

export type Answer =
  /** The writes of the result stand beside it, where it has any. */
  | { readonly id: number; readonly result: unknown; readonly writes?: PackedWrites }
  | { readonly id: number; readonly error: Failure }
  /** Of a run: which part of it is over. */
  | { readonly id: number; readonly progress: number };

export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly problems?: readonly Problem[];
}

export type Result<A extends Asks> = Awaited<ReturnType<Session[A]>>;
