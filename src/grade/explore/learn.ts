/** What two undisturbed runs teach: what the client reads and writes, when, and how it ends. */
import { differencesOf, differenceText, type EndState } from './end-state.ts';
import { asides, type Write } from './history.ts';
import type { Expected, Outcome } from './play.ts';

/** The client cannot be explored. */
export class ExploreError extends Error {
  override readonly name = 'ExploreError';
}

/** A change of what the client reads. */
export interface LearnedChange {
  readonly step: number;
  readonly resource: string;
  /** `deployments.apps default/web`; without a name that is the same in each run: `pods`. */
  readonly change: string;
  /** Which one of such changes in the step, from 1. */
  readonly count: number;
  /** The client has made it itself. */
  readonly isOwn: boolean;
}

export interface LearnedWrite {
  readonly step: number;
  /** `update sites.example.com/status` */
  readonly write: string;
  readonly count: number;
}

export interface Learned extends Expected {
  readonly reads: readonly string[];
  readonly changes: readonly LearnedChange[];
  readonly writes: readonly LearnedWrite[];
  /** Objects that the client updates: `deployments.apps default/web`, and when. */
  readonly updated: readonly { readonly object: string; readonly step: number }[];
  /** How many objects the client has created and deleted: by `created pods`, `created pods default/web`. */
  readonly counts: ReadonlyMap<string, number>;
  /** The order in which it gets events and reconciles can be chosen. */
  readonly canPermute: boolean;
  /** Objects that hang in deletion without any disturbance. */
  readonly hanging: readonly string[];
  /** It comes to rest. */
  readonly rests: boolean;
  readonly steps: number;
}

/** @throws {ExploreError} */
export function learn(one: Outcome, other: Outcome): Learned {
  for (const each of [one, other]) checkSound(each);
  const { end, unstable } = commonEnd(one.end, other.end);
  const reads = one.reads;
  const resources = [...new Set([...reads, ...writtenResources(one)])].sort();
  const stable = stableKeys(one, other);
  return {
    ...{ end, unstable, reads, resources },
    changes: changesOf(one, reads, stable),
    writes: writesOf(one),
    updated: updatedBy(one, stable),
    counts: countsOf(one, other),
    canPermute: one.canPermute,
    hanging: hangingInBoth(one, other),
    rests: one.isAtRest && other.isAtRest,
    steps: one.stepStarts.length - 1,
  };
}

function hangingInBoth(...outcomes: readonly [Outcome, Outcome]): readonly string[] {
  const [one, other] = outcomes.map(({ hanging }) => hanging.map(({ object }) => object));
  return one!.filter((object) => other!.includes(object));
}

function checkSound({ notPlayed, broken, ending, output, writes, reads }: Outcome): void {
  const outputText = output.trim() === '' ? '' : `\nIts output ends with:\n${output.trim()}`;
  if (ending !== undefined)
    throw new ExploreError(`undisturbed, the client ended with ${ending}${outputText}`);
  if (notPlayed !== undefined) throw new ExploreError(`undisturbed, ${notPlayed}${outputText}`);
  const [first] = broken;
  if (first !== undefined) {
    throw new ExploreError(
      `undisturbed, ${first.what} does not hold; found ${first.found}${outputText}`,
    );
  }
  if (reads.length === 0) {
    throw new ExploreError(
      `the client listed or watched nothing; it gets the cluster in KUBECONFIG${outputText}`,
    );
  }
  if (writes.every((each) => each.length === 0)) {
    throw new ExploreError(
      'the client writes nothing: "orrery grade" is for clients that only read',
    );
  }
}

function writtenResources({ writes }: Outcome): readonly string[] {
  return writes.flat().map(({ resource }) => resource.split('/', 1)[0]!);
}

/** Returns what both runs end with. @throws {ExploreError} when they have other objects */
function commonEnd(one: EndState, other: EndState): Pick<Learned, 'end' | 'unstable'> {
  const differences = differencesOf(one, other);
  const object = differences.find(({ path }) => path === '');
  if (object !== undefined) {
    throw new ExploreError(
      `two undisturbed runs end differently: ${differenceText(object)} in the second one`,
    );
  }
  return { end: one, unstable: [...new Set(differences.map(({ path }) => path))] };
}

/** Objects that have the same names in both runs. */
function stableKeys(one: Outcome, other: Outcome): ReadonlySet<string> {
  const keysOf = ({ history }: Outcome): readonly string[] =>
    history.map(({ resource, key }) => `${resource} ${key}`);
  const keys = new Set(keysOf(other));
  return new Set(keysOf(one).filter((key) => keys.has(key)));
}

function stepOf({ stepStarts }: Outcome, { revision }: Write): number {
  return stepStarts.findLastIndex((start) => start < revision);
}

function changesOf(
  outcome: Outcome,
  reads: readonly string[],
  stable: ReadonlySet<string>,
): readonly LearnedChange[] {
  const counts = new Map<string, number>();
  return outcome.history
    .filter(({ resource }) => reads.includes(resource) && !asides.includes(resource))
    .map((each) => {
      const step = stepOf(outcome, each);
      const { resource, key } = each;
      const change = stable.has(`${resource} ${key}`) ? `${resource} ${key}` : resource;
      const isOwn = outcome.actors.includes(each.actor);
      return { step, resource, change, count: next(counts, `${step} ${change}`), isOwn };
    });
}

/** A write of an object counts together with those of its parts, as faults count them. */
function writesOf({ writes }: Outcome): readonly LearnedWrite[] {
  return writes.flatMap((own, step) => {
    const counts = new Map<string, number>();
    return own.map(({ verb, resource }) => {
      const write = `${verb} ${resource}`;
      const [whole = ''] = write.split('/');
      const ofWhole = next(counts, `all ${whole}`);
      const ofPart = next(counts, write);
      return { step, write, count: write === whole ? ofWhole : ofPart };
    });
  });
}

function updatedBy(outcome: Outcome, stable: ReadonlySet<string>): Learned['updated'] {
  const found = new Map<string, { readonly object: string; readonly step: number }>();
  for (const each of outcome.history) {
    const object = `${each.resource} ${each.key}`;
    if (!outcome.actors.includes(each.actor) || each.verb !== 'updated' || !stable.has(object))
      continue;
    const step = stepOf(outcome, each);
    found.set(`${step} ${object}`, { object, step });
  }
  return [...found.values()];
}

/** The larger number of both runs. */
function countsOf(one: Outcome, other: Outcome): ReadonlyMap<string, number> {
  const counts = new Map(writeCounts(one));
  for (const [name, count] of writeCounts(other)) {
    counts.set(name, Math.max(count, counts.get(name) ?? 0));
  }
  return counts;
}

/** Returns how many objects a client has created and deleted: of a kind, and by name. */
export function writeCounts({
  history,
  actors,
}: Pick<Outcome, 'history' | 'actors'>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { actor: by, verb, resource, key } of history) {
    if (!actors.includes(by) || verb === 'updated' || asides.includes(resource)) continue;
    next(counts, `${verb} ${resource}`);
    next(counts, `${verb} ${resource} ${key}`);
  }
  return counts;
}

function next(counts: Map<string, number>, name: string): number {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count;
}
