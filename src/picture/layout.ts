/** Where nodes and their pods stand in a picture, for as many as there are at once. */

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** How pods are drawn: `large` with name and state, `named` with the name, or `small`. */
export type TileSize = 'large' | 'named' | 'small';

export interface Layout {
  readonly rack: { readonly width: number; readonly height: number };
  readonly tile: { readonly width: number; readonly height: number; readonly size: TileSize };
  /** The lower end of all racks. */
  readonly bottom: number;
  rackAt(at: number): Place;
  tileAt(rack: number, place: number): Place;
}

const GAP = 8;
const TILE_GAP = 4;
const PADDING = 10;
const HEAD = 32;
const LARGE = 64;
const NAMED = { width: 62, height: 26 } as const;
const SMALL = 13;

/**
 * @param racks how many there are, at least one
 * @param places how many pods the fullest of them has
 */
export function layoutOf(
  racks: number,
  places: number,
  area: { readonly left: number; readonly top: number; readonly width: number },
): Layout {
  const columns = racks <= 6 ? 3 : racks <= 12 ? 4 : racks <= 24 ? 6 : 8;
  const width = Math.floor((area.width - (columns - 1) * GAP) / columns);
  const inner = width - 2 * PADDING;
  const { across, ...tile } = tilesOf(Math.max(1, places), inner);
  const down = Math.ceil(Math.max(1, places) / across);
  const height = HEAD + down * (tile.height + TILE_GAP) - TILE_GAP + PADDING;
  const rackAt = (at: number): Place => ({
    x: area.left + (at % columns) * (width + GAP),
    y: area.top + Math.floor(at / columns) * (height + GAP),
  });
  return {
    rack: { width, height },
    tile,
    bottom: area.top + Math.ceil(racks / columns) * (height + GAP) - GAP,
    rackAt,
    tileAt(rack, place) {
      const { x, y } = rackAt(rack);
      return {
        x: x + PADDING + (place % across) * (tile.width + TILE_GAP),
        y: y + HEAD + Math.floor(place / across) * (tile.height + TILE_GAP),
      };
    },
  };
}

/** Returns the largest tiles for this many pods. */
function tilesOf(places: number, inner: number): Layout['tile'] & { readonly across: number } {
  const named = Math.max(1, Math.floor((inner + TILE_GAP) / (NAMED.width + TILE_GAP)));
  if (places <= named) {
    const width = (inner - (places - 1) * TILE_GAP) / places;
    const size = width >= 2 * NAMED.width ? 'large' : 'named';
    return { width, height: LARGE, size, across: places };
  }
  if (inner >= NAMED.width && places <= 4 * named) {
    const width = (inner - (named - 1) * TILE_GAP) / named;
    return { width, height: NAMED.height, size: 'named', across: named };
  }
  const across = Math.max(1, Math.floor((inner + TILE_GAP) / (SMALL + TILE_GAP)));
  return { width: SMALL, height: SMALL, size: 'small', across };
}
