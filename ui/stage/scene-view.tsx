import { useEffect, useRef } from 'react';
import type { Scene, StageNode, StagePod } from '#view';
import { usePage } from '../page/store.ts';
import { useMedia } from '../page/use-media.ts';
import { Crowd } from './crowd.tsx';
import { ghostsOf } from './ghost-places.ts';
import { Ghosts } from './ghosts.tsx';
import { layoutOf, type Layout, type Space } from './layout.ts';
import type { Lit } from './lit.ts';
import { Racks } from './racks.tsx';
import { Tiles, type Tray } from './tiles.tsx';
import { useSize } from './use-size.ts';

interface SceneViewProps {
  readonly scene: Scene;
  readonly lit: Lit | undefined;
  /** The same moment of the run before, when it is drawn over this one. */
  readonly other: Scene | undefined;
}

/** Below the racks: the caption. */
const CAPTION_PX = 84;

/** Nodes and their pods; those that wait for a node stand above them. */
export function SceneView({ scene, lit, other }: SceneViewProps): React.ReactNode {
  const [element, size] = useSize<HTMLDivElement>();
  const isPhone = useMedia('(max-width: 720px)');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const had = useRef({ tray: false, words: false });
  const { pods = [], heaps } = scene;
  const waiting = pods.filter(({ node }) => node === undefined);
  const unplaced = heaps.reduce(
    (sum, { node, count }) => sum + (node === undefined ? count : 0),
    0,
  );
  // Once there is a need for it, room stays, so that racks do not jump.
  had.current.tray ||= waiting.some(isStuck);
  had.current.words ||= scene.nodes.some(hasWords);
  const trayHeight = had.current.tray ? (isPhone ? 56 : 70) : 0;
  const tray: Tray = { height: trayHeight, left: isPhone ? 130 : 178, width: size.width };
  const isAsked = usePage((state) => state.asked !== undefined);
  const caption = isPhone ? (isAsked ? 12 : 72) : size.height < 260 ? 44 : CAPTION_PX;
  const room = { width: size.width, height: size.height - caption - trayHeight, isPhone };
  const ghosts = ghostsOf(scene, other);
  const places = Math.max(scene.places, ...ghosts.map(({ place }) => place + 1));
  const shown = places === scene.places ? scene : { ...scene, places };
  const layout = layoutIn(shown, room, had.current.words, trayHeight);
  useArrowKeys(element);
  return (
    <div className="scene" ref={element} role="group" aria-label="Nodes and their pods">
      {trayHeight > 0 && <TrayBox height={trayHeight - 10} waiting={waiting} count={unplaced} />}
      {layout === undefined ? null : layout.density === 'dots' || layout.density === 'cells' ? (
        <Crowd scene={scene} layout={layout} size={size} />
      ) : (
        <>
          <Racks scene={shown} layout={layout} lit={lit} isStill={isStill} />
          <Tiles
            scene={scene}
            // A pod that is scheduled at once never stands in the tray.
            pods={trayHeight > 0 ? pods : pods.filter(({ node }) => node !== undefined)}
            layout={layout}
            tray={tray}
            lit={lit}
            isStill={isStill}
          />
          <Ghosts ghosts={ghosts} layout={layout} />
        </>
      )}
      {scene.nodes.length === 0 && size.width > 0 && (
        <p className="empty">There are no nodes at this moment.</p>
      )}
    </div>
  );
}

function isStuck({ text }: StagePod): boolean {
  return text !== 'Pending';
}

function hasWords({ taints, cordoned, state }: StageNode): boolean {
  return taints.length > 0 || cordoned || state === 'removed';
}

function layoutIn(
  scene: Scene,
  room: Space,
  words: boolean,
  trayHeight: number,
): Layout | undefined {
  if (room.width === 0 || room.height < 20) return undefined;
  const { nodes, heaps, places } = scene;
  const pods = heaps.reduce((sum, { count }) => sum + count, 0);
  const fullest = pods > 260 ? fullestNode(scene) : places;
  const layout = layoutOf({ nodes: nodes.length, places: fullest, pods, hasWords: words }, room);
  return layout && { ...layout, top: layout.top + trayHeight };
}

function fullestNode({ heaps }: Scene): number {
  const counts = new Map<number, number>();
  for (const { node, count } of heaps) {
    if (node !== undefined) counts.set(node, (counts.get(node) ?? 0) + count);
  }
  return Math.max(1, ...counts.values());
}

interface TrayProps {
  readonly height: number;
  readonly waiting: readonly StagePod[];
  readonly count: number;
}

function TrayBox({ height, waiting, count }: TrayProps): React.ReactNode {
  const reasons = [...new Set(waiting.map(({ text }) => text))].join(', ');
  return (
    <div className={count > 0 ? 'tray' : 'tray nothing'} style={{ height }}>
      <p>
        <b>{count > 0 ? `${count} waiting for a node` : 'No pod waits'}</b>
        <small>
          {count > 0 ? reasons.replace('Pending', 'being scheduled') : 'pending pods stand here'}
        </small>
      </p>
    </div>
  );
}

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** One tile takes part in the order of the Tab key; arrows lead from it to the others. */
function useArrowKeys(element: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const tiles = [...element.current!.querySelectorAll<HTMLElement>('.tile')];
    if (!tiles.some(({ tabIndex }) => tabIndex === 0) && tiles[0]) tiles[0].tabIndex = 0;
  });
  useEffect(() => {
    const box = element.current!;
    const onKey = (event: KeyboardEvent): void => {
      const direction = directions[event.key];
      if (direction === undefined || !(event.target instanceof HTMLElement)) return;
      if (!event.target.matches('.tile')) return;
      event.preventDefault();
      event.stopPropagation();
      const next = nearest(
        event.target,
        [...box.querySelectorAll<HTMLElement>('.tile')],
        direction,
      );
      if (next === undefined) return;
      event.target.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    };
    box.addEventListener('keydown', onKey);
    return () => box.removeEventListener('keydown', onKey);
  }, []);
}

/** The nearest one in a direction: what lies aside counts twice. */
function nearest(
  from: HTMLElement,
  all: readonly HTMLElement[],
  [right, down]: readonly [number, number],
): HTMLElement | undefined {
  const middle = (each: HTMLElement): readonly [number, number] => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const each of all) {
    const [thisX, thisY] = middle(each);
    const along = (thisX - x) * right + (thisY - y) * down;
    const aside = Math.abs((thisX - x) * down) + Math.abs((thisY - y) * right);
    if (along <= 2 || along + 2 * aside >= least) continue;
    least = along + 2 * aside;
    best = each;
  }
  return best;
}
