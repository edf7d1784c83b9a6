/** Loops among writes are found by the chain of their causes. */
import { expect, it } from 'vitest';
import type { DidNotSettleError } from '#clock';
import type { Cause, KubeObject } from '#values';
import { LoopGuard } from '#record';
import type { Change } from '#store';

/** A store's writes, as far as the guard looks at them. */
function guarded(longest: number) {
  const changes: Change[] = [];
  const failures: DidNotSettleError[] = [];
  let objects = 0;
  const clock = {
    progress: () => void objects++,
    fail: (error: DidNotSettleError) => void failures.push(error),
  };
  const guard = new LoopGuard({ clock, longest });
  const past = { change: (revision: number) => changes[revision - 1] };
  const latest = new Map<string, KubeObject>();
  const write = (actor: string, name: string, causes: readonly Cause[] = [], time = 0): number => {
    const revision = changes.length + 1;
    const metadata = { namespace: 'default', name, uid: name, resourceVersion: `${revision}` };
    const value = { apiVersion: 'v1', kind: 'ConfigMap', metadata } as unknown as KubeObject;
    const previous = latest.get(name);
    latest.set(name, value);
    const change: Change = {
      ...{ revision, time, bucket: 'configmaps', key: `default/${name}`, value },
      ...{ type: previous === undefined ? 'created' : 'updated', previous },
      origin: { actor, causes: { first: causes, last: [], dropped: 0 } },
    };
    changes.push(change);
    guard.see(change, past);
    return revision;
  };
  return { write, failures, objects: () => objects };
}

it('names those who undo each other', () => {
  const { write, failures } = guarded(50);
  let last = write('user', 'flag');
  for (let i = 0; i < 50; i++) last = write(i % 2 ? 'green' : 'red', 'flag', [{ revision: last }]);
  expect(failures).toHaveLength(1);
  expect(failures[0]!.message).toContain(
    'Each write caused the next, 51 in a row: green updates ConfigMap default/flag, ' +
      'after red updates ConfigMap default/flag',
  );
});

it('finds an endless chain of creations', () => {
  const { write, failures } = guarded(50);
  let last = write('user', 'item-0');
  for (let i = 1; i <= 50; i++) last = write('copier', `item-${i}`, [{ revision: last }]);
  expect(failures).toHaveLength(1);
  expect(failures[0]!.message).toContain(
    'copier creates ConfigMap default/item-50, after copier creates ConfigMap default/item-49',
  );
});

it('leaves any number of writes alone that one change causes', () => {
  const { write, failures, objects } = guarded(50);
  const first = write('user', 'set');
  for (let i = 0; i < 1_000; i++) write('maker', `item-${i}`, [{ revision: first }]);
  for (let i = 0; i < 1_000; i++) write('maker', `item-${i}`, [{ timer: 'again' }]);
  expect(failures).toEqual([]);
  // Those that were written again at the same instant count once.
  expect(objects()).toBe(1_001);
});

it('begins again when time moves', () => {
  const { write, failures, objects } = guarded(50);
  let last = write('user', 'flag');
  for (let i = 0; i < 500; i++) last = write('clockwork', 'flag', [{ revision: last }], i);
  expect(failures).toEqual([]);
  expect(objects()).toBe(500);
});

it('follows the longest of several causes', () => {
  const { write, failures } = guarded(20);
  const other = write('user', 'other');
  let last = write('user', 'flag');
  for (let i = 0; i < 20; i++) {
    last = write('a', 'flag', [{ timer: 'tick' }, { revision: last }, { revision: other }]);
  }
  expect(failures).toHaveLength(1);
});
