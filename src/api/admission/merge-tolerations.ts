import type { Toleration } from '#types';
import type { Resumable } from '#values';

/** How many tolerations are merged between two pauses. */
const atOnce = 1000;

/**
 * The tolerations without those that others cover: one that is kept already, or a later one that is
 * not equal (of equal ones the first stays).
 */
export function* mergingTolerations(all: readonly Toleration[]): Resumable<readonly Toleration[]> {
  const claims: Claim[] = [];
  for (const [index, toleration] of all.entries()) {
    if (index % atOnce === atOnce - 1) yield;
    claims.push(claimOf(toleration));
  }
  const later = new Cover();
  const comes = new Set<Claim>();
  for (let index = claims.length - 1; index >= 0; index--) {
    if (index % atOnce === atOnce - 1) yield;
    const claim = claims[index]!;
    if (later.coversByOther(claim)) comes.add(claim);
    later.add(claim);
  }
  const cover = new Cover();
  const merged: Toleration[] = [];
  for (const [index, claim] of claims.entries()) {
    if (index % atOnce === atOnce - 1) yield;
    if (comes.has(claim) || cover.covers(claim)) continue;
    cover.add(claim);
    merged.push(all[index]!);
  }
  return merged;
}

/** The properties of a toleration that decide what covers it. */
interface Claim {
  /** Equal for equal tolerations. */
  readonly text: string;
  /** How long it tolerates, in seconds. */
  readonly seconds: number;
  /** What it covers, together with its seconds; absent for one that covers only equal ones. */
  readonly group: string | undefined;
  /** The groups in which others cover it, if they last at least as long. */
  readonly wider: readonly string[];
}

const allKeys = null;
const allValues = null;

function claimOf(toleration: Toleration): Claim {
  const { key, operator, value, effect, tolerationSeconds } = toleration;
  const [ownKey, ownEffect, ownValue] = [key ?? '', effect ?? '', value ?? ''];
  // An absent operator means Equal, but is not equal to it in the covered toleration.
  const values = operator === 'Equal' ? [allValues, ownValue] : [allValues];
  return {
    text: JSON.stringify([key, operator, value, effect, tolerationSeconds]),
    seconds: tolerationSeconds ?? Infinity,
    group: groupOf(toleration),
    wider: [allKeys, ownKey].flatMap((wideKey) =>
      [...new Set(['', ownEffect])].flatMap((wideEffect) =>
        values.map((wideValue) => JSON.stringify([wideKey, wideEffect, wideValue])),
      ),
    ),
  };
}

function groupOf({ key, operator, value, effect }: Toleration): string | undefined {
  if (operator === 'Exists') return JSON.stringify([key || allKeys, effect ?? '', allValues]);
  if (operator && operator !== 'Equal') return undefined;
  return JSON.stringify([key ?? '', effect ?? '', value ?? '']);
}

/** The two of a group that last longest and are not equal. */
interface Longest {
  readonly text: string;
  readonly seconds: number;
  readonly next?: Longest;
}

/** What several tolerations cover together. */
class Cover {
  readonly #texts = new Set<string>();
  readonly #groups = new Map<string, Longest>();

  add({ text, seconds, group }: Claim): void {
    this.#texts.add(text);
    if (group === undefined) return;
    // The duration matters only where pods are evicted.
    const lasts = (JSON.parse(group) as unknown[])[1] === 'NoExecute' ? seconds : Infinity;
    const first = this.#groups.get(group);
    if (first === undefined || (first.text !== text && lasts > first.seconds)) {
      const next = first && { text: first.text, seconds: first.seconds };
      this.#groups.set(group, { text, seconds: lasts, next });
    } else if (first.text !== text && lasts > (first.next?.seconds ?? -Infinity)) {
      this.#groups.set(group, { ...first, next: { text, seconds: lasts } });
    }
  }

  covers(claim: Claim): boolean {
    return this.#texts.has(claim.text) || this.#someLasts(claim, (longest) => longest);
  }

  coversByOther(claim: Claim): boolean {
    return this.#someLasts(claim, (longest) =>
      longest.text === claim.text ? longest.next : longest,
    );
  }

  #someLasts({ wider, seconds }: Claim, of: (longest: Longest) => Longest | undefined): boolean {
    return wider.some((group) => {
      const longest = this.#groups.get(group);
      const lasts = longest === undefined ? undefined : of(longest)?.seconds;
      return lasts !== undefined && lasts >= seconds;
    });
  }
}
