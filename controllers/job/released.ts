const NONE: ReadonlySet<string> = new Set();

/** Pods whose finalizers a job has taken away, until its cache shows it: so none is counted twice. */
export class Released {
  readonly #uids = new Map<string, Set<string>>();

  /** Of the job with that key. */
  of(key: string): ReadonlySet<string> {
    return this.#uids.get(key) ?? NONE;
  }

  expect(key: string, uids: readonly string[]): void {
    const known = this.#uids.get(key);
    if (known === undefined) this.#uids.set(key, new Set(uids));
    else for (const uid of uids) known.add(uid);
  }

  /** It is seen, or will never be. */
  observed(key: string, uid: string): void {
    const known = this.#uids.get(key);
    known?.delete(uid);
    if (known?.size === 0) this.#uids.delete(key);
  }

  forget(key: string): void {
    this.#uids.delete(key);
  }
}
