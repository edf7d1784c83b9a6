/** How values travel, by media type. */
import type { Parts } from '#api';
import type { Reread } from '#kinds';
import type { Listing, Slices } from '../encode/slices.ts';
import type { Expected } from '../served.ts';

/** A body, read but not yet looked at. */
export interface RawBody {
  /** Plain JSON; anything at all, so far. */
  readonly value: unknown;
  /** Whether Go would read something else: {@link reread} counts then. */
  isPeculiar?(): boolean;
  /** Reads it as Go does, slowly, and tells which fields do not belong. */
  reread?(): Parts<Reread>;
}

/** One media type. */
export interface Serializer {
  readonly mediaType: string;
  /**
   * Reads a body.
   * @param expected the kind that the path is about: what a body that says nothing of itself is
   * @throws {UnreadableBody} with the message of the Go parser
   */
  read(bytes: Buffer, expected: Expected | undefined): RawBody | Promise<RawBody>;
  /** The same in parts, between which others may have their turn. Absent: only in one piece. */
  reading?(bytes: Buffer, expected: Expected | undefined): Parts<RawBody>;
  /** Writes an object, a list or a Status: plain JSON with apiVersion and kind. */
  write(value: object, pretty: boolean): Buffer | Promise<Buffer>;
  /** The same bytes in slices. Absent: only in one piece. */
  slices?(value: object, pretty: boolean): Slices;
  /** And of a list, item by item. */
  listSlices(listing: Listing, pretty: boolean): Slices;
  /** Writes one watch event, with the framing of the stream; absent: no streams in this type. */
  writeEvent?(type: string, object: object): Buffer;
}

/** A body is not in the language that its media type says. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
}

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

  /** Undefined for a media type that nobody reads or writes. */
  find(mediaType: string): Serializer | Promise<Serializer> | undefined {
    let serializer = this.#loaded.get(mediaType);
    if (serializer === undefined) {
      serializer = this.#sources.get(mediaType)?.();
      if (serializer !== undefined) this.#loaded.set(mediaType, serializer);
    }
    return serializer;
  }
}
