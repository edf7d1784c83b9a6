/** The releases of Kubernetes that profiles describe: of each minor the last patch. */

/** What a server of a release says about its build. */
export interface Release {
  readonly gitVersion: string;
  readonly buildDate: string;
  readonly goVersion: string;
}

/** By minor. */
export const releases: ReadonlyMap<number, Release> = new Map([
  [24, { gitVersion: 'v1.24.17', buildDate: '2023-08-23T23:37:25Z', goVersion: 'go1.20.7' }],
]);
