/** What a page shows of a run before anything is selected: its head, steps, checks and writes. */
import { reconcilers } from '#controllers';
import { bucketOf, event } from '#kinds';
import { formatTime } from '#values';
import { causeOf, type CheckMark, type FaultMark, type RunLog, type StepMark } from '#record';
import type { Change, Past } from '#store';
import { UpdateWords } from './update-words.ts';

export interface Summary {
  readonly scenario: string;
  readonly description?: string;
  readonly seed: number;
  /** Virtual time of the start, RFC 3339, and in ms since 1970. */
  readonly start: string;
  readonly startMs: number;
  /** Virtual ms that the run lasted. */
  readonly lastsMs: number;
  readonly passed: boolean;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The texts that it was read from, its own first. */
  readonly files: readonly { readonly file: string; readonly text: string }[];
  readonly steps: readonly StepMark[];
  readonly checks: readonly CheckMark[];
  readonly faults: readonly FaultMark[];
  /** Every write worth showing, in order. */
  readonly writes: readonly Write[];
  readonly events: readonly EventLine[];
  /** The latest revision. */
  readonly revision: number;
}

/** A write in words. */
export interface Write {
  readonly revision: number;
  /** Virtual ms since the start. */
  readonly atMs: number;
  readonly actor: string;
  readonly verb: string;
  readonly kind: string;
  readonly key: string;
  readonly text: string;
  /** The work that it belongs to: `daemonset default/agent`, and its number. */
  readonly work?: string;
  readonly pass?: number;
  /** The webhooks that changed it before it was stored. */
  readonly webhooks?: readonly string[];
}

/** A write with its cause, which is looked up only where it is shown. */
export interface CausedWrite extends Write {
  /** The write that caused it; absent for a root cause. */
  readonly from?: number;
  readonly because: string;
}

/** An event of the cluster. */
export interface EventLine {
  readonly atMs: number;
  readonly type: string;
  readonly reason: string;
  /** `Pod default/web-0` */
  readonly object: string;
  readonly message: string;
  readonly count: number;
}

export function summaryOf(log: RunLog): Summary {
  const { head, past, files, steps, checks, faults = [] } = log;
  return {
    scenario: head.scenario,
    ...(head.description === undefined ? {} : { description: head.description }),
    seed: head.seed,
    start: formatTime(head.startMs),
    startMs: head.startMs,
    lastsMs: head.endMs - head.startMs,
    passed: checks.every(({ passed }) => passed),
    variables: head.variables ?? {},
    files,
    steps,
    checks,
    faults,
    writes: writesOf(past.changes(), head.startMs),
    events: eventsOf(past.changes(), head.startMs),
    revision: past.revision,
  };
}

/** The writes worth showing among changes. @param words those of writes before */
export function writesOf(
  changes: Iterable<Change>,
  startMs: number,
  words = new UpdateWords(),
): Write[] {
  const writes: Write[] = [];
  for (const change of changes) {
    const inWords = words.of(change);
    if (inWords === undefined) continue;
    const { actor, reconcile, webhooks } = change.origin;
    const { revision, key } = change;
    const { verb, kind, text } = inWords;
    const atMs = change.time - startMs;
    const work = reconcile && `${reconcile.controller} ${reconcile.key}`;
    // Written out for most: there may be a million.
    const write: Write = reconcile
      ? { revision, atMs, actor, verb, kind, key, text, work, pass: reconcile.number }
      : { revision, atMs, actor, verb, kind, key, text };
    const hooks = webhooks?.map(({ webhook }) => webhook);
    writes.push(hooks ? { ...write, webhooks: hooks } : write);
  }
  return writes;
}

/** Returns the same with their causes. */
export function causedWritesOf(
  changes: readonly Change[],
  past: Past,
  startMs: number,
): CausedWrite[] {
  const byRevision = new Map(changes.map((change) => [change.revision, change]));
  return writesOf(changes, startMs).map((write) => {
    const change = byRevision.get(write.revision)!;
    const { because, before } = causeOf(change, past, reconcilers);
    return { ...write, because, ...(before && { from: before.revision }) };
  });
}

/** The parts of an event that are shown. */
interface ShownEvent {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly count?: number;
  readonly involvedObject: {
    readonly kind?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
}

/** The events among changes. */
export function eventsOf(changes: Iterable<Change>, startMs: number): EventLine[] {
  const events: EventLine[] = [];
  const bucket = bucketOf(event);
  for (const change of changes) {
    if (change.bucket !== bucket || change.type === 'deleted') continue;
    const value = change.value as unknown as ShownEvent;
    events.push({ atMs: change.time - startMs, ...eventLine(value) });
  }
  return events;
}

function eventLine(event: ShownEvent): Omit<EventLine, 'atMs'> {
  const { kind = '', namespace, name = '' } = event.involvedObject;
  return {
    type: event.type ?? 'Normal',
    reason: event.reason ?? '',
    object: `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`,
    message: event.message ?? '',
    count: event.count ?? 1,
  };
}
