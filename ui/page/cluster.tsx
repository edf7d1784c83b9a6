import { memo } from 'react';
import type { NodeBox, PodBox, PodState } from '#view';
import { select, theEngine } from './actions.ts';
import { useAnswer } from './use-answer.ts';

/** Each state has a sign as well as a colour. */
const signs: Readonly<Record<PodState, string>> = {
  waiting: '?',
  starting: '…',
  running: '○',
  ready: '●',
  terminating: '↓',
  failing: '!',
  succeeded: '✓',
  failed: '✗',
};

const words: Readonly<Record<PodState, string>> = {
  waiting: 'not on a node',
  starting: 'starting',
  running: 'running, not ready',
  ready: 'ready',
  terminating: 'terminating',
  failing: 'failing',
  succeeded: 'succeeded',
  failed: 'failed',
};

/** Nodes as boxes, with their pods. */
export function ClusterPane(): React.ReactNode {
  const cluster = useAnswer(
    (run, { revision }) => theEngine().ask('cluster', [run, revision]),
    'cluster',
  );
  if (cluster === undefined) return <p className="empty">…</p>;
  const { nodes, elsewhere } = cluster;
  return (
    <section className="cluster">
      <ul className="legend">
        {Object.entries(signs).map(([state, sign]) => (
          <li key={state}>
            <span className={`pod ${state}`} aria-hidden="true">
              {sign}
            </span>{' '}
            {words[state as PodState]}
          </li>
        ))}
      </ul>
      {elsewhere.length > 0 && (
        <div className="node elsewhere">
          <h3>On no node</h3>
          <Pods pods={elsewhere} />
        </div>
      )}
      {nodes.length === 0 && <p className="empty">There are no nodes at this moment.</p>}
      <div className="nodes">
        {nodes.map((node) => (
          <NodeCard key={node.name} node={node} signature={JSON.stringify(node)} />
        ))}
      </div>
    </section>
  );
}

/** Drawn again only when something about it has changed. */
const NodeCard = memo(
  function NodeCard({
    node,
  }: {
    readonly node: NodeBox;
    readonly signature: string;
  }): React.ReactNode {
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
        {taints.length > 0 && <p className="taints">{taints.join(' ')}</p>}
        <Pods pods={pods} />
      </div>
    );
  },
  (before, after) => before.signature === after.signature,
);

function Pods({ pods }: { readonly pods: readonly PodBox[] }): React.ReactNode {
  return (
    <div className="pods">
      {pods.map(({ key, state, text, owner }) => (
        <button
          key={key}
          type="button"
          className={`pod ${state}`}
          aria-label={`Pod ${key}: ${text}`}
          title={`${key}: ${text}${owner === undefined ? '' : ` (${owner})`}`}
          onClick={() => select({ kind: 'Pod', key })}
        >
          {signs[state]}
        </button>
      ))}
    </div>
  );
}
