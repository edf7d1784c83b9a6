/**
 * The numbers that services of all servers have: what a service is given, and gives back, is written in the
 * transaction that writes the service. So no number is given away twice, by real API servers either: they keep theirs in
 * the same two keys.
 */
import { defaultServiceIpRange, ipsOfService, nodePortRange, portsOfService } from '#kinds';
import { parseIpv4Range, type KubeObject } from '#values';
import type { Service } from '#types';
import { TakenError } from '#store';
import type { Condition, Operation, TxnAnswer, WatchEvent } from './driver/messages.ts';
import type { Etcd } from './driver/etcd.ts';
import { NumberRange, type NumberRangeOptions, type RangeChange } from './number-range.ts';

/** The bucket of services. */
export const services = 'services';

/** What is added to the transaction of a service. */
export interface Claim {
  readonly conditions: readonly Condition[];
  readonly operations: readonly Operation[];
  /** Reads, for when it fails. */
  readonly otherwise: readonly Operation[];
}

export const noClaim: Claim = { conditions: [], operations: [], otherwise: [] };

/** How often others may come first. */
const mostTries = 50;

/** What of a service a range is about. */
interface AllocatedRange {
  readonly range: NumberRange;
  readonly of: (service: Service | undefined) => readonly number[];
}

export class ServiceRanges {
  readonly #etcd: Etcd;
  readonly #ips: AllocatedRange;
  readonly #ports: AllocatedRange;
  #last: Promise<unknown> = Promise.resolve();

  /** @param keyOf of a path below the prefix of all keys */
  constructor(
    etcd: Etcd,
    keyOf: (path: string) => string,
    onForeign: NumberRangeOptions['onForeign'],
  ) {
    this.#etcd = etcd;
    const { base, size } = parseIpv4Range(defaultServiceIpRange)!;
    const { first, size: ports } = nodePortRange;
    this.#ips = {
      range: new NumberRange({
        ...{ key: keyOf('ranges/serviceips'), text: defaultServiceIpRange, onForeign },
        // Without the network address and the broadcast address.
        ...{ first: base + 1, size: size - 2 },
      }),
      of: ipsOfService,
    };
    this.#ports = {
      range: new NumberRange({
        ...{ key: keyOf('ranges/servicenodeports'), text: `${first}-${first + ports - 1}` },
        ...{ first, size: ports, onForeign },
      }),
      of: portsOfService,
    };
  }

  get #parts(): readonly AllocatedRange[] {
    return [this.#ips, this.#ports];
  }

  /** Reads both, and adds what services have that were written without them. @throws {EtcdError} */
  async begin(all: readonly KubeObject[]): Promise<void> {
    for (const part of this.#parts) {
      const { key } = part.range;
      const { found, revision } = await this.#etcd.range({ key });
      part.range.note(found[0] ?? { revision });
      await this.#repair(part, all as readonly Service[]);
    }
  }

  async #repair({ range, of }: AllocatedRange, all: readonly Service[]): Promise<void> {
    for (let tries = 0; tries < mostTries; tries++) {
      const change = range.change(all.flatMap(of), []);
      if (change === undefined) return;
      const { condition, operation } = change;
      const answer = await this.#etcd.txn({
        ...{ if: [condition], then: [operation], else: [{ get: range.key }] },
      });
      if (answer.succeeded) learn(range, change, answer);
      else compared(range, answer);
    }
  }

  /** Takes over what etcd reports. */
  note({ isDeletion, kv: { key, revision, value } }: WatchEvent): void {
    const part = this.#parts.find(({ range }) => range.key === key);
    part?.range.note(isDeletion ? { revision } : { revision, value });
  }

  /**
   * Writes a service whose numbers change, or deletes it.
   * @param before the service so far @param write does it, with what it is given
   * @throws {TakenError} when it wants a number that another one has
   */
  async storing(
    before: () => KubeObject | undefined,
    after: KubeObject | undefined,
    write: (claim: Claim) => Promise<TxnAnswer>,
  ): Promise<TxnAnswer> {
    const [old, next] = [before() as Service | undefined, after as Service | undefined];
    if (this.#parts.every(({ of }) => isSame(of(old), of(next)))) return write(noClaim);
    // One after the other: each compares what the one before has left.
    const stored = this.#last.then(() =>
      this.#tried(before as () => Service | undefined, next, write),
    );
    this.#last = stored.catch(() => undefined);
    return stored;
  }

  async #tried(
    before: () => Service | undefined,
    next: Service | undefined,
    write: (claim: Claim) => Promise<TxnAnswer>,
  ): Promise<TxnAnswer> {
    for (let tries = 1; ; tries++) {
      const changes = this.#changes(before(), next);
      const answer = await write({
        conditions: changes.map(({ change }) => change.condition),
        operations: changes.map(({ change }) => change.operation),
        otherwise: this.#parts.map(({ range }) => ({ get: range.key })),
      });
      if (answer.succeeded) {
        for (const { range, change } of changes) learn(range, change, answer);
        return answer;
      }
      for (const { range } of this.#parts) compared(range, answer);
      const isBehind = changes.some(
        ({ range, change }) => range.revision !== change.condition.revision,
      );
      if (!isBehind || tries === mostTries) return answer;
    }
  }

  /** @throws {TakenError} */
  #changes(
    old: Service | undefined,
    next: Service | undefined,
  ): readonly { readonly range: NumberRange; readonly change: RangeChange }[] {
    const [ips, ports] = this.#parts.map(({ range, of }) => {
      const had = of(old);
      return of(next).filter((number) => !had.includes(number) && range.isTaken(number));
    }) as [number[], number[]];
    if (ips.length + ports.length > 0) throw new TakenError({ ips, ports });
    return this.#parts.flatMap(({ range, of }) => {
      const [had, has] = [of(old), of(next)];
      const change = range.change(
        has,
        had.filter((number) => !has.includes(number)),
      );
      return change === undefined ? [] : { range, change };
    });
  }
}

/** Takes over what a transaction has written. */
function learn(range: NumberRange, { operation }: RangeChange, { revision }: TxnAnswer): void {
  range.note({ revision, value: Buffer.from(operation.value) });
}

/** Takes over what a transaction that failed has found. */
function compared(range: NumberRange, { found, revision }: TxnAnswer): void {
  const kv = found.find(({ key }) => key === range.key);
  range.note(kv === undefined ? { revision } : { revision: kv.revision, value: kv.value });
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((number, at) => number === others[at]);
}
