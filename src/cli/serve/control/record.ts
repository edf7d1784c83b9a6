/** `/orrery/v1/record`: all that has happened in the cluster, as `orrery run --record` writes it. */
import type { Millis } from '#clock';
import { expired } from '#values';
import {
  keptStore,
  recordText,
  WithoutHeartbeats,
  type FaultMark,
  type Releases,
  type RunLog,
} from '#record';
import type { Past, Store } from '#store';
import type { ServedSteps } from '../steps.ts';
import { route, type ControlRoute } from './route.ts';
import { map } from './forms.ts';

export interface RecordRoutesOptions {
  readonly store: Store;
  readonly steps: Pick<ServedSteps, 'marks' | 'results'>;
  /** What faults have struck, the last ones. */
  readonly faults: () => readonly FaultMark[];
  readonly seed: number;
  /** What the record says about its releases. */
  readonly releases: () => Releases;
  /** Virtual time at the start, ms. */
  readonly startMs: Millis;
  /** Virtual time, ms. */
  now(): Millis;
}

export function recordRoutes(options: RecordRoutesOptions): readonly ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/record',
      summary: 'Read all that has happened since the start, for orrery why, diff and report --run.',
      description: 'Answers 410 when a part of the history is no longer kept.',
      answer: map({ doc: 'A run record.' }),
      handle: () => JSON.parse([...recordText(logOf(options))].join('')) as Record<string, unknown>,
    }),
  ];
}

/** @throws {ApiError} 410 */
function logOf(options: RecordRoutesOptions): RunLog {
  const { store, steps, faults, seed, startMs, now, releases } = options;
  const { past } = store;
  if (past.beginning > 0) {
    throw expired(`the history before revision ${past.beginning} is not kept; see --history`);
  }
  return {
    head: { scenario: 'orrery serve', seed, startMs, endMs: now(), ...releases() },
    files: [],
    past: withoutHeartbeats(past, startMs),
    steps: steps.marks,
    checks: steps.results,
    faults: faults(),
  };
}

function withoutHeartbeats(past: Past, startMs: Millis): Past {
  const store = keptStore(startMs);
  const reported = new WithoutHeartbeats();
  for (const change of past.changes()) {
    const remaining = reported.of(change);
    if (remaining !== undefined) store.load(remaining);
  }
  return store.past;
}
