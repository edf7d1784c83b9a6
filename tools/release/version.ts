/** Versions as semantic versioning has them, without pre-releases. */

export const steps = ['major', 'minor', 'patch'] as const;
export type Step = (typeof steps)[number];

/**
 * The version after this one.
 * @param step what is raised, or the whole new version
 * @throws {Error} for what is neither, and for a version that is not behind the current one
 */
export function nextVersion(current: string, step: string): string {
  const [major, minor, patch] = parts(current);
  if (step === 'major') return `${major + 1}.0.0`;
  if (step === 'minor') return `${major}.${minor + 1}.0`;
  if (step === 'patch') return `${major}.${minor}.${patch + 1}`;
  if (!isLater(parts(step), [major, minor, patch])) {
    throw new Error(`version ${step} does not follow ${current}`);
  }
  return step;
}

type Numbers = readonly [major: number, minor: number, patch: number];

function parts(version: string): Numbers {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (match === null) {
    throw new Error(
      `invalid version ${JSON.stringify(version)}: must be ${steps.join(', ')} or X.Y.Z`,
    );
  }
  return match.slice(1).map(Number) as unknown as Numbers;
}

function isLater(a: Numbers, b: Numbers): boolean {
  const differing = a.findIndex((number, i) => number !== b[i]);
  return differing >= 0 && a[differing]! > b[differing]!;
}
