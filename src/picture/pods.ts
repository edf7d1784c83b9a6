/** Pods in a picture: where each stands, and in which state, from when to when. */
import { stateWords, type PodState, type Scene } from '#view';
import { FADE_MS, type Stretch } from './film.ts';
import type { Layout, Place } from './layout.ts';
import type { Screenplay } from './screenplay.ts';
import { round, text } from './svg.ts';

/** A pod while nothing changes about it. */
interface Look {
  /** The name of its node; empty while it has none. */
  readonly node: string;
  readonly place: number;
  readonly state: PodState;
  readonly colour: number;
}

/** A pod, by name, with all its looks. */
export interface FilmedPod {
  readonly name: string;
  readonly looks: readonly (Look & { readonly stretch: Stretch })[];
}

/** Returns the pods of a run. */
export function podsOf(play: Screenplay): readonly FilmedPod[] {
  const { times, scenes, summary } = play;
  const open = new Map<string, { readonly text: string; readonly fromMs: number }>();
  const all = new Map<string, (Look & { readonly stretch: Stretch })[]>();
  for (const [at, atMs] of times.entries()) {
    const now = looksIn(scenes[at]!);
    for (const [key, { text, fromMs }] of open) {
      if (now.get(key) === text) continue;
      close(key, text, fromMs, atMs);
      open.delete(key);
    }
    for (const [key, text] of now) if (!open.has(key)) open.set(key, { text, fromMs: atMs });
  }
  for (const [key, { text, fromMs }] of open) close(key, text, fromMs, summary.lastsMs);
  return [...all].map(([key, looks]) => ({ name: key.split('/').at(-1)!, looks }));

  function close(key: string, look: string, fromMs: number, toMs: number): void {
    const looks = all.get(key) ?? [];
    all.set(key, looks);
    const stretch = play.stretch(fromMs, toMs);
    if (stretch.toMs - stretch.fromMs > FADE_MS) looks.push({ ...lookOf(look), stretch });
  }
}

function looksIn({ pods = [], nodes, versions }: Scene): ReadonlyMap<string, string> {
  return new Map(
    pods.map(({ key, node, place, state, version }) => [
      key,
      JSON.stringify([
        ...[node === undefined ? '' : nodes[node]!.name, place],
        ...[state, versions[version]?.colour ?? 0],
      ]),
    ]),
  );
}

function lookOf(text: string): Look {
  const [node, place, state, colour] = JSON.parse(text) as [string, number, PodState, number];
  return { node, place, state, colour };
}

/** How much of a tile is filled, and how strongly. */
const fills: Readonly<Record<PodState, readonly [part: number, opacity: number]>> = {
  waiting: [0.2, 0.2],
  starting: [0.2, 0.4],
  running: [0.52, 0.4],
  ready: [1, 1],
  terminating: [1, 0.25],
  failing: [0.2, 0.2],
  succeeded: [1, 0.12],
  failed: [1, 0.12],
};

/** Returns the part of a name that tells pods of one owner apart. */
export function shortPodName(name: string): string {
  return name.length <= 7 ? name : name.split('-').at(-1)!;
}

/** Returns a pod at its place. */
export function tile(
  { x, y }: Place,
  { width, height, size }: Layout['tile'],
  {
    name,
    state,
    colour,
  }: { readonly name: string; readonly state: PodState; readonly colour: number },
): string {
  const [part, opacity] = fills[state];
  const full = round(height * part);
  const isBad = state === 'failing' || state === 'failed';
  const line = isBad ? 'var(--bad)' : `var(--v${colour})`;
  const dashes = state === 'terminating' || state === 'waiting' ? ' stroke-dasharray="6 4"' : '';
  const look = state === 'ready' ? 'on' : isBad ? 'bad' : '';
  const radius = size === 'small' ? 3 : 8;
  const [at, wide] = [`x="${round(x)}"`, `width="${round(width)}"`];
  const words =
    size === 'large'
      ? text(x + 14, y + 27, shortPodName(name), `mono ${look}`) +
        text(x + 14, y + 47, stateWords[state], `small ${look}`)
      : size === 'named'
        ? text(
            x + width / 2,
            y + height / 2 + 5,
            shortPodName(name).slice(0, 7),
            `mono ${look}`,
            'middle',
          )
        : '';
  return `<rect ${at} y="${round(y + height - full)}" ${wide} height="${full}" rx="${radius}" fill="${line}" opacity="${opacity}"/><rect ${at} y="${round(y)}" ${wide} height="${round(height)}" rx="${radius}" fill="none" stroke="${line}" stroke-width="1.6"${dashes}/>${words}`;
}
