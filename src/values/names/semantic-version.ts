/** Versions as semver.org 2.0.0 has them. */
const version =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*))?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/;

/** Returns whether a text is such a version. */
export function isSemanticVersion(text: string): boolean {
  return version.test(text);
}

/** Compares two such versions: below zero where the first comes before the second. */
export function compareSemanticVersions(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  for (const [index, number] of left.numbers.entries()) {
    const difference = number - right.numbers[index]!;
    if (difference !== 0) return difference;
  }
  // A version comes behind those that lead to it.
  if (left.pre === undefined || right.pre === undefined) {
    return Number(left.pre === undefined) - Number(right.pre === undefined);
  }
  return comparePre(left.pre.split('.'), right.pre.split('.'));
}

function partsOf(text: string): { readonly numbers: readonly number[]; readonly pre?: string } {
  const [, major, minor, patch, pre] = version.exec(text) ?? [];
  return { numbers: [major, minor, patch].map(Number), pre };
}

function comparePre(one: readonly string[], other: readonly string[]): number {
  for (const [index, part] of one.entries()) {
    const than = other[index];
    if (than === undefined) return 1;
    if (part === than) continue;
    const [isNumber, isThanNumber] = [/^\d+$/.test(part), /^\d+$/.test(than)];
    if (isNumber !== isThanNumber) return isNumber ? -1 : 1;
    return isNumber ? Number(part) - Number(than) : part < than ? -1 : 1;
  }
  return one.length - other.length;
}
