import { useEffect, useMemo, useRef, useState } from 'react';
import { scrub, selectWrite } from './actions.ts';
import { timeText } from './moment.ts';
import { MomentLine } from './moment-line.tsx';
import { lanesOf, markOf, type Row } from './rows.ts';
import { store, usePage } from './store.ts';
import { paintOf } from './paint.ts';
import { useDark } from './theme.ts';
import { useOutages } from './use-outages.ts';

const LANE_PX = 20;
const MOST_LANES = 40;
/** Where the axis has times. */
const quarters = [0, 0.25, 0.5, 0.75, 1];

interface Props {
  readonly rows: readonly Row[];
  readonly by: 'actor' | 'object';
  readonly lastsMs: number;
}

/** A row for each controller or object, a mark for each write. Drawn, as there may be a million. */
export function Lanes({ rows, by, lastsMs }: Props): React.ReactNode {
  const isDark = useDark();
  const [span, setSpan] = useState<readonly [number, number]>([0, lastsMs]);
  const [width, setWidth] = useState(800);
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => setSpan([0, lastsMs]), [lastsMs]);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const outages = useOutages();
  const all = useMemo(() => lanesOf(rows, by), [rows, by]);
  const lanes = useMemo(() => all.slice(0, MOST_LANES), [all]);
  const [from, to] = span;
  const xOf = (ms: number): number => ((ms - from) / Math.max(1, to - from)) * width;
  const height = lanes.length * LANE_PX;

  useEffect(() => {
    const context = canvas.current!.getContext('2d')!;
    const scale = devicePixelRatio;
    canvas.current!.width = width * scale;
    canvas.current!.height = height * scale;
    context.scale(scale, scale);
    const colour = paintOf(canvas.current!);
    lanes.forEach((_, i) => {
      context.fillStyle = colour(i % 2 === 0 ? 'lane' : 'back');
      context.fillRect(0, i * LANE_PX, width, LANE_PX);
    });
    for (const { fromMs, untilMs } of outages) {
      context.fillStyle = colour('outage');
      context.fillRect(xOf(fromMs), 0, xOf(untilMs) - xOf(fromMs), height);
    }
    lanes.forEach((lane, i) => {
      let last = -1;
      for (const row of lane.rows) {
        const x = Math.round(xOf(row.atMs));
        if (x < 0 || x > width || (x === last && row.kind === 'write')) continue;
        last = x;
        context.fillStyle = colour(markOf(row));
        const isBig = row.kind !== 'write';
        context.fillRect(
          x - (isBig ? 2 : 1),
          i * LANE_PX + (isBig ? 2 : 5),
          isBig ? 4 : 2.5,
          LANE_PX - (isBig ? 4 : 10),
        );
      }
    });
  }, [lanes, outages, width, from, to, height, isDark]);

  const zoom = (factor: number): void => {
    const half = ((to - from) * factor) / 2;
    const middle = Math.min(Math.max(store.get().atMs, half), lastsMs - half);
    setSpan(factor > 1 && half * 2 >= lastsMs ? [0, lastsMs] : [middle - half, middle + half]);
  };
  const [lane, setLane] = useState(0);
  const current = Math.min(lane, lanes.length - 1);
  const onKey = (event: React.KeyboardEvent): void => {
    const { key } = event;
    if (key === 'ArrowDown') setLane(Math.min(lanes.length - 1, current + 1));
    else if (key === 'ArrowUp') setLane(Math.max(0, current - 1));
    else if (key === '+' || key === '-') zoom(key === '+' ? 0.5 : 2);
    else if (key === 'ArrowRight' || key === 'ArrowLeft') {
      const next = nextIn(lanes[current]?.rows ?? [], store.get(), key === 'ArrowRight');
      if (next?.write) selectWrite(next.write);
      else if (next) scrub(next.atMs);
    } else return;
    event.preventDefault();
  };
  const choose = ({ clientX, clientY, currentTarget }: React.MouseEvent): void => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const time = from + ((clientX - left) / width) * (to - from);
    const lane = lanes[Math.floor((clientY - top) / LANE_PX)];
    const near = nearest(lane?.rows ?? [], time, ((to - from) / width) * 6);
    if (near?.write) selectWrite(near.write);
    else scrub(near?.atMs ?? time);
  };
  return (
    <div className="lanes">
      <div className="lane-names" aria-hidden="true">
        {lanes.map(({ name }, i) => (
          <div
            key={name}
            className={i === current ? 'current' : undefined}
            style={{ height: LANE_PX }}
            title={name}
          >
            {name}
          </div>
        ))}
      </div>
      <div className="lane-marks" ref={box}>
        <div className="drawn">
          <canvas
            ref={canvas}
            style={{ width: '100%', height }}
            role="application"
            tabIndex={0}
            aria-roledescription="lanes"
            aria-label={`${lanes.length} lanes. Lane ${current + 1}: ${lanes[current]?.name ?? 'none'}, ${lanes[current]?.rows.length ?? 0} marks. Up and down choose a lane, left and right go through its marks, plus and minus zoom`}
            onKeyDown={onKey}
            onClick={choose}
          />
          <Cursor from={from} to={to} />
        </div>
        {outages.length > 0 && (
          <p className="dim">Shaded: {[...new Set(outages.map(({ text }) => text))].join('; ')}.</p>
        )}
        {all.length > MOST_LANES && (
          <p className="dim">{all.length - MOST_LANES} more lanes; filter them.</p>
        )}
      </div>
      <div className="zoom">
        <button type="button" onClick={() => zoom(0.5)} aria-label="Zoom in on the moment">
          +
        </button>
        <button type="button" onClick={() => zoom(2)} aria-label="Zoom out">
          −
        </button>
      </div>
      <div className="axis">
        {quarters.map((part) => (
          <span key={part}>{timeText(1000 * Math.round((from + (to - from) * part) / 1000))}</span>
        ))}
      </div>
    </div>
  );
}

/** The moment, between two times at the edges. */
function Cursor({ from, to }: { readonly from: number; readonly to: number }): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  const part = Math.max(0, Math.min(1, (atMs - from) / Math.max(1, to - from)));
  return <MomentLine part={part} />;
}

/** The mark of a lane behind the moment, or before it. */
function nextIn(
  rows: readonly Row[],
  now: { readonly atMs: number; readonly revision: number },
  isForward: boolean,
): Row | undefined {
  const side = ({ atMs, write }: Row): number =>
    atMs - now.atMs || (write === undefined ? 0 : write.revision - now.revision);
  return isForward ? rows.find((row) => side(row) > 0) : rows.findLast((row) => side(row) < 0);
}

function nearest(rows: readonly Row[], time: number, reach: number): Row | undefined {
  let best: Row | undefined;
  for (const row of rows) {
    const distance = Math.abs(row.atMs - time);
    if (distance <= reach && (best === undefined || distance < Math.abs(best.atMs - time)))
      best = row;
  }
  return best;
}
