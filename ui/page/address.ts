/** The address follows what is shown: Back leads through views, what was in focus, and questions. */
import { scrub } from './actions.ts';
import { lessonLink, readLink, setPlace, type Place } from './link.ts';
import { store, type PageState } from './store.ts';

/** A moment is written this long after it was chosen, ms: browsers refuse many changes at once. */
const WAIT_MS = 300;

/** Begins to keep the address; what is shown now is its first entry. */
export function keepAddress(): void {
  let shown = placeText(store.get());
  let timer: ReturnType<typeof setTimeout> | undefined;
  history.replaceState(null, '', addressOf(store.get()));
  store.subscribe(() => {
    const state = store.get();
    // A run that plays has a moment for each frame.
    const text = placeText(state);
    if (text !== shown) {
      shown = text;
      history.pushState(null, '', addressOf(state));
    } else if (state.speed === 0 && state.source !== 'live') {
      clearTimeout(timer);
      timer = setTimeout(() => history.replaceState(null, '', addressOf(store.get())), WAIT_MS);
    }
  });
  addEventListener('popstate', () => {
    clearTimeout(timer);
    void readLink(location.hash).then((link) => {
      const { lesson, predictions = [], seed, focus, selected, asked, atMs } = link;
      const view = link.view ?? (lesson === undefined ? 'stage' : 'lessons');
      shown = placeText({ view, focus, selected, asked, lesson });
      store.set({ view, selected, asked, speed: 0, focus: focus ?? store.get().focus });
      if (view === 'lessons') store.set({ lesson, predictions, lessonSeed: seed });
      else if (atMs !== undefined) scrub(atMs);
    });
  });
}

/** Within a lesson what is asked, and what is in focus, is up to its questions. */
function placeText(state: Pick<PageState, keyof Place | 'lesson'>): string {
  const { view, focus, selected, asked, lesson } = state;
  return JSON.stringify(view === 'lessons' ? [view, lesson] : [view, focus, selected, asked]);
}

/** The address as it is, with what is looked at: a scenario's text stays in it. */
function addressOf(state: PageState): string {
  const { run, atMs, library, scenario } = state;
  if (state.view === 'lessons') return `#${lessonLink(state)}`;
  const parts = new URLSearchParams(location.hash.slice(1));
  if (library !== undefined && library === scenario.name) {
    parts.set('run', library);
    parts.delete('text');
  }
  if (run !== undefined && state.source !== 'live' && state.speed === 0) {
    parts.set('at', String(Math.round(atMs)));
  } else parts.delete('at');
  if (parts.has('theme')) parts.set('theme', state.theme);
  setPlace(parts, state);
  return `#${parts.toString()}`;
}
