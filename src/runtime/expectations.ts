/**
 * Expectations: creations and deletions that a controller has sent and its cache does not show yet.
 * Until they are met it creates and deletes nothing, or it would do the same work twice.
 */
import type { Clock, Millis } from '#clock';

/** After so long expectations no longer hold a controller back. */
const TIMEOUT_MS = 300_000;

interface Expected {
  creations: number;
  deletions: number;
  readonly since: Millis;
}

/** Expectations by the controller's key, such as `default/agent`. */
export class Expectations {
  readonly #clock: Clock;
  readonly #expected = new Map<string, Expected>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sets what is about to be done, and replaces all earlier expectations. */
  expect(key: string, { creations = 0, deletions = 0 }: Partial<ExpectedCounts>): void {
    this.#expected.set(key, { creations, deletions, since: this.#clock.now() });
  }

  /** A creation was seen, or `count` of them will never come: they failed or were skipped. */
  creationObserved(key: string, count = 1): void {
    const expected = this.#expected.get(key);
    if (expected !== undefined) expected.creations -= count;
  }

  /** The same for deletions. */
  deletionObserved(key: string, count = 1): void {
    const expected = this.#expected.get(key);
    if (expected !== undefined) expected.deletions -= count;
  }

  /** Nothing expected, or all of it seen, or more than 5 minutes gone. */
  satisfied(key: string): boolean {
    const expected = this.#expected.get(key);
    if (expected === undefined) return true;
    if (expected.creations <= 0 && expected.deletions <= 0) return true;
    return this.#clock.now() - expected.since > TIMEOUT_MS;
  }

  /** Removes a key whose object is deleted. */
  forget(key: string): void {
    this.#expected.delete(key);
  }
}

export interface ExpectedCounts {
  readonly creations: number;
  readonly deletions: number;
}

/**
 * Expectations that know which objects are to be deleted, and so count each deletion once: for
 * ReplicaSets, which take the update that sets a deletionTimestamp for the deletion.
 */
export class DeletionTrackingExpectations {
  readonly #counts: Expectations;
  readonly #deleting = new Map<string, Set<string>>();

  constructor(clock: Clock) {
    this.#counts = new Expectations(clock);
  }

  expectCreations(key: string, creations: number): void {
    this.#counts.expect(key, { creations });
  }

  /** `objectKeys`: what is to be deleted, by key. */
  expectDeletions(key: string, objectKeys: readonly string[]): void {
    this.#counts.expect(key, { deletions: objectKeys.length });
    this.#deleting.set(key, new Set(objectKeys));
  }

  creationObserved(key: string, count = 1): void {
    this.#counts.creationObserved(key, count);
  }

  /** Does nothing for an object that was not expected to go, or was seen going. */
  deletionObserved(key: string, objectKey: string): void {
    if (this.#deleting.get(key)?.delete(objectKey) === true) this.#counts.deletionObserved(key);
  }

  satisfied(key: string): boolean {
    return this.#counts.satisfied(key);
  }

  forget(key: string): void {
    this.#counts.forget(key);
    this.#deleting.delete(key);
  }
}
