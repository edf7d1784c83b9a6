import { expect, it } from 'vitest';
import { imageTag } from '../../../../src/kinds/meta/image-name.ts';

const digest = `sha256:${'a'.repeat(64)}`;

it.each([
  ['nginx', 'latest'],
  ['nginx:1.21', '1.21'],
  ['nginx:latest', 'latest'],
  ['reg.io:5000/x/y', 'latest'],
  ['reg.io:5000/x/y:v1', 'v1'],
  ['localhost/x', 'latest'],
  [`nginx@${digest}`, ''],
  [`nginx:latest@${digest}`, 'latest'],
  ['a__b/c-d.e', 'latest'],
  ['REG.io/x', 'latest'],
  ['', undefined],
  ['Nginx', undefined],
  ['reg.io/X', undefined],
  ['a b', undefined],
  ['é', undefined],
  ['a:b:c', undefined],
  ['nginx:', undefined],
  [`nginx:${'t'.repeat(129)}`, undefined],
  ['nginx@sha256:abc', undefined],
  [`nginx@md5:${'a'.repeat(32)}`, undefined],
  ['a'.repeat(64), undefined],
  ['x'.repeat(250), undefined],
  ['a//b', undefined],
  ['-.io/x', undefined],
])('the tag of %j is %j', (image, tag) => {
  expect(imageTag(image)).toBe(tag);
});
