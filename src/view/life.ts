/** The state machines of simulated hardware, and where an object stands in its own. */
import { node } from '#kinds';
import type { KubeObject } from '#values';
import type { Node, Pod } from '#types';
import { isOff, isSilent, lifeStates, type LifeState } from '#pool';
import { stateOf } from './pod-state.ts';

export interface Life {
  readonly states: readonly LifeState[];
  /** The state at the moment, as its status shows it; undefined: none yet. */
  readonly now: string | undefined;
}

/** Returns undefined for an object without a machine. */
export function lifeOf(object: KubeObject): Life | undefined {
  if (object.kind === 'Pod') {
    return { states: lifeStates('pod'), now: podState(object as Pod) };
  }
  if (object.kind !== node.kind) return undefined;
  const own = object as Node;
  return {
    states: lifeStates('node'),
    now: isOff(own) ? 'off' : isSilent(own) ? 'silent' : 'healthy',
  };
}

function podState(pod: Pod): string | undefined {
  const [state, text] = stateOf(pod);
  switch (state) {
    case 'waiting':
      return undefined;
    case 'starting':
      return text === 'PodInitializing' ? 'initializing' : 'starting';
    case 'running':
      return 'notReady';
    case 'ready':
    case 'terminating':
      return state;
    case 'failing':
      if (text === 'CreateContainerConfigError') return 'unconfigured';
      return /Image/.test(text) ? 'imagePullBackOff' : 'backOff';
    case 'succeeded':
    case 'failed':
      return 'ended';
  }
}
