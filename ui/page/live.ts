/** A running server, by the command that serves the page: `orrery open`. */
import { open } from './actions.ts';
import { store } from './store.ts';

/** How often it is asked whether anything was written. */
const POLL_MS = 1000;

let known = -1;

/** Shows what happens on the server as it happens; stays at the moment that was chosen, or at the end. */
export async function follow(): Promise<never> {
  for (;;) {
    await look();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Reads the record when there is something new in it. */
export async function look(): Promise<void> {
  try {
    const { revision } = (await ask('revision')) as { readonly revision: number };
    if (revision === known) return;
    const { run, atMs, revision: shown } = store.get();
    const isAtEnd = run === undefined || atMs >= run.summary.lastsMs;
    const response = await fetch('live/record');
    if (!response.ok) throw new Error(await response.text());
    await open(await response.arrayBuffer());
    known = revision;
    store.set({ error: undefined, ...(!isAtEnd && { atMs, revision: shown }) });
  } catch (error) {
    store.set({ error: `The server does not answer: ${(error as Error).message}` });
  }
}

/** Plays a step on the server now. */
export async function actLive(step: object): Promise<void> {
  await ask('steps', step);
  await look();
}

/** Lets virtual time pass on the server. */
export async function advance(by: string): Promise<void> {
  await ask('advance', { by });
  await look();
}

/** @throws {Error} with the server's message */
async function ask(what: string, body?: object): Promise<unknown> {
  const response = await fetch(`live/${what}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
