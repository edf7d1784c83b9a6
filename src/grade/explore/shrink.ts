/** From a plan that fails to a smaller one that still does. */
import type { Disturbance, Plan } from './plan.ts';

/** What is done with plans meanwhile. */
export interface Attempts<T> {
  /** Whether one fails, as far as haste can tell. */
  fails(plan: Plan): Promise<boolean>;
  /** Looks closer at one that seems to. */
  confirm(plan: Plan): Promise<T>;
}

/**
 * Leaves out disturbances one by one, and makes those that are left simpler, as long as it fails. What is the smallest so
 * far is confirmed side by side with the attempts to make it smaller.
 * @param most how many plans are tried at most @param atOnce how many side by side
 */
export async function shrink<T>(
  plan: Plan,
  { fails, confirm }: Attempts<T>,
  { most, atOnce }: { readonly most: number; readonly atOnce: number },
): Promise<{ readonly plan: Plan; readonly confirmed: T }> {
  let smallest = plan;
  let candidates = simpler(smallest);
  let confirming = confirm(smallest);
  for (let left = most; left > 0 && candidates.length > 0;) {
    const tried = candidates.slice(0, Math.min(atOnce, left));
    left -= tried.length;
    const [failed] = await Promise.all([Promise.all(tried.map(fails)), confirming]);
    const found = tried[failed.indexOf(true)];
    candidates = found === undefined ? candidates.slice(tried.length) : simpler(found);
    if (found === undefined) continue;
    smallest = found;
    confirming = confirm(smallest);
  }
  return { plan: smallest, confirmed: await confirming };
}

/** Plans that are a little simpler, the simplest first. */
export function simpler(plan: Plan): readonly Plan[] {
  const fewer = plan.length === 1 ? [] : plan.map((_, i) => plan.filter((__, at) => at !== i));
  const plainer = plan.flatMap((each, i) =>
    plainerOf(each).map((other) => plan.map((old, at) => (at === i ? other : old))),
  );
  return [...fewer, ...plainer];
}

function plainerOf(each: Disturbance): readonly Disturbance[] {
  switch (each.type) {
    case 'stale':
    case 'unseen':
    case 'rewind': {
      const { change, count, ...whole } = each;
      const shorter = each.through > each.step ? [{ ...each, through: each.through - 1 }] : [];
      const first = count !== undefined && count > 1 ? [{ ...each, count: 1 }] : [];
      return change === undefined ? shorter : [whole, ...shorter, ...first];
    }
    case 'kill': {
      const plain = each.lagging ? [{ ...each, lagging: false }] : [];
      return each.count > 1 ? [...plain, { ...each, count: 1 }] : plain;
    }
    case 'conflict': {
      const once = each.times > 1 ? [{ ...each, times: 1 }] : [];
      return each.count > 1 ? [...once, { ...each, count: 1 }] : once;
    }
    case 'expire':
      return each.count > 1 ? [{ ...each, count: 1 }] : [];
    case 'race':
    case 'away':
      return each.through > each.step ? [{ ...each, through: each.through - 1 }] : [];
    case 'order': {
      const { step, through } = each;
      if (step === through) return [];
      return [
        { ...each, through: through - 1 },
        { ...each, step: step + 1 },
      ];
    }
    case 'touch':
      return [];
  }
}
