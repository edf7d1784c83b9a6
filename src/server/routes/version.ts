import type { Profile } from '#kinds';

/** Returns what `/version` answers: the version that the server reports to clients. */
export function versionOf({ minor, release }: Profile) {
  return {
    major: '1',
    minor: String(minor),
    gitVersion: release.gitVersion,
    gitCommit: '0000000000000000000000000000000000000000',
    gitTreeState: 'clean',
    buildDate: release.buildDate,
    goVersion: release.goVersion,
    compiler: 'gc',
    platform: 'linux/amd64',
  } as const;
}
