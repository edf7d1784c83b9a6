import { useEffect, useMemo, useState } from 'react';
import { chaptersOf, numbersOf } from '#view';
import { Lessons } from '../lesson/lessons.tsx';
import { KeyHelp } from '../stage/key-help.tsx';
import { PlayBar } from '../stage/play-bar.tsx';
import { Stage } from '../stage/stage.tsx';
import {
  askWhy,
  drawOver,
  playOrPause,
  scrub,
  show,
  step,
  stepChapter,
  switchAxis,
  zoomBy,
} from './actions.ts';
import { ActView } from './act-view.tsx';
import { ChartsView } from './charts.tsx';
import { ChecksView } from './checks.tsx';
import { ComparePane } from './compare.tsx';
import { ControllersView } from './controllers.tsx';
import { ObjectPanel } from './object-panel.tsx';
import { Objects } from './objects.tsx';
import { paceWords } from './pace-words.ts';
import { Chooser, Playground } from './playground.tsx';
import { RequestsView } from './requests.tsx';
import { store, usePage, type ViewName } from './store.ts';
import { nextTheme } from './theme.ts';
import { ThemeButton } from './theme-button.tsx';
import { Timeline } from './timeline.tsx';
import { useInSight } from './use-in-sight.ts';

const names: Readonly<Record<ViewName, string>> = {
  stage: 'Stage',
  timeline: 'Timeline',
  objects: 'Objects',
  requests: 'Requests',
  checks: 'Checks',
  charts: 'Charts',
  controllers: 'Controllers',
  compare: 'Compare',
  act: 'Act',
  scenario: 'Scenario',
  lessons: 'Lessons',
};

const panes: Readonly<Record<ViewName, () => React.ReactNode>> = {
  stage: Stage,
  timeline: Timeline,
  objects: Objects,
  requests: RequestsView,
  checks: ChecksView,
  charts: ChartsView,
  controllers: ControllersView,
  compare: ComparePane,
  act: ActView,
  scenario: Playground,
  lessons: Lessons,
};

/** Views of one run. */
const tabs: readonly ViewName[] = ['stage', 'timeline', 'objects', 'requests', 'checks'];
/** Other views of its objects. */
const ofObjects: readonly ViewName[] = ['objects', 'charts', 'controllers'];
/** What changes what is shown. */
const tools: readonly ViewName[] = ['scenario', 'act', 'compare', 'lessons'];

export function App(): React.ReactNode {
  const view = usePage((state) => state.view);
  const run = usePage((state) => state.run);
  const hasRun = run !== undefined;
  const isEmbedded = usePage((state) => state.isEmbedded);
  const isList = usePage((state) => state.view === 'lessons' && state.lesson === undefined);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKeys(() => setHelpOpen(true));
  useInSight();
  const chapters = useMemo(() => (run ? chaptersOf(run.summary.steps) : []), [run?.summary.steps]);
  const Pane = panes[view];
  // Without the head there is no other heading above it.
  const Title = isEmbedded ? 'h1' : 'h2';
  return (
    <div className={isEmbedded ? 'app embedded' : 'app'}>
      <a className="skip" href="#pane">
        Skip to the view
      </a>
      {!isEmbedded && <Header onHelp={() => setHelpOpen(true)} />}
      <Notices />
      <div className="body">
        <main id="pane" className={view} tabIndex={-1} aria-label={names[view]}>
          <Title className="unseen">{names[view]}</Title>
          {ofObjects.includes(view) && <Views of={ofObjects} label="Views of objects" />}
          {hasRun || view === 'scenario' || view === 'lessons' ? <Pane /> : <Welcome />}
        </main>
        {view !== 'stage' && view !== 'lessons' && <ObjectPanel />}
      </div>
      {hasRun && !isList && <PlayBar chapters={chapters} />}
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

interface ViewsProps {
  readonly of: readonly ViewName[];
  readonly label: string;
}

function Views({ of, label }: ViewsProps): React.ReactNode {
  const view = usePage((state) => state.view);
  // Charts and controllers are views of objects.
  const shown = (name: ViewName): boolean =>
    name === view || (of === tabs && name === 'objects' && ofObjects.includes(view));
  return (
    <nav className="views" aria-label={label}>
      {of.map((name) => (
        <button
          key={name}
          type="button"
          aria-current={shown(name) ? 'page' : undefined}
          onClick={() => show(name)}
        >
          {names[name]}
        </button>
      ))}
    </nav>
  );
}

const about = {
  tab: 'A Kubernetes control plane on a virtual clock, in this tab.',
  saved: 'A saved run.',
  live: 'A running server.',
};

function Header({ onHelp }: { readonly onHelp: () => void }): React.ReactNode {
  const run = usePage((state) => state.run);
  const source = usePage((state) => state.source);
  const checks = run?.summary.checks ?? [];
  const failed = checks.filter(({ passed }) => !passed).length;
  const hasLessons = usePage((state) => state.hasLessons);
  const ownTools = hasLessons ? tools : tools.filter((name) => name !== 'lessons');
  return (
    <header className="top">
      <h1>
        {source === 'tab' ? (
          <a className="brand" aria-label="Orrery" href="../index.html">
            <Logo /> <span>Orrery</span>
          </a>
        ) : (
          <span className="brand">
            <Logo /> <span>Orrery</span>
          </span>
        )}{' '}
        {source === 'tab' ? <Chooser /> : <span className="run-name">{run?.summary.scenario}</span>}
      </h1>
      <p className="about" title={run?.summary.description ?? about[source]}>
        {run?.summary.description ?? about[source]}
      </p>
      {run && checks.length > 0 && (
        <button
          type="button"
          className={failed === 0 ? 'chip held' : 'chip failed'}
          aria-label={failed === 0 ? `${checks.length} of ${checks.length} checks held` : undefined}
          onClick={() => show('checks')}
        >
          {failed === 0 ? (
            <>
              ✓ {checks.length} of {checks.length} <span className="long">checks held</span>
            </>
          ) : (
            `✕ ${failed} of ${checks.length} checks failed`
          )}
        </button>
      )}
      {source === 'live' && <LiveChip />}
      <Views of={tabs} label="Views" />
      <Views of={ownTools} label="Tools" />
      <button type="button" className="help" aria-label="Keys" title="Keys (?)" onClick={onHelp}>
        ?
      </button>
      <ThemeButton />
    </header>
  );
}

/** That it is a server, and how its time passes. */
function LiveChip(): React.ReactNode {
  const pace = usePage((state) => state.server.pace);
  return (
    <span className="chip held" title="How the time of the server passes">
      ● Live{pace !== undefined && `, ${paceWords(pace)}`}
    </span>
  );
}

/** An orrery. */
function Logo(): React.ReactNode {
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="12.5" className="orbit" />
      <circle cx="16" cy="16" r="7.2" className="orbit" />
      <circle cx="16" cy="16" r="3.6" className="sun" />
      <circle cx="26.6" cy="9.6" r="3.4" className="planet0" />
      <circle cx="10" cy="20" r="2.4" className="planet1" />
    </svg>
  );
}

/** Progress and errors, which screen readers announce. */
function Notices(): React.ReactNode {
  const playing = usePage((state) => state.playing);
  const reading = usePage((state) => state.reading);
  const error = usePage((state) => state.error);
  const told = usePage((state) => state.told);
  useEffect(() => {
    if (told === undefined) return;
    const timer = setTimeout(() => store.set({ told: undefined }), 4000);
    return () => clearTimeout(timer);
  }, [told]);
  return (
    <div aria-live="polite">
      {playing !== undefined && (
        <p className="notice">
          Playing <progress value={playing} max={1} aria-label="Part of the run that is over" />
        </p>
      )}
      {reading !== undefined && (
        <p className="notice">
          Reading the record{' '}
          <progress value={reading} max={1} aria-label="Part of the record that is read" />
        </p>
      )}
      {told !== undefined && <p className="notice">{told}</p>}
      {error !== undefined && (
        <p className="notice bad" role="alert">
          {error}{' '}
          <button type="button" onClick={() => store.set({ error: undefined })}>
            Dismiss
          </button>
        </p>
      )}
    </div>
  );
}

function Welcome(): React.ReactNode {
  return (
    <p className="empty">
      Nothing has been played yet.{' '}
      <button onClick={() => show('scenario')}>Choose a scenario</button>
    </p>
  );
}

/** Keys that work everywhere but where text is typed. */
function useKeys(onHelp: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
      if (target.closest('input:not([type=range]), textarea, select, .code-editor, dialog')) return;
      if (!act(event, target, onHelp)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether a key means anything here; then it is done. */
function act({ key, shiftKey }: KeyboardEvent, target: HTMLElement, onHelp: () => void): boolean {
  const { run, view } = store.get();
  if (key === '?') onHelp();
  else if (key === 'Escape') store.set({ selected: undefined, asked: undefined });
  else if (key === 't') nextTheme();
  else if (run === undefined) return false;
  else if (key === ' ' && !target.matches('button:not(.tile), summary, a')) playOrPause();
  else if (key === 'ArrowRight' || key === 'ArrowLeft') {
    const direction = key === 'ArrowRight' ? 1 : -1;
    if (shiftKey) stepChapter(direction);
    else step('instant', direction);
  } else if (key === 'Home' || key === 'End') {
    store.set({ speed: 0 });
    scrub(key === 'Home' ? 0 : run.summary.lastsMs);
  } else if (key === ',' || key === '.') step('write', key === '.' ? 1 : -1);
  else if (key === '[' || key === ']') step('reconcile', key === ']' ? 1 : -1);
  else if (key === 'c') compareOrShow();
  else if (key === 'x') switchAxis();
  else if (key === '+' || key === '-') zoomBy(key === '+' ? 0.5 : 2);
  else if (key === '0') store.set({ zoom: undefined });
  else if (/^[1-9]$/.test(key) && view === 'stage') askNumber(Number(key) - 1);
  else return false;
  return true;
}

/** Draws the run before over this one, where there is one. */
function compareOrShow(): void {
  const { before, isOver } = store.get();
  if (before === undefined) show('compare');
  else drawOver(!isOver);
}

/** Why the number is what it is, by its place among those in focus. */
function askNumber(at: number): void {
  const { run, focus } = store.get();
  const number = focus && numbersOf(run!.charts, focus)[at];
  if (number) askWhy(number.object, number.field);
}
