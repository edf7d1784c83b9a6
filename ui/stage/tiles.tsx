import { memo } from 'react';
import { type Scene, type StagePod, stateWords, type Version } from '#view';
import { focusOn } from '../page/actions.ts';
import { badgeOf } from './racks.tsx';
import { placeAt, rackAt, type Layout } from './layout.ts';
import type { Lit } from './lit.ts';
import { nameOf, shortName, tagOf } from './names.ts';
import { Sign } from './signs.tsx';
import { useLeaving } from './use-leaving.ts';

/** Where pods stand that wait for a node. */
export interface Tray {
  readonly height: number;
  /** Where the first one stands, from the left. */
  readonly left: number;
  readonly width: number;
}

interface TilesProps {
  readonly scene: Scene;
  readonly pods: readonly StagePod[];
  readonly layout: Layout;
  readonly tray: Tray;
  readonly lit: Lit | undefined;
  readonly isStill: boolean;
}

interface Placed {
  readonly pod: StagePod;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly order: number;
}

/** Pods as tiles: the colour is the version, the fill how far it is. */
export function Tiles({ scene, pods, layout, tray, lit, isStill }: TilesProps): React.ReactNode {
  const { nodes, versions } = scene;
  let waiting = 0;
  const placed = pods.map((pod, order): Placed => {
    if (pod.node === undefined) return { pod, order, ...trayPlace(waiting++, layout, tray) };
    const rack = rackAt(layout, pod.node);
    const place = placeAt(layout, pod.place);
    const { width, height } = layout.tile;
    return { pod, order, x: rack.x + place.x, y: rack.y + place.y, width, height };
  });
  const awaited = new Set(scene.owners.flatMap(({ waitsFor }) => waitsFor ?? []));
  const shown = useLeaving(placed, ({ pod }) => `${pod.key} ${pod.createdAtMs}`, isStill);
  return shown.map(({ item: { pod, ...place }, isLeaving }) => {
    const node = pod.node === undefined ? undefined : nodes[pod.node];
    return (
      <Tile
        key={`${pod.key} ${pod.createdAtMs}`}
        pod={pod}
        {...place}
        version={versions[pod.version]!}
        nodeName={node?.name}
        isUnheard={node?.state === 'unreachable' || node?.state === 'removed'}
        density={pod.node === undefined ? (place.width >= 84 ? 'large' : 'middle') : layout.density}
        isAwaited={awaited.has(pod.key)}
        badge={badgeOf(lit, `Pod ${pod.key}`)}
        isLeaving={isLeaving}
      />
    );
  });
}

function trayPlace(at: number, { tile }: Layout, tray: Tray): Omit<Placed, 'pod' | 'order'> {
  const width = Math.min(Math.max(tile.width, 64), 116);
  const height = Math.min(46, tray.height - 22);
  const x = tray.left + at * (width + 8);
  // Those that have no room stand at the end of the tray.
  return { x: Math.min(x, tray.width - width - 6), y: 6, width, height };
}

interface TileProps extends Placed {
  readonly version: Version;
  readonly nodeName: string | undefined;
  /** Its node does not say how it is. */
  readonly isUnheard: boolean;
  /** Its StatefulSet does nothing else before it is as it should be. */
  readonly isAwaited: boolean;
  readonly density: Layout['density'];
  readonly badge: string | undefined;
  readonly isLeaving: boolean;
}

/** Tiles of one moment enter one after another, ms. */
const APART_MS = 28;

const Tile = memo(function Tile(props: TileProps): React.ReactNode {
  const { pod, x, y, width, height, order, version, nodeName } = props;
  const { isUnheard, isAwaited, density, badge } = props;
  const { key, state, text, isStillReady, owner } = pod;
  const word = `${wordOf(pod, isUnheard)}${isAwaited ? ', awaited' : ''}`;
  const classes = [
    'tile',
    state,
    density,
    ...(isUnheard ? ['unheard'] : []),
    ...(isStillReady ? ['still-ready'] : []),
    ...(isAwaited ? ['awaited'] : []),
    ...(badge === undefined ? [] : [badge === '0' ? 'out' : 'lit']),
    ...(props.isLeaving ? ['leaving'] : []),
  ];
  const place = nodeName === undefined ? 'on no node' : `on ${nodeName}`;
  return (
    <button
      type="button"
      className={classes.join(' ')}
      tabIndex={-1}
      data-name={`Pod ${key}`}
      style={{
        width,
        height,
        transform: `translate(${x}px, ${y}px)`,
        transitionDelay: `${Math.min(order, 12) * APART_MS}ms`,
        ['--c' as string]: `var(--v${version.colour})`,
      }}
      title={`${nameOf(key)}: ${word}, ${place}, ${version.image}${pod.address ? `, ${pod.address}` : ''}`}
      onClick={() => focusOn({ kind: 'Pod', key })}
    >
      <span className="tile-in">
        <span className="tile-name">
          {height >= 12 && (
            <Sign
              state={isUnheard && state === 'ready' ? 'unknown' : state}
              size={density === 'huge' || density === 'large' ? 13 : 11}
            />
          )}
          {density !== 'small' && <span>{shortName(key, owner)}</span>}
        </span>
        {density === 'huge' && height > 70 && <b className="tile-line">{version.image}</b>}
        {(density === 'huge' || density === 'large') && (
          <span className="tile-line">
            {density === 'huge' && height > 70 ? word : `${tagOf(version.image)} · ${word}`}
          </span>
        )}
        <span className="unseen">
          , pod {key}, {stateWords[state]}
          {text !== stateWords[state] && `, ${text}`}
          {isAwaited && ', awaited'}, {place}, image {version.image}
        </span>
      </span>
    </button>
  );
}, isSame);

function wordOf({ state, text, isStillReady }: StagePod, isUnheard: boolean): string {
  if (state === 'failing' || state === 'failed') return text;
  if (state === 'waiting') return text === 'Pending' ? 'being scheduled' : text;
  if (state === 'terminating') return isStillReady ? 'ending, still ready' : 'ending';
  return isUnheard && state !== 'succeeded' ? 'not heard of' : stateWords[state];
}

function isSame(a: TileProps, b: TileProps): boolean {
  return (Object.keys(a) as (keyof TileProps)[]).every((key) => {
    if (key === 'pod') return isSamePod(a.pod, b.pod);
    if (key === 'version')
      return a.version.colour === b.version.colour && a.version.image === b.version.image;
    return a[key] === b[key];
  });
}

function isSamePod(a: StagePod, b: StagePod): boolean {
  return (
    a.key === b.key &&
    a.state === b.state &&
    a.text === b.text &&
    a.isStillReady === b.isStillReady &&
    a.address === b.address
  );
}
