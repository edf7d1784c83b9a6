/**
 * Whether a history could come of one copy of the data: whether its calls can be put in an order that keeps to the times
 * at which they began and ended, and in which each answers what the ones before it have led to. Keys are independent, so each is
 * checked by itself; there, calls are tried one after the other, and what was reached before is not tried twice.
 */

/** A state of a key; undefined: there is nothing. */
export type Held = { readonly revision: number; readonly mark: string } | undefined;

/** What a call was, and what it answered. */
export type Did =
  | { readonly read: Held }
  /** A write of a mark (undefined: a deletion) where the revision is the expected one (0: where there is nothing). */
  | {
      readonly expected: number;
      readonly mark: string | undefined;
      /** Of the write; undefined: refused, because another revision is there. */
      readonly revision: number | undefined;
    };

export type Call = Did & {
  readonly key: string;
  /** Places in one order of all beginnings and ends. */
  readonly began: number;
  readonly ended: number;
};

/** A write without an answer: whether it was carried out is not known. */
export interface Unanswered {
  readonly key: string;
  readonly expected: number;
  readonly mark: string | undefined;
  readonly began: number;
}

/** Notes calls as they begin and end. */
export class History {
  readonly calls: Call[] = [];
  readonly unanswered: Unanswered[] = [];
  /** How many calls have failed. */
  failures = 0;
  #now = 0;

  async call(key: string, perform: () => Promise<Did>): Promise<void> {
    const began = ++this.#now;
    const did = await perform();
    this.calls.push({ ...did, key, began, ended: ++this.#now });
  }

  /** A call that may fail. @param write what it is to do, unless it only reads */
  async attempt(
    key: string,
    write: { readonly expected: number; readonly mark: string | undefined } | undefined,
    perform: () => Promise<Did>,
  ): Promise<void> {
    const began = this.#now + 1;
    try {
      await this.call(key, perform);
    } catch {
      this.failures++;
      if (write !== undefined) this.unanswered.push({ key, ...write, began });
    }
  }
}

/** The keys for which there is no such order. */
export function unexplained(calls: readonly Call[]): readonly string[] {
  const keys = [...new Set(calls.map(({ key }) => key))];
  return keys.filter((key) => !canBeOrdered(calls.filter((call) => call.key === key)));
}

function canBeOrdered(calls: readonly Call[]): boolean {
  const tried = new Set<string>();
  /** What is left of the calls, as their places, and the state so far. */
  const open: (readonly [readonly number[], Held])[] = [[calls.map((_, at) => at), undefined]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [left, held] = next;
    if (left.length === 0) return true;
    const reached = `${left.join()} ${held?.revision} ${held?.mark}`;
    if (tried.has(reached)) continue;
    tried.add(reached);
    const firstEnd = Math.min(...left.map((at) => calls[at]!.ended));
    for (const at of left) {
      const call = calls[at]!;
      // One that ended before this one began comes first.
      if (call.began > firstEnd) continue;
      const after = applied(call, held);
      if (after !== 'impossible') open.push([left.filter((other) => other !== at), after]);
    }
  }
  return false;
}

function applied(call: Did, held: Held): Held | 'impossible' {
  if ('read' in call) return isSame(call.read, held) ? held : 'impossible';
  const { expected, mark, revision } = call;
  const matches = (held?.revision ?? 0) === expected;
  if (revision === undefined) return matches ? 'impossible' : held;
  if (!matches || revision <= expected) return 'impossible';
  return mark === undefined ? undefined : { revision, mark };
}

function isSame(one: Held, other: Held): boolean {
  return one?.revision === other?.revision && one?.mark === other?.mark;
}
