import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, KindRegistry, kinds, node, pod } from '#kinds';
import { Run } from '#run';
import { loadScenario } from '#scenario';
import { MovingList } from '../../../src/view/moving-list.ts';

const file = resolve(import.meta.dirname, '../../../scenarios/daemonset/rolling-update.yaml');

describe('a list at a moment that moves', async () => {
  const { past } = await Run.play(await loadScenario(file, new KindRegistry(kinds)));
  const moments = fc.array(fc.nat(past.revision), { minLength: 2, maxLength: 12 });

  it.each([
    ['by steps', 1e9],
    ['by steps, and read again where it is far', 30],
  ])('is what the store had then, %s', (_, far) => {
    fc.assert(
      fc.property(fc.constantFrom(bucketOf(pod), bucketOf(node)), moments, (bucket, revisions) => {
        const list = new MovingList(past, bucket, far);
        for (const revision of revisions) {
          expect(list.at(revision)).toEqual(past.list(bucket, revision));
        }
      }),
      { numRuns: 50 },
    );
  });
});
