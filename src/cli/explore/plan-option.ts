/** What `--plan` names: a plan as reports print it, or a file with one of ours or of Sieve's. */
import {
  CaseError,
  isSievePlan,
  planOf,
  planOfSieve,
  readSievePlan,
  readValue,
  type Plan,
  type Setting,
  type Undisturbed,
} from '#grade';
import { textOf } from '../grade/setup.ts';
import { UsageError } from '../usage-error.ts';

/** A plan of Sieve's says when by what happens in an undisturbed run. */
export type PlansFrom = readonly Plan[] | ((undisturbed: Undisturbed) => readonly Plan[]);

/** @throws {UsageError} */
export function plansFrom(option: string, setting: Setting): PlansFrom {
  const isText = option.trimStart().startsWith('[');
  const text = isText ? option : textOf(option, '--plan');
  const where = isText ? '--plan' : `--plan ${option}`;
  return orUsageError(() => {
    const value = readValue(text, where);
    if (!isSievePlan(value)) return [checked(planOf(value, where), where, setting)];
    const plan = readSievePlan(value, where);
    return (undisturbed) => orUsageError(() => [planOfSieve(plan, undisturbed)]);
  });
}

function checked(plan: Plan, where: string, { client }: Setting): Plan {
  const order = plan.findIndex(({ type }) => type === 'order');
  if (order < 0 || 'controllers' in client) return plan;
  throw new CaseError(
    `${where}[${order}]: the order of events and reconciles can be chosen only of --controllers, not of a command`,
  );
}

function orUsageError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CaseError) throw new UsageError(error.message);
    throw error;
  }
}
