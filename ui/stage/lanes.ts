/** Which numbers have a lane, and where values stand in it. Pure. */
import type { StageNumber } from './numbers.ts';

/** A lane of the band: one number, or several that are equal all the time. */
export interface Lane {
  readonly label: string;
  readonly number: StageNumber;
}

/** Numbers that are equal all the time share a lane. */
export function lanesOf(numbers: readonly StageNumber[]): readonly Lane[] {
  const lanes: { label: string; number: StageNumber; text: string }[] = [];
  for (const number of numbers) {
    const text = JSON.stringify(number.points.map(({ atMs, value }) => [atMs, value]));
    const same = lanes.find(
      (each) => each.text === text && each.number.isBad === number.isBad && !number.isBad,
    );
    if (same === undefined) lanes.push({ label: number.label, number, text });
    else same.label += ` = ${number.label}`;
  }
  return lanes;
}

/** The first ones; the one that is asked about is always among them. */
export function chosenLanes(
  all: readonly Lane[],
  most: number,
  asked: string | undefined,
): readonly Lane[] {
  const first = all.slice(0, most);
  const wanted = all.find(({ number }) => number.field === asked);
  return wanted === undefined || first.includes(wanted) ? first : [...first.slice(0, -1), wanted];
}

/** Between a line and the edges of its lane. */
const MARGIN_PX = 5;

/** Where a value stands in its lane. */
export function laneY(value: number, most: number, top: number, height: number): number {
  const inner = height - 2 * MARGIN_PX;
  return top + height - MARGIN_PX - (value / most) * inner;
}
