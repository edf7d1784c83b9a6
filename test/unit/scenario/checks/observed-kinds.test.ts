/** What checks see of a cluster: which of them get which change, and what happens when one gives up. */
import { describe, expect, it } from 'vitest';
import { keyOf } from '#values';
import { ObservedKinds } from '../../../../src/scenario/checks/observed-kinds.ts';
import type { ObservedChange, ObservingCheck } from '../../../../src/scenario/checks/observing.ts';
import { CostError } from '../../../../src/scenario/expression/index.ts';
import { FakeClock, microtasks } from '../../../support/fake-clock.ts';
import { FakeApi, fakeKind, object } from '../../runtime/fake-api.ts';

const kind = fakeKind('Thing', 'things');

const textOf = ({ object: now, old, deleted }: ObservedChange): string =>
  [keyOf(now), old === undefined ? 'new' : 'known', ...(deleted ? ['deleted'] : [])].join(' ');

/** Kinds that are followed, and what their subscribers hear, in order. */
async function followed(...names: readonly string[]) {
  const clock = new FakeClock();
  const api = new FakeApi();
  for (const name of names) api.put('things', object(name));
  const kinds = new ObservedKinds({ clock, client: api.as({ actor: 'test' }) });
  const following = kinds.follow([kind]);
  await microtasks(20);
  await following;
  const heard: string[] = [];
  const subscribe = (who: string, key: string | undefined, fail?: Error): (() => void) => {
    const check: ObservingCheck = {
      countsThePast: true,
      measure: () => undefined,
      before: () => void heard.push(`${who} before`),
      after: (change) => void heard.push(`${who} after ${textOf(change)}`),
      giveUp: (why) => void heard.push(`${who} gives up: ${why}`),
    };
    const update = (change: ObservedChange): void => {
      if (fail !== undefined) throw fail;
      heard.push(`${who} update ${textOf(change)}`);
    };
    return kinds.subscribe(kind, key, { check, update });
  };
  const change = async (run: () => void): Promise<readonly string[]> => {
    run();
    api.flush();
    await microtasks(20);
    return heard.splice(0);
  };
  return { api, kinds, subscribe, change };
}

describe('a change', () => {
  it('is for the checks of its object, then for those of all; each sees the whole of it', async () => {
    const { api, subscribe, change } = await followed('a');
    subscribe('all', undefined);
    subscribe('a', 'default/a');
    subscribe('b', 'default/b');
    expect(await change(() => void api.put('things', object('a')))).toEqual([
      'a before',
      'all before',
      'a update default/a known',
      'all update default/a known',
      'a after default/a known',
      'all after default/a known',
    ]);
    expect(await change(() => void api.put('things', object('c')))).toEqual([
      'all before',
      'all update default/c new',
      'all after default/c new',
    ]);
    expect(await change(() => void api.remove('things', 'default/a'))).toEqual([
      'a before',
      'all before',
      'a update default/a known deleted',
      'all update default/a known deleted',
      'a after default/a known deleted',
      'all after default/a known deleted',
    ]);
  });

  it('is not for a check whose subscription has ended', async () => {
    const { api, subscribe, change } = await followed('a');
    const [end, endOther, endAll] = [
      subscribe('one', 'default/a'),
      subscribe('other', 'default/a'),
      subscribe('all', undefined),
    ];
    endAll();
    end();
    const put = (): void => void api.put('things', object('a'));
    expect(await change(put)).toEqual([
      'other before',
      'other update default/a known',
      'other after default/a known',
    ]);
    endOther();
    expect(await change(put)).toEqual([]);
  });

  it('that costs too much has its check give up, and no other', async () => {
    const { api, subscribe, change } = await followed('a');
    subscribe('dear', undefined, new CostError('x takes more than 10 steps'));
    subscribe('cheap', undefined);
    expect(await change(() => void api.put('things', object('a')))).toEqual([
      'dear before',
      'cheap before',
      'dear gives up: x takes more than 10 steps',
      'cheap update default/a known',
      'dear after default/a known',
      'cheap after default/a known',
    ]);
  });
});

it('a defect of a check does not make it give up, but is kept as the last problem', async () => {
  const { api, kinds, subscribe, change } = await followed('a');
  subscribe('bad', undefined, new Error('a defect'));
  expect(await change(() => void api.put('things', object('a')))).toEqual(['bad before']);
  expect(kinds.problem).toBe('a defect');
});

describe('kinds that are followed', () => {
  it('have objects, by key and all together', async () => {
    const { kinds } = await followed('a', 'b');
    expect(kinds.object(kind, 'default/b')?.metadata.name).toBe('b');
    expect(kinds.object(kind, 'default/c')).toBeUndefined();
    expect(kinds.objects(kind).map(keyOf)).toEqual(['default/a', 'default/b']);
    expect(kinds.problem).toBeUndefined();
  });

  it('are watched once, however often they are asked for', async () => {
    const { api, kinds } = await followed('a');
    await kinds.follow([kind, kind]);
    expect(api.lists).toBe(1);
  });

  it('do not include others', async () => {
    const { kinds } = await followed();
    expect(() => kinds.objects(fakeKind('Other', 'others'))).toThrow(
      new Error('Other is not followed'),
    );
  });

  it('are not watched any longer once stopped', async () => {
    const { api, kinds, subscribe, change } = await followed('a');
    subscribe('all', undefined);
    kinds.stop();
    expect(await change(() => void api.put('things', object('a')))).toEqual([]);
  });
});
