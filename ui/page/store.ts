/** The state of the page, and who is told when it changes. */
import { useSyncExternalStore } from 'react';
import type { Pace } from '#clock';
import type { OutsideRequest } from '#request';
import type { Problem } from '#scenario';
import type { ObjectName } from '#view';
import type { CompareView } from '../engine/compare-view.ts';
import type { OpenRun } from '../engine/session.ts';
import type { Span } from '../stage/scale.ts';
import type { Passage } from './passage.ts';

export const views = [
  'stage',
  'timeline',
  'objects',
  'requests',
  'checks',
  'charts',
  'controllers',
  'compare',
  'act',
  'scenario',
  'lessons',
] as const;
export type ViewName = (typeof views)[number];

/** `system`: light or dark as that is. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Something that was done: as a step of a scenario, and as a command. */
export interface Done {
  /** Virtual ms since the start. */
  readonly atMs: number;
  readonly step: Readonly<Record<string, unknown>>;
  /** Absent where kubectl has no word for it. */
  readonly command?: string;
}

export interface ServerAbout {
  /** The file that clients reach it by. */
  readonly kubeconfig?: string | undefined;
  readonly pace?: Pace | undefined;
}

export interface PageState {
  readonly source: 'tab' | 'saved' | 'live';
  /** Name and text of the scenario in the editor. */
  readonly scenario: { readonly name: string; readonly text: string };
  /** The scenario of the library that the text is, as long as it is not changed. */
  readonly library: string | undefined;
  readonly problems: readonly Problem[];
  /** Which part of a run is played; undefined when none is. */
  readonly playing: number | undefined;
  /** Which part of a record is read; undefined when all of it is. */
  readonly reading: number | undefined;
  readonly error: string | undefined;
  /** What was done, for a short message. */
  readonly told: string | undefined;
  readonly run: OpenRun | undefined;
  /** The run before it, for comparison. */
  readonly before: OpenRun | undefined;
  readonly comparison: CompareView | undefined;
  /** The run before is drawn over this one. */
  readonly isOver: boolean;
  /** The moment that is shown: a write, and virtual ms since the start. */
  readonly revision: number;
  readonly atMs: number;
  /** How much faster than its usual pace a run is played; 0 while time stands still. */
  readonly speed: number;
  /** The speed with which it is played when it is. */
  readonly rate: number;
  readonly view: ViewName;
  /** The page stands in another one: without the parts around the picture. */
  readonly isEmbedded: boolean;
  readonly theme: Theme;
  /** Quiet stretches are short on the axis of time. */
  readonly isFilm: boolean;
  /** What of the time the lanes show; undefined: all. */
  readonly zoom: Span | undefined;
  /** The object whose numbers the stage shows. */
  readonly focus: ObjectName | undefined;
  /** The object that is shown beside lists, or that is asked about. */
  readonly selected: ObjectName | undefined;
  /** What was done by the controls of the page, in order. */
  readonly done: readonly Done[];
  /** How a server is reached, and how its time passes, as far as that is known. */
  readonly server: ServerAbout;
  /** Requests of clients of a server, in order: the last ones, and how many came before them. */
  readonly requests: readonly OutsideRequest[];
  readonly requestsMissed: number;
  /** The field whose value is explained. */
  readonly asked: string | undefined;
  /** What the pinned term of the explanation is about, as `Pod default/web-1`: it stays lit. */
  readonly pinned: readonly string[];
  /** The site brings lessons along, and a page that was saved with some. */
  readonly hasLessons: boolean;
  readonly lesson: string | undefined;
  /** With which seed a lesson is played; undefined: that of its scenario. */
  readonly lessonSeed: number | undefined;
  /** The answers that were given to the questions of the lesson, in order. */
  readonly predictions: readonly string[];
  /** A stretch of the run that is played in place of the whole of it. */
  readonly passage: Passage | undefined;
  /** The latest moment that may be shown, virtual ms since the start: what comes then is still to be predicted. */
  readonly horizonMs: number | undefined;
}

const initial: PageState = {
  source: 'tab',
  scenario: { name: 'scenario', text: '' },
  library: undefined,
  problems: [],
  playing: undefined,
  reading: undefined,
  error: undefined,
  told: undefined,
  run: undefined,
  before: undefined,
  comparison: undefined,
  isOver: false,
  revision: 0,
  atMs: 0,
  speed: 0,
  rate: 1,
  view: 'stage',
  isEmbedded: false,
  theme: 'system',
  isFilm: false,
  zoom: undefined,
  focus: undefined,
  selected: undefined,
  asked: undefined,
  pinned: [],
  done: [],
  server: {},
  requests: [],
  requestsMissed: 0,
  hasLessons: false,
  lesson: undefined,
  lessonSeed: undefined,
  predictions: [],
  passage: undefined,
  horizonMs: undefined,
};

export class PageStore {
  #state: PageState = initial;
  readonly #listeners = new Set<() => void>();

  readonly get = (): PageState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(change: Partial<PageState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

export const store = new PageStore();

/** Whether the moment changes by itself: the run is played, or a server is followed. */
export function movesOn({ speed, source, run, atMs }: PageState): boolean {
  return speed > 0 || (source === 'live' && run !== undefined && atMs >= run.summary.lastsMs);
}

/** A part of the state; the component is drawn again when it changes. */
export function usePage<T>(select: (state: PageState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
