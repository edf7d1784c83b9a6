import { useEffect, useRef } from 'react';
import { goTo, select, theEngine } from './actions.ts';
import { edgePath, layoutOf } from './graph-layout.ts';
import { timeText } from './moment.ts';
import { useAnswer } from './use-answer.ts';

interface Props {
  /** What it led to: the path of a value. */
  readonly about: string;
  /** The write that set it. */
  readonly revision: number;
}

/** What led to a value: causes on the left, the write that set it on the right. Each leads to its moment. */
export function CauseGraphPart({ about, revision }: Props): React.ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const graph = useAnswer(
    (run) => theEngine().ask('causes', [run, revision]),
    `causes ${revision}`,
  );
  useEffect(() => {
    // The value itself is in sight.
    if (box.current !== null) box.current.scrollLeft = box.current.scrollWidth;
  }, [graph]);
  if (graph === undefined || graph.nodes.length < 2) return null;
  const { places, width, height } = layoutOf(graph.nodes);
  return (
    <>
      <h4>
        The graph of its causes{' '}
        <span className="dim">
          {graph.nodes.length} writes{graph.isCut && ', and more'}
        </span>
      </h4>
      <div
        className="graph"
        ref={box}
        role="group"
        aria-label={`What led to ${about}, from left to right`}
        style={{ height: Math.min(360, height + 16) }}
      >
        <svg width={width} height={height} aria-hidden="true">
          {graph.edges.map(({ from, to }) => (
            <path key={`${from} ${to}`} d={edgePath(places.get(from)!, places.get(to)!)} />
          ))}
        </svg>
        {graph.nodes.map((node) => (
          <button
            key={node.revision}
            type="button"
            style={places.get(node.revision)}
            title={`${node.actor}: ${node.text}`}
            onClick={() => {
              goTo({ revision: node.revision, atMs: node.atMs });
              select({ kind: node.kind, key: node.key });
            }}
          >
            {timeText(node.atMs)} <b>{node.actor}</b>
            <br />
            {node.kind} {node.key.replace(/^default\//, '')}
            <br />
            <span className="dim">{node.text}</span>
          </button>
        ))}
      </div>
    </>
  );
}
