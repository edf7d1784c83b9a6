/** The number that is good news over time, the steps, and where the moment is. */
import { chaptersOf, type StageNumber } from '#view';
import type { Screenplay } from './screenplay.ts';
import { valueText } from './side.ts';
import { fitting, round, text } from './svg.ts';

export const LANE_PX = 54;
/** Between the numbers of two steps. */
const FLAG_PX = 14;

interface Lane {
  readonly left: number;
  readonly width: number;
  readonly top: number;
}

export function lanePart(
  play: Screenplay,
  numbers: readonly StageNumber[],
  lane: Lane,
): readonly string[] {
  const { summary, film, pace, times } = play;
  const base = lane.top + LANE_PX;
  const x = (ms: number): number => lane.left + (lane.width * ms) / Math.max(1, summary.lastsMs);
  const compared = numbers.filter(({ asked }) => asked !== undefined);
  const number = compared.find(({ label }) => label === 'ready') ?? compared[0] ?? numbers[0];
  const clocks = [...play.stretchesOf((_, atMs) => clock(atMs))].map(([words, stretches]) =>
    film.during(stretches, text(18, base + 32, words, 'big mono')),
  );
  const steps = times.map((ms) => [pace.toScreen(ms), x(ms)] as const);
  return [
    ...(number === undefined ? [] : curve(number, lane, x, summary.lastsMs)),
    `<path d="M${lane.left} ${base}H${lane.left + lane.width}" stroke="var(--line2)"/>`,
    ...flags(play, lane, x),
    ...clocks,
    film.moving(
      [...steps, [play.lastsMs, x(summary.lastsMs)]],
      `<path d="M0 ${lane.top - 6}V${base + 14}" stroke="var(--brass-strong)" stroke-width="2"/><circle cy="${base + 14}" r="6" fill="var(--brass-strong)"/>`,
    ),
  ];
}

function curve(
  number: StageNumber,
  { left, top }: Lane,
  x: (ms: number) => number,
  lastsMs: number,
): readonly string[] {
  const base = top + LANE_PX;
  const y = (value: number): number => base - (LANE_PX * value) / Math.max(1, number.most);
  let path = `M${left} ${base}`;
  for (const { atMs, value = 0 } of number.points) {
    path += `H${round(x(atMs))}V${round(y(value))}`;
  }
  path += `H${round(x(lastsMs))}`;
  return [
    `<path d="${path}V${base}H${left}z" fill="var(--v0)" opacity=".14"/><path d="${path}" fill="none" stroke="var(--v0)" stroke-width="2.2"/>`,
    text(18, top + 22, fitting(number.label, left - 28, 7.5), 'label'),
    text(18, top + 40, `0 to ${valueText(number.most, number)}`, 'soft small'),
  ];
}

/** Where the steps are. Numbers that would overlap are left out. */
function flags(
  { summary }: Screenplay,
  { top }: Lane,
  x: (ms: number) => number,
): readonly string[] {
  const base = top + LANE_PX;
  let last = -Infinity;
  return chaptersOf(summary.steps).map(({ number, atMs }) => {
    const at = round(x(atMs));
    const hasRoom = at - last >= FLAG_PX;
    if (hasRoom) last = at;
    const label = hasRoom ? text(at, base + 30, String(number), 'soft small', 'middle') : '';
    return `<path d="M${at} ${top}V${base + 14}" stroke="var(--brass-strong)" stroke-dasharray="2 4"/>${label}`;
  });
}

/** `0:21`, `1:02:00` */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  const rest = two(seconds % 60);
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}
