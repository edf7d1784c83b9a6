/** The releases of Kubernetes that profiles describe: of each minor the last patch. */

/** What a server of a release says about its build. */
export interface Release {
  readonly gitVersion: string;
  /** When its source was tagged, from 1.25 on. */
  readonly buildDate: string;
  /** From 1.25 on the Go that its source asks for. */
  readonly goVersion: string;
}

const table = `
v1.24.17 go1.20.7 2023-08-23T23:37:25Z
v1.25.16 go1.19 2023-11-15T22:26:37Z
v1.26.15 go1.19 2024-03-14T00:54:25Z
v1.27.16 go1.20 2024-07-17T01:44:24Z
v1.28.15 go1.20 2024-10-22T20:26:26Z
v1.29.15 go1.21 2025-03-11T17:41:05Z
v1.30.14 go1.22.0 2025-06-18T19:07:32Z
v1.31.14 go1.22.0 2025-11-12T11:37:56Z
v1.32.13 go1.23.0 2026-02-27T00:14:55Z
v1.33.13 go1.24.0 2026-06-11T16:59:07Z
v1.34.4 go1.24.0 2026-02-10T12:53:36Z
v1.35.4 go1.25.0 2026-04-15T18:01:22Z
v1.36.3 go1.26.0 2026-07-22T18:07:38Z
v1.37.2 go1.26.0 2026-10-27T12:01:04Z
`;

/** By minor. */
export const releases: ReadonlyMap<number, Release> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [gitVersion, goVersion, buildDate] = line.split(' ') as [string, string, string];
      return [Number(gitVersion.split('.')[1]), { gitVersion, goVersion, buildDate }];
    }),
);

/** The newest minor. */
export const latestMinor: number = Math.max(...releases.keys());

/**
 * Reads which release somebody means.
 *
 * @param text `1.34`, `v1.34`, a patch of it such as `1.34.4`, or `latest`
 * @returns the minor of Kubernetes 1
 * @throws {RangeError} for any other text, listing the releases that there are
 */
export function minorOf(text: string): number {
  if (text === 'latest') return latestMinor;
  const minor = /^v?1\.(\d+)(\.\d+)?$/.exec(text)?.[1];
  if (minor !== undefined && releases.has(Number(minor))) return Number(minor);
  throw new RangeError(`unknown release "${text}"; known releases: ${knownReleases()}`);
}

/**
 * Reads which releases somebody means, each once, in the order given.
 *
 * @param text `1.34`, `1.30,1.34` or `1.24..1.37`
 * @returns the minors of Kubernetes 1
 * @throws {RangeError} for an unknown release, and a span that ends before it begins
 */
export function minorsNamed(text: string): readonly number[] {
  return [...new Set(text.split(',').flatMap(minorsOfSpan))];
}

function minorsOfSpan(text: string): readonly number[] {
  const [first = '', last = first] = text.split('..');
  const [from, to] = [minorOf(first), minorOf(last)];
  if (to < from) throw new RangeError(`${text} ends before it begins; expected 1.${to}..1.${from}`);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** `1.24, 1.25, ...` */
export function knownReleases(): string {
  return [...releases.keys()].map((each) => `1.${each}`).join(', ');
}
