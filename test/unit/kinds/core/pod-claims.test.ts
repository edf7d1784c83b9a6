/** Which claims a pod uses. */
import { expect, it } from 'vitest';
import { claimKeysOf, claimsOfPod } from '#kinds';
import type { Pod } from '#types';

const pod = (volumes: readonly object[] | undefined): Pod =>
  ({ metadata: { name: 'web', namespace: 'default' }, spec: { volumes } }) as unknown as Pod;
const claim = (name: string, claimName: string): object => ({
  name,
  persistentVolumeClaim: { claimName },
});
const own = (name: string): object => ({ name, ephemeral: { volumeClaimTemplate: {} } });

it.each<[string, readonly object[] | undefined, readonly (readonly [string, boolean])[]]>([
  ['no volumes', undefined, []],
  ['none of claims', [{ name: 'a', emptyDir: {} }], []],
  [
    'two claims',
    [claim('v', 'b'), { name: 'x' }, claim('w', 'a')],
    [
      ['b', false],
      ['a', false],
    ],
  ],
  [
    'a claim in two volumes',
    [claim('v', 'b'), claim('w', 'a'), claim('x', 'b')],
    [
      ['b', false],
      ['a', false],
    ],
  ],
  [
    'one of its own',
    [own('data'), claim('v', 'a')],
    [
      ['web-data', true],
      ['a', false],
    ],
  ],
  [
    'one of its own that another volume names',
    [own('data'), claim('v', 'web-data')],
    [['web-data', true]],
  ],
])('%s', (_, volumes, claims) => {
  expect(claimsOfPod(pod(volumes)).map(({ name, isOwn }) => [name, isOwn])).toEqual(claims);
  expect(claimKeysOf(pod(volumes))).toEqual(claims.map(([name]) => `default/${name}`));
});
