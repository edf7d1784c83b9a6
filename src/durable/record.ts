/**
 * How a write, or an object of a snapshot, is kept: its length, a checksum, and a head and the object, both as JSON.
 *
 *     u32 length | u32 crc32 of the rest | u32 length of the head | head | object
 */
import { crc32 } from 'node:zlib';
import type { Millis } from '#clock';
import type { KubeObject, Origin } from '#values';
import type { Change, EntryState, StoreState, Unread, UnreadWrite } from '#store';

/** Begins a file. A reader rejects other versions. */
export const formatName = 'orrery-log/';
export const formatVersion = 1;
export const fileHead = Buffer.from(`${formatName}${formatVersion}\n`);

/** The two numbers before a record. */
export const frameBytes = 8;
/** Of the number at a record's beginning. */
export const headLengthBytes = 4;
/** About what an object takes in memory, for each character of its text. */
const BYTES_PER_CHARACTER = 2;

/** Larger ones are damage: no object is. */
export const longestRecord = 64 * 1024 * 1024;

/** What the head of a write says. */
export interface Head {
  readonly revision: number;
  readonly time: Millis;
  readonly bucket: string;
  readonly key: string;
  readonly type: Change['type'];
  readonly origin: Origin;
  readonly expires?: Millis;
  readonly isRepetition?: true;
}

/** A moment: the clock had reached it. */
interface Mark {
  readonly time: Millis;
}

export function recordOf(change: Change, expires: Millis | undefined): Buffer {
  const { revision, time, bucket, key, type, origin, isRepetition, value } = change;
  const head: Head = {
    ...{ revision, time, bucket, key, type, origin },
    ...(expires !== undefined && { expires }),
    ...(isRepetition === true && { isRepetition }),
  };
  return framed(Buffer.from(JSON.stringify(head)), Buffer.from(JSON.stringify(value)));
}

export function markOf(time: Millis): Buffer {
  return framed(Buffer.from(JSON.stringify({ time } satisfies Mark)), Buffer.alloc(0));
}

/** An object of a snapshot. */
interface HeldHead {
  readonly bucket: string;
  readonly key: string;
  readonly revision: number;
  readonly created: number;
  readonly expires?: Millis;
}

/** Ends a snapshot. */
type StateEnd = Omit<StoreState, 'held'>;

export function stateRecordOf({
  bucket,
  key,
  revision,
  created,
  expires,
  value,
}: EntryState): Buffer {
  const head: HeldHead = {
    bucket,
    key,
    revision,
    created,
    ...(expires !== undefined && { expires }),
  };
  return framed(Buffer.from(JSON.stringify(head)), Buffer.from(JSON.stringify(value)));
}

export function stateEndOf({ revision, time }: StateEnd): Buffer {
  return framed(
    Buffer.from(JSON.stringify({ revision, time } satisfies StateEnd)),
    Buffer.alloc(0),
  );
}

/** Returns what a record of a snapshot says: an object, or that all objects were said. */
export function stateOf(record: Buffer): EntryState | StateEnd {
  const bodyAt = headLengthBytes + record.readUInt32LE(0);
  const head = JSON.parse(record.toString('utf8', headLengthBytes, bodyAt)) as HeldHead | StateEnd;
  if (!('key' in head)) return head;
  const object = new KeptObject(record, bodyAt);
  return {
    ...head,
    bytes: BYTES_PER_CHARACTER * (record.length - bodyAt),
    get value() {
      return object.value;
    },
  };
}

function framed(head: Buffer, body: Buffer): Buffer {
  const length = headLengthBytes + head.length + body.length;
  const record = Buffer.allocUnsafe(frameBytes + length);
  record.writeUInt32LE(length, 0);
  record.writeUInt32LE(head.length, frameBytes);
  head.copy(record, frameBytes + headLengthBytes);
  body.copy(record, frameBytes + headLengthBytes + head.length);
  record.writeUInt32LE(crc32(record.subarray(frameBytes)), 4);
  return record;
}

/**
 * Returns the bytes of the record at this place, behind its frame; undefined where there is none that
 * is whole.
 */
export function recordAt(bytes: Buffer, at: number): Buffer | undefined {
  if (at + frameBytes + headLengthBytes > bytes.length) return undefined;
  const length = bytes.readUInt32LE(at);
  const end = at + frameBytes + length;
  if (length < headLengthBytes || length > longestRecord || end > bytes.length) return undefined;
  const record = bytes.subarray(at + frameBytes, end);
  // Cheap, and wrong nearly everywhere but at a record: the checksum need not be computed.
  if (record.readUInt32LE(0) > length - headLengthBytes || record[headLengthBytes] !== 0x7b) {
    return undefined;
  }
  return crc32(record) === bytes.readUInt32LE(at + 4) ? record : undefined;
}

/**
 * Returns how many bytes the record at this place takes, as far as they tell; undefined where no record can be
 * so long.
 */
export function neededAt(bytes: Buffer, at: number): number | undefined {
  if (at + frameBytes > bytes.length) return frameBytes + headLengthBytes;
  const length = bytes.readUInt32LE(at);
  return length > longestRecord ? undefined : frameBytes + length;
}

/** Returns the write that a record says, whose object begins behind this head. */
export function writeOf(record: Buffer, bodyAt: number, head: Head): UnreadWrite {
  const bytes = BYTES_PER_CHARACTER * (record.length - bodyAt);
  return { of: head, object: new KeptObject(record, bodyAt), bytes, expires: head.expires };
}

/** Its bytes until it is first read: where they are in a piece of a file. */
class KeptObject implements Unread {
  #piece: ArrayBufferLike | undefined;
  readonly #begin: number;
  readonly #length: number;
  #object: KubeObject | undefined;

  constructor(record: Buffer, at: number) {
    this.#piece = record.buffer;
    this.#begin = record.byteOffset + at;
    this.#length = record.length - at;
  }

  get value(): KubeObject {
    if (this.#piece !== undefined) {
      const text = Buffer.from(this.#piece, this.#begin, this.#length).toString('utf8');
      this.#object = JSON.parse(text) as KubeObject;
      this.#piece = undefined;
    }
    return this.#object!;
  }
}
