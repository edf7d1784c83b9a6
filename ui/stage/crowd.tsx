/** Many pods, or many nodes, as a drawing: what counts is drawn, and said beside it. */
import { useEffect, useRef, useState } from 'react';
import type { Heap, PodState, Scene } from '#view';
import { focusOn } from '../page/actions.ts';
import { paintOf } from '../page/paint.ts';
import { useDark } from '../page/theme.ts';
import { placeAt, rackAt, type Layout } from './layout.ts';
import { crowdText, nodeText } from './crowd-text.ts';
import type { Paint } from './export/stage-svg.ts';
import type { Size } from './use-size.ts';

interface CrowdProps {
  readonly scene: Scene;
  readonly layout: Layout;
  readonly size: Size;
}

export function Crowd({ scene, layout, size }: CrowdProps): React.ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<number>();
  const [isKeyed, setKeyed] = useState(false);
  const isDark = useDark();
  useEffect(() => {
    const element = canvas.current!;
    const scale = devicePixelRatio;
    const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    const context = element.getContext('2d')!;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    const paint = paintOf(element);
    if (layout.density === 'cells') drawCells(context, scene, layout, paint);
    else drawDots(context, scene, layout, paint);
  }, [scene, layout.columns, layout.rack.width, layout.rack.height, layout.top, size, isDark]);
  const nodeUnder = ({ nativeEvent }: React.MouseEvent): number | undefined => {
    const { rack, columns, top } = layout;
    const column = Math.floor(nativeEvent.offsetX / (rack.width + rack.gap));
    const row = Math.floor((nativeEvent.offsetY - top) / (rack.height + rack.gap));
    const at = row * columns + column;
    return column < columns && row >= 0 && scene.nodes[at] ? at : undefined;
  };
  const onKey = (event: React.KeyboardEvent): void => {
    const step = steps(layout.columns)[event.key];
    if (event.key === 'Enter' && scene.nodes[pointed ?? -1]) {
      focusOn({ kind: 'Node', key: scene.nodes[pointed!]!.name });
    } else if (step !== undefined && !event.shiftKey) {
      const next = pointed === undefined ? 0 : pointed + step;
      if (scene.nodes[next]) setPointed(next);
      setKeyed(true);
    } else return;
    event.preventDefault();
    // Here arrows do not move the time.
    event.stopPropagation();
  };
  return (
    <div
      className="crowd"
      role="group"
      tabIndex={0}
      aria-label="Nodes: arrows lead from one to the next, Enter brings it into focus"
      onKeyDown={onKey}
      onBlur={() => setPointed(undefined)}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={crowdText(scene)}
        onPointerMove={(event) => {
          setPointed(nodeUnder(event));
          setKeyed(false);
        }}
        onPointerLeave={() => setPointed(undefined)}
        onClick={(event) => {
          const node = scene.nodes[nodeUnder(event) ?? -1];
          if (node !== undefined) focusOn({ kind: 'Node', key: node.name });
        }}
      />
      {pointed !== undefined && scene.nodes[pointed] && (
        <p className="pointed" aria-live="polite">
          {nodeText(scene, pointed)}
        </p>
      )}
      {pointed !== undefined && isKeyed && <Frame at={pointed} layout={layout} />}
    </div>
  );
}

/** How far each arrow leads in the list of nodes. */
function steps(columns: number): Readonly<Record<string, number>> {
  return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
}

/** Around the node that the keys have led to. */
function Frame({ at, layout }: { readonly at: number; readonly layout: Layout }): React.ReactNode {
  const { x, y } = rackAt(layout, at);
  const { width, height } = layout.rack;
  return (
    <i
      className="crowd-frame"
      style={{
        transform: `translate(${x - 2}px, ${y - 2}px)`,
        width: width + 4,
        height: height + 4,
      }}
    />
  );
}

/** How far a pod fills its dot. */
const fills: Readonly<Record<PodState, number>> = {
  ...{ waiting: 0, starting: 0.2, running: 0.5, ready: 1 },
  ...{ terminating: 1, succeeded: 0, failed: 0, failing: 0.2 },
};

function drawDots(
  context: CanvasRenderingContext2D,
  scene: Scene,
  layout: Layout,
  paint: Paint,
): void {
  const { nodes, versions } = scene;
  const { rack, head, tile, tilesAcross } = layout;
  context.font = `600 ${rack.width > 46 ? 10 : 8.5}px system-ui, sans-serif`;
  context.textBaseline = 'middle';
  nodes.forEach((node, at) => {
    const { x, y } = rackAt(layout, at);
    const isLost = node.state !== 'ready';
    context.beginPath();
    context.roundRect(x + 0.5, y + 0.5, rack.width - 1, rack.height - 1, 5);
    context.fillStyle = paint(isLost ? 'bad-back' : 'card');
    context.fill();
    context.strokeStyle = paint(isLost ? 'bad' : 'line');
    context.lineWidth = isLost ? 1.5 : 1;
    context.setLineDash(isLost ? [4, 3] : []);
    context.stroke();
    context.setLineDash([]);
    if (head <= 8) return;
    context.fillStyle = paint(isLost ? 'bad' : 'faint');
    const name = node.name.replace(/^node-/, '') + (isLost ? ' ✕' : '');
    context.fillText(name, x + 5, y + 9, rack.width - 8);
  });
  const rows = Math.floor((rack.height - head - layout.foot + tile.gap) / (tile.height + tile.gap));
  const stacks = new Map<number, number>();
  for (const { node, version, state, count } of scene.heaps) {
    if (node === undefined) continue;
    const corner = rackAt(layout, node);
    context.globalAlpha = nodes[node]!.state === 'ready' ? 1 : 0.45;
    const colour = paint(
      state === 'failed' || state === 'failing' ? 'bad' : `v${versions[version]!.colour}`,
    );
    context.fillStyle = context.strokeStyle = colour;
    let next = stacks.get(node) ?? 0;
    for (let each = 0; each < count; each++) {
      const place =
        (rows - 1 - Math.floor(next / tilesAcross)) * tilesAcross + (next % tilesAcross);
      next++;
      const { x, y } = placeAt(layout, place);
      drawDot(context, corner.x + x, corner.y + y, tile.width, tile.height, state);
    }
    stacks.set(node, next);
  }
  context.globalAlpha = 1;
}

function drawDot(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  state: PodState,
): void {
  if (state === 'ready') {
    context.fillRect(x, y, width, height);
    return;
  }
  context.lineWidth = 1.2;
  context.strokeRect(x + 0.6, y + 0.6, width - 1.2, height - 1.2);
  if (state === 'terminating') {
    context.beginPath();
    context.moveTo(x, y + height);
    context.lineTo(x + width, y);
    context.stroke();
    return;
  }
  const filled = fills[state] * height;
  context.save();
  context.globalAlpha *= 0.45;
  context.fillRect(x, y + height - filled, width, filled);
  context.restore();
}

/** A cell a node, filled by the shares of versions and states. */
function drawCells(
  context: CanvasRenderingContext2D,
  scene: Scene,
  layout: Layout,
  paint: Paint,
): void {
  const { nodes, versions, heaps } = scene;
  const { width, height } = layout.rack;
  const totals = totalsOf(heaps);
  const fullest = Math.max(1, ...totals.values());
  context.fillStyle = paint('grid');
  nodes.forEach((_, at) => {
    const { x, y } = rackAt(layout, at);
    context.fillRect(x, y, width, height);
  });
  const floors = new Map<number, number>();
  for (const { node, version, state, count } of heaps) {
    if (node === undefined) continue;
    const { x, y } = rackAt(layout, node);
    const part = (count / fullest) * height;
    const floor = floors.get(node) ?? y + height;
    context.globalAlpha = state === 'ready' ? 1 : 0.38;
    context.fillStyle = paint(
      state === 'failed' || state === 'failing' ? 'bad' : `v${versions[version]!.colour}`,
    );
    context.fillRect(x, floor - part, width, part);
    floors.set(node, floor - part);
  }
  context.globalAlpha = 1;
  context.strokeStyle = paint('bad');
  context.lineWidth = Math.min(2, width / 6);
  nodes.forEach((node, at) => {
    if (node.state === 'ready') return;
    const { x, y } = rackAt(layout, at);
    context.strokeRect(x + 1, y + 1, width - 2, height - 2);
    context.beginPath();
    context.moveTo(x + 2, y + height - 2);
    context.lineTo(x + width - 2, y + 2);
    context.stroke();
  });
}

function totalsOf(heaps: readonly Heap[]): Map<number, number> {
  const totals = new Map<number, number>();
  for (const { node, count } of heaps) {
    if (node !== undefined) totals.set(node, (totals.get(node) ?? 0) + count);
  }
  return totals;
}
