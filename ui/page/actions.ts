/** What the controls of the page do. */
import type { SourceText } from '#record';
import { chaptersOf, type ObjectName, Pace, subjectOf, withGrowth, type Write } from '#view';
import type { Result } from '../engine/messages.ts';
import type { OpenRun } from '../engine/session.ts';
import { following, zoomed, type Span } from '../stage/scale.ts';
import { EngineError, type Engine } from './engine.ts';
import { questionOf } from './failed-question.ts';
import { momentAt, stepFrom, type Moment, type StepSize } from './moment.ts';
import { passedIn, playFrom, shownMoment } from './passage.ts';
import { store, type ViewName } from './store.ts';

let engine: Engine;

export function useEngine(theEngine: Engine): void {
  engine = theEngine;
}

export function theEngine(): Engine {
  return engine;
}

export interface PlayAgain {
  readonly seed?: number;
  /** Values of variables, as an earlier run had them. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly fork?: { readonly atMs: number; readonly text: string };
}

/** Plays the scenario of the editor; `fork`: from the moment that is shown, with the text of the editor. */
export async function play(options: PlayAgain = {}): Promise<void> {
  const { scenario, run, playing } = store.get();
  if (playing !== undefined) return;
  store.set({ playing: 0, error: undefined, problems: [], speed: 0 });
  const own = ownFile(scenario);
  try {
    const files = options.fork === undefined ? [own] : run!.summary.files;
    const opened = await engine.ask('play', [{ files, ...options }], (part) =>
      store.set({ playing: part }),
    );
    store.set({ before: run, comparison: undefined });
    present(opened, options.fork?.atMs);
    if (['scenario', 'lessons'].includes(store.get().view)) store.set({ view: 'stage' });
  } catch (error) {
    tell(error);
  } finally {
    store.set({ playing: undefined });
  }
}

/** Opens a record: shows its beginning, and reads on. */
export async function open(bytes: ArrayBuffer): Promise<void> {
  store.set({ reading: 0, error: undefined });
  try {
    const { part, ...run } = await engine.ask('open', [bytes], progress);
    const own = run.summary.files[0];
    present(run);
    if (own) store.set({ scenario: { name: own.file.replace(/\.ya?ml$/, ''), text: own.text } });
    if (part < 1) await readOn(run);
  } catch (error) {
    tell(error);
  } finally {
    store.set({ reading: undefined });
  }
}

/**
 * Shows a run from its first step on, and plays it where motion is wanted; one that has failed is shown where it failed.
 * @param fromMs virtual ms since the start, for a run that continues from a moment
 */
export function present(run: OpenRun, fromMs = 0): void {
  const failed = run.summary.checks.find(({ passed }) => !passed);
  const atMs = failed?.decidedAtMs ?? fromMs;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const focus = subjectOf(run.summary, run.charts);
  store.set({
    ...{ run, focus, asked: undefined, selected: undefined, isOver: false, zoom: undefined },
    ...questionOf(failed),
    ...momentAt(run.summary, atMs),
    speed: failed === undefined && !isStill ? store.get().rate : 0,
  });
}

function progress(part: number): void {
  store.set({ reading: part });
}

/**
 * The engine reads the next part while the page takes over the last one. What is read is shown whenever there is twice as
 * much: to draw it takes as long as there is much.
 */
async function readOn(beginning: OpenRun): Promise<void> {
  const more = (): Promise<Result<'more'>> => engine.ask('more', [beginning.id], progress);
  let run = beginning;
  let shown = 0;
  let next: Promise<Result<'more'>> | undefined = more();
  while (next !== undefined) {
    const { part, ...growth }: Result<'more'> = await next;
    next = part < 1 ? more() : undefined;
    run = { ...run, ...withGrowth(run, growth) };
    const { length } = run.summary.writes;
    if (part < 1 && length < 2 * shown) continue;
    shown = length;
    showGrown(run);
  }
}

/** Shows more of a run, if it is shown: at the moment that was chosen, or at its end. */
export function showGrown(run: OpenRun): void {
  const { run: shown, before, atMs, revision } = store.get();
  if (before?.id === run.id) store.set({ before: run });
  if (shown?.id !== run.id) return;
  const { summary } = shown;
  const isAtEnd = atMs >= summary.lastsMs && revision >= summary.revision;
  const end = { atMs: run.summary.lastsMs, revision: run.summary.revision };
  // A server may have had nothing to look at before.
  const focus = store.get().focus ?? subjectOf(run.summary, run.charts);
  store.set({ run, focus, ...(isAtEnd && end) });
}

/** Says what is wrong with the text of the editor. */
export async function lint(): Promise<void> {
  const { scenario } = store.get();
  const problems = await engine.ask('lint', [{ files: [ownFile(scenario)] }]);
  if (store.get().scenario === scenario) store.set({ problems });
}

export async function compare(): Promise<void> {
  const { run, before } = store.get();
  if (run === undefined || before === undefined) return;
  store.set({ comparison: await engine.ask('compare', [before.id, run.id]) });
}

/** Files that a scenario names are relative to its own: it has no folder. */
function ownFile({ name, text }: { readonly name: string; readonly text: string }): SourceText {
  return { file: `${name.split('/').at(-1)}.yaml`, text };
}

/** Shows what went wrong. */
export function tell(error: unknown): void {
  const problems = error instanceof EngineError ? error.failure.problems : undefined;
  if (problems !== undefined) store.set({ problems, view: 'scenario' });
  else store.set({ error: (error as Error).message });
}

export function goTo(moment: Moment): void {
  const { run, horizonMs, zoom } = store.get();
  const { revision, atMs } = run ? shownMoment(run.summary, moment, horizonMs) : moment;
  store.set({ revision, atMs });
  if (run !== undefined && zoom !== undefined && (atMs < zoom.fromMs || atMs > zoom.toMs)) {
    store.set({ zoom: following(zoom, wholeOf(run.summary), atMs) });
  }
}

/** All of the time of a run, on the axis that is chosen. */
export function wholeOf(summary: OpenRun['summary']): Span {
  const film = store.get().isFilm ? paceOf(summary) : undefined;
  return { fromMs: 0, toMs: summary.lastsMs, film };
}

/** Shows less of the time in the lanes, or more: the moment keeps its place. */
export function zoomBy(factor: number): void {
  const { run, zoom, atMs } = store.get();
  if (run === undefined) return;
  const whole = wholeOf(run.summary);
  store.set({ zoom: zoomed({ ...whole, ...zoom }, whole, atMs, factor) });
}

/** True time on the axis, or film time. */
export function switchAxis(): void {
  store.set({ isFilm: !store.get().isFilm, zoom: undefined });
}

export function scrub(atMs: number): void {
  const { run } = store.get();
  if (run !== undefined) goTo(momentAt(run.summary, atMs));
}

export function step(size: StepSize, direction: 1 | -1): void {
  const { run, revision, atMs } = store.get();
  if (run === undefined) return;
  store.set({ speed: 0 });
  goTo(stepFrom(run.summary, { revision, atMs }, size, direction));
}

export function show(view: ViewName): void {
  store.set({ view });
}

export function select(selected: ObjectName | undefined): void {
  store.set({ selected, asked: undefined });
}

export function selectWrite({ kind, key, revision, atMs }: Write): void {
  store.set({ selected: { kind, key }, asked: undefined, revision, atMs, speed: 0 });
}

export function askWhy(selected: ObjectName, asked: string): void {
  store.set({ selected, asked, speed: 0 });
}

/** The pace of the run that is shown. */
let pace: { readonly summary: OpenRun['summary']; readonly pace: Pace } | undefined;

function paceOf(summary: OpenRun['summary']): Pace {
  if (pace?.summary !== summary) pace = { summary, pace: new Pace(summary) };
  return pace.pace;
}

/** Time passes while a speed is set: called for each frame, with ms of the screen. */
export function passTime(elapsedMs: number): void {
  const { run, atMs, speed, passage } = store.get();
  if (run === undefined || speed === 0) return;
  const within = passage && passedIn(passage, atMs, elapsedMs * speed);
  if (within !== undefined) {
    scrub(within);
    if (within === passage?.toMs) store.set({ speed: 0 });
    return;
  }
  const own = paceOf(run.summary);
  const next = own.toScreen(atMs) + elapsedMs * speed;
  scrub(own.toTime(next));
  if (next >= own.lastsMs) store.set({ speed: 0 });
}

/** Draws the run before over this one, on the stage; or no longer. */
export function drawOver(isOver = true): void {
  const { before } = store.get();
  if (before === undefined) return;
  store.set({ isOver, view: 'stage' });
  if (isOver) void compare();
}

export function playOrPause(): void {
  const { run, atMs, speed, rate, passage, horizonMs } = store.get();
  if (run === undefined) return;
  const fromMs = playFrom({ atMs, passage, horizonMs, lastsMs: run.summary.lastsMs });
  if (fromMs === undefined) return;
  if (speed === 0 && fromMs !== atMs) scrub(fromMs);
  store.set({ speed: speed > 0 ? 0 : rate });
}

/** To the next step of the scenario, or the one before. */
export function stepChapter(direction: 1 | -1): void {
  const { run, atMs } = store.get();
  if (run === undefined) return;
  const chapters = chaptersOf(run.summary.steps);
  const next =
    direction > 0
      ? chapters.find((each) => each.atMs > atMs)?.atMs
      : chapters.findLast((each) => each.atMs < atMs - 1)?.atMs;
  store.set({ speed: 0 });
  scrub(next ?? (direction > 0 ? run.summary.lastsMs : 0));
}

/** Brings an object into focus: its numbers are shown. */
export function focusOn(focus: ObjectName): void {
  store.set({ focus, asked: undefined, selected: undefined });
}
