/** Running totals of what objects use: a change costs the evaluation of one object, not of all. */
import { quantityOf, type ExactQuantity, type KubeObject, type QuantityFormat } from '#values';
import type { Amounts, QuotaEvaluator } from '#kinds';
import type { Lister } from '#runtime';

/** Totals of the objects of one resource, in those namespaces that were queried. */
export class Tallies {
  readonly #evaluator: QuotaEvaluator;
  readonly #objects: Lister<KubeObject>;
  readonly #tallies = new Map<string, Tally>();

  constructor(evaluator: QuotaEvaluator, objects: Lister<KubeObject>) {
    this.#evaluator = evaluator;
    this.#objects = objects;
  }

  /** To be called for every object that is added, changed or deleted. */
  changed({ metadata: { namespace, name } }: KubeObject): void {
    this.#tallies.get(namespace!)?.changed(name);
  }

  /** What the objects of a namespace take: see {@link Tally.usage}. */
  usage(namespace: string, names: readonly string[], now: number): Amounts | undefined {
    let tally = this.#tallies.get(namespace);
    if (tally === undefined) {
      tally = new Tally(this.#evaluator, this.#objects, namespace);
      this.#tallies.set(namespace, tally);
    }
    return tally.usage(names, now);
  }

  forget(namespace: string): void {
    this.#tallies.delete(namespace);
  }
}

/** What all together take under one name. */
interface Total {
  sum: ExactQuantity;
  /** How many amounts, other than zero, are written in each format. */
  readonly formats: Map<QuantityFormat, number>;
}

class Tally {
  readonly #evaluator: QuotaEvaluator;
  readonly #objects: Lister<KubeObject>;
  readonly #namespace: string;
  /** Names of the objects that have changed since they were last counted. */
  readonly #changed = new Set<string>();
  /** What the objects took then, by name. */
  readonly #taken = new Map<string, Amounts>();
  /** Objects that are being deleted: what they take changes with the time alone. */
  readonly #leaving = new Map<string, KubeObject>();
  readonly #totals = new Map<string, Total>();

  constructor(evaluator: QuotaEvaluator, objects: Lister<KubeObject>, namespace: string) {
    this.#evaluator = evaluator;
    this.#objects = objects;
    this.#namespace = namespace;
    for (const { metadata } of objects.list(namespace)) this.#changed.add(metadata.name);
  }

  changed(name: string): void {
    this.#changed.add(name);
  }

  /**
   * What is taken under these names, zero included; undefined where amounts of one name are written
   * in several formats: that of their sum depends on the order in which they are added.
   *
   * @param now virtual time, ms
   */
  usage(names: readonly string[], now: number): Amounts | undefined {
    this.#lookAtChanged();
    const leaving: Amounts[] = [];
    for (const object of this.#leaving.values()) leaving.push(this.#evaluator.usage(object, now));
    const usage = new Map<string, ExactQuantity>();
    for (const name of names) {
      const amount = this.#amountOf(name, leaving);
      if (amount === undefined) return undefined;
      usage.set(name, amount);
    }
    return usage;
  }

  #amountOf(name: string, leaving: readonly Amounts[]): ExactQuantity | undefined {
    const total = this.#totals.get(name);
    if (total !== undefined && total.formats.size > 1) return undefined;
    let sum = total?.sum ?? zero;
    let format = total?.formats.keys().next().value;
    for (const amounts of leaving) {
      const amount = amounts.get(name);
      if (amount === undefined || amount.isZero()) continue;
      format ??= amount.format;
      if (amount.format !== format) return undefined;
      sum = sum.add(amount);
    }
    return format === undefined || format === sum.format
      ? sum
      : quantityOf(sum.unscaled, sum.exponent, format);
  }

  #lookAtChanged(): void {
    for (const name of this.#changed) {
      const before = this.#taken.get(name);
      if (before !== undefined) this.#add(before, -1);
      this.#taken.delete(name);
      this.#leaving.delete(name);
      const object = this.#objects.get(this.#namespace, name);
      if (object === undefined) continue;
      if (object.metadata.deletionTimestamp != null) {
        this.#leaving.set(name, object);
        continue;
      }
      const amounts = this.#evaluator.usage(object, 0);
      this.#taken.set(name, amounts);
      this.#add(amounts, 1);
    }
    this.#changed.clear();
  }

  /** Adds amounts to the totals, or takes them back. */
  #add(amounts: Amounts, sign: 1 | -1): void {
    for (const [name, amount] of amounts) {
      if (amount.isZero()) continue;
      let total = this.#totals.get(name);
      if (total === undefined) {
        total = { sum: zero, formats: new Map() };
        this.#totals.set(name, total);
      }
      const { format } = amount;
      total.sum = sign > 0 ? total.sum.add(amount) : total.sum.sub(amount);
      const count = (total.formats.get(format) ?? 0) + sign;
      if (count === 0) total.formats.delete(format);
      else total.formats.set(format, count);
    }
  }
}

const zero = quantityOf(0);
