/**
 * Freezes a value and all below it that is not frozen yet. It stops at frozen parts: those came
 * from an earlier version, or are frozen all the way down. So a write pays for its new parts only.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const { value: part } of Object.values(Object.getOwnPropertyDescriptors(value))) {
    deepFreeze(part as unknown);
  }
  return value;
}
