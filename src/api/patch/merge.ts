/** JSON merge patch, RFC 7386. */

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The target with the patch merged in: objects merge, null deletes, everything else replaces.
 * Shares what stays; the very same target when nothing changes.
 */
export function mergeJson(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const base: JsonObject = isObject(target) ? target : {};
  let merged: Record<string, unknown> | undefined;
  for (const [key, change] of Object.entries(patch)) {
    const present = Object.hasOwn(base, key) ? base[key] : undefined;
    if (change === null) {
      if (!Object.hasOwn(base, key)) continue;
      merged ??= { ...base };
      delete merged[key];
    } else {
      const value = mergeJson(present, change);
      if (value !== present) setOwn((merged ??= { ...base }), key, value);
    }
  }
  return merged ?? base;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As an ordinary field, also under a name such as `__proto__`. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    object[key] = value;
  }
}
