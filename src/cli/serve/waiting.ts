/** How the advances of a server wait for programs outside. */
import { durationOf, machineWall, type Pacer } from '#clock';
import { WaitingGate, type Outside, type Patience } from '#lockstep';

/** `off`: time does not wait. */
export type OutsideSetting = Patience | 'off';

export const usualPatience: Patience = { quiet: 20, cap: 2000 };

/** Longer waits are mistakes, wall ms. */
const longest = 600_000;

export const expectedOutside = 'expected quiet=20ms,cap=2s, one of them, or off';

/** Reads `quiet=20ms,cap=2s`; undefined for anything else. */
export function outsideOf(text: string): OutsideSetting | undefined {
  if (text === 'off') return 'off';
  const parts = text.split(',').map((part) => part.split('=', 2));
  if (new Set(parts.map(([name]) => name)).size < parts.length) return undefined;
  return patienceOf(Object.fromEntries(parts) as Readonly<Record<string, unknown>>);
}

/**
 * Reads `{ quiet: '20ms', cap: '2s' }`; undefined for anything else.
 * @param usual for what is left out
 */
export function patienceOf(
  fields: Readonly<Record<string, unknown>>,
  usual: Patience = usualPatience,
): Patience | undefined {
  const read: Record<string, number> = { ...usual };
  for (const [name, value] of Object.entries(fields)) {
    const ms = durationOf(value);
    if (!(name === 'quiet' || name === 'cap') || ms === undefined) return undefined;
    if (ms < 0 || ms > longest) return undefined;
    read[name] = ms;
  }
  return { quiet: read.quiet!, cap: read.cap! };
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

  /** For one advance. Undefined: it does not wait. */
  gate(setting: OutsideSetting = this.#usual): WaitingGate | undefined {
    if (setting === 'off') return undefined;
    return new WaitingGate({
      outside: this.#outside,
      patience: setting,
      wall: machineWall,
      standStill: () => this.#pacer().standStill(),
    });
  }
}
