import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { open, play, scrub, useEngine } from './actions.ts';
import { keepAddress } from './address.ts';
import { App } from './app.tsx';
import { useEditor, type EditorModule } from './code-editor.tsx';
import { Engine } from './engine.ts';
import { library } from './library.ts';
import { readLink } from './link.ts';
import { choose } from './playground.tsx';
import { useLessons, type SavedLesson } from '../lesson/known.ts';
import { store } from './store.ts';
import { startTheme } from './theme.ts';

/** What is played when a link names nothing. */
const FIRST = 'daemonset/rolling-update';

/**
 * Shows the page.
 * @param worker runs the engine
 * @param editor loads the editor for YAML
 * @param saved a record, or lessons, that are part of the page; `live`: the record of a server, which somebody else opens
 */
export async function start(
  worker: Worker,
  editor: () => Promise<EditorModule>,
  saved?: ArrayBuffer | readonly SavedLesson[] | 'live',
): Promise<void> {
  useEngine(new Engine(worker));
  useEditor(editor);
  createRoot(document.getElementById('page')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  const link = await readLink(location.hash);
  store.set({ isEmbedded: link.embed === true });
  startTheme(link.theme);
  if (saved === 'live') store.set({ source: 'live' });
  else if (saved !== undefined && 'length' in saved) {
    useLessons(saved);
    const lesson = saved.length === 1 ? saved[0]!.name : undefined;
    store.set({ source: 'saved', hasLessons: true, view: 'lessons', lesson });
  } else if (saved !== undefined) {
    store.set({ source: 'saved' });
    await open(saved);
  } else {
    store.set({ hasLessons: true });
    const entries = await library();
    const wanted = entries.find(({ name }) => name === link.library);
    const entry = wanted ?? entries.find(({ name }) => name === FIRST);
    if (link.scenario !== undefined) store.set({ scenario: link.scenario, library: undefined });
    else if (entry !== undefined) choose(entry);
    if (link.lesson === undefined) await play(link.seed === undefined ? {} : { seed: link.seed });
    if (link.library !== undefined && wanted === undefined) {
      store.set({ error: `The library has no scenario ${link.library}; this is ${FIRST}.` });
    }
  }
  const { lesson, view, focus, selected, asked, atMs, seed, predictions = [] } = link;
  if (atMs !== undefined) {
    store.set({ speed: 0 });
    scrub(atMs);
  }
  store.set({
    ...(focus && { focus }),
    ...(lesson !== undefined && { lesson, predictions, lessonSeed: seed, view: 'lessons' }),
    ...(view !== undefined && { view }),
    ...(selected && { selected }),
    ...(asked !== undefined && { asked }),
  });
  keepAddress();
}
