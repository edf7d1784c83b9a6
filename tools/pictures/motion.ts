/**
 * A run as one moving picture without a script, drawn of what the stage shows: an SVG for README, in which nothing is
 * loaded and which follows the reader's choice of light or dark, and of motion.
 */
import type { Lives, RunView, Scene, Summary } from '#view';
import { chaptersOf } from '../../ui/stage/chapters.ts';
import { numbersOf, subjectOf, valueAt, type StageNumber } from '../../ui/stage/numbers.ts';
import { Pace } from '../../ui/stage/pace.ts';
import { stateWords } from '../../ui/stage/state-words.ts';
import { Film, round, type Stretch } from './film.ts';

/** The end stays for a while before it begins again, ms. */
const REST_MS = 2500;

const width = 880;
const height = 430;
const side = 170;
const rack = { width: 226, height: 106, gap: 8, columns: 3, left: side + 10, top: 14 } as const;
const lane = { left: side + 10, width: width - side - 30, top: 306, height: 54 } as const;

/** How much of a tile is filled, and how strongly. */
const fills: Readonly<Record<string, readonly [part: number, opacity: number]>> = {
  starting: [0.2, 0.4],
  running: [0.52, 0.4],
  ready: [1, 1],
  terminating: [1, 0.25],
};

/** @param stillMs virtual ms since the start: the moment for who wants no motion */
export function motionPicture(view: RunView, css: string, stillMs: number): string {
  const summary = view.summary();
  const lives = view.lives();
  const charts = view.charts();
  const subject = subjectOf(summary, charts);
  const times = instantsOf(summary);
  const scenes = times.map((atMs) => view.scene(revisionAt(summary, atMs)));
  const pace = new Pace(summary);
  const film = new Film(pace.lastsMs + REST_MS);
  const stretch = (fromMs: number, toMs: number): Stretch => ({
    fromMs: pace.toScreen(fromMs),
    toMs: toMs >= summary.lastsMs ? pace.lastsMs + REST_MS : pace.toScreen(toMs),
  });
  const drawing: Drawing = { summary, times, scenes, film, stretch };
  const numbers = subject === undefined ? [] : numbersOf(charts, subject);
  const parts = [
    text(18, 30, subject?.kind ?? '', 'soft small'),
    text(18, 52, subject?.key.split('/').at(-1) ?? '', 'name'),
    ...numbers.map((number, at) => numberPart(drawing, number, 78 + at * 32)),
    ...racks(drawing),
    ...tiles(drawing, lives),
    ...captions(drawing),
    ...lanePart(drawing, numbers, pace),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(summary.description ?? summary.scenario)}">
<style>${colours(css)}
text{font:13px system-ui,sans-serif;fill:var(--ink)}.soft{fill:var(--soft)}.small{font-size:12px}.name{font-size:18px;font-weight:650}.label{font-weight:650}.big{font-size:24px;font-weight:650}.mono{font-family:ui-monospace,monospace;font-weight:600}.note{font-size:15px;font-weight:600;fill:var(--paper)}.on{fill:var(--on)}.bad{fill:var(--bad)}.warn{fill:var(--warn)}
${film.style(pace.toScreen(stillMs))}</style>
<rect width="${width}" height="${height}" rx="14" fill="var(--stage)" stroke="var(--line2)"/>
<path d="M${side} 0V${height}M${side} 292H${width}" stroke="var(--line)"/>
${parts.join('\n')}
</svg>
`;
}

interface Drawing {
  readonly summary: Summary;
  /** All instants at which something changes, virtual ms since the start. */
  readonly times: readonly number[];
  /** What the stage shows at each of them. */
  readonly scenes: readonly Scene[];
  readonly film: Film;
  /** Virtual time as time on the screen. */
  readonly stretch: (fromMs: number, toMs: number) => Stretch;
}

function instantsOf({ writes, lastsMs }: Summary): readonly number[] {
  return [...new Set([0, ...writes.map(({ atMs }) => atMs), lastsMs])].sort((a, b) => a - b);
}

function revisionAt({ writes }: Summary, atMs: number): number {
  return writes.findLast((write) => write.atMs <= atMs)?.revision ?? 0;
}

/** What is there while it stays the same: the stretches of each text that `say` gives. */
function stretchesOf<T>(
  { times, scenes, summary, stretch }: Drawing,
  say: (scene: Scene, atMs: number) => T | undefined,
): ReadonlyMap<T, readonly Stretch[]> {
  const found = new Map<T, Stretch[]>();
  let open: { readonly value: T; readonly fromMs: number } | undefined;
  const close = (toMs: number): void => {
    if (open === undefined) return;
    found.set(open.value, [...(found.get(open.value) ?? []), stretch(open.fromMs, toMs)]);
  };
  for (const [at, atMs] of times.entries()) {
    const value = say(scenes[at]!, atMs);
    if (value === open?.value) continue;
    close(atMs);
    open = value === undefined ? undefined : { value, fromMs: atMs };
  }
  close(summary.lastsMs);
  return found;
}

function numberPart(drawing: Drawing, number: StageNumber, y: number): string {
  const values = stretchesOf(drawing, (_, atMs) => valueAt(number.points, atMs));
  const shown = [...values].map(([value, stretches]) => {
    const look = number.isBad && value > 0 ? 'big bad' : 'big';
    return drawing.film.during(stretches, text(18, y + 10, String(value), look));
  });
  return `${shown.join('')}${text(58, y + 8, number.label, 'soft')}`;
}

/** Nodes keep their places; those that come later stand behind. */
function nodeNames({ scenes }: Drawing): readonly string[] {
  return [...new Set(scenes.flatMap(({ nodes }) => nodes.map(({ name }) => name)))];
}

function cornerOf(at: number): readonly [x: number, y: number] {
  const [column, row] = [at % rack.columns, Math.floor(at / rack.columns)];
  return [rack.left + column * (rack.width + rack.gap), rack.top + row * (rack.height + rack.gap)];
}

function racks(drawing: Drawing): readonly string[] {
  return nodeNames(drawing).flatMap((name, at) => {
    const [x, y] = cornerOf(at);
    const looks = stretchesOf(drawing, ({ nodes }, atMs) => {
      const node = nodes.find((each) => each.name === name);
      if (node === undefined) return undefined;
      const silent = node.silentSinceMs === undefined || node.silentSinceMs > atMs;
      const word = node.state === 'ready' ? (silent ? '' : 'silent') : node.state;
      return JSON.stringify([node.state, word, ...node.taints]);
    });
    return [...looks].map(([look, stretches]) => {
      const [state, word, ...taints] = JSON.parse(look) as string[];
      const isBad = state === 'unreachable';
      const line = isBad
        ? 'stroke="var(--bad)" stroke-dasharray="5 4"'
        : `stroke="var(--${word || taints.length > 0 ? 'warn' : 'line2'})"`;
      const words = [word, ...taints.map((taint) => taint.split(':')[0])]
        .filter(Boolean)
        .join(', ');
      return drawing.film.during(
        stretches,
        `<rect x="${x}" y="${y}" width="${rack.width}" height="${rack.height}" rx="12" fill="var(--card)" ${line}/>${text(x + 12, y + 21, name, 'label')}${text(x + rack.width - 12, y + 21, words, isBad ? 'bad small' : 'warn small', 'end')}`,
      );
    });
  });
}

function tiles(drawing: Drawing, lives: Lives | undefined): readonly string[] {
  const names = nodeNames(drawing);
  return (lives?.pods ?? []).flatMap(({ key, colour, spans, untilMs }) => {
    const last = untilMs ?? drawing.summary.lastsMs;
    const scene = drawing.scenes.find(({ pods = [] }) =>
      pods.some((pod) => pod.key === key && pod.node !== undefined),
    );
    const pod = scene?.pods?.find((each) => each.key === key);
    if (scene === undefined || pod?.node === undefined) return [];
    const [x, y] = cornerOf(names.indexOf(scene.nodes[pod.node]!.name));
    const place = [x + 10, y + 32] as const;
    return spans.map(({ atMs, state }, at) => {
      const until = spans[at + 1]?.atMs ?? last;
      return drawing.film.during(
        [drawing.stretch(atMs, until)],
        tile(place, key.split('-').at(-1)!, state, `var(--v${colour})`),
      );
    });
  });
}

const size = { width: rack.width - 20, height: rack.height - 42 } as const;

function tile(
  [x, y]: readonly [number, number],
  name: string,
  state: keyof typeof stateWords,
  colour: string,
): string {
  const [part, opacity] = fills[state] ?? [0.2, 0.2];
  const full = round(size.height * part);
  const dashes = state === 'terminating' || state === 'waiting' ? ' stroke-dasharray="6 4"' : '';
  const look = state === 'ready' ? 'on' : '';
  return `<rect x="${x}" y="${round(y + size.height - full)}" width="${size.width}" height="${full}" rx="8" fill="${colour}" opacity="${opacity}"/><rect x="${x}" y="${y}" width="${size.width}" height="${size.height}" rx="8" fill="none" stroke="${colour}" stroke-width="1.6"${dashes}/>${text(x + 14, y + 27, name, `mono ${look}`)}${text(x + 14, y + 47, stateWords[state], `small ${look}`)}`;
}

function captions({ summary, film, stretch }: Drawing): readonly string[] {
  const chapters = chaptersOf(summary.steps);
  return chapters.map(({ number, atMs, text: words }, at) => {
    const until = chapters[at + 1]?.atMs ?? summary.lastsMs;
    const note = `${number}/${chapters.length}  ${words}`;
    const long = Math.min(width - side - 40, 32 + note.length * 8.4);
    const middle = side + (width - side) / 2;
    return film.during(
      [stretch(atMs, until)],
      `<rect x="${round(middle - long / 2)}" y="252" width="${round(long)}" height="30" rx="9" fill="var(--ink)"/><text x="${middle}" y="272" text-anchor="middle" class="note">${escaped(note)}</text>`,
    );
  });
}

/** The number that is good news over time, the steps, and where the moment is. */
function lanePart(
  { summary, times, film, stretch }: Drawing,
  numbers: readonly StageNumber[],
  pace: Pace,
): readonly string[] {
  const number = numbers.find(({ asked, label }) => asked && label === 'ready') ?? numbers[0];
  if (number === undefined) return [];
  const x = (ms: number): number => lane.left + (lane.width * ms) / summary.lastsMs;
  const base = lane.top + lane.height;
  const y = (value: number): number => base - (lane.height * value) / Math.max(1, number.most);
  let path = `M${x(0)} ${base}`;
  for (const { atMs, value = 0 } of number.points) {
    path += `H${round(x(atMs))}V${round(y(value))}`;
  }
  path += `H${round(x(summary.lastsMs))}`;
  const flags = chaptersOf(summary.steps).map(({ number: step, atMs }) => {
    const at = round(x(atMs));
    return `<path d="M${at} ${lane.top}V${base + 14}" stroke="var(--brass-strong)" stroke-dasharray="2 4"/><text x="${at}" y="${base + 30}" text-anchor="middle" class="soft small">${step}</text>`;
  });
  const clocks = times.map((atMs, at) => {
    const until = times[at + 1] ?? summary.lastsMs;
    return film.during([stretch(atMs, until)], text(18, base + 32, clock(atMs), 'big mono'));
  });
  const steps = [...times.map((ms) => [pace.toScreen(ms), x(ms)] as const)];
  return [
    `<path d="${path}V${base}H${lane.left}z" fill="var(--v0)" opacity=".14"/><path d="${path}" fill="none" stroke="var(--v0)" stroke-width="2.2"/>`,
    text(18, lane.top + 22, number.label, 'label'),
    text(18, lane.top + 40, `0 to ${number.most}`, 'soft small'),
    `<path d="M${lane.left} ${base}H${lane.left + lane.width}" stroke="var(--line2)"/>`,
    ...flags,
    ...clocks,
    film.moving(
      [...steps, [pace.lastsMs + REST_MS, x(summary.lastsMs)]],
      `<path d="M0 ${lane.top - 6}V${base + 14}" stroke="var(--brass-strong)" stroke-width="2"/><circle cy="${base + 14}" r="6" fill="var(--brass-strong)"/>`,
    ),
  ];
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function text(x: number, y: number, words: string, look: string, anchor = 'start'): string {
  const place = `x="${x}" y="${y}" text-anchor="${anchor}"`;
  return words === '' ? '' : `<text ${place} class="${look}">${escaped(words)}</text>`;
}

const used = [
  'paper',
  'stage',
  'card',
  'ink',
  'soft',
  'line',
  'line2',
  'brass-strong',
  'on',
  'bad',
  'warn',
];

/** The colours of the page that are used, light and dark. @param css the text of colours.css */
function colours(css: string): string {
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  const names = [...used, ...[0, 1, 2, 3, 4, 5].map((at) => `v${at}`)];
  const those = (part: string): string =>
    names.flatMap((name) => new RegExp(`--${name}: [^;]+;`).exec(part)?.[0] ?? []).join('');
  return `:root{${those(light)}}@media (prefers-color-scheme:dark){:root{${those(dark)}}}`;
}

function escaped(words: string): string {
  return words
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
