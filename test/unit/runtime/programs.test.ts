/** Controllers that are programs of their own: each has its own caches, and is started and killed by name. */
import { defaultProfile } from '#kinds';
import { beforeEach, describe, expect, it } from 'vitest';
import { Random } from '#clock';
import { keyOf } from '#values';
import type { ControllerDefinition } from '#runtime';
import { Programs } from '../../../src/runtime/programs.ts';
import { FakeClock, microtasks } from '../../support/fake-clock.ts';
import { FakeApi, fakeKind, object } from './fake-api.ts';

const kind = fakeKind('Thing', 'things');
let api: FakeApi;
let programs: Programs;
const done: string[] = [];

function program(name: string): ControllerDefinition {
  return {
    ...{ name, actor: `${name}-program` },
    start(context) {
      const things = context.informer(kind);
      const reconcile = (key: string) => Promise.resolve(void done.push(`${name} ${key}`));
      const queue = context.queue({ workers: 1, reconcile });
      things.addHandlers({ added: (it, cause) => queue.add(keyOf(it), cause) });
    },
  };
}

beforeEach(() => {
  done.length = 0;
  api = new FakeApi();
  const profile = defaultProfile;
  programs = new Programs([program('a'), program('b')], {
    ...{ clock: new FakeClock(), clients: api, random: new Random(1), profile },
  });
});

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    api.flush();
    await microtasks(30);
  }
}

describe('programs', () => {
  it('run from their start to their stop', async () => {
    api.put('things', object('x'));
    expect([programs.names, programs.running, programs.reconciles]).toEqual([['a', 'b'], [], 0]);
    programs.start(['b']);
    await settle();
    expect([programs.running, done, programs.reconciles]).toEqual([['b'], ['b default/x'], 1]);
    programs.start(['a', 'b', 'none']);
    await settle();
    expect(programs.running).toEqual(['a', 'b']);
    expect([done, programs.reconciles]).toEqual([['b default/x', 'a default/x'], 2]);
    expect(programs.queues.map(({ name }) => name)).toEqual(['a', 'b']);
    programs.stop(['a', 'none']);
    expect(programs.running).toEqual(['b']);
    programs.stop();
    expect(programs.running).toEqual([]);
  });

  it('read for themselves, each with its name', async () => {
    api.put('things', object('x'));
    const { lists } = api;
    programs.start(['a', 'b']);
    await settle();
    expect(api.lists - lists).toBe(2);
  });
});
