/** What gives devices to claims, by expressions that select them: loaded before the first pod with claims to devices is tried. */
import type { Clock } from '#clock';
import type { Profile } from '#kinds';
import { DeviceError } from './error.ts';
import type * as Allocation from './allocation.ts';
import type { DeviceSelectors } from './selectors.ts';

let loaded: typeof Allocation | undefined;

/** Loads it, with the language of selectors. */
export async function loadDeviceSelectors(): Promise<void> {
  loaded ??= await import('./allocation.ts');
}

/**
 * Keeps pods with claims until selectors are loaded: in each run at the same place, whether an earlier run of the process
 * has loaded them or not.
 */
export class SelectorsGate {
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  #state: 'closed' | 'opening' | 'open' = 'closed';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns whether a pod may be tried; if not, calls back once it may. */
  passes(then: () => void): boolean {
    if (this.#state === 'open') return true;
    this.#waiting.push(then);
    if (this.#state === 'closed') this.#open();
    return false;
  }

  #open(): void {
    this.#state = 'opening';
    const name = 'selectors of devices';
    const release = this.#clock.hold(name);
    const loading = loadDeviceSelectors().finally(release);
    const pass = (): void => {
      this.#state = 'open';
      for (const then of this.#waiting.splice(0)) then();
    };
    // What holds the clock is done by then; a wall clock is not held.
    const due = (): void => {
      if (loaded === undefined) void loading.then(pass);
      else pass();
    };
    this.#clock.after(0, due, { name, quiet: true });
  }
}

/** Returns what gives devices to claims. @throws {DeviceError} before it is loaded */
export function allocation(): typeof Allocation {
  if (loaded === undefined) throw new DeviceError('the expressions of selectors are not loaded');
  return loaded;
}

/** Returns the selectors of a release. @throws {DeviceError} before they are loaded */
export function selectorsOf(profile: Profile): DeviceSelectors {
  return new (allocation().DeviceSelectors)(profile);
}
