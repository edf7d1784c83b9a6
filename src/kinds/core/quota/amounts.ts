/** Exact amounts of resources by name, and the arithmetic of quotas on them. */
import { parseQuantity, quantityOf, type ExactQuantity } from '#values';

/** Exact amounts by resource name, such as `requests.cpu`. A map, because names can be any text. */
export type Amounts = ReadonlyMap<string, ExactQuantity>;

/** Amounts in the form of objects. */
export type Quantities = Readonly<Record<string, string>>;

export const zero = quantityOf(0);
export const one = quantityOf(1);

export function amountsOf(quantities: Quantities | undefined): Amounts {
  const amounts = new Map<string, ExactQuantity>();
  for (const name in quantities) amounts.set(name, parseQuantity(quantities[name]!));
  return amounts;
}

/** In the form of objects: canonical and sorted by name. */
export function quantitiesOf(amounts: Amounts): Quantities {
  return Object.fromEntries(sorted(amounts).map(([name, amount]) => [name, amount.toString()]));
}

/** The sum: names that only one side has are kept unchanged. */
export function add(a: Amounts, b: Amounts): Amounts {
  if (b.size === 0) return a;
  if (a.size === 0) return b;
  const sum = new Map(a);
  addTo(sum, b);
  return sum;
}

/** {@link add} in place, for sums of many. */
export function addTo(sum: Map<string, ExactQuantity>, amounts: Amounts): void {
  for (const [name, amount] of amounts) sum.set(name, sum.get(name)?.add(amount) ?? amount);
}

/** Keeps the larger of each, in place; of equal ones the new one, which may have another format. */
export function raiseTo(most: Map<string, ExactQuantity>, amounts: Amounts): void {
  for (const [name, amount] of amounts) {
    const present = most.get(name);
    if (present === undefined || present.cmp(amount) <= 0) most.set(name, amount);
  }
}

/** By how much `a` exceeds `b`; zero where it does not. */
export function excess(a: Amounts, b: Amounts): Amounts {
  const more = new Map<string, ExactQuantity>();
  for (const [name, amount] of a) {
    const other = b.get(name);
    const difference = other === undefined ? amount : amount.sub(other);
    more.set(name, difference.sign() > 0 ? difference : zero);
  }
  return more;
}

/** Only the amounts of these names. */
export function pick(amounts: Amounts, isWanted: (name: string) => boolean): Amounts {
  const picked = new Map<string, ExactQuantity>();
  for (const [name, amount] of amounts) if (isWanted(name)) picked.set(name, amount);
  return picked;
}

export function withoutZeros(amounts: Amounts): Amounts {
  return new Map([...amounts].filter(([, amount]) => !amount.isZero()));
}

/** The names of negative amounts. */
export function negativeNames(amounts: Amounts): readonly string[] {
  return [...amounts].filter(([, amount]) => amount.sign() < 0).map(([name]) => name);
}

/** `limits.memory=1Gi,requests.cpu=500m`: in order of the names. */
export function showAmounts(amounts: Amounts): string {
  return sorted(amounts)
    .map(([name, amount]) => `${name}=${amount.toString()}`)
    .join(',');
}

function sorted(amounts: Amounts): [string, ExactQuantity][] {
  return [...amounts].sort(([a], [b]) => (a < b ? -1 : 1));
}
