import { useEffect } from 'react';
import { show, step } from './actions.ts';
import { ActView } from './act-view.tsx';
import { ChartsView } from './charts.tsx';
import { ChecksView } from './checks.tsx';
import { ClusterPane } from './cluster.tsx';
import { ComparePane } from './compare.tsx';
import { ControllersView } from './controllers.tsx';
import { Lessons } from './lessons.tsx';
import { ObjectPanel } from './object-panel.tsx';
import { Objects } from './objects.tsx';
import { Playground } from './playground.tsx';
import { RequestsView } from './requests.tsx';
import { store, usePage, views, type PageState, type ViewName } from './store.ts';
import { TimeBar } from './time-bar.tsx';
import { Timeline } from './timeline.tsx';

const names: Readonly<Record<ViewName, string>> = {
  timeline: 'Timeline',
  objects: 'Objects',
  cluster: 'Cluster',
  charts: 'Charts',
  controllers: 'Controllers',
  checks: 'Checks',
  requests: 'Requests',
  compare: 'Compare',
  act: 'Act',
  scenario: 'Scenario',
  lessons: 'Lessons',
};

const panes: Readonly<Record<ViewName, () => React.ReactNode>> = {
  timeline: Timeline,
  objects: Objects,
  cluster: ClusterPane,
  charts: ChartsView,
  controllers: ControllersView,
  checks: ChecksView,
  requests: RequestsView,
  compare: ComparePane,
  act: ActView,
  scenario: Playground,
  lessons: Lessons,
};

export function App(): React.ReactNode {
  const view = usePage((state) => state.view);
  const source = usePage((state) => state.source);
  const hasRun = usePage((state) => state.run !== undefined);
  useKeys();
  const Pane = panes[view];
  return (
    <>
      <a className="skip" href="#pane">
        Skip to the view
      </a>
      <Header />
      <nav className="tabs" aria-label="Views">
        {viewsOf(source).map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === view ? 'page' : undefined}
            onClick={() => show(name)}
          >
            {names[name]}
          </button>
        ))}
      </nav>
      <Notices />
      <div className="body">
        <main id="pane" tabIndex={-1} aria-label={names[view]}>
          <h2 className="unseen">{names[view]}</h2>
          {hasRun || view === 'scenario' || view === 'lessons' ? <Pane /> : <Welcome />}
        </main>
        <ObjectPanel />
      </div>
      {hasRun && <TimeBar />}
    </>
  );
}

/** Only the site brings lessons along. */
function viewsOf(source: PageState['source']): readonly ViewName[] {
  return source === 'tab' ? views : views.filter((name) => name !== 'lessons');
}

const about = {
  tab: 'A Kubernetes control plane on a virtual clock, in this tab.',
  saved: 'A saved run.',
  live: 'A running server.',
};

function Header(): React.ReactNode {
  const run = usePage((state) => state.run);
  const source = usePage((state) => state.source);
  const checks = run?.summary.checks ?? [];
  const failed = checks.filter(({ passed }) => !passed).length;
  return (
    <header>
      <h1>
        <span className="brand">Orrery</span> {run?.summary.scenario}
      </h1>
      <p>
        {run?.summary.description ?? about[source]}{' '}
        {run && (
          <span className="dim">
            Seed {run.summary.seed}, {run.summary.writes.length} writes shown.{' '}
            {checks.length > 0 && (
              <b className={failed === 0 ? 'good' : 'bad'}>
                {failed === 0
                  ? `✓ ${checks.length} of ${checks.length} checks held.`
                  : `✗ ${failed} of ${checks.length} checks failed.`}
              </b>
            )}
            {source === 'live' && ' Live.'}
          </span>
        )}
      </p>
    </header>
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

/** The keys of the views, in their order. */
const viewKeys = [...'1234567890-'];

/** Keys that work everywhere but where text is typed. */
function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (target instanceof HTMLElement && target.closest('input, textarea, select, .code-editor'))
        return;
      if (key === ',' || key === '.') step('write', key === '.' ? 1 : -1);
      else if (key === '[' || key === ']') step('instant', key === ']' ? 1 : -1);
      else if (key === 'Escape') store.set({ selected: undefined, asked: undefined });
      else {
        const view = viewsOf(store.get().source)[viewKeys.indexOf(key)];
        if (view === undefined) return;
        show(view);
      }
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
