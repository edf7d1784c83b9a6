/** Which change led to a write of endpoints: kept per service, for the annotation that shows it. */
import { getPodCondition } from '#kinds';
import type { Pod, Service } from '#types';

interface ServiceReadiness {
  readonly service: string;
  /** When each pod's readiness last changed, by the pod's name. */
  readonly pods: ReadonlyMap<string, string>;
}

/**
 * Instants are texts in the API's form, RFC 3339 in UTC with whole seconds, which compare as texts.
 * Mirrors the trigger time tracker of v1.24.
 */
export class TriggerTimes {
  readonly #readiness = new Map<string, ServiceReadiness>();

  /**
   * The earliest of the changes since the last call for this service (by its key); at the first
   * call its creation. Undefined when nothing has changed.
   */
  next(key: string, { metadata }: Service, pods: readonly Pod[]): string | undefined {
    const last = this.#readiness.get(key);
    let earliest: string | undefined;
    const times = new Map<string, string>();
    for (const pod of pods) {
      const time = getPodCondition(pod, 'Ready')?.lastTransitionTime;
      if (!time) continue;
      const { name } = pod.metadata;
      times.set(name, time);
      if (isLater(time, last?.pods.get(name))) earliest = earlier(earliest, time);
    }
    const service = metadata.creationTimestamp;
    if (isLater(service, last?.service)) earliest = earlier(earliest, service);
    this.#readiness.set(key, { service, pods: times });
    return last === undefined ? service : earliest;
  }

  /** Removes a deleted service. */
  forget(key: string): void {
    this.#readiness.delete(key);
  }
}

function isLater(time: string, before: string | undefined): boolean {
  return before === undefined || time > before;
}

function earlier(a: string | undefined, b: string): string {
  return a === undefined || b < a ? b : a;
}
