/** `/version`: the version that the server reports to clients. */
export const version = {
  major: '1',
  minor: '24',
  gitVersion: 'v1.24.0',
  gitCommit: '0000000000000000000000000000000000000000',
  gitTreeState: 'clean',
  buildDate: '2022-05-03T13:46:05Z',
  goVersion: 'go1.18.1',
  compiler: 'gc',
  platform: 'linux/amd64',
} as const;
