/** The event recorder's interface; see event-correlator.ts for the correlation behind it. */
import type { KubeObject } from '#values';

/** Records events about objects, as client-go's recorder does: aggregated, counted, rate limited. */
export interface EventRecorder {
  /** Never fails the caller: what cannot be written is dropped. */
  event(
    regarding: EventTarget,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
    options?: EventOptions,
  ): void;
}

export interface EventOptions {
  /** The machine the source runs on (kubelet events). */
  readonly host?: string;
  /** What was done, for recorders of the newer form (`Binding`, `Scheduling`). */
  readonly action?: string;
  /** Another object that it is about, for recorders of the newer form. */
  readonly related?: EventTarget;
}

/** What an event is about: an object, or as much of a reference as is known. */
export type EventTarget =
  | KubeObject
  | {
      readonly apiVersion: string;
      readonly kind: string;
      readonly metadata: {
        readonly name: string;
        readonly namespace?: string;
        readonly uid?: string;
      };
      readonly fieldPath?: string;
    };
