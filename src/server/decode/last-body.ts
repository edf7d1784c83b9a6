/** Bodies that are alike share their parts: whoever creates many objects from one template sends the same spec each time. */
import type { KubeObject } from '#values';

/** Larger bodies, in bytes, are read for themselves: to compare them, and to keep one, would cost more than it spares. */
const largestAlike = 64 * 1024;

type JsonObject = Readonly<Record<string, unknown>>;

/** What counts of a body here. */
interface Parsed {
  readonly value: unknown;
  readonly fitting?: object;
}

/** A body, and the object that it was decoded to. */
interface Read {
  readonly value: JsonObject;
  readonly object: JsonObject;
}

/**
 * The body of a kind that was read last. What the next one has in common with it becomes the same value, so that all that
 * goes by identity (decoding, defaults, owners of fields) is spared.
 */
export class LastBody {
  #last: Read | undefined;

  /** Returns the body with what the last one was decoded to in the place of the fields that say the same. */
  sharing<B extends Parsed>(body: B, length: number): B {
    const { value } = body;
    if (this.#last === undefined || length > largestAlike || !isPlain(value)) return body;
    const { value: before, object } = this.#last;
    let shared: Record<string, unknown> | undefined;
    for (const name in value) {
      const part = value[name];
      const known = Object.hasOwn(object, name) ? object[name] : undefined;
      if (typeof part !== 'object' || part === null || known == null) continue;
      if (isAlike(part, before[name])) (shared ??= { ...value })[name] = known;
    }
    return shared === undefined ? body : { ...body, value: shared, fitting: object };
  }

  /** Keeps a body that was decoded without any loss: another one like it has none either. */
  keep({ value }: Parsed, object: KubeObject, length: number): void {
    if (length > largestAlike || !isPlain(value)) return;
    this.#last = { value, object: object as unknown as JsonObject };
  }
}

/** Returns whether two values have the same text: the order of fields counts, as answers show it. */
function isAlike(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) return Array.isArray(other) && haveAlikeItems(one, other);
  if (!isPlain(one)) return one === other;
  return isPlain(other) && haveAlikeFields(one, other);
}

function haveAlikeItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) {
    if (!isAlike(one[index], other[index])) return false;
  }
  return true;
}

function haveAlikeFields(one: JsonObject, other: JsonObject): boolean {
  const names = Object.keys(other);
  let at = 0;
  for (const name in one) {
    if (names[at++] !== name || !isAlike(one[name], other[name])) return false;
  }
  return at === names.length;
}

function isPlain(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
