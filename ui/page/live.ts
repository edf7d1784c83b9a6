/** A running server, followed over a WebSocket: `orrery serve`, or `orrery open`. */
import type { RequestPiece } from '#request';
import { subjectOf, withGrowth } from '#view';
import type { OpenRun } from '../engine/session.ts';
import { showGrown, theEngine } from './actions.ts';
import { withRequests } from './calls.ts';
import { store, type ServerAbout } from './store.ts';

/** How long it takes until a lost connection is tried again. */
const RETRY_MS = 1000;
/** How the server closes when the key is not its own. */
const WRONG_KEY = 4401;

/** Where the key stays while the tab is open: a link to here, or a look at the address, does not have it. */
const KEPT = 'orrery key';

/** The run that grows, as far as it is known. */
let live: OpenRun | undefined;

/** Shows what happens on the server as it happens; stays at the moment that was chosen, or at the end. */
export async function follow(): Promise<never> {
  takeKey();
  for (;;) {
    const problem = await connection();
    store.set({ error: problem });
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** The key stands behind the `#` of the address that was printed. */
function takeKey(): void {
  const parts = new URLSearchParams(location.hash.slice(1));
  const key = parts.get('key');
  if (key === null) return;
  sessionStorage.setItem(KEPT, key);
  parts.delete('key');
  const rest = parts.toString();
  history.replaceState(null, '', rest === '' ? location.pathname : `#${rest}`);
}

function keptKey(): string {
  return sessionStorage.getItem(KEPT) ?? '';
}

/** Resolves when the connection has ended, with what is wrong. */
function connection(): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://${location.host}/live`);
    socket.onopen = () => socket.send(keptKey());
    // A piece at a time: the next one comes when this one has been read.
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      read(data)
        .then(() => socket.send('read'))
        .catch((error: Error) => {
          resolve(`The record cannot be read: ${error.message}`);
          socket.close();
        });
    };
    socket.onclose = ({ code, reason }) => {
      if (code === WRONG_KEY)
        resolve('Open the address that the server has printed: it has a key.');
      else resolve(`The server does not answer${reason && `: ${reason}`}; it is asked again.`);
    };
  });
}

async function read(text: string): Promise<void> {
  const { beginning, growth, requests, kubeconfig, pace } = JSON.parse(text) as ServerAbout & {
    readonly beginning?: { readonly keptFromMs?: number };
    readonly growth?: unknown;
    readonly requests?: Omit<RequestPiece, 'next'>;
  };
  const { server } = store.get();
  if (kubeconfig !== undefined || pace !== undefined) {
    store.set({
      server: { kubeconfig: kubeconfig ?? server.kubeconfig, pace: pace ?? server.pace },
    });
  }
  const before = live;
  if (beginning !== undefined) {
    live = await theEngine().ask('follow', [beginning]);
    const { keptFromMs } = beginning;
    const error =
      keptFromMs && `What happened before ${Math.floor(keptFromMs / 1000)} s is no longer kept.`;
    store.set({ error: error || undefined, requests: [], requestsMissed: 0 });
  } else if (live !== undefined && growth !== undefined) {
    live = { ...live, ...withGrowth(live, await theEngine().ask('grow', [live.id, growth])) };
  }
  if (requests !== undefined) store.set(withRequests(store.get(), requests));
  if (live !== undefined) show(live, before);
}

/** A run that was played meanwhile stays on the page. */
function show(run: OpenRun, before: OpenRun | undefined): void {
  const { run: shown } = store.get();
  if (shown?.id === run.id) showGrown(run);
  else if (shown === undefined || shown.id === before?.id) {
    store.set({
      ...{ run, revision: run.summary.revision, atMs: run.summary.lastsMs },
      focus: subjectOf(run.summary, run.charts),
    });
  }
}

/** Plays a step on the server now. */
export async function actLive(step: object): Promise<void> {
  const { passed, expected, found } = (await order('steps', step)) as {
    readonly passed: boolean;
    readonly expected?: string;
    readonly found?: string;
  };
  if (!passed) throw new Error(`expected ${expected}, found ${found ?? 'nothing'}`);
}

/** Lets virtual time pass on the server. */
export async function advance(by: string): Promise<void> {
  await order('advance', { by });
}

/** @throws {Error} with the server's message */
async function order(what: string, body: object): Promise<unknown> {
  const response = await fetch(`live/${what}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // Whose requests these are, for those who look at the clients of the server.
      authorization: `Bearer ${keptKey()}~page`,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as unknown;
  throw new Error(messageIn(text));
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { readonly message?: string }).message ?? text;
  } catch {
    return text;
  }
}
