/** The stages of a pod's life, as its kubelet sees them. */
export type PodStage =
  | 'unknown'
  | 'starting'
  | 'imagePullBackOff'
  | 'initializing'
  | 'initBackOff'
  | 'unconfigured'
  | 'notReady'
  | 'ready'
  | 'stopped'
  | 'backOff'
  | 'ended'
  | 'terminating'
  | 'gone';
