import type { Profile } from '#kinds';

/** Returns what `/version` answers: the version that the server reports to clients. */
export function versionOf({ minor, release, enabled }: Profile) {
  return {
    major: '1',
    minor: String(minor),
    // A server that imitates no other, and that can be rolled back by one release.
    ...(enabled('EmulationInVersion') && {
      emulationMajor: '1',
      emulationMinor: String(minor),
      minCompatibilityMajor: '1',
      minCompatibilityMinor: String(minor - 1),
    }),
    gitVersion: release.gitVersion,
    gitCommit: '0000000000000000000000000000000000000000',
    gitTreeState: 'clean',
    buildDate: release.buildDate,
    goVersion: release.goVersion,
    compiler: 'gc',
    platform: 'linux/amd64',
  } as const;
}
