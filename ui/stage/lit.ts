/** What the terms of a sum light up. Pure. */
import { allTermsOf, type Absence, type Explanation } from '#record';
import type { Scene } from '#view';

/** By names as `Pod default/web-1`: what each adds; what does not count is `out`. */
export interface Lit {
  readonly counts: ReadonlyMap<string, string>;
  readonly out: ReadonlySet<string>;
}

/** What a field counts of the pods of ReplicaSets, where terms are ReplicaSets. */
const countedStates: Readonly<Record<string, readonly string[]>> = {
  readyReplicas: ['ready'],
  availableReplicas: ['ready'],
};

export function litBy(found: Explanation | Absence, scene: Scene | undefined): Lit {
  const counts = new Map<string, string>();
  const out = new Set<string>();
  const put = (name: string, isCounted: boolean, amount: unknown): void => {
    if (isCounted) counts.set(name, typeof amount === 'number' ? `+${amount}` : '+1');
    else if (!counts.has(name)) out.add(name);
  };
  const owners = new Map<string, boolean>();
  const terms = found.account === undefined ? [] : allTermsOf(found.account);
  for (const { subject, counts: isCounted, because, amount } of terms) {
    if (!/^[A-Z]\w+ \S+$/.test(subject)) continue;
    put(subject, isCounted, amount);
    owners.set(subject, isCounted);
    const pod = /\bpod ((?:[\w.-]+\/)?[\w.-]+)/.exec(because)?.[1];
    if (subject.startsWith('Node ') && pod !== undefined) {
      const key = scene?.pods?.find(
        ({ key: each }) => each === pod || each.endsWith(`/${pod}`),
      )?.key;
      if (key !== undefined) put(`Pod ${key}`, isCounted, amount);
    }
  }
  const field = 'path' in found ? found.path.replace(/^status\./, '') : '';
  for (const { key, owner, state } of scene?.pods ?? []) {
    const isCounted = owner === undefined ? undefined : owners.get(owner);
    if (isCounted === undefined) continue;
    const states = countedStates[field];
    const has = states === undefined ? state !== 'terminating' : states.includes(state);
    put(`Pod ${key}`, isCounted && has, 1);
  }
  return { counts, out };
}
