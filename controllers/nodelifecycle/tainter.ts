/** Puts NoExecute taints on nodes, in each zone no faster than its rate allows. */
import type { Clock } from '#clock';
import { formatTime, type Cause } from '#values';
import { node as nodeKind, getCondition } from '#kinds';
import type { Node } from '#types';
import {
  retryOnConflict,
  type Client,
  type Lister,
  type ReconcileResult,
  type WorkQueue,
} from '#runtime';
import { atRate, limiterOf, take, type Limiter } from './limiter.ts';
import { withNoExecuteTaint } from './taints.ts';
import { initialRate } from './zones.ts';

interface Zone {
  /** Nodes that are to be tainted, the first to come first. */
  readonly nodes: Set<string>;
  limiter: Limiter;
}

export interface NoExecuteTainterOptions {
  readonly clock: Clock;
  readonly nodes: Lister<Node>;
  /** Zones are its keys. */
  readonly queue: WorkQueue;
}

export class NoExecuteTainter {
  readonly #clock: Clock;
  readonly #nodes: Lister<Node>;
  readonly #queue: WorkQueue;
  readonly #zones = new Map<string, Zone>();

  constructor({ clock, nodes, queue }: NoExecuteTainterOptions) {
    this.#clock = clock;
    this.#nodes = nodes;
    this.#queue = queue;
  }

  add(zone: string, node: string, cause: Cause): void {
    this.#zone(zone).nodes.add(node);
    this.#queue.add(keyOfZone(zone), cause);
  }

  remove(zone: string, node: string): void {
    this.#zones.get(zone)?.nodes.delete(node);
  }

  /** @param perSecond nodes a second; 0 for none */
  setRate(zone: string, perSecond: number, cause: Cause): void {
    const known = this.#zone(zone);
    known.limiter = atRate(known.limiter, perSecond, this.#clock.now());
    if (known.nodes.size > 0) this.#queue.add(keyOfZone(zone), cause);
  }

  /** Taints as many nodes of a zone as may be tainted now, and says when to continue. */
  async reconcile(key: string, client: Client): Promise<ReconcileResult | undefined> {
    const zone = this.#zones.get(zoneOfKey(key));
    if (zone === undefined) return undefined;
    for (const name of zone.nodes) {
      const now = this.#clock.now();
      const limiter = take(zone.limiter, now);
      if (limiter === undefined) {
        const { freeAt } = zone.limiter;
        return freeAt === Infinity ? undefined : { requeueAfterMs: freeAt - now };
      }
      zone.limiter = limiter;
      await this.#taint(name, client);
      zone.nodes.delete(name);
    }
    return undefined;
  }

  async #taint(name: string, client: Client): Promise<void> {
    const node = this.#nodes.get(undefined, name);
    if (node === undefined) return;
    const now = formatTime(this.#clock.now());
    await retryOnConflict(client, nodeKind, node, (latest) => {
      const ready = getCondition(latest.status.conditions, 'Ready')?.status;
      return ready === 'False' || ready === 'Unknown'
        ? withNoExecuteTaint(latest, ready, now)
        : latest;
    });
  }

  #zone(name: string): Zone {
    let zone = this.#zones.get(name);
    if (zone === undefined) {
      zone = { nodes: new Set(), limiter: limiterOf(initialRate, this.#clock.now()) };
      this.#zones.set(name, zone);
    }
    return zone;
  }
}

const prefix = 'zone ';

function keyOfZone(zone: string): string {
  return prefix + zone;
}

function zoneOfKey(key: string): string {
  return key.slice(prefix.length);
}
