/** Doing many similar calls in growing batches. */
import { messageOf } from './error-text.ts';

export interface SlowStartResult {
  /** How many calls succeeded. The others failed, or were never made. */
  readonly succeeded: number;
  /** What failed, in the order of the calls: all from one batch. */
  readonly errors: readonly unknown[];
}

/**
 * Calls `run` with 0, 1, ... `count` - 1 in batches of 1, 2, 4, 8 and so on, each all at once. A
 * failure in a batch skips the batches after it, so that a quota that is used up costs few calls.
 * Never throws for what `run` throws.
 */
export async function slowStart(
  count: number,
  run: (index: number) => Promise<void>,
): Promise<SlowStartResult> {
  let succeeded = 0;
  for (let begin = 0, size = 1; begin < count; begin += size, size *= 2) {
    const errors = await allAtOnce(begin, Math.min(count, begin + size), run);
    succeeded += Math.min(count - begin, size) - errors.length;
    if (errors.length > 0) return { succeeded, errors };
  }
  return { succeeded, errors: [] };
}

/** Calls `run` with every item, all at once, and returns what failed, in the order of the items. */
export async function forAll<T>(
  items: readonly T[],
  run: (item: T) => Promise<void>,
): Promise<readonly unknown[]> {
  return allAtOnce(0, items.length, (index) => run(items[index]!));
}

/** Throws what failed: a single error as it is, several as one that lists their messages. */
export function throwAny(errors: readonly unknown[]): void {
  if (errors.length === 0) return;
  if (errors.length === 1) throw errors[0];
  const messages = errors.map(messageOf);
  throw new AggregateError(errors, `[${[...new Set(messages)].join(', ')}]`);
}

async function allAtOnce(
  begin: number,
  end: number,
  run: (index: number) => Promise<void>,
): Promise<unknown[]> {
  const calls: Promise<void>[] = [];
  for (let index = begin; index < end; index++) calls.push(run(index));
  const results = await Promise.allSettled(calls);
  return results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
}
