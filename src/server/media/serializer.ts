/** Serialization by media type. */
import type { Resumable } from '#values';
import type { Reread } from '#schema';
import type { Listing, Slices } from '../encode/slices.ts';
import type { Expected } from '../exchange/served-kinds.ts';

/** A body, parsed but not yet validated. */
export interface RawBody {
  /** Plain JSON of any type. */
  readonly value: unknown;
  /** An object that was decoded before: parts that are shared with it have the form of their type. */
  readonly fitting?: object;
  /** Whether Go could read something else: then {@link reread} decides. */
  needsReread?(): boolean;
  /** Reads it as Go does, slowly, and reports unknown and duplicate fields. */
  reread?(): Resumable<Reread>;
}

/** One media type. */
export interface Serializer {
  readonly mediaType: string;
  /**
   * Reads a body.
   * @param expected the path's kind: the kind of a body that does not name one
   * @throws {UnreadableBody} with the message of the Go parser
   */
  read(bytes: Buffer, expected: Expected | undefined): RawBody | Promise<RawBody>;
  /** The same in parts, between which other requests may run. Absent: only in one piece. */
  reading?(bytes: Buffer, expected: Expected | undefined): Resumable<RawBody>;
  /** Writes an object, a list or a Status: plain JSON with apiVersion and kind. */
  write(value: object, pretty: boolean): Buffer | Promise<Buffer>;
  /** The same bytes in slices. Absent: only in one piece. */
  slices?(value: object, pretty: boolean): Slices;
  /** The same for a list, item by item. */
  listSlices(listing: Listing, pretty: boolean): Slices;
  /** Writes one watch event, with the framing of the stream; absent: no streams in this type. */
  writeEvent?(type: string, object: object): Buffer;
}

/** The body is not valid in its media type. */
export class UnreadableBody extends Error {}

/** Loads a serializer on first use. */
export type SerializerSource = () => Serializer | Promise<Serializer>;

/** The serializers of a server, in order of preference: the first one is the default. */
export class Serializers {
  readonly #sources: ReadonlyMap<string, SerializerSource>;
  readonly #loaded = new Map<string, Serializer | Promise<Serializer>>();

  constructor(sources: ReadonlyMap<string, SerializerSource>) {
    this.#sources = sources;
  }

  get mediaTypes(): readonly string[] {
    return [...this.#sources.keys()];
  }

  /** Undefined for an unsupported media type. */
  find(mediaType: string): Serializer | Promise<Serializer> | undefined {
    let serializer = this.#loaded.get(mediaType);
    if (serializer === undefined) {
      serializer = this.#sources.get(mediaType)?.();
      if (serializer !== undefined) this.#loaded.set(mediaType, serializer);
    }
    return serializer;
  }
}
