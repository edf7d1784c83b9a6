import { memo } from 'react';
import type { Scene, StageNode } from '#view';
import { focusOn } from '../page/actions.ts';
import { usePage } from '../page/store.ts';
import { rackAt, placeAt, type Layout } from './layout.ts';
import type { Lit } from './lit.ts';
import { useLeaving } from './use-leaving.ts';

interface RacksProps {
  readonly scene: Scene;
  readonly layout: Layout;
  readonly lit: Lit | undefined;
  readonly isStill: boolean;
}

/** Nodes as racks, with a socket for each place. */
export function Racks({ scene, layout, lit, isStill }: RacksProps): React.ReactNode {
  const { nodes, pods = [], places } = scene;
  const load = new Map<number, { count: number; cpu: number }>();
  for (const { node, cpu, state } of pods) {
    if (node === undefined) continue;
    const { count, cpu: before } = load.get(node) ?? { count: 0, cpu: 0 };
    const isOver = state === 'succeeded' || state === 'failed';
    load.set(node, { count: count + 1, cpu: before + (isOver ? 0 : cpu) });
  }
  const placed = nodes.map((node, at) => ({ node, at, ...(load.get(at) ?? { count: 0, cpu: 0 }) }));
  const shown = useLeaving(placed, ({ node }) => node.name, isStill);
  return shown.map(({ item: { node, at, count, cpu }, isLeaving }) => (
    <Rack
      key={node.name}
      node={node}
      at={at}
      count={count}
      cpu={cpu}
      places={layout.density === 'small' ? 0 : places}
      layout={layout}
      badge={badgeOf(lit, `Node ${node.name}`)}
      isLeaving={isLeaving}
    />
  ));
}

/** Undefined: it is not asked about. */
export function badgeOf(lit: Lit | undefined, name: string): string | undefined {
  if (lit === undefined) return undefined;
  return lit.counts.get(name) ?? (lit.out.has(name) ? '0' : undefined);
}

interface RackProps {
  readonly node: StageNode;
  readonly at: number;
  readonly count: number;
  readonly cpu: number;
  readonly places: number;
  readonly layout: Layout;
  readonly badge: string | undefined;
  readonly isLeaving: boolean;
}

const stateTexts: Readonly<Record<StageNode['state'], string>> = {
  ready: '',
  notReady: 'not ready',
  unreachable: 'unreachable',
  removed: 'removed',
};

const Rack = memo(function Rack(props: RackProps): React.ReactNode {
  const { node, at, count, cpu, places, layout, badge, isLeaving } = props;
  const { x, y } = rackAt(layout, at);
  const { rack, isRoomy } = layout;
  const words = [...(node.cordoned ? ['cordoned'] : []), ...node.taints].join(' · ');
  const classes = [
    'rack',
    node.state,
    ...(isRoomy ? [] : ['narrow']),
    ...(words === '' ? [] : ['tainted']),
    ...(node.silentSinceMs !== undefined && node.state === 'ready' ? ['silent'] : []),
    ...(badge === undefined ? [] : [badge === '0' ? 'out' : 'lit']),
    ...(isLeaving ? ['leaving'] : []),
  ];
  return (
    <div
      className={classes.join(' ')}
      style={{
        width: rack.width,
        height: rack.height,
        transform: `translate(${x}px, ${y}px)`,
      }}
      data-name={`Node ${node.name}`}
    >
      <button
        type="button"
        className="rack-head"
        aria-label={`Node ${node.name}, ${stateTexts[node.state] || 'ready'}${words && `, ${words}`}, ${count} pods`}
        onClick={() => focusOn({ kind: 'Node', key: node.name })}
      >
        <b>{node.name}</b> <Silence node={node} />
      </button>
      {isRoomy && (
        <p className="rack-words">
          {node.state === 'removed' ? 'its pod is not collected yet' : words}
        </p>
      )}
      {Array.from({ length: places }, (_, place) => (
        <Socket key={place} place={place} layout={layout} />
      ))}
      <p className="rack-foot">
        {isRoomy && (
          <span>
            {count} {count === 1 ? 'pod' : 'pods'}
          </span>
        )}
        {cpu > 0 && (
          <>
            <span className="load">
              <i style={{ width: `${Math.min(100, (100 * cpu) / Math.max(1, node.cpu))}%` }} />
            </span>
            {isRoomy && (
              <span>
                {cores(cpu)} of {cores(node.cpu)} cpu
              </span>
            )}
          </>
        )}
      </p>
      {badge !== undefined && (
        <span className={badge === '0' ? 'badge zero' : 'badge'}>{badge}</span>
      )}
    </div>
  );
}, isSame);

/** Numbers and texts by themselves, nodes by what is shown of them. */
function isSame(a: RackProps, b: RackProps): boolean {
  return (Object.keys(a) as (keyof RackProps)[]).every((key) =>
    key === 'node' ? JSON.stringify(a.node) === JSON.stringify(b.node) : a[key] === b[key],
  );
}

/** How long a node renews no lease until its controller sees it, s. */
const GRACE_S = 40;

/** What is true of a node, before its controller has seen it. */
function Silence({ node }: Pick<RackProps, 'node'>): React.ReactNode {
  const { silentSinceMs, state } = node;
  const seconds = usePage(({ atMs }) =>
    silentSinceMs === undefined ? 0 : Math.max(0, Math.floor((atMs - silentSinceMs) / 1000)),
  );
  if (silentSinceMs === undefined || state !== 'ready')
    return <span className="rack-state">{stateTexts[state]}</span>;
  return (
    <span className="rack-state">
      silent {seconds} s of {GRACE_S}
    </span>
  );
}

function Socket({
  place,
  layout,
}: {
  readonly place: number;
  readonly layout: Layout;
}): React.ReactNode {
  const { x, y } = placeAt(layout, place);
  const { width, height } = layout.tile;
  return <i className="socket" style={{ left: x - 1.5, top: y - 1.5, width, height }} />;
}

function cores(milli: number): number {
  return Math.round(milli / 100) / 10;
}
