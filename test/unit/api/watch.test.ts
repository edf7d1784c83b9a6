import { beforeEach, describe, expect, test } from 'vitest';
import type { ChangeEvent, WatchOptions } from '#request';
import { apiRig, context, refusal, widget, type ApiRig, type Widget } from '../../support/api.ts';

const ref = { namespace: 'default', name: 'w' };

let rig: ApiRig;

beforeEach(async () => {
  rig = await apiRig();
});

function make(name: string, labels: Record<string, string> = {}): Promise<Widget> {
  return rig.api.create(context, widget, { metadata: { name, labels } }, 'default');
}

async function patch(metadata: unknown): Promise<void> {
  await rig.api.patch(context, widget, ref, { type: 'merge', body: { metadata } });
}

function inShort({ type, object: { metadata } }: ChangeEvent): string {
  return `${type} ${metadata.name} ${metadata.resourceVersion}`;
}

/** What a watch delivers of all that has happened. */
async function delivered(
  options: WatchOptions,
  count: number,
): Promise<readonly ChangeEvent<Widget>[]> {
  const watch = rig.api.watch(widget, options);
  const events: ChangeEvent<Widget>[] = [];
  while (events.length < count) events.push(...(await watch.next()));
  watch.stop();
  expect(await watch.next()).toEqual([]);
  return events;
}

test('from a version shows what happened after it', async () => {
  await make('v');
  await make('w');
  await patch({ labels: { a: '1' } });
  await rig.api.delete(context, widget, ref);
  const events = await delivered({ resourceVersion: '2' }, 3);
  expect(events.map(inShort)).toEqual(['ADDED w 3', 'MODIFIED w 4', 'DELETED w 5']);
  expect(events[2]!.object.metadata.labels).toEqual({ a: '1' });
});

test('without selectors shows the same list of events as others that read beside it', async () => {
  const open = (options: WatchOptions) =>
    rig.api.watch(widget, { resourceVersion: '1', ...options });
  const watches = [open({}), open({}), open({ labelSelector: '!a' })];
  await make('v');
  await make('w');
  const [first, second, selected] = await Promise.all(watches.map((watch) => watch.next()));
  expect(second).toBe(first);
  expect(selected).not.toBe(first);
  expect(selected!.map(inShort)).toEqual(first!.map(inShort));
  for (const watch of watches) watch.stop();
});

test.each([undefined, '', '0'])(
  'from %j first shows what there is, then what happens',
  async (resourceVersion) => {
    await make('v');
    await make('w');
    const watch = rig.api.watch(widget, { resourceVersion });
    expect((await watch.next()).map(inShort)).toEqual(['ADDED v 2', 'ADDED w 3']);
    const next = watch.next();
    await patch({ labels: { a: '1' } });
    expect((await next).map(inShort)).toEqual(['MODIFIED w 4']);
    watch.stop();
  },
);

test('from nothing on waits for the first object', async () => {
  const watch = rig.api.watch(widget, {});
  const next = watch.next();
  await make('w');
  expect((await next).map(inShort)).toEqual(['ADDED w 2']);
  watch.stop();
});

test('sees other namespaces only when it is about all of them', async () => {
  await make('w');
  expect(await delivered({ resourceVersion: '1', namespace: 'default' }, 1)).toHaveLength(1);
  const other = rig.api.watch(widget, { resourceVersion: '1', namespace: 'other' });
  const next = other.next();
  other.stop();
  expect(await next).toEqual([]);
});

test('with a selector shows what enters and leaves as added and deleted', async () => {
  const old = await make('w', { on: 'no' });
  await patch({ labels: { on: 'yes' } });
  await patch({ annotations: { n: '1' } });
  await patch({ labels: { on: 'no' } });
  await patch({ labels: { on: 'yes' } });
  await rig.api.delete(context, widget, ref);
  const events = await delivered(
    { resourceVersion: old.metadata.resourceVersion, labelSelector: 'on=yes' },
    5,
  );
  expect(events.map(inShort)).toEqual([
    'ADDED w 3',
    'MODIFIED w 4',
    'DELETED w 5',
    'ADDED w 6',
    'DELETED w 7',
  ]);
  expect(events[2]!.object.metadata.labels).toEqual({ on: 'yes' });
});

test('with a selector shows only what is selected at first, too', async () => {
  await make('v', { on: 'no' });
  await make('w', { on: 'yes' });
  expect((await delivered({ labelSelector: 'on=yes' }, 1)).map(inShort)).toEqual(['ADDED w 3']);
});

test('from a version yet to come is silent until then', async () => {
  const events = delivered({ resourceVersion: '3' }, 1);
  await make('u');
  await make('v');
  await make('w');
  expect((await events).map(inShort)).toEqual(['ADDED w 4']);
});

test('from a version that is compacted ends with a 410', async () => {
  await make('v');
  await make('w');
  await rig.store.compact(3);
  const watch = rig.api.watch(widget, { resourceVersion: '2' });
  expect(await refusal(watch.next())).toMatchObject({
    code: 410,
    reason: 'Expired',
    message: 'too old resource version: 2 (3)',
  });
});

test.each<[options: WatchOptions, code: number]>([
  [{ resourceVersion: 'abc' }, 500],
  [{ resourceVersion: '1', resourceVersionMatch: 'Exact' }, 422],
  [{ labelSelector: '=' }, 400],
  [{ fieldSelector: 'foo=1' }, 400],
])('%j is refused at once', async (options, code) => {
  expect(await refusal(() => rig.api.watch(widget, options))).toMatchObject({ code });
});

describe('the clock is held', () => {
  const holders = () => rig.clock.holders().map(({ name }) => name);

  test('by changes until they have been dealt with', async () => {
    const watch = rig.api.watch(widget, { resourceVersion: '1', hold: 'me' });
    expect(holders()).toEqual([]);
    await make('w');
    expect(holders()).toEqual(['me']);
    await watch.next();
    expect(holders()).toEqual(['me']);
    const next = watch.next();
    await Promise.resolve();
    expect(holders()).toEqual([]);
    watch.stop();
    await next;
  });

  test('by what there was at first, too, and not by a watch that is stopped', async () => {
    await make('w');
    const watch = rig.api.watch(widget, { hold: 'me' });
    await watch.next();
    expect(holders()).toEqual(['me']);
    await make('v');
    watch.stop();
    expect(holders()).toEqual([]);
  });
});
