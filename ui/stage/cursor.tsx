import { valueAt, type StageNumber } from '#view';
import { clockText } from '../page/moment.ts';
import { movesOn, usePage } from '../page/store.ts';
import { laneY, type PlacedLane } from './lanes.ts';
import { numberText } from './names.ts';
import { xOf, type Span } from './scale.ts';

function valueText(value: number, { words, unit }: StageNumber): string {
  return words?.[value] ?? `${numberText(value)}${unit}`;
}

interface CursorProps {
  readonly span: Span;
  readonly width: number;
  readonly lanes: readonly PlacedLane[];
}

/** The moment, and the values at it. */
export function Cursor({ span, width, lanes }: CursorProps): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  const isMoving = usePage(movesOn);
  const x = xOf(span, width, atMs);
  if (x < -1 || x > width + 1) return null;
  const isRight = x > width - 60;
  return (
    <div className="cursor" style={{ transform: `translateX(${x}px)` }} aria-hidden="true">
      <b className={x < 24 ? 'at-left' : isRight ? 'at-right' : ''}>{clockText(atMs, isMoving)}</b>
      {lanes.map(({ label, number, other, ...place }) => {
        const value = valueAt(number.points, atMs);
        if (value === undefined) return null;
        const top = laneY(value, number.most, place.top, place.height);
        const otherValue = other && valueAt(other.points, atMs);
        const then = otherValue === undefined ? undefined : valueText(otherValue, other!);
        const classes = [
          'value',
          ...(isRight ? ['at-right'] : []),
          ...(number.isBad && value > 0 ? ['bad'] : []),
        ];
        return (
          <span key={label} className={classes.join(' ')} style={{ top }}>
            {valueText(value, number)}
            {then !== undefined && <i className="other-value"> ◇ {then}</i>}
          </span>
        );
      })}
    </div>
  );
}
