/** The address follows what is shown: Back leads through views, what was in focus, and questions. */
import { scrub } from './actions.ts';
import { readLink, setPlace, type Place } from './link.ts';
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
    // A lesson has an address of its own, and a run that plays has a moment for each frame.
    if (state.view === 'lessons') return;
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
    void readLink(location.hash).then(({ view = 'stage', focus, selected, asked, atMs }) => {
      shown = placeText({ view, focus, selected, asked });
      store.set({ view, selected, asked, speed: 0, focus: focus ?? store.get().focus });
      if (atMs !== undefined) scrub(atMs);
    });
  });
}

function placeText({ view, focus, selected, asked }: Pick<PageState, keyof Place>): string {
  return JSON.stringify([view, focus, selected, asked]);
}

/** The address as it is, with what is looked at: a scenario's text stays in it. */
function addressOf(state: PageState): string {
  const { run, atMs, library, scenario } = state;
  const parts = new URLSearchParams(location.hash.slice(1));
  if (library !== undefined && library === scenario.name) {
    parts.set('run', library);
    parts.delete('text');
  }
  if (run !== undefined && state.source !== 'live' && state.speed === 0) {
    parts.set('at', String(Math.round(atMs)));
  } else parts.delete('at');
  setPlace(parts, state);
  return `#${parts.toString()}`;
}
