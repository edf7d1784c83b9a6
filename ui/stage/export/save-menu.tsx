import { useRef } from 'react';
import { chapterAt, chaptersOf, numbersOf } from '#view';
import colours from '../../theme/colours.css?raw';
import { tell, theEngine } from '../../page/actions.ts';
import { timeText } from '../../page/moment.ts';
import { paintOf } from '../../page/paint.ts';
import { store, usePage } from '../../page/store.ts';
import { csvOf } from './csv.ts';
import { savePng, saveText, svgText } from './save.ts';
import { stageSvg } from './stage-svg.ts';

/** Pictures and numbers to take along. */
export function SaveMenu(): React.ReactNode {
  const menu = useRef<HTMLDetailsElement>(null);
  const isShown = usePage((state) => state.view === 'stage');
  if (!isShown) return null;
  const item = (text: string, act: () => void | Promise<void>): React.ReactNode => (
    <li>
      <button
        type="button"
        onClick={() => {
          menu.current!.open = false;
          void Promise.resolve(act()).catch(tell);
        }}
      >
        {text}
      </button>
    </li>
  );
  return (
    <details
      className="save"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current!.open) return;
        // It closes the menu, and nothing else.
        event.stopPropagation();
        menu.current!.open = false;
        menu.current!.querySelector('summary')!.focus();
      }}
      onBlur={({ relatedTarget }) => {
        if (!menu.current!.contains(relatedTarget)) menu.current!.open = false;
      }}
    >
      <summary>Save</summary>
      <ul>
        {item('Stage as SVG', async () =>
          saveText(fileName('stage.svg'), 'image/svg+xml', await stage()),
        )}
        {item('Stage as PNG', async () =>
          savePng(fileName('stage.png'), await stage(), WIDTH_PX, HEIGHT_PX),
        )}
        {item('The run as a moving SVG', async () =>
          saveText(fileName('run.svg'), 'image/svg+xml', await motion()),
        )}
        {item('Lanes as SVG', () => saveText(fileName('lanes.svg'), 'image/svg+xml', lanes()))}
        {item('Numbers as CSV', () => saveText(fileName('numbers.csv'), 'text/csv', numbers()))}
      </ul>
    </details>
  );
}

const WIDTH_PX = 1200;
const HEIGHT_PX = 630;

function fileName(ending: string): string {
  return `${store.get().run!.summary.scenario.replaceAll('/', '-')}-${ending}`;
}

async function stage(): Promise<string> {
  const { run, revision, atMs } = store.get();
  const { summary, id } = run!;
  const paint = paintOf(document.documentElement);
  const scene = await theEngine().ask('scene', [id, revision]);
  return stageSvg({
    ...{ scene, paint, width: WIDTH_PX, height: HEIGHT_PX },
    title: `${summary.scenario} at ${timeText(Math.round(atMs))}`,
    caption: chapterAt(chaptersOf(summary.steps), atMs)?.text ?? '',
  });
}

/** For who wants no motion it shows the moment that is shown now. */
function motion(): Promise<string> {
  const { run, atMs } = store.get();
  return theEngine().ask('motion', [run!.id, colours, atMs]);
}

function lanes(): string {
  const paper = paintOf(document.documentElement)('paper');
  return svgText(document.querySelector<SVGSVGElement>('.number-plot svg')!, paper);
}

function numbers(): string {
  const { run, focus } = store.get();
  return csvOf(focus ? numbersOf(run!.charts, focus) : []);
}
