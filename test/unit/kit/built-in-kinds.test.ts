import { defaultProfile } from '#kinds';
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
  it('are there for every kind that a cluster serves', () => {
    const served = new Set(kindsWithMetrics(defaultProfile).map(({ kind }) => kind));
    expect(typed).toEqual([...served].sort());
  });

  it('are those of the preferred versions', async () => {
    await using cluster = await createCluster();
    for (const name of typed as (keyof BuiltInKinds)[]) {
      expect(kindOf(name).version, name).toBe(cluster.kind(name).version);
    }
  });
});
