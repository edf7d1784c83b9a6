/** Which requests an effect can strike at all. */
import type { Target } from './target.ts';
import { canFailWith } from './errors.ts';
import type { Caches, Effect, StaleEffect } from './fault.ts';

export function canStrike(effect: Effect, target: Target): boolean {
  switch (effect.kind) {
    case 'error':
      return canFailWith(effect.error, target);
    case 'latency':
    case 'bandwidth':
    case 'warning':
      // Calls in the process take no time, and have no headers.
      return target.client.process === undefined;
    case 'connection':
      return isOfConnections(effect)
        ? target.verb === 'connect'
        : target.client.process === undefined;
    case 'certificate':
      return target.verb === 'connect';
    case 'watch':
    case 'bookmarks':
      return target.verb === 'watch';
    case 'discovery':
      return isDiscovery(target);
    case 'stale':
      if (isOfCaches(effect) && target.verb !== 'watch' && target.resourceVersion !== '0')
        return false;
      // The pages of a list are all of one state.
      return ['get', 'watch'].includes(target.verb) || (target.verb === 'list' && !target.continue);
    case 'shown':
      return ['get', 'list', 'watch'].includes(target.verb);
    case 'damage':
      return target.verb === 'create' || target.verb === 'update';
    case 'metrics':
      return target.group === 'metrics.k8s.io';
    case 'webhook':
      return target.verb === 'call';
  }
}

/** Returns whether a list of groups, versions or resources is asked for. */
export function isDiscovery({ resource, path = '' }: Target): boolean {
  return resource === '' && /^\/apis?(?:\/|$)/.test(path);
}

/** Returns whether servers answer from caches: only what names any version is answered from one. */
export function isOfCaches(effect: Effect): effect is StaleEffect & { readonly lag: Caches } {
  return effect.kind === 'stale' && typeof effect.lag === 'object' && 'servers' in effect.lag;
}

/** Strikes connections before a request has come: whose they are is not known yet. */
export function isOfConnections(effect: Effect): boolean {
  if (effect.kind === 'certificate') return true;
  return effect.kind === 'connection' && ['refuse', 'handshake'].includes(effect.fate);
}

/** Returns a state of the server, in which nothing is counted. */
export function isState(effect: Effect): boolean {
  if (effect.kind === 'certificate') return true;
  return effect.kind === 'connection' && effect.fate === 'refuse';
}
