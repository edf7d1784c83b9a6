import { memo, useMemo, useRef } from 'react';
import {
  type Calendar,
  type Chapter,
  type Lives,
  type PodCounts,
  type PodLife,
  type PodState,
  type StageNumber,
} from '#view';
import { askWhy, focusOn, scrub } from '../page/actions.ts';
import { timeText } from '../page/moment.ts';
import { store, usePage } from '../page/store.ts';
import { useMedia } from '../page/use-media.ts';
import { useOutages } from '../page/use-outages.ts';
import { chosenLanes, lanesOf, laneY, placed, type LaneView, type PlacedLane } from './lanes.ts';
import { LaneMarks } from './lane-marks.tsx';
import { nameOf, numberText } from './names.ts';
import { msAt, stepPath, ticksOf, xOf, type Span } from './scale.ts';
import { Cursor } from './cursor.tsx';
import { RunsLane, RUNS_PX } from './runs-lane.tsx';
import { useSize } from './use-size.ts';
import { useWheel } from './use-wheel.ts';
import { Axis } from './axis.tsx';

interface BandProps {
  /** Of the CronJobs of the run. */
  readonly calendars: readonly Calendar[];
  readonly numbers: readonly StageNumber[];
  readonly lives: Lives | undefined;
  readonly chapters: readonly Chapter[];
  readonly span: Span;
  /** Of which it is a part. */
  readonly whole: Span;
  /** How a question has it drawn. */
  readonly view?: LaneView | undefined;
}

/** Above the first lane: the times. */
const AXIS_PX = 18;
const BARS_PX = 84;

/** The numbers over time, and the lives of pods, under one cursor. */
export function Band(props: BandProps): React.ReactNode {
  const { numbers, calendars, lives: all, chapters, span, whole, view } = props;
  const [plot, { width }] = useSize<HTMLDivElement>();
  const isPhone = useMedia('(max-width: 720px)');
  const isLow = useMedia('(max-height: 700px)');
  const isEmbedded = usePage((state) => state.isEmbedded);
  const outages = useOutages();
  const most = isEmbedded ? 1 : isPhone || isLow ? 3 : 5;
  const rows = calendars.slice(0, most);
  const laneHeight = isPhone ? 30 : isLow ? 28 : 33;
  const asked = usePage((state) => state.asked);
  const lives = useMemo(() => all && livesIn(all, span), [all, span]);
  const own = useMemo(() => {
    const all = view?.asked === undefined ? numbers : [...numbers, view.asked];
    return lanesOf(all, view?.tall ?? asked);
  }, [numbers, view, asked]);
  const mostLanes = Math.max(calendars.length > 0 ? 0 : 1, most - rows.length);
  const lanes = useMemo(
    () =>
      placed(chosenLanes(own, mostLanes, view?.tall ?? asked), view, {
        top: AXIS_PX,
        height: laneHeight,
      }),
    [own, mostLanes, view, asked, laneHeight],
  );
  const dragging = useRef(false);
  useWheel(plot, span, whole);
  const scrubTo = (event: React.PointerEvent): void => {
    const { left } = plot.current!.getBoundingClientRect();
    store.set({ speed: 0 });
    scrub(Math.max(0, msAt(span, width, event.clientX - left)));
  };
  const bars = lives !== undefined && !isEmbedded && !(isPhone && lanes.length >= most);
  const runsTop = AXIS_PX + lanes.reduce((sum, lane) => sum + lane.height, 0);
  const barsTop = runsTop + rows.length * RUNS_PX;
  const height = barsTop + (bars ? BARS_PX : 4);
  const classes = view?.hidesFuture === true ? 'band hides-future' : 'band';
  return (
    <section className={classes} aria-label="The numbers over time" style={{ height }}>
      <div className="gutter">
        <Axis isPart={span.fromMs > whole.fromMs || span.toMs < whole.toMs} />
        {lanes.map(({ label, number, top, height: high }) => (
          <button
            key={label}
            type="button"
            className={number.field === (asked ?? view?.tall) ? 'lane-name asked' : 'lane-name'}
            style={{ top, height: high }}
            title={label}
            onClick={() => askWhy(number.object, number.field)}
          >
            <span>{label}</span>
            {number.words === undefined && (
              <span className="most" aria-hidden="true">
                <span>{numberText(number.most)}</span>
                <span>0</span>
              </span>
            )}
          </button>
        ))}
        {rows.map(({ key }, at) => (
          <button
            key={key}
            type="button"
            className="lane-name"
            style={{ top: runsTop + at * RUNS_PX, height: RUNS_PX }}
            title={`runs of ${key}`}
            onClick={() => focusOn({ kind: 'CronJob', key })}
          >
            <span>{nameOf(key)}</span>
          </button>
        ))}
        {bars && (
          <p className="lane-name" style={{ top: barsTop }}>
            <PodCount lives={lives} hidesFuture={view?.hidesFuture === true} />
          </p>
        )}
      </div>
      <div
        className="number-plot"
        ref={plot}
        onPointerDown={(event) => {
          dragging.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
          scrubTo(event);
        }}
        onPointerMove={(event) => dragging.current && scrubTo(event)}
        onPointerUp={() => (dragging.current = false)}
        onDoubleClick={() => store.set({ zoom: undefined })}
      >
        <svg width={width} height={height} aria-hidden="true">
          <Ticks span={span} width={width} height={height} />
          {outages.map(({ fromMs, untilMs, text }) => (
            <rect
              key={`${text} ${fromMs}`}
              className="outage"
              x={xOf(span, width, fromMs)}
              width={Math.max(1, xOf(span, width, untilMs) - xOf(span, width, fromMs))}
              y={AXIS_PX}
              height={Math.max(0, height - AXIS_PX)}
            >
              <title>{text}</title>
            </rect>
          ))}
          {chapters.map(({ number, atMs }) => (
            <line
              key={number}
              className="step-line"
              x1={xOf(span, width, atMs)}
              x2={xOf(span, width, atMs)}
              y1={AXIS_PX}
              y2={height}
            />
          ))}
          {lanes.map((lane) => (
            <LaneLine
              key={lane.label}
              lane={lane}
              span={span}
              width={width}
              isAsked={lane.number.field === asked}
            />
          ))}
          <UpToNow isOn={view?.hidesFuture === true} span={span} width={width} height={height}>
            {rows.map((calendar, at) => (
              <RunsLane
                key={calendar.key}
                calendar={calendar}
                span={span}
                width={width}
                top={runsTop + at * RUNS_PX}
              />
            ))}
            {bars && (
              <Bars
                lives={lives}
                span={span}
                width={width}
                top={barsTop + 4}
                height={BARS_PX - 10}
              />
            )}
          </UpToNow>
          {view && <LaneMarks marks={view.marks} lanes={lanes} span={span} width={width} />}
        </svg>
        <Cursor span={span} width={width} lanes={lanes} />
      </div>
    </section>
  );
}

interface PodCountProps {
  readonly lives: Lives;
  readonly hidesFuture: boolean;
}

/** How many pods the bars are; where the future is hidden, those that there have been. */
function PodCount({ lives, hidesFuture }: PodCountProps): React.ReactNode {
  const count = usePage(({ atMs }) =>
    hidesFuture && lives.pods !== undefined
      ? lives.pods.filter(({ spans }) => (spans[0]?.atMs ?? 0) <= atMs).length
      : lives.total,
  );
  return `${count} ${count === 1 ? 'pod' : 'pods'}`;
}

/** The pods that are there at some time of a span. */
function livesIn(lives: Lives, { fromMs, toMs }: Span): Lives {
  if (lives.pods === undefined) return lives;
  const pods = lives.pods.filter(
    ({ spans, untilMs = Infinity }) => (spans[0]?.atMs ?? 0) <= toMs && untilMs >= fromMs,
  );
  return { ...lives, pods, total: pods.length };
}

interface PlotProps {
  readonly span: Span;
  readonly width: number;
}

const Ticks = memo(function Ticks({
  span,
  width,
  height,
}: PlotProps & { readonly height: number }): React.ReactNode {
  return ticksOf(span, width).map((atMs) => {
    const x = xOf(span, width, atMs);
    return (
      <g key={atMs} className="tick">
        <line x1={x} x2={x} y1={AXIS_PX} y2={height} />
        <text x={x + 3} y={12}>
          {timeText(atMs)}
        </text>
      </g>
    );
  });
});

interface UpToNowProps extends PlotProps {
  readonly isOn: boolean;
  readonly height: number;
  readonly children: React.ReactNode;
}

/** What is in it ends at the moment that is shown. */
function UpToNow({ isOn, span, width, height, children }: UpToNowProps): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  if (!isOn) return children;
  return (
    <g clipPath="url(#up-to-now)">
      <clipPath id="up-to-now">
        <rect width={Math.max(0, xOf(span, width, atMs))} height={height} />
      </clipPath>
      {children}
    </g>
  );
}

interface LaneLineProps extends PlotProps {
  readonly lane: PlacedLane;
  readonly isAsked: boolean;
}

/** A number at its true height: 0 below, its maximum above. What is past is strong, the future faint. */
function LaneLine(props: LaneLineProps): React.ReactNode {
  const { lane, span, width, isAsked } = props;
  const { number, other, top, height } = lane;
  const atMs = usePage((state) => state.atMs);
  const lines = useMemo(() => {
    const x = (ms: number): number => xOf(span, width, ms);
    const y = (value: number): number => laneY(value, number.most, top, height);
    return {
      zero: y(0),
      own: stepPath(number.points, x, y, span.toMs),
      asked: number.asked && stepPath(number.asked, x, y, span.toMs),
      other: other && stepPath(other.points, x, y, span.toMs),
    };
  }, [lane, span, width]);
  const clip = `lane-${Math.round(top)}`;
  const past = Math.max(0, xOf(span, width, atMs));
  return (
    <g className={`lane${number.isBad ? ' bad' : ''}${isAsked ? ' asked' : ''}`}>
      <clipPath id={clip}>
        <rect x={0} y={top - 3} width={past} height={height + 3} />
      </clipPath>
      <line className="zero" x1={0} x2={width} y1={lines.zero} y2={lines.zero} />
      {lines.asked && <path className="asked-for" d={lines.asked} />}
      <path className="future" d={lines.own} />
      {lines.other && <path className="future other-run" d={lines.other} />}
      <g clipPath={`url(#${clip})`}>
        <path
          className="area"
          d={`${lines.own}V${lines.zero}H${xOf(span, width, number.points[0]?.atMs ?? 0)}Z`}
        />
        <path className="past" d={lines.own} data-lane={number.field} />
        {lines.other && <path className="other-run" d={lines.other} data-other={number.field} />}
      </g>
    </g>
  );
}

function Bars({
  lives,
  ...box
}: PlotProps & {
  readonly lives: Lives;
  readonly top: number;
  readonly height: number;
}): React.ReactNode {
  return lives.pods ? (
    <LifeBars pods={lives.pods} {...box} />
  ) : (
    <Stack counts={lives.counts} {...box} />
  );
}

interface BoxProps extends PlotProps {
  readonly top: number;
  readonly height: number;
}

/** A bar for each pod, from its creation to its end. */
const LifeBars = memo(function LifeBars({
  pods,
  span,
  width,
  top,
  height,
}: BoxProps & { readonly pods: readonly PodLife[] }): React.ReactNode {
  const each = Math.min(8, height / Math.max(1, pods.length));
  return pods.map(({ key, colour, spans, untilMs }, at) => (
    <g key={`${key} ${at}`} className="life-bar" style={{ ['--c' as string]: `var(--v${colour})` }}>
      <title>{nameOf(key)}</title>
      {spans.map(({ atMs, state }, number) => {
        const end = spans[number + 1]?.atMs ?? untilMs ?? span.toMs;
        const x = xOf(span, width, atMs);
        const wide = Math.max(0, xOf(span, width, Math.min(end, span.toMs)) - x);
        return (
          <rect
            key={number}
            className={state}
            x={x}
            y={top + at * each}
            width={wide}
            height={Math.max(1, each - 1)}
          />
        );
      })}
    </g>
  ));
});

/** As they are stacked, from the floor. */
const stacked: readonly PodState[] = [
  'ready',
  'running',
  'starting',
  'terminating',
  'failing',
  'failed',
  'waiting',
];

/** All pods by state, one area on another. */
const Stack = memo(function Stack({
  counts,
  span,
  width,
  top,
  height,
}: BoxProps & { readonly counts: readonly PodCounts[] }): React.ReactNode {
  const totals = counts.map((each) =>
    stacked.reduce((sum, state) => sum + (each.counts[state] ?? 0), 0),
  );
  const most = Math.max(1, ...totals);
  const floor = top + height;
  return stacked.map((state, at) => {
    const below = stacked.slice(0, at);
    const line = (states: readonly PodState[]): string =>
      stepPath(
        counts.map((each) => ({
          atMs: each.atMs,
          value: states.reduce((sum, name) => sum + (each.counts[name] ?? 0), 0),
        })),
        (ms) => xOf(span, width, ms),
        (value) => floor - (value / most) * height,
        span.toMs,
      );
    if (!counts.some((each) => each.counts[state])) return null;
    const upper = line([...below, state]);
    return (
      <path
        key={state}
        className={`stack ${state}`}
        d={`${upper}V${floor}H${xOf(span, width, counts[0]?.atMs ?? 0)}Z`}
      />
    );
  });
});
