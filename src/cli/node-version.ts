/** The oldest version that the package declares in package.json, which an older one may not even find. */
const LEAST = [20, 19] as const;

/**
 * Returns what to say where Node.js is too old to run the command; undefined where it is not. @param
 * version `20.19.0`
 */
export function problemOfNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return undefined;
  return `orrery needs Node.js ${LEAST.join('.')} or later, and this is ${version}; see https://nodejs.org/en/download`;
}
