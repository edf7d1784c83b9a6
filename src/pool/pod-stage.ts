/** Where the life of a pod stands, as its kubelet sees it. */
export type PodStage =
  | 'unknown'
  | 'starting'
  | 'imagePullBackOff'
  | 'initializing'
  | 'initBackOff'
  | 'notReady'
  | 'ready'
  | 'stopped'
  | 'backOff'
  | 'ended'
  | 'terminating'
  | 'gone';
