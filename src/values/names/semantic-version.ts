/** Versions as semver.org 2.0.0 has them. */
const version =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*))?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/;

/** What counts of a version when it is compared. */
export interface SemanticVersion {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  /** Of a version that leads to another: `beta` and `1` of `1.2.3-beta.1`. */
  readonly pre: readonly string[];
}

/** Returns the version that a text is; undefined for what is none. */
export function readSemanticVersion(text: string): SemanticVersion | undefined {
  const [, major, minor, patch, pre] = version.exec(text) ?? [];
  if (major === undefined) return undefined;
  const numbers = [BigInt(major), BigInt(minor!), BigInt(patch!)] as const;
  return { numbers, pre: pre?.split('.') ?? [] };
}

/** Compares two versions: below zero where the first comes before the second. */
export function compareSemanticVersions(one: SemanticVersion, other: SemanticVersion): number {
  for (const [index, number] of one.numbers.entries()) {
    const than = other.numbers[index]!;
    if (number !== than) return number < than ? -1 : 1;
  }
  // A version comes behind those that lead to it.
  if (one.pre.length === 0 || other.pre.length === 0) return other.pre.length - one.pre.length;
  return comparePre(one.pre, other.pre);
}

function comparePre(one: readonly string[], other: readonly string[]): number {
  for (const [index, part] of one.entries()) {
    const than = other[index];
    if (than === undefined) return 1;
    if (part === than) continue;
    const [isNumber, isThanNumber] = [/^\d+$/.test(part), /^\d+$/.test(than)];
    if (isNumber && isThanNumber) return BigInt(part) < BigInt(than) ? -1 : 1;
    if (isNumber !== isThanNumber) return isNumber ? -1 : 1;
    return part < than ? -1 : 1;
  }
  return one.length - other.length;
}
