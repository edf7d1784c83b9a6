/** Sets a normal field, even one with a name such as `__proto__`. */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') {
    object[key] = value;
    return;
  }
  const own = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(object, key, own);
}
