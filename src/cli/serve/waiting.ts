/** How the advances of a server wait for programs outside. */
import { machineWall, type Pacer } from '#clock';
import { patienceOf, usualPatience, WaitingGate, type Outside, type Patience } from '#lockstep';

/** `off`: time does not wait. */
export type OutsideSetting = Patience | 'off';

export const expectedOutside = 'expected quiet=20ms,cap=2s, one of them, or off';

/** Reads `quiet=20ms,cap=2s`; undefined for anything else. */
export function outsideOf(text: string): OutsideSetting | undefined {
  if (text === 'off') return 'off';
  const parts = text.split(',').map((part) => part.split('=', 2));
  if (new Set(parts.map(([name]) => name)).size < parts.length) return undefined;
  return patienceOf(Object.fromEntries(parts) as Readonly<Record<string, unknown>>);
}

/** Makes the gates of advances. */
export class Waiting {
  readonly #outside: Outside;
  readonly #usual: OutsideSetting;
  readonly #pacer: () => Pacer;

  constructor(outside: Outside, usual: OutsideSetting, pacer: () => Pacer) {
    this.#outside = outside;
    this.#usual = usual;
    this.#pacer = pacer;
  }

  /** What a request leaves out. */
  get usual(): Patience {
    return this.#usual === 'off' ? usualPatience : this.#usual;
  }

  /**
   * For one advance. Undefined: it does not wait.
   * @param askedBy the key of the program that asked for it
   */
  gate(setting: OutsideSetting = this.#usual, askedBy?: string): WaitingGate | undefined {
    if (setting === 'off') return undefined;
    return new WaitingGate({
      outside: this.#outside,
      patience: setting,
      askedBy,
      wall: machineWall,
      standStill: () => this.#pacer().standStill(),
    });
  }
}
