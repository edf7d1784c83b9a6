/** Objects as etcd holds them: JSON or protobuf, in the version that v1.24 stores. */
import { apiVersionOf, decodeAs, type Kind } from '#kinds';
import type { KindRegistry } from '#catalog';
import { storable } from '#schema';
import type { KubeObject } from '#values';
import {
  definitionFrom,
  definitionTo,
  definitionV1beta1,
  isDefinition,
} from './definition-v1beta1.ts';

/** Begins values in protobuf. */
const protobufPrefix = Buffer.from('k8s\0');

/** Decodes a value in protobuf, which begins with that prefix. */
export type DecodeProtobuf = (bytes: Uint8Array) => object;

/** A value that is not an object. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

export class Forms {
  readonly #decodeProtobuf: DecodeProtobuf;
  readonly #kinds: KindRegistry;
  /** By apiVersion and kind as they are stored here: the forms that are written. */
  readonly #written = new Map<string, Kind>();

  /** @param kinds of the release */
  constructor(decodeProtobuf: DecodeProtobuf, kinds: KindRegistry) {
    this.#decodeProtobuf = decodeProtobuf;
    this.#kinds = kinds;
    for (const form of kinds.all) {
      const stored = form.storage?.kind;
      if (stored === undefined) continue;
      const apiVersion = apiVersionOf(form);
      if (apiVersion === stored.wire.storageVersion) {
        this.#written.set(`${apiVersionOf(stored)} ${stored.kind}`, form);
      }
    }
  }

  /** The resourceVersion is etcd's to say, and left out. */
  encode(object: KubeObject): string {
    const form = this.#written.get(`${object.apiVersion} ${object.kind}`);
    const written = isDefinition(object)
      ? definitionTo(object)
      : (form?.storage!.fromStorage(object) ?? object);
    const metadata = { ...written.metadata, resourceVersion: undefined };
    return JSON.stringify({ ...written, metadata });
  }

  /** @throws {ValueError} */
  decode(bytes: Buffer, revision: number): KubeObject {
    const object = this.#stored(this.#read(bytes));
    const metadata = { ...object.metadata, resourceVersion: String(revision) };
    return { ...object, metadata };
  }

  /** In the form of the store here, whoever has written it: typed, with its defaults. */
  #stored(input: KubeObject): KubeObject {
    const read = input.apiVersion === definitionV1beta1 ? definitionFrom(input) : input;
    const kind = this.#kinds.byKind(read.apiVersion, read.kind);
    if (kind === undefined) return read;
    try {
      const typed = decodeAs(kind, read) as KubeObject;
      const whole = kind.rules.defaults?.(typed, this.#kinds.profile) ?? typed;
      if (kind.storage === undefined) return storable(kind.schema, whole);
      const stored = decodeAs(kind.storage.kind, kind.storage.toStorage(whole)) as KubeObject;
      return storable(kind.storage.kind.schema, stored);
    } catch (error) {
      throw new ValueError((error as Error).message, { cause: error });
    }
  }

  #read(bytes: Buffer): KubeObject {
    let read: unknown;
    try {
      const isProtobuf = bytes.subarray(0, protobufPrefix.length).equals(protobufPrefix);
      read = isProtobuf ? this.#decodeProtobuf(bytes) : JSON.parse(bytes.toString('utf8'));
    } catch (error) {
      throw new ValueError((error as Error).message, { cause: error });
    }
    if (isObject(read)) return read;
    throw new ValueError('expected an object with apiVersion, kind and metadata.name');
  }
}

function isObject(value: unknown): value is KubeObject {
  const { apiVersion, kind, metadata } = (value ?? {}) as Partial<KubeObject>;
  return (
    typeof apiVersion === 'string' &&
    typeof kind === 'string' &&
    typeof metadata === 'object' &&
    typeof metadata?.name === 'string'
  );
}
