/** Where objects are stored. */
import { expect, it } from 'vitest';
import { daemonSet, node, objectKey, pod } from '#kinds';

it('objects of a namespace have it in their key, by default "default"', () => {
  expect(objectKey(daemonSet, { namespace: 'a', name: 'b' })).toEqual({
    bucket: 'daemonsets.apps',
    key: 'a/b',
  });
  expect(objectKey(pod, { name: 'b' })).toEqual({ bucket: 'pods', key: 'default/b' });
  expect(objectKey(node, { namespace: 'a', name: 'b' })).toEqual({ bucket: 'nodes', key: 'b' });
});
