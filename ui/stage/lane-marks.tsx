import { laneY, type LaneMark, type PlacedLane } from './lanes.ts';
import { xOf, type Span } from './scale.ts';

interface LaneMarksProps {
  readonly marks: readonly LaneMark[];
  readonly lanes: readonly PlacedLane[];
  readonly span: Span;
  readonly width: number;
}

/** Room for the words, px. */
const WORDS_PX = 90;

/** What was predicted and what happened, at their moment. */
export function LaneMarks({ marks, lanes, span, width }: LaneMarksProps): React.ReactNode {
  return marks.map(({ field, atMs, value, text, kind }) => {
    const lane = lanes.find(({ number }) => number.field === field);
    if (lane === undefined) return null;
    const x = xOf(span, width, atMs);
    const y = laneY(value, lane.number.most, lane.top, lane.height);
    const isLeft = x > WORDS_PX;
    return (
      <g key={kind} className={`lane-mark ${kind}`}>
        {kind === 'said' ? (
          <path d={`M${x} ${y - 6}l6 6-6 6-6-6z`} />
        ) : (
          <circle cx={x} cy={y} r={5} />
        )}
        <text x={isLeft ? x - 10 : x + 10} y={y + 4} textAnchor={isLeft ? 'end' : 'start'}>
          {text}
        </text>
      </g>
    );
  });
}
