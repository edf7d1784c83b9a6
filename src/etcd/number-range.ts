/** A range of numbers that services are given, with those that are taken, as v1.24 keeps it in etcd. */
import type { Condition, Operation } from './driver/messages.ts';
import { Fields } from './driver/protobuf.ts';
import { changedBits, hasBit } from './bits.ts';

export interface NumberRangeOptions {
  /** In etcd. */
  readonly key: string;
  /** As v1.24 writes it: `10.96.0.0/12`, `30000-32767`. */
  readonly text: string;
  readonly first: number;
  readonly size: number;
  /** Called for what is there that is not such a range, or another one: it is left alone. */
  readonly onForeign: (key: string, why: string) => void;
}

/** What a transaction compares and writes to change a range. */
export interface RangeChange {
  readonly condition: Condition & { readonly revision: number };
  readonly operation: Operation & { readonly value: string };
}

/** What etcd has at a revision; without a value: nothing. */
export interface Latest {
  readonly revision: number;
  readonly value?: Buffer;
}

interface Known {
  readonly taken: Buffer;
  /** Another range than here: numbers mean something else. */
  readonly isForeign: boolean;
}

const nothing: Known = { taken: Buffer.alloc(0), isForeign: false };

export class NumberRange {
  readonly key: string;
  readonly #options: NumberRangeOptions;
  #latest: Latest = { revision: 0 };
  /** Made of the latest when it is needed. */
  #known: Known | undefined;
  #isForeign = false;

  constructor(options: NumberRangeOptions) {
    this.#options = options;
    this.key = options.key;
  }

  /** Takes over what etcd has, unless something later is known. */
  note(latest: Latest): void {
    if (latest.revision <= this.#latest.revision) return;
    this.#latest = latest;
    this.#known = undefined;
  }

  /** What a transaction must find to change it: the revision of the key, 0 where it does not exist. */
  get revision(): number {
    return this.#latest.value === undefined ? 0 : this.#latest.revision;
  }

  isTaken(number: number): boolean {
    return this.#contains(number) && hasBit(this.#state.taken, number - this.#options.first);
  }

  /** Undefined where nothing changes. */
  change(added: readonly number[], removed: readonly number[]): RangeChange | undefined {
    const { taken, isForeign } = this.#state;
    const next = changedBits(taken, this.#offsets(added), this.#offsets(removed));
    if (isForeign || next.equals(taken)) return undefined;
    return {
      condition: { key: this.key, revision: this.revision },
      operation: { put: this.key, value: this.#encode(next) },
    };
  }

  #offsets(numbers: readonly number[]): number[] {
    const { first } = this.#options;
    return numbers.filter((number) => this.#contains(number)).map((number) => number - first);
  }

  #contains(number: number): boolean {
    const { first, size } = this.#options;
    return !this.#state.isForeign && number >= first && number < first + size;
  }

  get #state(): Known {
    const { value } = this.#latest;
    this.#known ??= value === undefined ? nothing : this.#read(value);
    return this.#known;
  }

  #read(value: Buffer): Known {
    const { key, text, onForeign } = this.#options;
    const read = decode(value);
    const isForeign = read?.range !== text;
    // Reported once, not with each number that is given away.
    if (isForeign && !this.#isForeign)
      onForeign(key, `is ${read?.range ?? 'not a range'}, not ${text}`);
    this.#isForeign = isForeign;
    return { taken: read?.taken ?? nothing.taken, isForeign };
  }

  #encode(taken: Buffer): string {
    return JSON.stringify({
      ...{ kind: 'RangeAllocation', apiVersion: 'v1', metadata: { creationTimestamp: null } },
      ...{ range: this.#options.text, data: taken.toString('base64') },
    });
  }
}

interface Decoded {
  readonly range: string;
  readonly taken: Buffer;
}

/** JSON, or protobuf behind its prefix. Undefined: neither. */
function decode(value: Buffer): Decoded | undefined {
  try {
    if (value.subarray(0, 4).equals(Buffer.from('k8s\0'))) {
      return { range: '', taken: nothing.taken, ...fromProtobuf(value.subarray(4)) };
    }
    const { range, data } = JSON.parse(value.toString('utf8')) as { range: string; data?: string };
    return { range, taken: Buffer.from(data ?? '', 'base64') };
  } catch {
    return undefined;
  }
}

const fields = { raw: 2, range: 2, data: 3 } as const;

function fromProtobuf(unknown: Buffer): Partial<Decoded> {
  const outer = new Fields(unknown);
  while (outer.next()) {
    if (outer.field === fields.raw) return rangeIn(new Fields(outer.bytes()));
    outer.skip();
  }
  return {};
}

function rangeIn(message: Fields): Partial<Decoded> {
  let read: Partial<Decoded> = {};
  while (message.next()) {
    if (message.field === fields.range) read = { ...read, range: message.text() };
    else if (message.field === fields.data) read = { ...read, taken: message.bytes() };
    else message.skip();
  }
  return read;
}
