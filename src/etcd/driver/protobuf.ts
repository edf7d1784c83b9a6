/** The protobuf wire format, as far as etcd's messages need it: varints, bytes and messages. */

const varintType = 0;
const fixed64Type = 1;
const delimitedType = 2;
const fixed32Type = 5;

/** Below it numbers are exact. */
const lowBits = 7;

/** A message to send. Fields with their default (0, empty, false) are left out, as in proto3. */
export class Message {
  readonly #parts: Uint8Array[] = [];

  number(field: number, value: number | bigint): this {
    return Number(value) === 0 ? this : this.exactNumber(field, value);
  }

  /** A number that is sent although it may be 0: the value of a `oneof`. */
  exactNumber(field: number, value: number | bigint): this {
    this.#parts.push(varint((field << 3) | varintType), varint(value));
    return this;
  }

  flag(field: number, value: boolean | undefined): this {
    return value === true ? this.exactNumber(field, 1) : this;
  }

  bytes(field: number, value: Uint8Array | string | undefined): this {
    if (value === undefined || value.length === 0) return this;
    return this.#delimited(field, typeof value === 'string' ? Buffer.from(value) : value);
  }

  message(field: number, value: Message): this {
    return this.#delimited(field, value.finish());
  }

  finish(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  #delimited(field: number, bytes: Uint8Array): this {
    this.#parts.push(varint((field << 3) | delimitedType), varint(bytes.length), bytes);
    return this;
  }
}

/** Not negative. */
function varint(value: number | bigint): Uint8Array {
  if (typeof value === 'number' && value < 0x80) return Uint8Array.of(value);
  const bytes: number[] = [];
  let rest = BigInt(value);
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

/** Reads the fields of a message, one after the other. */
export class Fields {
  readonly #bytes: Buffer;
  #at = 0;
  #type = varintType;
  /** The number of the field that {@link next} has found. */
  field = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Finds the next field, whose value must be read or skipped; false at the end. */
  next(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    const tag = this.number();
    this.field = Math.floor(tag / 8);
    this.#type = tag % 8;
    return true;
  }

  /** Exact up to 2^53: for revisions and counts. */
  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 2 ** lowBits) {
      const byte = this.#byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  /** A number of 64 bits, such as the id of a lease. */
  long(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
  }

  /** A part of the message's own memory. */
  bytes(): Buffer {
    const length = this.number();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new Error('a message of etcd is cut off');
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  text(): string {
    return this.bytes().toString('utf8');
  }

  skip(): void {
    switch (this.#type) {
      case varintType:
        while (this.#byte() >= 0x80);
        break;
      case fixed64Type:
        this.#at += 8;
        break;
      case delimitedType:
        this.bytes();
        break;
      case fixed32Type:
        this.#at += 4;
        break;
      default:
        throw new Error(`a message of etcd has a field of the unknown type ${this.#type}`);
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Error('a message of etcd is cut off');
    return byte;
  }
}
