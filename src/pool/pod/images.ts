/** The images on a node: each is pulled once, for the pod that needs it first. */
import type { Millis } from '#clock';
import type { ContainerImage, Pod } from '#types';

interface Image {
  readonly readyAt: Millis;
  /** The pod that the node pulled it for, and since when; absent for one that was present. */
  readonly pull?: { readonly uid: string; readonly since: Millis };
}

export class Images {
  readonly #images = new Map<string, Image>();

  /** An image as a node's status lists it. */
  constructor(reported: readonly ContainerImage[] = []) {
    for (const { names } of reported) {
      for (const name of names ?? []) this.#images.set(name, { readyAt: -Infinity });
    }
  }

  /**
   * When all images of a pod are there, which began to need them at `since`; what is missing is
   * pulled in `pullMs` from then, side by side. An image that another pod is waiting for is not
   * pulled again.
   */
  readyAt({ metadata, spec }: Pod, pullMs: Millis, since: Millis): Millis {
    let readyAt = since;
    const { uid } = metadata;
    for (const { image = '' } of [...(spec.initContainers ?? []), ...spec.containers]) {
      const known = this.#images.get(image);
      // The pod's pull time may have changed.
      const isOfThisPod = known?.pull?.uid === uid && known.pull.since === since;
      const at = known === undefined || isOfThisPod ? since + pullMs : known.readyAt;
      if (known?.readyAt !== at) this.#images.set(image, { readyAt: at, pull: { uid, since } });
      if (at > readyAt) readyAt = at;
    }
    return readyAt;
  }

  /** What has been pulled by now, as far as that took time. */
  pulled(now: Millis): readonly string[] {
    const names: string[] = [];
    for (const [name, { readyAt, pull }] of this.#images) {
      if (pull !== undefined && readyAt > pull.since && readyAt <= now) names.push(name);
    }
    return names;
  }

  /** The machine went off: what was being pulled is lost. */
  loseUnfinished(now: Millis): void {
    for (const [name, { readyAt }] of this.#images) {
      if (readyAt > now) this.#images.delete(name);
    }
  }
}
