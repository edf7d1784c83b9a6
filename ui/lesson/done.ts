/** Which lessons a reader has been through: kept by the browser where that is allowed, and nowhere else. */

const KEY = 'orrery.lessons.done';

export function doneLessons(): ReadonlySet<string> {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(names) ? names.filter((each) => typeof each === 'string') : []);
  } catch {
    // Pages from a disk, and private windows, may keep nothing.
    return new Set();
  }
}

export function markDone(name: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...doneLessons(), name])]));
  } catch {
    // As above.
  }
}
