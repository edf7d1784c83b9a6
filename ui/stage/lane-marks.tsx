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

/** From line to line of the words, px. */
const LINE_PX = 14;

/** How far words move away from those of another mark that is near, px. */
function apart(y: number, all: readonly number[]): number {
  const near = all.find((each) => each !== y && Math.abs(each - y) < LINE_PX);
  return near === undefined ? 0 : (Math.sign(y - near) * (LINE_PX - Math.abs(y - near))) / 2;
}

/** What was predicted and what happened, at their moment. */
export function LaneMarks({ marks, lanes, span, width }: LaneMarksProps): React.ReactNode {
  const drawn = marks.flatMap((mark) => {
    const lane = lanes.find(({ number }) => number.field === mark.field);
    if (lane === undefined) return [];
    return [{ ...mark, y: laneY(mark.value, lane.number.most, lane.top, lane.height) }];
  });
  return drawn.map(({ atMs, text, kind, y }) => {
    const x = xOf(span, width, atMs);
    const words =
      y +
      apart(
        y,
        drawn.map((each) => each.y),
      );
    const isLeft = x > WORDS_PX;
    return (
      <g key={kind} className={`lane-mark ${kind}`}>
        {kind === 'said' ? (
          <path d={`M${x} ${y - 6}l6 6-6 6-6-6z`} />
        ) : (
          <circle cx={x} cy={y} r={5} />
        )}
        <text x={isLeft ? x - 10 : x + 10} y={words + 4} textAnchor={isLeft ? 'end' : 'start'}>
          {text}
        </text>
      </g>
    );
  });
}
