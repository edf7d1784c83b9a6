import type { PodState } from '../pod-state.ts';

/** In words, for a tile and for who reads aloud. */
export const stateWords: Readonly<Record<PodState, string>> = {
  waiting: 'waiting for a node',
  starting: 'starting',
  running: 'not ready',
  ready: 'ready',
  terminating: 'ending',
  failing: 'failing',
  succeeded: 'done',
  failed: 'failed',
};
