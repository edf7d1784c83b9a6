/** How long time waits for programs outside. */
import { durationOf } from '#clock';

export interface Patience {
  /** How long a program without a barrier must have been quiet, wall ms. */
  readonly quiet: number;
  /** How long an instant lasts at most, wall ms. */
  readonly cap: number;
}

export const usualPatience: Patience = { quiet: 20, cap: 2000 };

/** Longer waits are mistakes, wall ms. */
const longest = 600_000;

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
