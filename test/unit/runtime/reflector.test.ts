/** Which versions a reflector asks for. */
import { expect, test } from 'vitest';
import { expired, tooLargeResourceVersion, type KubeObject } from '#values';
import type { ListOptions, ObjectList, Watch, WatchEvent } from '#request';
import { Reflector } from '../../../src/runtime/reflector.ts';
import { FakeClock, microtasks } from '../../support/fake-clock.ts';
import { fakeKind, object } from './fake-api.ts';

/** The versions of the lists when the first watch delivers a change at 7 and expires; lists answer as told. */
async function versionsAsked(...answers: (string | Error)[]): Promise<(string | undefined)[]> {
  const asked: (string | undefined)[] = [];
  let watches = 0;
  const client = {
    async list(_: unknown, { resourceVersion }: ListOptions): Promise<ObjectList<KubeObject>> {
      asked.push(resourceVersion);
      const answer = answers[asked.length - 1] ?? '9';
      if (answer instanceof Error) throw answer;
      return { metadata: { resourceVersion: answer }, items: [] } as never;
    },
    watch(): Watch<KubeObject> {
      return watches++ === 0 ? expiring('7') : quiet();
    },
  };
  const clock = new FakeClock();
  const target = { replace: () => {}, apply: () => {} };
  const kind = fakeKind('Thing', 'things');
  const reflector = new Reflector({ clock, client, kind, target, onError: () => {} });
  void reflector.run();
  await microtasks();
  for (let second = 0; second < 5; second++) {
    clock.advance(1000);
    await microtasks();
  }
  reflector.stop();
  return asked;
}

function expiring(version: string): Watch<KubeObject> {
  const made = object('a');
  const changed = { ...made, metadata: { ...made.metadata, resourceVersion: version } };
  const events: WatchEvent<KubeObject>[] = [{ type: 'ADDED', object: changed }];
  return {
    next: () =>
      events.length > 0 ? Promise.resolve([events.pop()!]) : Promise.reject(expired('')),
    stop: () => {},
  } as Watch<KubeObject>;
}

function quiet(): Watch<KubeObject> {
  return { next: () => new Promise(() => {}), stop: () => {} } as Watch<KubeObject>;
}

test('lists at any version first, and then none older than the last one seen', async () => {
  expect(await versionsAsked('5')).toEqual(['0', '7']);
});

test.each([
  ['has expired', expired('')],
  ['is not reached yet', tooLargeResourceVersion(7, 3)],
])('lists at the newest version when the one that it has seen %s', async (_, error) => {
  expect(await versionsAsked('5', error)).toEqual(['0', '7', undefined]);
});

test('tries other failures again at the same version', async () => {
  expect(await versionsAsked('5', new Error('gone'))).toEqual(['0', '7', '7']);
});
