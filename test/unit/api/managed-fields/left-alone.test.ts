import { expect, test } from 'vitest';
import type { ObjectMeta } from '#types';
import { newEntry, type Owner } from '../../../../src/api/managed-fields/entries.ts';
import { LeftAlone } from '../../../../src/api/managed-fields/left-alone.ts';

const kubelet: Owner = {
  manager: 'kubelet',
  operation: 'Update',
  apiVersion: 'v1',
  subresource: undefined,
};
const renewTime = { 'f:spec': { 'f:renewTime': {} } };
const holder = { 'f:spec': { 'f:holderIdentity': {} } };
const managedFields = [newEntry(kubelet, renewTime, '2026-01-01T00:00:00Z')];
const metadata = { name: 'node-1', managedFields } as unknown as ObjectMeta;

test('finds that an update of what its writer owns leaves all entries, each time that it is asked', () => {
  const isLeft = new LeftAlone().by(renewTime, kubelet);
  expect([isLeft(metadata), isLeft(metadata)]).toEqual([true, true]);
});

test.each([
  ['another manager', renewTime, { ...kubelet, manager: 'admin' }],
  ['another subresource', renewTime, { ...kubelet, subresource: 'status' }],
  ['an update of other fields', holder, kubelet],
] as const)('remembers nothing for %s', (_, sets, writer) => {
  const leftAlone = new LeftAlone();
  expect(leftAlone.by(renewTime, kubelet)(metadata)).toBe(true);
  expect(leftAlone.by(sets, writer)(metadata)).toBe(false);
  expect(leftAlone.by(renewTime, kubelet)(metadata)).toBe(true);
});

test('finds that an object whose fields have no owners has none to change', () => {
  expect(new LeftAlone().by(renewTime, kubelet)({ name: 'node-1' } as ObjectMeta)).toBe(true);
});
