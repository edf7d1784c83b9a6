/** `/version`: the version that the server reports to clients, the last patch of v1.24. */
export const version = {
  major: '1',
  minor: '24',
  gitVersion: 'v1.24.17',
  gitCommit: '0000000000000000000000000000000000000000',
  gitTreeState: 'clean',
  buildDate: '2023-08-23T23:37:25Z',
  goVersion: 'go1.20.7',
  compiler: 'gc',
  platform: 'linux/amd64',
} as const;
