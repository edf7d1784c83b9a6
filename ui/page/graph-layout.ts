/** Where the nodes of a graph of causes stand. Pure. */
import type { CauseNode } from '#view';

export const BOX = { width: 170, height: 62, apart: 12, between: 26 };

export interface Place {
  readonly left: number;
  readonly top: number;
}

export interface Layout {
  /** By revision. */
  readonly places: ReadonlyMap<number, Place>;
  readonly width: number;
  readonly height: number;
}

/** Causes stand left of what they led to, a column for each step. */
export function layoutOf(nodes: readonly CauseNode[]): Layout {
  const deepest = Math.max(0, ...nodes.map(({ depth }) => depth));
  const inColumn = new Map<number, number>();
  const places = new Map<number, Place>();
  for (const { revision, depth } of nodes) {
    const row = inColumn.get(depth) ?? 0;
    inColumn.set(depth, row + 1);
    places.set(revision, {
      left: BOX.apart + (deepest - depth) * (BOX.width + BOX.between),
      top: BOX.apart + row * (BOX.height + BOX.apart),
    });
  }
  const rows = Math.max(0, ...inColumn.values());
  return {
    places,
    width: 2 * BOX.apart + (deepest + 1) * (BOX.width + BOX.between) - BOX.between,
    height: BOX.apart + rows * (BOX.height + BOX.apart),
  };
}

/** A line from the right edge of one box to the left edge of another. */
export function edgePath(from: Place, to: Place): string {
  const [x1, y1] = [from.left + BOX.width, from.top + BOX.height / 2];
  const [x2, y2] = [to.left, to.top + BOX.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}
