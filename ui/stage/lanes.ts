/** Which numbers have a lane, and where values stand in it. Pure. */
import type { StageNumber } from '#view';

/** A lane of the band: one number, or several that are equal all the time. */
export interface Lane {
  readonly label: string;
  readonly number: StageNumber;
}

/**
 * Numbers that are equal all the time share a lane.
 * @param asked the field that a lane is looked for by, whatever shares it
 */
export function lanesOf(numbers: readonly StageNumber[], asked?: string): readonly Lane[] {
  const lanes: { label: string; number: StageNumber; text: string }[] = [];
  for (const number of numbers) {
    const text = JSON.stringify(number.points.map(({ atMs, value }) => [atMs, value]));
    const same = lanes.find(
      (each) => each.text === text && each.number.isBad === number.isBad && !number.isBad,
    );
    if (same === undefined) lanes.push({ label: number.label, number, text });
    else {
      same.label += ` = ${number.label}`;
      if (number.field === asked) same.number = number;
    }
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

/** What is said of a moment of a lane. */
export interface LaneMark {
  /** That the lane has. */
  readonly field: string;
  readonly atMs: number;
  readonly value: number;
  readonly text: string;
  /** What was predicted, or what happened. */
  readonly kind: 'said' | 'was';
}

/** How a band is drawn that has a question, or another run. */
export interface LaneView {
  /** The field whose lane is twice as high; absent: none. */
  readonly tall?: string;
  /** What that lane has to have room for, so that its height tells nothing. */
  readonly reach?: number;
  /** A lane for what is asked about, where none of the numbers is. */
  readonly asked?: StageNumber | undefined;
  readonly marks: readonly LaneMark[];
  /** The numbers of another run, which are drawn over these. */
  readonly other: readonly StageNumber[];
  /** Nothing is drawn that comes after the moment. */
  readonly hidesFuture: boolean;
}

export interface PlacedLane extends Lane {
  readonly top: number;
  readonly height: number;
  /** The same number of another run. */
  readonly other: StageNumber | undefined;
}

/** One lane below another. */
export function placed(
  lanes: readonly Lane[],
  view: LaneView | undefined,
  { top, height }: { readonly top: number; readonly height: number },
): readonly PlacedLane[] {
  let below = top;
  return lanes.map((lane) => {
    const { field } = lane.number;
    const own = field === view?.tall ? 2 * height : height;
    const other = view?.other.find((each) => each.field === field);
    const reach = field === view?.tall ? (view.reach ?? 0) : 0;
    const most = Math.max(lane.number.most, other?.most ?? 0, reach, ...mostIn(view, field));
    below += own;
    return { ...lane, number: { ...lane.number, most }, other, top: below - own, height: own };
  });
}

function mostIn(view: LaneView | undefined, field: string): readonly number[] {
  return (view?.marks ?? []).filter((each) => each.field === field).map(({ value }) => value);
}

/** Between a line and the edges of its lane. */
const MARGIN_PX = 5;

/** Where a value stands in its lane. */
export function laneY(value: number, most: number, top: number, height: number): number {
  const inner = height - 2 * MARGIN_PX;
  return top + height - MARGIN_PX - (value / most) * inner;
}
