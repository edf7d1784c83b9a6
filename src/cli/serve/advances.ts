/** Advances that clients ask for: they can take any time, so they can be ended. */
import type { Gate, Millis, Pacer, VirtualClock } from '#clock';
import { ApiError, badRequest, parseTime } from '#values';

/** Times have a year of four digits. */
const lastTime = parseTime('9999-12-31T23:59:59Z');

export interface AdvancesOptions {
  /** Makes what each of them asks before time moves on. */
  readonly gate?: () => Gate | undefined;
  /** Called when one of them has ended, or has given up. */
  readonly onMoved?: () => void;
}

export class Advances {
  readonly #clock: VirtualClock;
  readonly #pacer: Pacer;
  readonly #ending: AbortSignal;
  readonly #options: AdvancesOptions;
  #underWay = new AbortController();
  #count = 0;

  /**
   * @param ending aborts all of them, with its reason
   */
  constructor(
    clock: VirtualClock,
    pacer: Pacer,
    ending: AbortSignal,
    options: AdvancesOptions = {},
  ) {
    this.#options = options;
    this.#clock = clock;
    this.#pacer = pacer;
    this.#ending = ending;
  }

  /** A gate for an advance that says nothing about it. Undefined: it does not wait. */
  usualGate(): Gate | undefined {
    return this.#options.gate?.();
  }

  /** Whether time stands still but for advances. */
  get isManual(): boolean {
    return this.#pacer.pace === 'manual';
  }

  /** How many are under way. */
  get count(): number {
    return this.#count;
  }

  /** Virtual time, ms. */
  present(): Millis {
    return this.#pacer.present();
  }

  /**
   * Advances virtual time to this point, with all that happens until then.
   * @param gone aborted when the client has disconnected
   * @throws {ApiError} 400 for a time that there is not, 409 when it was ended
   */
  to(time: Millis, gone: AbortSignal, gate = this.usualGate()): Promise<void> {
    return this.during(gone, (signal) => this.through(time, signal, gate));
  }

  /** One of the advances of work {@link during} which it can be ended. @throws {ApiError} as above */
  through(time: Millis, signal: AbortSignal, gate?: Gate): Promise<void> {
    if (time > lastTime) return Promise.reject(badRequest('time ends with the year 9999 here'));
    // At a pace, programs outside have the time that the wall gives them.
    const isPaced = typeof this.#pacer.pace === 'number' || this.#pacer.pace === 'max';
    return this.#clock.advanceTo(time, { signal, ...(!isPaced && { gate }) });
  }

  /** Work that may advance several times, and that ends as an advance does. */
  async during<T>(gone: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.any([gone, this.#ending, this.#underWay.signal]);
    this.#count += 1;
    try {
      return await work(signal);
    } finally {
      this.#count -= 1;
      this.#options.onMoved?.();
    }
  }

  /**
   * Ends all of them; virtual time keeps the value that it has reached.
   * @param why what their clients read
   */
  end(why: string): void {
    this.#underWay.abort(new ApiError(409, 'Conflict', `the advance was ended: ${why}`));
    this.#underWay = new AbortController();
  }
}
