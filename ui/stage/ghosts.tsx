import { stateWords } from '#view';
import type { Ghost } from './ghost-places.ts';
import { nameOf, shortName } from './names.ts';
import { placeAt, rackAt, type Layout } from './layout.ts';
import { Sign } from './signs.tsx';

interface GhostsProps {
  readonly ghosts: readonly Ghost[];
  readonly layout: Layout;
}

export function Ghosts({ ghosts, layout }: GhostsProps): React.ReactNode {
  const { width, height } = layout.tile;
  return ghosts.map(({ pod, node, place }) => {
    const rack = rackAt(layout, node);
    const corner = placeAt(layout, place);
    return (
      <div
        key={pod.key}
        className={`tile ghost ${layout.density}`}
        title={`${nameOf(pod.key)}: ${stateWords[pod.state]}, only in the run before`}
        style={{
          width,
          height,
          transform: `translate(${rack.x + corner.x}px, ${rack.y + corner.y}px)`,
        }}
      >
        <span className="tile-in">
          <span className="tile-name">
            <Sign state={pod.state} />
            {layout.density !== 'small' && <span>{shortName(pod.key, pod.owner)}</span>}
          </span>
          {(layout.density === 'huge' || layout.density === 'large') && (
            <span className="tile-line">only before</span>
          )}
          <span className="unseen">
            , pod {pod.key}, {stateWords[pod.state]}, only in the run before
          </span>
        </span>
      </div>
    );
  });
}
