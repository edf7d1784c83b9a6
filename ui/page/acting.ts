import { goTo, play, tell, theEngine } from './actions.ts';
import { actLive } from './live.ts';
import { store } from './store.ts';

/** Adds a step at the moment to the scenario, and plays it again: all before the moment stays the same. */
export async function act(step: Readonly<Record<string, unknown>>): Promise<void> {
  const { run, atMs, revision, source } = store.get();
  if (source === 'live') {
    await actLive(step).catch(tell);
    return;
  }
  const own = run?.summary.files[0];
  if (run === undefined || own === undefined) return;
  try {
    const text = await theEngine().ask('withStep', [own.text, Math.ceil(atMs), step]);
    const name = own.file.replace(/\.ya?ml$/, '');
    store.set({ scenario: { name, text }, library: undefined });
    await play({ seed: run.summary.seed, set: run.summary.variables });
    goTo({ atMs, revision });
  } catch (error) {
    tell(error);
  }
}
