/** The plans that are worth a run, the likeliest first: pure, from what was learned. */
import { Random, type RandomStream } from '#clock';
import type { RaceName } from '#kit';
import type { Learned, LearnedChange } from './learn.ts';
import type { Disturbance, Plan } from './plan.ts';

/** Of many changes of a resource in a step some are enough. */
const mostChanges = 6;
/** And of many writes of a sort the first ones. */
const mostWrites = 3;
/** A write that comes soon after hides that one was lost; who tries again gets through. */
const conflictsInARow = 3;
/** Orders of events and reconciles that are tried. */
const mostOrders = 20;
/** Short, as people read and type them. */
const highestSeed = 10_000;

/** Plans with one disturbance, or two that belong together; then pairs of them, by chance. */
export function plansFor(learned: Learned, count: number, seed: number): readonly Plan[] {
  const random = new Random(seed);
  // In the order in which they have shown mistakes of operators: of those that Sieve found, 19 by stale views, 11 by kills.
  const single = interleaved([
    rewinds(learned),
    kills(learned, false),
    delays('unseen', learned),
    touches(learned),
    conflicts(learned),
    expiries(learned),
    kills(learned, true),
    delays('stale', learned),
    aways(learned),
    races(learned),
    orders(learned, random.stream('orders')),
  ]);
  return [...single, ...pairs(single, count - single.length, random.stream('plans'))].slice(
    0,
    count,
  );
}

/**
 * Returns the resources that change in a step, with the changes to look at. What others change comes
 * first, and the steps before the start: most clients begin well.
 */
function stirred({ changes, steps }: Learned) {
  const found = Array.from({ length: steps + 1 }, (_, step) => {
    const own = changes.filter((each) => each.step === step);
    return [...new Set(own.map(({ resource }) => resource))].map((resource) => {
      const all = own.filter((each) => each.resource === resource);
      const isOthers = all.some(({ isOwn }) => !isOwn);
      return { step, resource, isOthers, changes: spread(all, mostChanges) };
    });
  }).flat();
  const rank = (each: (typeof found)[number]): number =>
    Number(!each.isOthers) + 2 * Number(each.step === 0);
  return found.sort((a, b) => rank(a) - rank(b));
}

function spread(changes: readonly LearnedChange[], count: number): readonly LearnedChange[] {
  if (changes.length <= count) return changes;
  return Array.from(
    { length: count },
    (_, i) => changes[Math.round((i * (changes.length - 1)) / (count - 1))]!,
  );
}

interface Span {
  readonly resource: string;
  readonly step: number;
  readonly through: number;
}

/** From the beginning of a step to its end, to that of the next one, or from a change on. */
function delays(type: 'stale' | 'unseen', learned: Learned): readonly Plan[] {
  const all = stirred(learned);
  const spans = all.flatMap(({ step, resource }) =>
    [step, step + 1]
      .filter((through) => through <= learned.steps)
      .map((through) => ({ type, resource, step, through })),
  );
  // A state is missed where an object changes again.
  if (type === 'unseen') spans.sort((a, b) => passing(learned, b) - passing(learned, a));
  const whole = spans.map((each): Plan => [each]);
  const parts = all.flatMap(({ step, resource, changes }) =>
    changes.map(({ change, count }): Plan => [
      { type, resource, step, change, count, through: step },
    ]),
  );
  return [...whole, ...parts];
}

/** Returns how many states others bring about in a time that are gone at its end. */
function passing({ changes }: Learned, { resource, step, through }: Span): number {
  const others = changes.filter(
    (each) =>
      !each.isOwn && each.resource === resource && each.step >= step && each.step <= through,
  );
  return others.length - new Set(others.map(({ change }) => change)).size;
}

function kills({ writes }: Learned, lagging: boolean): readonly Plan[] {
  const inSteps = writes.filter(({ step }) => step > 0);
  return [...inSteps, ...writes.filter(({ step }) => step === 0)]
    .filter(({ count }) => count <= mostWrites)
    .map(({ write, step, count }) => [{ type: 'kill', write, step, count, lagging }]);
}

/**
 * Updates, which a version can refuse: first those after which the step has no more writes that repair what is lost, and of
 * them those of the last steps.
 */
function conflicts({ writes }: Learned): readonly Plan[] {
  return writes
    .map(({ write, step, count }, i) => ({
      ...{ write, step, count },
      later: writes.slice(i + 1).filter((each) => each.step === step).length,
    }))
    .filter(({ write, count }) => write.startsWith('update ') && count <= mostWrites)
    .sort((a, b) => a.later - b.later || b.step - a.step)
    .map(({ write, step, count }) => [
      { type: 'conflict', write, step, count, times: conflictsInARow },
    ]);
}

function rewinds(learned: Learned): readonly Plan[] {
  const all = stirred(learned);
  const rewind = (resource: string, step: number, through: number): Plan => [
    { type: 'rewind', resource, step, through },
  ];
  const later = all.flatMap(({ step, resource }) =>
    Array.from({ length: learned.steps - step }, (_, i) => rewind(resource, step, step + i + 1)),
  );
  const within = all.flatMap(({ step, resource, changes }) =>
    changes.map(({ change, count }): Plan => [
      { type: 'rewind', resource, step, change, count, through: step },
    ]),
  );
  return [...all.map(({ step, resource }) => rewind(resource, step, step)), ...later, ...within];
}

/** While a step is played, or while two are. */
function aways({ steps }: Learned): readonly Plan[] {
  const away = (step: number, through: number): Plan => [{ type: 'away', step, through }];
  const all = Array.from({ length: steps }, (_, i) => i + 1);
  return [
    ...all.map((step) => away(step, step)),
    ...all.slice(1).map((step) => away(step - 1, step)),
  ];
}

/**
 * Another client writes what this one is about to write, seen by it or not. First what it replaces as a whole: who updates
 * a part, such as the status, can lose nothing else.
 */
function touches({ updated, reads, writes }: Learned): readonly Plan[] {
  const isWhole = ({ object, step }: Learned['updated'][number]): boolean =>
    writes.some((each) => each.step === step && each.write === `update ${object.split(' ', 1)[0]}`);
  const ofEach = updated
    .filter(({ step }) => step > 0)
    .toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)))
    .map(({ object, step }): readonly Plan[] => {
      const [resource = ''] = object.split(' ');
      const touch: Disturbance = { type: 'touch', object, step };
      if (!reads.includes(resource)) return [[touch]];
      const blind = { resource, step, through: step };
      return [[{ type: 'unseen', ...blind }, touch], [touch], [{ type: 'stale', ...blind }, touch]];
    });
  return interleaved(ofEach);
}

/** First at the last change that others make of an object: later ones show what was missed. */
function expiries(learned: Learned): readonly Plan[] {
  const last = new Map(
    learned.changes.filter(({ isOwn }) => !isOwn).map((each) => [each.change, each]),
  );
  const isLast = (each: LearnedChange): boolean => last.get(each.change) === each;
  const ofEach = stirred(learned).map(({ resource, changes: own }) =>
    own.filter(({ change }) => change !== resource),
  );
  return interleaved(ofEach)
    .toSorted((a, b) => Number(isLast(b)) - Number(isLast(a)))
    .map(({ resource, step, change, count }) => [
      { type: 'expire', resource, step, change, count },
    ]);
}

const definitions = 'customresourcedefinitions.apiextensions.k8s.io';

/** Returns those of the whole run, and those of definitions where there are new ones. Only clients over HTTP discover. */
function races({ steps, reads, writes, changes, canPermute }: Learned): readonly Plan[] {
  const race = (name: RaceName, step: number, through: number): Plan => [
    { type: 'race', race: name, step, through },
  ];
  const define = new Set([
    ...writes.filter(({ write }) => write === `create ${definitions}`).map(({ step }) => step),
    ...changes.filter(({ resource }) => resource === definitions).map(({ step }) => step),
  ]);
  return [
    race('servers', 0, steps),
    ...(reads.some((each) => each.split('.').length > 2) ? [race('kinds', 0, steps)] : []),
    ...[...define].map((step) => race('definitions', step, step)),
    ...(canPermute ? [] : [race('discovery', 0, steps)]),
    race('informers', 0, steps),
  ];
}

/** Of the whole run. */
function orders({ steps, canPermute }: Learned, chance: RandomStream): readonly Plan[] {
  if (!canPermute) return [];
  return Array.from({ length: mostOrders }, () => [
    { type: 'order', seed: chance.int(highestSeed), step: 0, through: steps },
  ]);
}

/** One of each list, then the second ones, and so on. */
function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all: T[] = [];
  for (let i = 0; i < longest; i++) {
    for (const list of lists) if (i < list.length) all.push(list[i]!);
  }
  return all;
}

function pairs(single: readonly Plan[], count: number, chance: RandomStream): readonly Plan[] {
  if (single.length < 2) return [];
  const one = (): Plan => single[Math.floor(chance.next() * single.length)]!;
  const earlier = new Set<string>();
  const found: Plan[] = [];
  for (let i = 0; i < 4 * count && found.length < count; i++) {
    const pair = [...one(), ...one()];
    const text = JSON.stringify(pair);
    if (earlier.has(text) || pair.length > 3) continue;
    earlier.add(text);
    found.push(pair);
  }
  return found;
}
