import { deepEqual, type Toleration } from '#kinds';

/**
 * The tolerations without those that others cover: one that is kept already, or a later one that
 * is not the same (of equal ones the first stays).
 */
export function mergeTolerations(all: readonly Toleration[]): readonly Toleration[] {
  const merged: Toleration[] = [];
  all.forEach((toleration, index) => {
    const isKept = merged.some((kept) => covers(kept, toleration));
    const comes = all
      .slice(index + 1)
      .some((later) => !deepEqual(later, toleration) && covers(later, toleration));
    if (!isKept && !comes) merged.push(toleration);
  });
  return merged;
}

/** Whether `wide` tolerates all that `narrow` does. */
function covers(wide: Toleration, narrow: Toleration): boolean {
  if (deepEqual(wide, narrow)) return true;
  const isForAllKeys = !wide.key && wide.operator === 'Exists';
  if (!isForAllKeys && (wide.key ?? '') !== (narrow.key ?? '')) return false;
  if (wide.effect && wide.effect !== narrow.effect) return false;
  if (wide.effect === 'NoExecute' && !lastsAsLong(wide, narrow)) return false;
  if (wide.operator === 'Exists') return true;
  if (wide.operator && wide.operator !== 'Equal') return false;
  // An absent operator means the same, and yet is not taken for it here.
  return narrow.operator === 'Equal' && (wide.value ?? '') === (narrow.value ?? '');
}

function lastsAsLong(wide: Toleration, narrow: Toleration): boolean {
  if (wide.tolerationSeconds == null) return true;
  return narrow.tolerationSeconds != null && narrow.tolerationSeconds <= wide.tolerationSeconds;
}
