/** How the statuses of objects evolve in two runs, compared. */
import type { RunLog } from '#record';

/** An object in a run. */
export interface Evolving {
  /** What findings call it. */
  readonly label: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** A value of a field from a moment on. */
export interface Moment {
  /** Virtual ms since the start of the run. */
  readonly atMs: number;
  /** As text; undefined while there is none. */
  readonly value: string | undefined;
}

/** A field that does not evolve alike. */
export interface Parting {
  readonly object: Evolving;
  /** `status.readyReplicas`, or `status.conditions[Ready]`. */
  readonly field: string;
  /** What comes first on each side that the other side does not have then. */
  readonly left: Moment;
  readonly right: Moment;
}

/** Returns the fields of statuses that do not evolve alike, in the order of the objects. */
export function partings(
  objects: readonly Evolving[],
  left: RunLog,
  right: RunLog,
): readonly Parting[] {
  const [ours, theirs] = [evolutionsIn(left), evolutionsIn(right)];
  return objects.flatMap((object) => {
    const [mine, other] = [ours.get(keyOf(object)), theirs.get(keyOf(object))];
    if (mine === undefined || other === undefined) return [];
    return [...new Set([...mine.keys(), ...other.keys()])].sort().flatMap((field) => {
      const parting = firstApart(mine.get(field) ?? [], other.get(field) ?? []);
      return parting === undefined ? [] : [{ object, field, ...parting }];
    });
  });
}

type Evolution = readonly Moment[];
type Fields = ReadonlyMap<string, Evolution>;

function firstApart(
  left: Evolution,
  right: Evolution,
): Pick<Parting, 'left' | 'right'> | undefined {
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [one, other] = [left[index], right[index]];
    if (one?.atMs === other?.atMs && one?.value === other?.value) continue;
    const atMs = Math.min(one?.atMs ?? Infinity, other?.atMs ?? Infinity);
    return { left: momentAt(left, atMs), right: momentAt(right, atMs) };
  }
  return undefined;
}

function momentAt(evolution: Evolution, atMs: number): Moment {
  return { atMs, value: evolution.findLast((moment) => moment.atMs <= atMs)?.value };
}

/** Returns by object the values of each field of its status over time. */
function evolutionsIn({ past, head: { startMs } }: RunLog): ReadonlyMap<string, Fields> {
  const found = new Map<string, Map<string, Moment[]>>();
  for (const { value, time } of past.changes()) {
    const { status } = value as { readonly status?: unknown };
    if (status === undefined) continue;
    const { name, namespace } = value.metadata;
    const key = keyOf({ kind: value.kind, namespace, name });
    const fields = found.get(key) ?? new Map<string, Moment[]>();
    found.set(key, fields);
    const now = leavesOf(status);
    for (const field of new Set([...fields.keys(), ...now.keys()])) {
      const evolution = fields.get(field) ?? [];
      fields.set(field, evolution);
      const leaf = now.get(field);
      if (evolution.at(-1)?.value === leaf) continue;
      // What comes and goes in an instant is how a release works, not what it shows.
      const atMs = time - startMs;
      if (evolution.at(-1)?.atMs === atMs) evolution.pop();
      if (evolution.at(-1)?.value !== leaf) evolution.push({ atMs, value: leaf });
    }
  }
  return found;
}

function keyOf({ kind, namespace = '', name }: Omit<Evolving, 'label'>): string {
  return `${kind} ${namespace}/${name}`;
}

/** They are otherwise in each run, in references to other objects. */
const CHANCE = new Set(['uid', 'resourceVersion']);

function withoutChance(name: string, value: unknown): unknown {
  return CHANCE.has(name) ? undefined : value;
}

/** They follow from when the rest changes. */
const TIMES = /(?:Time|Timestamp)$/;

interface Condition {
  readonly type: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Returns status, reason and message of a condition, which change together: `True (DeadlineExceeded: it took too long)`. */
function conditionText({ status = 'Unknown', reason, message }: Condition): string {
  const because = [reason, message].filter((text) => text !== undefined && text !== '');
  return because.length === 0 ? status : `${status} (${because.join(': ')})`;
}

/** Returns the values of a status by path, as JSON; those of conditions by their type. */
function leavesOf(status: unknown): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (TIMES.test(path) || value === undefined || value === null) return;
    if (Array.isArray(value) && path.endsWith('.conditions')) {
      for (const condition of value as readonly Condition[]) {
        leaves.set(`${path}[${condition.type}]`, conditionText(condition));
      }
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [name, part] of Object.entries(value)) walk(part, `${path}.${name}`);
    } else leaves.set(path, JSON.stringify(value, withoutChance));
  };
  walk(status, 'status');
  return leaves;
}
