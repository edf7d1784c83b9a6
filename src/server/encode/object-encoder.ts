import { compactJson, omitUnset, type KubeObject } from '#values';
import type { ManagedFieldsEntry, ObjectMeta } from '#types';
import { runToEnd, type Resumable } from '#values';
import type { ObjectList } from '#request';
import { jsonText } from './json.ts';
import { writingJson } from './json-slices.ts';
import { KeptTexts } from './kept-texts.ts';
import { ListWriter } from './list-writer.ts';
import { Sizes } from './sizes.ts';

const eventHeads = {
  ADDED: Buffer.from('{"type":"ADDED","object":'),
  MODIFIED: Buffer.from('{"type":"MODIFIED","object":'),
  DELETED: Buffer.from('{"type":"DELETED","object":'),
} as const;
const eventEnd = Buffer.from('}\n');

/** How many of the last written versions are kept in JSON. */
const mostWritten = 64;
/** How many entries of managed fields are written between two pauses. */
const entriesAtOnce = 1024;

export interface EncoderOptions {
  /** The fields that are raw JSON. */
  readonly raw?: readonly string[];
  /** Default: the kind and `List`. */
  readonly listKind?: string;
  /**
   * As v1.24 writes objects without a Go type: items of lists have kind and apiVersion, and lists
   * have a continue token even when nothing follows.
   */
  readonly isUntyped?: boolean;
}

/**
 * The JSON of the objects of one kind, under one apiVersion. Encoded at most once per version of an
 * object that is read or watched: answers, lists and watches copy the same bytes.
 */
export class ObjectEncoder {
  readonly #apiVersion: string;
  readonly #kind: string;
  readonly #lists: ListWriter;
  readonly #bytes = new WeakMap<KubeObject, Buffer>();
  readonly #written = new Map<KubeObject, Buffer>();
  /** Of what later versions of an object may share with it. */
  readonly #parts = new KeptTexts();
  /** Of managed fields, which many objects share: a third of the bytes of most objects. */
  readonly #owned = new WeakMap<object, string>();
  /** Objects that are created alike, one after the other, share all of their entries. */
  #lastEntries: { readonly entries: readonly ManagedFieldsEntry[]; readonly text: string };
  readonly #head: string;
  readonly #raw: readonly string[];
  readonly #listKind: string;
  readonly #isUntyped: boolean;

  constructor(apiVersion: string, kind: string, options: EncoderOptions = {}) {
    this.#raw = options.raw ?? [];
    this.#listKind = options.listKind ?? `${kind}List`;
    this.#isUntyped = options.isUntyped === true;
    this.#apiVersion = apiVersion;
    this.#kind = kind;
    this.#head = JSON.stringify({ kind, apiVersion }).slice(0, -1);
    // Items of lists omit kind and apiVersion.
    const start = this.#isUntyped ? 1 : Buffer.byteLength(jsonText({ kind, apiVersion }));
    this.#lists = new ListWriter(
      (object, isKept) => (isKept ? this.whole(object) : this.#wholeOnce(object)),
      start,
    );
    this.#lastEntries = { entries: [], text: '[]' };
  }

  /** The object with its fields in the usual order. */
  value(object: KubeObject): KubeObject {
    const { metadata } = object;
    const head = { kind: this.#kind, apiVersion: this.#apiVersion, metadata };
    return { ...head, ...object, ...head };
  }

  /** The list's own metadata. */
  listHead(metadata: ObjectList['metadata']): object {
    const shown = this.#isUntyped ? { continue: '', ...metadata } : metadata;
    return { kind: this.#listKind, apiVersion: this.#apiVersion, metadata: shown };
  }

  /**
   * The object in one line, with the line break. Kept as long as the object, for the next readers.
   * Shared: do not write to it.
   */
  whole(object: KubeObject): Buffer {
    let bytes = this.#bytes.get(object);
    if (bytes === undefined) {
      bytes = this.#written.get(object) ?? runToEnd(this.#encoding(object));
      this.#bytes.set(object, bytes);
    }
    return bytes;
  }

  /** The same, not kept where it is not yet. */
  #wholeOnce(object: KubeObject): Buffer {
    const known = this.#bytes.get(object) ?? this.#written.get(object);
    return known ?? runToEnd(this.#encoding(object));
  }

  /**
   * The same for the answer to a write. Most versions are never requested again, and watches send
   * them immediately, so only the latest are kept.
   *
   * @param isNew whether it is the first version: hardly any other one is written, so its parts are not kept
   */
  *writing(object: KubeObject, isNew = true): Resumable<Buffer> {
    let bytes = this.#written.get(object) ?? this.#bytes.get(object);
    if (bytes === undefined) {
      bytes = yield* this.#encoding(object, new Sizes(), isNew ? undefined : this.#parts);
      if (this.#written.size >= mostWritten) this.#written.clear();
      this.#written.set(object, bytes);
    }
    return bytes;
  }

  /**
   * The JSON of `value(object)` and the line break, in parts, because some parts are cached.
   * @param sizes given to pause for other requests while large values are written
   * @param parts where texts of its parts are kept
   */
  *#encoding(object: KubeObject, sizes?: Sizes, parts?: KeptTexts): Resumable<Buffer> {
    let text = `${this.#head},"metadata":${yield* this.#metadataText(object.metadata, sizes)}`;
    for (const field in object) {
      if (field === 'kind' || field === 'apiVersion' || field === 'metadata') continue;
      const value = object[field as keyof KubeObject];
      yield;
      if (value === undefined) continue;
      const written = this.#raw.includes(field)
        ? compactJson(value)
        : yield* writingPart(value, sizes, parts);
      text += `,${JSON.stringify(field)}:${written}`;
    }
    yield;
    return Buffer.from(`${text}}\n`);
  }

  *#metadataText(metadata: ObjectMeta, sizes: Sizes | undefined): Resumable<string> {
    const { managedFields } = metadata;
    // JSON leaves out undefined fields.
    const text = yield* writing({ ...metadata, managedFields: undefined }, sizes);
    if (managedFields == null) return text;
    const before = text === '{}' ? '{' : `${text.slice(0, -1)},`;
    return `${before}"managedFields":${yield* this.#entriesText(managedFields, sizes)}}`;
  }

  *#entriesText(
    entries: readonly ManagedFieldsEntry[],
    sizes: Sizes | undefined,
  ): Resumable<string> {
    if (entries === this.#lastEntries.entries) return this.#lastEntries.text;
    const texts: string[] = [];
    for (const [index, entry] of entries.entries()) {
      if (index % entriesAtOnce === entriesAtOnce - 1) yield;
      texts.push(yield* this.#entryText(entry, sizes));
    }
    const text = `[${texts.join(',')}]`;
    this.#lastEntries = { entries, text };
    return text;
  }

  *#entryText(
    { fieldsV1, ...rest }: ManagedFieldsEntry,
    sizes: Sizes | undefined,
  ): Resumable<string> {
    const text = jsonText(rest);
    if (typeof fieldsV1 !== 'object' || fieldsV1 === null) {
      return jsonText({ ...rest, fieldsV1 });
    }
    let owned = this.#owned.get(fieldsV1);
    if (owned === undefined) {
      owned = yield* writing(fieldsV1, sizes);
      this.#owned.set(fieldsV1, owned);
    }
    return `${text.slice(0, -1)}${text === '{}' ? '' : ','}"fieldsV1":${owned}}`;
  }

  /** An item of a list, with its fields in the usual order. */
  item(object: KubeObject): object {
    return this.#isUntyped ? this.value(object) : withoutType(object);
  }

  /** A list in one line, in slices. */
  list({ items, metadata }: ObjectList): Iterable<Buffer> {
    // Computed objects have no version, nor does their list.
    const known = omitUnset(metadata, ['resourceVersion']);
    const head = jsonText({ ...this.listHead(known), items: [] });
    return this.#lists.slices(head.slice(0, -2), items);
  }

  /** Adds the parts of a watch event's line. */
  addEvent(parts: Buffer[], type: keyof typeof eventHeads, object: KubeObject): void {
    const whole = this.whole(object);
    parts.push(eventHeads[type], whole.subarray(0, whole.length - 1), eventEnd);
  }
}

function* writingPart(
  value: unknown,
  sizes: Sizes | undefined,
  parts: KeptTexts | undefined,
): Resumable<string> {
  if (parts === undefined || typeof value !== 'object' || value === null) {
    return yield* writing(value, sizes);
  }
  let text = parts.of(value);
  if (text === undefined) {
    text = yield* writing(value, sizes);
    parts.keep(value, text);
  }
  return text;
}

function* writing(value: unknown, sizes: Sizes | undefined): Resumable<string> {
  return sizes !== undefined && typeof value === 'object' && value !== null
    ? yield* writingJson(value, sizes)
    : jsonText(value);
}

function withoutType(object: KubeObject): object {
  const rest: Partial<Record<keyof KubeObject, unknown>> = { ...object };
  delete rest.apiVersion;
  delete rest.kind;
  return rest;
}
