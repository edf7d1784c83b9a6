const noKeys: readonly string[] = [];

/** The keys of a map in order, so that messages come in one order. Most maps are in order already. */
export function sortedKeys(map: object | undefined | null): readonly string[] {
  if (map == null) return noKeys;
  const keys = Object.keys(map);
  return isInOrder(keys) ? keys : keys.sort();
}

function isInOrder(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index++) {
    if (keys[index - 1]! > keys[index]!) return false;
  }
  return true;
}
