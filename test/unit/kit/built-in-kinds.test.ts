import { profileNamed, profileOf, releases } from '#kinds';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCluster, kindOf, type BuiltInKinds } from '#kit';
import { kindsWithMetrics } from '#catalog';
import { root } from '../../support/imports.ts';

const source = readFileSync(join(root, 'src/kit/built-in-kinds.ts'), 'utf8');
const [, body = ''] = /interface BuiltInKinds \{\n(.*?)\n\}/s.exec(source) ?? [];
const typed = [...body.matchAll(/readonly (\w+):/g)].map(([, name]) => name!);

describe('the types of built-in kinds', () => {
  it('are there for every kind that a cluster of some release serves', () => {
    const all = [...releases.keys()].flatMap((minor) => kindsWithMetrics(profileOf(minor)));
    expect(typed).toEqual([...new Set(all.map(({ kind }) => kind))].sort());
  });

  it.each([undefined, '1.25', '1.37'])(
    'are those of the preferred versions of %s',
    async (kubernetes) => {
      await using cluster = await createCluster({ kubernetes });
      const served = new Set(kindsWithMetrics(profileNamed(kubernetes)).map(({ kind }) => kind));
      for (const name of typed.filter((each) => served.has(each)) as (keyof BuiltInKinds)[]) {
        expect(kindOf(name, kubernetes).version, name).toBe(cluster.kind(name).version);
      }
    },
  );

  it('are those of the newest release for kinds that the default one does not have', () => {
    expect(kindOf('ServiceCIDR').version).toBe('v1');
    expect(() => kindOf('ServiceCIDR', '1.24')).toThrow('no built-in kind "ServiceCIDR" in 1.24');
    expect(() => kindOf('PodSecurityPolicy', '1.25')).toThrow('"PodSecurityPolicy" in 1.25');
  });
});
