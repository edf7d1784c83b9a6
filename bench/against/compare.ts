/** Figures that two checkouts have in turns, and what follows of them. */

/** What the two have in one turn, one right after the other. */
export interface Turn {
  readonly here: number;
  readonly there: number;
}

/** What turns come to. */
export interface Comparison {
  /** In the middle. */
  readonly here: number;
  readonly there: number;
  /** The middle of the ratios of each turn, here to there: what changes slowly on the machine takes no part in it. */
  readonly ratio: number;
  /** The ratio of the lower quartiles: short work of others takes little part in it. */
  readonly quiet: number;
}

/** @param turns one or more */
export function compared(turns: readonly Turn[]): Comparison {
  const [here, there] = [turns.map((turn) => turn.here), turns.map((turn) => turn.there)];
  return {
    here: quantile(here, 0.5),
    there: quantile(there, 0.5),
    ratio: quantile(
      turns.map((turn) => turn.here / turn.there),
      0.5,
    ),
    quiet: quantile(here, 0.25) / quantile(there, 0.25),
  };
}

function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * at)]!;
}

/** Has figures of both, one right after the other; who is first changes with each turn. */
export async function inTurns(
  rounds: number,
  figure: (isHere: boolean) => Promise<number>,
): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (let round = 0; round < rounds; round++) {
    const isHereFirst = round % 2 === 0;
    const first = await figure(isHereFirst);
    const second = await figure(!isHereFirst);
    turns.push(isHereFirst ? { here: first, there: second } : { here: second, there: first });
  }
  return turns;
}
