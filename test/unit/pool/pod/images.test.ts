/** When the images of a pod are on its node, and which were pulled. */
import { describe, expect, it } from 'vitest';
import type { Pod } from '#types';
import { Images } from '../../../../src/pool/pod/images.ts';

const podOf = (uid: string, images: readonly string[], first: readonly string[] = []): Pod => {
  const named = (names: readonly string[]) => names.map((image) => ({ name: image, image }));
  return {
    metadata: { uid },
    spec: { containers: named(images), initContainers: named(first) },
  } as unknown as Pod;
};

describe('the images of a pod', () => {
  it('are pulled side by side, with those of its init containers', () => {
    const images = new Images();
    expect(images.readyAt(podOf('a', ['x', 'y'], ['z']), 100, 1000)).toBe(1100);
    expect(images.pulled(1099)).toEqual([]);
    expect(images.pulled(1100)).toEqual(['z', 'x', 'y']);
  });

  it('that the node reports are there, under each of their names', () => {
    const images = new Images([{ names: ['x', 'x:1'] }, {}, { names: ['y'] }] as never);
    expect(images.readyAt(podOf('a', ['x:1', 'y', 'x']), 100, 1000)).toBe(1000);
    expect(images.pulled(5000)).toEqual([]);
    expect(images.readyAt(podOf('b', ['x', 'other']), 100, 2000)).toBe(2100);
  });

  it('are not pulled again for another pod, which waits for those on their way', () => {
    const images = new Images();
    images.readyAt(podOf('a', ['x']), 100, 1000);
    expect(images.readyAt(podOf('b', ['x']), 100, 1050)).toBe(1100);
    expect(images.readyAt(podOf('b', ['x']), 100, 1200)).toBe(1200);
  });

  it('take as long as the pod says in the end', () => {
    const images = new Images();
    images.readyAt(podOf('a', ['x']), 100, 1000);
    expect(images.readyAt(podOf('a', ['x']), 300, 1000)).toBe(1300);
    expect(images.readyAt(podOf('b', ['x']), 100, 1000)).toBe(1300);
    expect(images.readyAt(podOf('a', ['x']), 10, 1000)).toBe(1010);
  });

  it('are not said to have been pulled where that takes no time', () => {
    const images = new Images();
    expect(images.readyAt(podOf('a', ['x']), 0, 1000)).toBe(1000);
    expect(images.pulled(1000)).toEqual([]);
  });

  it('are lost with the machine while they come, and kept once they are there', () => {
    const images = new Images();
    images.readyAt(podOf('a', ['x']), 100, 1000);
    images.readyAt(podOf('a', ['y']), 101, 1000);
    images.loseUnfinished(1100);
    expect(images.readyAt(podOf('b', ['x']), 100, 2000)).toBe(2000);
    expect(images.readyAt(podOf('b', ['y']), 100, 2000)).toBe(2100);
  });
});
