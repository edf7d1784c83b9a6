/** How the states of pods are shown: each has a sign as well as a colour. */
import type { PodBox, PodState } from '#view';

export const signs: Readonly<Record<PodState, string>> = {
  waiting: '?',
  starting: '…',
  running: '○',
  ready: '●',
  terminating: '↓',
  failing: '!',
  succeeded: '✓',
  failed: '✗',
};

export const stateWords: Readonly<Record<PodState, string>> = {
  waiting: 'not on a node',
  starting: 'starting',
  running: 'running, not ready',
  ready: 'ready',
  terminating: 'terminating',
  failing: 'failing',
  succeeded: 'succeeded',
  failed: 'failed',
};

/** The names of their colours. */
export const stateColours: Readonly<Record<PodState, string>> = {
  waiting: 'warn',
  starting: 'accent',
  running: 'accent',
  ready: 'good',
  terminating: 'warn',
  failing: 'bad',
  succeeded: 'update',
  failed: 'bad',
};

/** Those with a broken edge. */
export const dashed: ReadonlySet<PodState> = new Set<PodState>(['waiting', 'terminating']);

/** `Pod default/web-0: Ready (ReplicaSet web)` */
export function podText({ key, text, owner }: PodBox): string {
  return `Pod ${key}: ${text}${owner === undefined ? '' : ` (${owner})`}`;
}
