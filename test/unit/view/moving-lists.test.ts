import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, node, pod, defaultProfile } from '#kinds';
import { KindRegistry } from '#catalog';
import { Run } from '#run';
import { loadScenario } from '#scenario';
import { MovingLists } from '../../../src/view/moving-lists.ts';

const file = resolve(import.meta.dirname, '../../../scenarios/daemonset/rolling-update.yaml');

describe('lists at a moment that moves', async () => {
  const { past } = await Run.play(await loadScenario(file, new KindRegistry(defaultProfile)));
  const moments = fc.array(fc.nat(past.revision), { minLength: 2, maxLength: 12 });

  it.each([
    ['by steps', 1e9],
    ['by steps, and read again where it is far', 30],
  ])('are what the store had then, %s', (_, far) => {
    fc.assert(
      fc.property(moments, (revisions) => {
        const buckets = [bucketOf(pod), bucketOf(node)];
        const lists = new MovingLists(past, buckets, far);
        for (const revision of revisions) {
          lists.moveTo(revision);
          for (const bucket of buckets) {
            expect(lists.list(bucket)).toEqual(past.list(bucket, revision));
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
