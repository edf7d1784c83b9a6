/** Objects as a fault shows them: as a server of another version would. */
import { mergeJson } from '#api';
import type { KubeObject } from '#values';
import { targetOf } from './fault-request.ts';
import type { Exchange } from '../exchange/exchange.ts';

type Patch = Readonly<Record<string, unknown>>;

/** Returns the object with a merge patch applied. */
export function shownWith(object: KubeObject, patch: Patch): KubeObject {
  return mergeJson(object, patch) as KubeObject;
}

/** Returns the object as it is. */
export function shownPlainly(object: KubeObject): KubeObject {
  return object;
}

/** Returns how the objects of an answer are shown. Counts it. */
export function shownBy(exchange: Exchange): (object: KubeObject) => KubeObject {
  const { faults } = exchange.server;
  if (faults === undefined || faults.isQuiet) return shownPlainly;
  const hit = faults.strikeShown(targetOf(exchange, exchange.path.name));
  if (hit === undefined) return shownPlainly;
  return (object) => shownWith(object, hit.effect.patch);
}
