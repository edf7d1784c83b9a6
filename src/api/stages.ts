/** The stages of a write, and the one runner that walks them. */
import type { KubeObject } from '#values';
import type { RequestContext } from './context.ts';
import { runInTurns, isResumable, type Resumable } from '#values';
import type { Body } from './resource.ts';

/** What the stages of one write know beside its object. */
export interface Write {
  readonly context: RequestContext;
}

/** The result of a stage: at once, in parts, or after something that it waits for. */
export type Outcome<R = KubeObject> = R | Resumable<R> | Promise<R>;

/** One stage of a write: it gets the object as the stage before it left it. */
export type Stage<W extends Write, R = KubeObject> = (write: W, object: Body) => Outcome<R>;

/** The stages of a write in their order. The last one may give something else than the object. */
export type Stages<W extends Write, R = KubeObject> = readonly [...Stage<W>[], Stage<W, R>];

/**
 * Takes an object through the stages of its write. Other requests get a turn before each stage, and
 * between the parts of one, if the context says so. Nothing but a promise is awaited: one more turn
 * of microtasks would change the order of writes in the process.
 */
export async function walk<W extends Write, R>(
  write: W,
  object: KubeObject,
  stages: Stages<W, R>,
): Promise<R> {
  const { yieldTurn } = write.context;
  let result: unknown = object;
  // By index, as an iterator would have to live through what is awaited.
  for (let next = 0; next < stages.length; next++) {
    if (yieldTurn !== undefined) await yieldTurn();
    const outcome: Outcome<unknown> = stages[next]!(write, result as Body);
    if (outcome === result) continue;
    const finished = isResumable(outcome) ? runInTurns(outcome, yieldTurn) : outcome;
    result = finished instanceof Promise ? await finished : finished;
  }
  return result as R;
}
