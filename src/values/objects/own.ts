/** Fields of JSON objects under names that may be any text, such as `constructor` and `__proto__`. */

/** The value of a field that the object has itself; undefined where it has none of that name. */
export function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = object[name];
  // Values of JSON are never functions. All that a prototype has are, except `__proto__`.
  if (typeof value !== 'function' && name !== '__proto__') return value;
  return Object.hasOwn(object, name) ? value : undefined;
}

/** Sets an ordinary field, even for the name `__proto__`. */
export function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') {
    object[name] = value;
    return;
  }
  const descriptor = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(object, name, descriptor);
}
