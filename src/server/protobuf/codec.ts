/**
 * Values in the protobuf encoding of Kubernetes: a prefix of four bytes, then a message that names
 * the kind and holds the value's own message.
 */
import type { Schemas } from '#schema';
import { runToEnd, type Resumable } from '#values';
import type { KubeObject } from '#values';
import { Messages } from './message.ts';
import { MalformedMessage, MessageReader } from './read.ts';
import { Types, type FindKind } from './types.ts';
import { MessageWriter } from './write.ts';
import { PartsWriter } from './write-parts.ts';

/** The prefix of every body: `k8s` and a zero. */
const prefix = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);

/** The field numbers of runtime.Unknown. */
const unknown = { typeMeta: 1, raw: 2, contentEncoding: 3, contentType: 4 } as const;
/** The field numbers of a watch event. */
const watchEvent = { type: 1, object: 2 } as const;

export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The result of decoding. */
export interface Decoded extends TypeMeta {
  /** With its apiVersion and kind; with nothing else if the kind is unknown. */
  readonly object: object;
}

export class ProtobufCodec {
  readonly #messages = new Messages();
  readonly #types: Types;

  /** @param findKind default: any kind that has a schema */
  constructor(schemas: Schemas, findKind: FindKind = (...names) => schemas.ofKind(...names)) {
    this.#types = new Types(schemas, findKind, this.#messages);
  }

  /**
   * An object, a list, a Status, a discovery document.
   * @throws Error for a kind without a protobuf form
   */
  encode(value: object, meta: TypeMeta): Uint8Array {
    return Buffer.concat(runToEnd(this.encoding(value, meta)));
  }

  /** The same in pieces, encoded in parts. */
  *encoding(value: object, { apiVersion, kind }: TypeMeta): Resumable<readonly Uint8Array[]> {
    const message = this.#types.find(apiVersion, kind);
    if (message === undefined) throw new Error(`${apiVersion} ${kind} has no form in protobuf`);
    const writer = new PartsWriter(this.#messages);
    const raw = yield* writer.message(message, value as Record<string, unknown>);
    const before = new MessageWriter(this.#messages);
    before.strings(unknown.typeMeta, [apiVersion, kind]);
    const after = new MessageWriter(this.#messages);
    after.string(unknown.contentEncoding, '');
    after.string(unknown.contentType, '');
    return [prefix, before.finish(), ...writer.delimited(unknown.raw, raw), after.finish()];
  }

  /**
   * One frame of a watch: its length in four bytes, the most significant first, and then a watch
   * event, which does not name its own kind. The object in it does.
   */
  encodeWatchEvent(type: string, object: object, meta: TypeMeta): Buffer {
    const event = new MessageWriter(this.#messages);
    event.string(watchEvent.type, type);
    event.raw(watchEvent.object, this.encode(object, meta));
    const bytes = event.finish();
    const frame = Buffer.alloc(4 + bytes.length);
    frame.writeUInt32BE(bytes.length);
    frame.set(bytes, 4);
    return frame;
  }

  /**
   * @param expected the kind of bytes that do not name one
   * @throws {MalformedMessage} with the message of Go's decoder
   */
  decode(bytes: Uint8Array, expected?: TypeMeta): Decoded {
    const fields = new MessageReader(this.#messages, bodyOf(bytes)).delimitedFields();
    const meta = this.#typeMeta(fields.get(unknown.typeMeta));
    const apiVersion = meta.apiVersion || (expected?.apiVersion ?? '');
    const kind = meta.kind || (expected?.kind ?? '');
    const message = this.#types.find(apiVersion, kind);
    const raw = fields.get(unknown.raw) ?? new Uint8Array();
    const value =
      message === undefined ? {} : new MessageReader(this.#messages, raw).whole(message);
    return { apiVersion, kind, object: { kind, apiVersion, ...value } as Partial<KubeObject> };
  }

  #typeMeta(bytes: Uint8Array = new Uint8Array()): TypeMeta {
    const fields = new MessageReader(this.#messages, bytes).delimitedFields();
    const text = (number: number): string => Buffer.from(fields.get(number) ?? []).toString('utf8');
    return { apiVersion: text(1), kind: text(2) };
  }
}

/** @throws {MalformedMessage} */
function bodyOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) throw new MalformedMessage('empty data');
  if (!prefix.every((byte, index) => bytes[index] === byte)) {
    const expected = `expected prefix [${prefix.join(' ')}]`;
    throw new MalformedMessage(
      `provided data does not appear to be a protobuf message, ${expected}`,
    );
  }
  if (bytes.length === prefix.length) throw new MalformedMessage('empty body');
  return bytes.subarray(prefix.length);
}
