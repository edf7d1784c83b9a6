import { goTo, play, tell, theEngine } from './actions.ts';
import { actLive } from './live.ts';
import { store, usePage, type Done } from './store.ts';

/**
 * Does it: a server plays the step now. In the tab the step is added to the scenario at the moment, and that is played
 * again: all before the moment stays the same.
 */
export async function act({ step, command }: Omit<Done, 'atMs'>): Promise<void> {
  const { run, atMs, revision, source } = store.get();
  const at = source === 'live' ? (run?.summary.lastsMs ?? 0) : atMs;
  const done = { atMs: Math.ceil(at), step, ...(command !== undefined && { command }) };
  if (source === 'live') {
    try {
      await actLive(step);
      note(done);
    } catch (error) {
      tell(error);
    }
    return;
  }
  const own = run?.summary.files[0];
  if (run === undefined || own === undefined) return;
  try {
    const text = await theEngine().ask('withStep', [own.text, Math.ceil(atMs), step]);
    const name = own.file.replace(/\.ya?ml$/, '');
    store.set({ scenario: { name, text }, library: undefined });
    await play({ seed: run.summary.seed, set: run.summary.variables });
    note(done);
    goTo({ atMs, revision });
  } catch (error) {
    tell(error);
  }
}

/** The last ones are kept. */
const MOST_DONE = 500;

function note(done: Done): void {
  store.set({ done: [...store.get().done, done].slice(-MOST_DONE) });
}

/** Whether there is something to act on: a server, or a scenario that can be changed. */
export function useCanAct(): boolean {
  const isLive = usePage((state) => state.source === 'live');
  const hasText = usePage((state) => (state.run?.summary.files.length ?? 0) === 1);
  return isLive || hasText;
}
