/**
 * A run as one moving picture without a script, drawn of what the stage shows: an SVG in which nothing is loaded and which
 * follows the reader's choice of light or dark, and of motion.
 */
import { chaptersOf, numbersOf, subjectOf, type RunView, type StageNumber } from '#view';
import { usedColours } from './colours.ts';
import { lanePart, LANE_PX } from './lane.ts';
import { layoutOf, type Layout } from './layout.ts';
import { podsOf, tile, type FilmedPod } from './pods.ts';
import { nodeNames, rackParts } from './racks.ts';
import { Screenplay } from './screenplay.ts';
import { numberParts, NUMBER_PX, NUMBERS_TOP } from './side.ts';
import { escaped, fitting, round, text } from './svg.ts';

/** A run that is too large for a picture. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}

const WIDTH = 880;
/** Of the part at the left, which has the numbers. */
const SIDE = 170;
const TOP = 14;
const CAPTION_PX = 30;
/** More nodes do not fit. */
const MOST_NODES = 48;

/**
 * Draws a run.
 * @param css the text of colours.css
 * @param stillMs virtual ms since the start: the moment for who wants no motion. Default: the end
 * @throws {PictureError} for more nodes or pods than fit
 */
export function motionPicture(view: RunView, css: string, stillMs?: number): string {
  const play = new Screenplay(view);
  const { summary, pace, film } = play;
  const charts = view.charts();
  const subject = subjectOf(summary, charts);
  const numbers = subject === undefined ? [] : numbersOf(charts, subject);
  const pods = podsOf(play);
  const racks = racksOf(play, pods);
  const layout = layoutOf(racks.length, placesOf(pods), {
    ...{ left: SIDE + 10, top: TOP, width: WIDTH - SIDE - 16 },
  });
  const caption = Math.max(layout.bottom, sideBottom(numbers) - CAPTION_PX) + 10;
  const line = caption + CAPTION_PX + 10;
  const lane = { left: SIDE + 10, width: WIDTH - SIDE - 30, top: line + 14 };
  const height = lane.top + LANE_PX + 70;
  const parts = [
    text(18, 30, subject?.kind ?? '', 'soft small'),
    text(18, 52, fitting(subject?.key.split('/').at(-1) ?? '', SIDE - 24, 10), 'name'),
    ...numberParts(play, numbers, SIDE),
    ...rackParts(play, racks, layout),
    ...tiles(play, pods, racks, layout),
    ...captions(play, caption),
    ...lanePart(play, numbers, lane),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(summary.description ?? summary.scenario)}">
<style>${usedColours(css)}
text{font:13px system-ui,sans-serif;fill:var(--ink)}.soft{fill:var(--soft)}.small{font-size:12px}.name{font-size:18px;font-weight:650}.label{font-weight:650}.big{font-size:24px;font-weight:650}.long{font-size:15px;font-weight:650}.mono{font-family:ui-monospace,monospace;font-weight:600}.note{font-size:15px;font-weight:600;fill:var(--paper)}.on{fill:var(--on)}.bad{fill:var(--bad)}.warn{fill:var(--warn)}
${film.style(pace.toScreen(stillMs ?? summary.lastsMs))}</style>
<rect width="${WIDTH}" height="${height}" rx="14" fill="var(--stage)" stroke="var(--line2)"/>
<path d="M${SIDE} 0V${height}M${SIDE} ${line}H${WIDTH}" stroke="var(--line)"/>
${parts.filter((part) => part !== '').join('\n')}
</svg>
`;
}

/** The names of all nodes, and an empty one for pods that wait for a node where they are seen to. */
function racksOf(play: Screenplay, pods: readonly FilmedPod[]): readonly string[] {
  const names = nodeNames(play);
  if (names.length > MOST_NODES) {
    throw new PictureError(
      `a picture has room for ${MOST_NODES} nodes; this run has ${names.length}`,
    );
  }
  if (play.scenes.some((scene) => scene.pods === undefined)) {
    throw new PictureError('this run has more pods at once than a picture has room for');
  }
  const isWaiting = pods.some(({ looks }) => looks.some(({ node }) => node === ''));
  return isWaiting || names.length === 0 ? [...names, ''] : names;
}

function placesOf(pods: readonly FilmedPod[]): number {
  return pods.reduce(
    (most, { looks }) => looks.reduce((own, { place }) => Math.max(own, place + 1), most),
    0,
  );
}

function sideBottom(numbers: readonly StageNumber[]): number {
  return NUMBERS_TOP + numbers.length * NUMBER_PX;
}

function tiles(
  { film }: Screenplay,
  pods: readonly FilmedPod[],
  racks: readonly string[],
  layout: Layout,
): readonly string[] {
  return pods.flatMap(({ name, looks }) =>
    looks.map(({ node, place, state, colour, stretch }) => {
      const at = layout.tileAt(racks.indexOf(node), place);
      return film.during([stretch], tile(at, layout.tile, { name, state, colour }));
    }),
  );
}

/** Returns what the scenario does, in words. */
function captions(play: Screenplay, top: number): readonly string[] {
  const { summary, film } = play;
  const chapters = chaptersOf(summary.steps);
  const room = WIDTH - SIDE - 40;
  const middle = SIDE + (WIDTH - SIDE) / 2;
  return chapters.map(({ number, atMs, text: words }, at) => {
    const until = chapters[at + 1]?.atMs ?? summary.lastsMs;
    const note = fitting(`${number}/${chapters.length}  ${words}`, room - 32, 8.4);
    const long = 32 + note.length * 8.4;
    return film.during(
      [play.stretch(atMs, until)],
      `<rect x="${round(middle - long / 2)}" y="${top}" width="${round(long)}" height="${CAPTION_PX}" rx="9" fill="var(--ink)"/>${text(middle, top + 20, note, 'note', 'middle')}`,
    );
  });
}
