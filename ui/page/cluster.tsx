import { memo } from 'react';
import type { NodeBox, PodBox, PodState } from '#view';
import { select, theEngine } from './actions.ts';
import { DrawnPods, useStamps, type Stamps } from './drawn-pods.tsx';
import { podText, signs, stateWords } from './pod-signs.ts';
import { useAnswer } from './use-answer.ts';

/** With more pods than this, those of a node are one drawing. */
const MOST_ELEMENTS = 400;

/** Nodes as boxes, with their pods. */
export function ClusterPane(): React.ReactNode {
  const cluster = useAnswer(
    (run, { revision }) => theEngine().ask('cluster', [run, revision]),
    'cluster',
  );
  const allStamps = useStamps();
  if (cluster === undefined) return <p className="empty">…</p>;
  const { nodes, elsewhere } = cluster;
  const count = nodes.reduce((sum, { pods }) => sum + pods.length, elsewhere.length);
  const stamps = count > MOST_ELEMENTS ? allStamps : undefined;
  return (
    <section className="cluster">
      <ul className="legend">
        {Object.entries(signs).map(([state, sign]) => (
          <li key={state}>
            <span className={`pod ${state}`} aria-hidden="true">
              {sign}
            </span>{' '}
            {stateWords[state as PodState]}
          </li>
        ))}
      </ul>
      {elsewhere.length > 0 && (
        <div className="node elsewhere">
          <h3>On no node</h3>
          <Pods of="no node" pods={elsewhere} stamps={stamps} />
        </div>
      )}
      {nodes.length === 0 && <p className="empty">There are no nodes at this moment.</p>}
      <div className="nodes">
        {nodes.map((node) => (
          <NodeCard key={node.name} node={node} stamps={stamps} />
        ))}
      </div>
    </section>
  );
}

interface NodeProps {
  readonly node: NodeBox;
  /** Where pods are drawn. */
  readonly stamps: Stamps | undefined;
}

/** Drawn again only when something about it has changed. */
const NodeCard = memo(
  function NodeCard({ node, stamps }: NodeProps): React.ReactNode {
    const { name, ready, cordoned, taints, pods } = node;
    return (
      <div className={`node ${ready ? '' : 'not-ready'}`}>
        <h3>
          <button
            type="button"
            className="link"
            onClick={() => select({ kind: 'Node', key: name })}
          >
            {name}
          </button>{' '}
          {!ready && <span className="bad">not ready</span>}{' '}
          {cordoned && <span className="warn">cordoned</span>}
        </h3>
        {taints.length > 0 && <Taints taints={taints} />}
        <Pods of={name} pods={pods} stamps={stamps} />
      </div>
    );
  },
  (before, after) => before.stamps === after.stamps && isSameNode(before.node, after.node),
);

function isSameNode(a: NodeBox, b: NodeBox): boolean {
  return (
    a.ready === b.ready &&
    a.cordoned === b.cordoned &&
    a.taints.join() === b.taints.join() &&
    a.pods.length === b.pods.length &&
    a.pods.every((each, i) => isSamePod(each, b.pods[i]!))
  );
}

function isSamePod(a: PodBox, b: PodBox): boolean {
  return a.key === b.key && a.state === b.state && a.text === b.text && a.owner === b.owner;
}

interface PodsProps {
  readonly of: string;
  readonly pods: readonly PodBox[];
  readonly stamps: Stamps | undefined;
}

function Pods({ of, pods, stamps }: PodsProps): React.ReactNode {
  if (stamps !== undefined && pods.length > 0) {
    return <DrawnPods of={of} pods={pods} stamps={stamps} />;
  }
  return (
    <div className="pods">
      {pods.map((pod) => (
        <PodButton key={pod.key} pod={pod} />
      ))}
    </div>
  );
}

interface PodProps {
  readonly pod: PodBox;
}

/** Drawn again only when something about it has changed. */
const PodButton = memo(
  function PodButton({ pod }: PodProps): React.ReactNode {
    const { key, state } = pod;
    return (
      <button
        type="button"
        className={`pod ${state}`}
        aria-label={podText(pod)}
        onPointerEnter={({ currentTarget }) => (currentTarget.title = podText(pod))}
        onClick={() => select({ kind: 'Pod', key })}
      >
        {signs[state]}
      </button>
    );
  },
  (before, after) => isSamePod(before.pod, after.pod),
);

/** Broken before their effects, where they have to be. */
function Taints({ taints }: Pick<NodeBox, 'taints'>): React.ReactNode {
  return (
    <p className="taints">
      {taints.map((taint) => {
        const [what, effect] = taint.split(':');
        return (
          <span key={taint}>
            {what}:<wbr />
            {effect}{' '}
          </span>
        );
      })}
    </p>
  );
}
