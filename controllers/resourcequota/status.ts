/** The status of a quota, as its count makes it: pure. */
import { amountsOf, quantitiesOf, type Amounts } from '#kinds';
import type { ResourceQuota } from '#types';

type Status = ResourceQuota['status'];

/**
 * The status to write, or the stored one itself when there is nothing to say: the limits of the
 * spec, and what is used of each. What nothing counts keeps the use that it is said to have.
 *
 * @param usage what the namespace uses of all that some resource counts for
 */
export function nextStatus({ spec, status }: ResourceQuota, usage: Amounts): Status {
  const hard = amountsOf(spec.hard);
  const before = amountsOf(status.used);
  const used = new Map([...before, ...usage].filter(([name]) => hard.has(name)));
  const isComplete = status.hard !== undefined && status.used !== undefined;
  if (isComplete && isSame(hard, amountsOf(status.hard)) && isSame(used, before)) return status;
  const isUsed = used.size > 0;
  if (hard.size === 0) return isUsed ? { used: quantitiesOf(used) } : {};
  return { hard: quantitiesOf(hard), ...(isUsed && { used: quantitiesOf(used) }) };
}

/** Whether the same names have the same amounts, however these are written. */
export function isSame(a: Amounts, b: Amounts): boolean {
  if (a.size !== b.size) return false;
  for (const [name, amount] of a) {
    const other = b.get(name);
    if (other === undefined || amount.cmp(other) !== 0) return false;
  }
  return true;
}
