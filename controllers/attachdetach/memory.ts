import type { VolumeAttachment } from '#types';

/** What the controller remembers of attachments, by uid, and forgets with its run. */
export class Memory {
  readonly #unwanted = new Map<string, number>();
  readonly #reported = new Set<string>();
  readonly #releasing = new Set<string>();
  readonly #failures = new Map<string, string>();
  /** Nodes that were refused a volume. */
  readonly #refused = new Set<string>();

  unwantedSince({ metadata: { uid } }: VolumeAttachment, now: number): number {
    const since = this.#unwanted.get(uid) ?? now;
    this.#unwanted.set(uid, since);
    return since;
  }

  /** Its node is to have the volume, possibly again. */
  want({ metadata: { uid } }: VolumeAttachment): void {
    this.#unwanted.delete(uid);
    this.#releasing.delete(uid);
  }

  /** The node must not use the volume from now on. */
  release({ metadata: { uid } }: VolumeAttachment): void {
    this.#releasing.add(uid);
  }

  isReleased({ metadata: { uid } }: VolumeAttachment): boolean {
    return this.#releasing.has(uid);
  }

  /** Whether it is the first time that it is seen to be attached. */
  reports({ metadata: { uid } }: VolumeAttachment): boolean {
    if (this.#reported.has(uid)) return false;
    this.#reported.add(uid);
    return true;
  }

  /** Whether the error is another one than before. */
  fails({ metadata: { uid } }: VolumeAttachment, message: string): boolean {
    if (this.#failures.get(uid) === message) return false;
    this.#failures.set(uid, message);
    return true;
  }

  /** Whether it is the first time that the node is refused the volume. */
  refuses(volume: string, nodeName: string): boolean {
    const key = `${volume} ${nodeName}`;
    if (this.#refused.has(key)) return false;
    this.#refused.add(key);
    return true;
  }

  /** The node has the volume, or does not want it any more. */
  accept(volume: string, nodeName: string): void {
    this.#refused.delete(`${volume} ${nodeName}`);
  }

  forget({ metadata: { uid } }: VolumeAttachment): void {
    this.#unwanted.delete(uid);
    this.#reported.delete(uid);
    this.#releasing.delete(uid);
    this.#failures.delete(uid);
  }
}
