import { expect, it } from 'vitest';
import { noteWriter, readWriter } from '#etcd';

it('a server notes which release has written an etcd, and finds it again', async () => {
  const kept = new Map<string, string>();
  const etcd = {
    range: ({ key }: { readonly key: string }) => {
      const value = kept.get(key);
      const kv = { key, created: 1, revision: 1, version: 1, lease: 0n };
      const found = value === undefined ? [] : [{ ...kv, value: Buffer.from(value) }];
      return Promise.resolve({ revision: 1, found, more: false });
    },
    txn: ({ then }: { readonly then: readonly object[] }) => {
      for (const each of then as { put: string; value: string }[]) kept.set(each.put, each.value);
      return Promise.resolve({ revision: 1, succeeded: true, found: [] });
    },
  };
  expect(await readWriter(etcd)).toBeUndefined();
  await noteWriter(etcd, '1.34');
  expect([...kept]).toEqual([['/orrery/release', '1.34']]);
  expect(await readWriter(etcd)).toBe('1.34');
});
