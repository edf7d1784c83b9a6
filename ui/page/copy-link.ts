import { writeLink, type LinkState } from './link.ts';
import { store } from './store.ts';

/** The address of what is shown, put into the address bar and the clipboard. */
export async function copyLink(): Promise<void> {
  const { scenario, library, run, atMs, view, focus, selected, asked } = store.get();
  const { lesson, lessonSeed, predictions } = store.get();
  if (lesson !== undefined && view === 'lessons') {
    await putLink({ lesson, predictions, ...(lessonSeed !== undefined && { seed: lessonSeed }) });
    return;
  }
  await putLink({
    ...(library === scenario.name ? { library } : { scenario }),
    ...(run && { seed: run.summary.seed, atMs }),
    view,
    ...(focus && { focus }),
    ...(selected && { selected }),
    ...(asked !== undefined && { asked }),
  });
}

async function putLink(link: LinkState): Promise<void> {
  history.replaceState(null, '', `#${await writeLink(link)}`);
  try {
    await navigator.clipboard.writeText(location.href);
    store.set({ error: undefined, told: 'The link is in the clipboard and in the address bar.' });
  } catch {
    store.set({ told: 'The link is in the address bar.' });
  }
}
