import { expect, test } from 'vitest';
import { configMap, deployment, pod } from '#kinds';
import type { Pod } from '#types';
import { lateOwnersOf, type KubeObject } from '#values';
import { apiRig, context } from '../../../support/api.ts';

const spec = { containers: [{ name: 'main', image: 'app:1' }] };
const inTurns = { ...context, yieldTurn: async () => undefined };

function isDecided({ metadata }: KubeObject): boolean | undefined {
  return lateOwnersOf(metadata)?.areDecided;
}

test('decides the owners of what is written in the process when they are read, as if at once', async () => {
  const written = async (by: typeof context): Promise<KubeObject[]> => {
    const { api } = await apiRig();
    const metadata = { name: 'web', namespace: 'default', labels: { app: 'web' } };
    const made = await api.create(by, pod, { metadata, spec });
    const status = { ...made.status, phase: 'Running', podIP: '10.0.0.1' } as const;
    const { object: running } = await api.update(by, pod, metadata, { ...made, status }, 'status');
    const labelled = { ...running, metadata: { ...running.metadata, labels: { app: 'api' } } };
    const { object: changed } = await api.update(by, pod, metadata, labelled);
    return [made, running, changed];
  };
  const [late, atOnce] = [await written(context), await written(inTurns)];
  expect(late.map(isDecided)).toEqual([true, true, undefined]);
  expect(atOnce.map(isDecided)).toEqual([undefined, undefined, undefined]);
  expect(JSON.stringify(late.map(({ metadata }) => metadata.managedFields))).toBe(
    JSON.stringify(atOnce.map(({ metadata }) => metadata.managedFields)),
  );
});

test.each(['merge', 'strategic'] as const)(
  'decides no owners for a %s patch of labels, and later the same ones as if at once',
  async (type) => {
    const written = async (by: typeof context): Promise<KubeObject> => {
      const { api } = await apiRig();
      const at = { name: 'web', namespace: 'default' };
      await api.create(by, pod, { metadata: { ...at, labels: { app: 'web' } }, spec });
      const body = { metadata: { labels: { app: null, tier: 'front' } } };
      await api.patch(by, pod, at, { type, body });
      const again = { metadata: { annotations: { note: 'seen' } } };
      return (await api.patch(by, pod, at, { type, body: again })).object;
    };
    const [late, atOnce] = [await written(context), await written(inTurns)];
    expect([isDecided(late), isDecided(atOnce)]).toEqual([false, undefined]);
    expect(JSON.stringify(late.metadata)).toBe(JSON.stringify(atOnce.metadata));
  },
);

test('keeps few versions of an object for owners that no client reads', async () => {
  const { api } = await apiRig();
  const metadata = { name: 'web', namespace: 'default' };
  let last: KubeObject = await api.create(context, pod, { metadata, spec });
  const versions = [last];
  for (let turn = 0; turn < 20; turn++) {
    const status = { message: `turn ${turn}` };
    const next = { ...last, status } as Pod;
    ({ object: last } = await api.update(context, pod, metadata, next, 'status'));
    versions.push(last);
  }
  const undecided = versions.filter((version) => isDecided(version) === false);
  expect(undecided.length).toBeLessThanOrEqual(8);
  expect(last.metadata.managedFields).toHaveLength(2);
});

test('leaves no trace of an update that changes neither the object nor its owners', async () => {
  const { api, store } = await apiRig();
  const metadata = { name: 'settings', namespace: 'default' };
  const made = await api.create(context, configMap, { metadata, data: { a: 'b' } });
  const before = store.revision();
  const { object } = await api.update(context, configMap, metadata, { ...made, data: { a: 'b' } });
  expect(object).toBe(made);
  expect(store.revision()).toBe(before);
});

test('shows owners to whoever copies metadata with a spread', async () => {
  const { api } = await apiRig();
  const template = { metadata: { labels: { app: 'web' } }, spec };
  const selector = { matchLabels: { app: 'web' } };
  const made = await api.create(context, deployment, {
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector, template },
  });
  const copy = { ...made.metadata };
  expect(copy.managedFields).toBe(made.metadata.managedFields);
  expect(lateOwnersOf(copy)).toBeUndefined();
});

test('decides owners before the state that decides them is forgotten', async () => {
  const { api } = await apiRig({ window: { revisions: 3 } });
  const at = { namespace: 'default', name: 'web' };
  const made = await api.create(context, pod, { metadata: at, spec });
  const status = { ...made.status, message: 'seen' };
  const { object: seen } = await api.update(context, pod, at, { ...made, status }, 'status');
  expect(isDecided(seen)).toBe(false);
  for (let other = 0; other < 4; other++) {
    const metadata = { namespace: 'default', name: `other-${other}` };
    await api.create(context, configMap, { metadata, data: {} });
  }
  expect(isDecided(seen)).toBe(true);
});
