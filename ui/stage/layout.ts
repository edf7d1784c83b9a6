/** Where racks and tiles stand. Pure. */

/** How large a tile is, and so what it can say; `dots` and `cells` are drawn on a canvas. */
export type Density = 'huge' | 'large' | 'middle' | 'small' | 'dots' | 'cells';

/** All lengths in CSS pixels. */
export interface Layout {
  readonly density: Density;
  readonly columns: number;
  readonly rack: { readonly width: number; readonly height: number; readonly gap: number };
  /** Above and below the tiles of a rack, and at its sides. */
  readonly head: number;
  readonly foot: number;
  readonly pad: number;
  readonly tile: { readonly width: number; readonly height: number; readonly gap: number };
  /** How many tiles stand side by side. */
  readonly tilesAcross: number;
  /** Whether a rack has room for words. */
  readonly isRoomy: boolean;
  /** Above the first row of racks. */
  readonly top: number;
}

export interface Space {
  readonly width: number;
  readonly height: number;
  readonly isPhone: boolean;
}

export interface Crowd {
  readonly nodes: number;
  /** How many tiles the fullest node needs. */
  readonly places: number;
  readonly pods: number;
  /** Some node has a taint or is not ready: its words need a line. */
  readonly hasWords: boolean;
}

/** More nodes are cells; more pods are dots. */
const MOST_RACKS = 400;
const MOST_TILES = 260;
const MANY_RACKS = 40;
const MOST_COLUMNS = 60;
const MOST_ACROSS = 12;

interface Scored extends Omit<Layout, 'density' | 'top'> {
  readonly score: number;
  readonly rows: number;
}

/** The layout with the largest tile that can be read; undefined where there is no room at all. */
export function layoutOf(crowd: Crowd, space: Space): Layout | undefined {
  const nodes = Math.max(1, crowd.nodes);
  let best: Scored | undefined;
  for (let columns = 1; columns <= Math.min(nodes, MOST_COLUMNS); columns++) {
    for (const each of layoutsIn(columns, { ...crowd, nodes }, space)) {
      if (best === undefined || each.score > best.score) best = each;
    }
  }
  if (best === undefined) return undefined;
  const { rows, rack } = best;
  const used = rows * (rack.height + rack.gap) - rack.gap;
  return {
    ...best,
    density: densityOf(best, crowd),
    top: Math.max(0, (space.height - used) / 2),
  };
}

function densityOf({ tile }: Scored, { nodes, pods }: Crowd): Density {
  if (nodes > MOST_RACKS) return 'cells';
  if (pods > MOST_TILES) return 'dots';
  if (tile.width >= 150 && tile.height >= 60) return 'huge';
  if (tile.width >= 84 && tile.height >= 34) return 'large';
  return tile.width >= 46 && tile.height >= 20 ? 'middle' : 'small';
}

function layoutsIn(columns: number, crowd: Crowd, space: Space): readonly Scored[] {
  const { nodes } = crowd;
  const isTiny = nodes > MANY_RACKS && space.width < 520;
  const gap = gapOf(nodes, isTiny);
  const rows = Math.ceil(nodes / columns);
  const width = (space.width - gap * (columns - 1)) / columns;
  const height = (space.height - gap * (rows - 1)) / rows;
  if (width < 3 || height < 3) return [];
  const base = { columns, rows, rack: { width, height, gap } };
  if (nodes > MOST_RACKS) {
    const bare = { head: 0, foot: 0, pad: 0, tilesAcross: 1, isRoomy: false };
    const tile = { width, height, gap: 0 };
    return [{ ...base, ...bare, tile, score: -Math.abs(width - height) }];
  }
  const isRoomy = width > 112 && height > 92;
  const frame = frameOf(nodes, crowd.hasWords, isRoomy, height, isTiny);
  const inner = {
    width: width - 2 * frame.pad,
    height: height - frame.head - frame.foot,
  };
  if (inner.width < 8 || inner.height < 6) return [];
  const found: Scored[] = [];
  for (let across = 1; across <= Math.min(crowd.places, MOST_ACROSS); across++) {
    const down = Math.ceil(crowd.places / across);
    const tile = tileIn(inner, across, down, frame.gap, nodes > MANY_RACKS, isTiny);
    if (tile === undefined) continue;
    const tall = frame.head + down * (tile.height + frame.gap) - frame.gap + frame.foot;
    const rackHeight = Math.min(height, tall + (nodes > MANY_RACKS ? 2 : frame.pad * 0.6 + 4));
    const score =
      nodes > MANY_RACKS
        ? squareScore(tile.width, width / tall, columns * rows - nodes)
        : wideScore(tile, isRoomy, rows, columns * rows - nodes - columns, nodes, space.isPhone);
    found.push({
      ...{ columns, rows, isRoomy, score, tile, tilesAcross: across },
      ...{ head: frame.head, foot: frame.foot, pad: frame.pad },
      rack: { width, height: rackHeight, gap },
    });
  }
  return found;
}

function gapOf(nodes: number, isTiny: boolean): number {
  if (nodes > MOST_RACKS) return isTiny ? 1 : 2;
  if (nodes > MANY_RACKS) return isTiny ? 3 : 5;
  return nodes > 12 ? 8 : 12;
}

interface Frame {
  readonly head: number;
  readonly foot: number;
  readonly pad: number;
  /** Between tiles. */
  readonly gap: number;
}

function frameOf(
  nodes: number,
  hasWords: boolean,
  isRoomy: boolean,
  height: number,
  isTiny: boolean,
): Frame {
  if (nodes > MANY_RACKS) {
    return isTiny
      ? { head: 3, foot: 3, pad: 3, gap: 0.8 }
      : { head: 17, foot: 7, pad: 3, gap: 1.5 };
  }
  if (isRoomy) return { head: hasWords ? 52 : 34, foot: 30, pad: 10, gap: 7 };
  return { head: height > 70 ? 22 : 20, foot: 7, pad: 6, gap: 3 };
}

interface Box {
  readonly width: number;
  readonly height: number;
}

function tileIn(
  inner: Box,
  across: number,
  down: number,
  gap: number,
  isMany: boolean,
  isTiny: boolean,
): Layout['tile'] | undefined {
  const width = Math.min((inner.width - gap * (across - 1)) / across, 360);
  const room = (inner.height - gap * (down - 1)) / down;
  const height = Math.min(room, 118, Math.max(width * 0.56, 12));
  const least = isTiny ? 1.6 : 3;
  if (width < least || height < least) return undefined;
  const side = Math.min(width, height);
  return isMany ? { width: side, height: side, gap } : { width, height, gap };
}

/** Of many racks: those that are square, with tiles that can be seen. */
function squareScore(side: number, ratio: number, empty: number): number {
  return Math.min(side, 15) - 2.6 * Math.abs(Math.log(ratio)) - empty * 0.03;
}

/** Of few racks: large tiles, in few rows. */
function wideScore(
  tile: Box,
  isRoomy: boolean,
  rows: number,
  spare: number,
  nodes: number,
  isPhone: boolean,
): number {
  const size = Math.min(tile.width, tile.height * 2.2, 180) * (isRoomy ? 1.15 : 1);
  const rowCost = nodes < 10 ? (isPhone ? 22 : 9) : 0;
  return size - (rows - 1) * rowCost - (nodes >= 10 && spare >= 0 ? 4 : 0);
}

/** The corner of a rack. */
export function rackAt(layout: Layout, at: number): { readonly x: number; readonly y: number } {
  const { columns, rack, top } = layout;
  return {
    x: (at % columns) * (rack.width + rack.gap),
    y: top + Math.floor(at / columns) * (rack.height + rack.gap),
  };
}

/** The corner of a place in a rack. */
export function placeAt(layout: Layout, place: number): { readonly x: number; readonly y: number } {
  const { tilesAcross, tile, pad, head } = layout;
  return {
    x: pad + (place % tilesAcross) * (tile.width + tile.gap),
    y: head + Math.floor(place / tilesAcross) * (tile.height + tile.gap),
  };
}
