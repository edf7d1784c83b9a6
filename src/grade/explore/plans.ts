/** The plans that are worth a run, the likeliest first: pure, from what was learned. */
import { Random, type RandomStream } from '#clock';
import type { Learned, LearnedChange } from './learn.ts';
import type { Disturbance, Plan } from './plan.ts';

/** Of many changes of a resource in a step some are enough. */
const mostChanges = 6;
/** And of many writes of a sort the first ones. */
const mostWrites = 3;

/** Plans with one disturbance, or two that belong together; then pairs of them, by chance. */
export function plansFor(learned: Learned, count: number, seed: number): readonly Plan[] {
  const single = interleaved([
    kills(learned, true),
    stales(learned),
    unseens(learned),
    touches(learned),
    conflicts(learned),
    rewinds(learned),
    kills(learned, false),
    expiries(learned),
  ]);
  return [
    ...single,
    ...pairs(single, count - single.length, new Random(seed).stream('plans')),
  ].slice(0, count);
}

/** The resources that change in a step, with the changes to look at. */
function stirred({ changes, steps }: Learned) {
  return Array.from({ length: steps + 1 }, (_, step) => {
    const own = changes.filter((each) => each.step === step);
    return [...new Set(own.map(({ resource }) => resource))].map((resource) => {
      const all = own.filter((each) => each.resource === resource);
      return { step, resource, changes: spread(all, mostChanges) };
    });
  }).flat();
}

function spread(changes: readonly LearnedChange[], count: number): readonly LearnedChange[] {
  if (changes.length <= count) return changes;
  return Array.from(
    { length: count },
    (_, i) => changes[Math.round((i * (changes.length - 1)) / (count - 1))]!,
  );
}

function stales(learned: Learned): readonly Plan[] {
  return [...delays('stale', learned)];
}

function unseens(learned: Learned): readonly Plan[] {
  return [...delays('unseen', learned)];
}

/** From the beginning of a step to its end, to that of the next one, or from a change on. */
function* delays(type: 'stale' | 'unseen', learned: Learned): Iterable<Plan> {
  const all = stirred(learned);
  for (const { step, resource } of all) yield [{ type, resource, step, through: step }];
  for (const { step, resource } of all) {
    if (step < learned.steps) yield [{ type, resource, step, through: step + 1 }];
  }
  for (const { step, resource, changes } of all) {
    for (const { change, count } of changes)
      yield [{ type, resource, step, change, count, through: step }];
  }
}

function kills({ writes }: Learned, lagging: boolean): readonly Plan[] {
  return writes
    .filter(({ count }) => count <= mostWrites)
    .map(({ write, step, count }) => [{ type: 'kill', write, step, count, lagging }]);
}

/** Updates and creations that a version or a name can refuse. */
function conflicts({ writes }: Learned): readonly Plan[] {
  return writes
    .filter(({ write, count }) => write.startsWith('update ') && count <= mostWrites)
    .map(({ write, step, count }) => [{ type: 'conflict', write, step, count }]);
}

function rewinds(learned: Learned): readonly Plan[] {
  const all = stirred(learned);
  const ends = all.flatMap(({ step, resource }) =>
    Array.from({ length: learned.steps - step + 1 }, (_, i): Plan => [
      { type: 'rewind', resource, step, through: step + i },
    ]),
  );
  const within = all.flatMap(({ step, resource, changes }) =>
    changes.map(({ change, count }): Plan => [
      { type: 'rewind', resource, step, change, count, through: step },
    ]),
  );
  return [...ends, ...within];
}

/** Another client writes what this one is about to write, seen by it or not. */
function touches({ updated, reads }: Learned): readonly Plan[] {
  return updated.flatMap(({ object, step }): readonly Plan[] => {
    if (step === 0) return [];
    const [resource = ''] = object.split(' ');
    const touch: Disturbance = { type: 'touch', object, step };
    if (!reads.includes(resource)) return [[touch]];
    const blind = { resource, step, through: step };
    return [[{ type: 'unseen', ...blind }, touch], [touch], [{ type: 'stale', ...blind }, touch]];
  });
}

function expiries(learned: Learned): readonly Plan[] {
  return stirred(learned).flatMap(({ step, resource, changes }) =>
    changes
      .filter(({ change }) => change !== resource)
      .map(({ change, count }): Plan => [{ type: 'expire', resource, step, change, count }]),
  );
}

/** One of each list, then the second ones, and so on. */
function interleaved(lists: readonly (readonly Plan[])[]): readonly Plan[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  const plans: Plan[] = [];
  for (let i = 0; i < longest; i++) {
    for (const list of lists) if (i < list.length) plans.push(list[i]!);
  }
  return plans;
}

function pairs(single: readonly Plan[], count: number, chance: RandomStream): readonly Plan[] {
  if (single.length < 2) return [];
  const one = (): Plan => single[Math.floor(chance.next() * single.length)]!;
  const seen = new Set<string>();
  const found: Plan[] = [];
  for (let i = 0; i < 4 * count && found.length < count; i++) {
    const pair = [...one(), ...one()];
    const text = JSON.stringify(pair);
    if (seen.has(text) || pair.length > 3) continue;
    seen.add(text);
    found.push(pair);
  }
  return found;
}
