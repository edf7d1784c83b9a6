import { beforeEach, describe, expect, it } from 'vitest';
import type { Discovery, ServedResource } from '#catalog';
import { ServedFollower, type FollowedInformer } from '../../../src/runtime/served-resources.ts';
import { FakeClock, microtasks } from '../../support/fake-clock.ts';

const verbs = ['list', 'watch', 'delete'];

function resource(name: string, more: Partial<ServedResource> = {}): ServedResource {
  const [plural, ...group] = name.split('.') as [string, ...string[]];
  const common = { group: group.join('.'), version: 'v1', plural, kind: plural, namespaced: true };
  return { ...common, verbs, ...more };
}

function discovery(
  names: readonly (string | ServedResource)[],
  failures: Readonly<Record<string, string>> = {},
): Discovery {
  const resources = names.map((name) => (typeof name === 'string' ? resource(name) : name));
  return { resources, failures: new Map(Object.entries(failures)) };
}

let clock: FakeClock;
let told: Discovery | Error;
let log: string[];
let asked: number;
/** Caches that do not fill until told. */
let slow: Map<string, () => void>;
let follower: ServedFollower;

beforeEach(() => {
  clock = new FakeClock();
  log = [];
  asked = 0;
  slow = new Map();
  follower = new ServedFollower({
    clock,
    name: 'test',
    discover: async () => {
      asked++;
      if (told instanceof Error) throw told;
      return told;
    },
    follow: ({ plural }) => {
      const whenSynced = (): Promise<boolean> =>
        plural.startsWith('slow')
          ? new Promise((resolve) => slow.set(plural, () => resolve(true)))
          : Promise.resolve(true);
      return {
        whenSynced,
        letGo: () => log.push(`let go ${plural}`),
      } as unknown as FollowedInformer;
    },
    wants: ({ verbs: all }) => all.includes('watch'),
    found: ({ plural, version }) => log.push(`found ${plural} ${version}`),
    lost: ({ plural }) => log.push(`lost ${plural}`),
    changed: () => log.push('changed'),
    onError: (error) => log.push((error as Error).message),
  });
});

/** What has happened since the last time. */
function news(): readonly string[] {
  return log.splice(0);
}

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await microtasks(30);
}

async function start(first: Discovery): Promise<void> {
  told = first;
  void follower.start();
  await microtasks(30);
}

describe('what a server serves', () => {
  it('is followed in the preferred version, as far as it is wanted', async () => {
    const older = resource('jobs.batch', { version: 'v1beta1' });
    await start(discovery(['jobs.batch', older, resource('reviews', { verbs: ['create'] })]));
    expect(news()).toEqual(['found jobs v1']);
    expect(follower.byKind('batch/v1beta1', 'jobs')).toBe(older);
    expect(follower.byKind('batch/v2', 'jobs')).toMatchObject({ version: 'v1' });
    expect(follower.byKind('v1', 'reviews')).toMatchObject({ plural: 'reviews' });
    expect(follower.byKind('v1', 'jobs')).toBeUndefined();
  });

  it('is asked again every half minute: what comes is followed, what goes is let go', async () => {
    await start(discovery(['pods']));
    told = discovery(['pods', 'widgets.example.com']);
    await pass(29_999);
    expect(news()).toEqual(['found pods v1']);
    await pass(1);
    expect(news()).toEqual(['found widgets v1', 'changed']);
    await pass(30_000);
    expect(news()).toEqual([]);
    told = discovery(['pods']);
    await pass(30_000);
    expect(news()).toEqual(['let go widgets', 'lost widgets', 'changed']);
    expect(asked).toBe(4);
  });

  it('stays followed where its group cannot be asked, and nothing else is in doubt', async () => {
    await start(discovery(['pods', 'widgets.example.com', 'gone.other.com']));
    news();
    told = discovery(['pods'], { 'example.com/v1': 'down' });
    await pass(30_000);
    expect(news()).toEqual([
      'unable to retrieve the complete list of server APIs: example.com/v1: down',
      'let go gone',
      'lost gone',
      'changed',
    ]);
    expect(follower.byKind('example.com/v1', 'widgets')).toMatchObject({ plural: 'widgets' });
    told = discovery(['pods', 'widgets.example.com']);
    await pass(30_000);
    expect(news()).toEqual(['changed']);
  });

  it('stays as it was when nothing can be found out, which is said once', async () => {
    await start(discovery(['pods']));
    news();
    told = new Error('refused');
    await pass(30_000);
    await pass(30_000);
    expect(news()).toEqual(['refused']);
    told = discovery([]);
    await pass(30_000);
    expect(news()).toEqual(['discovery lists no resources']);
    expect(follower.byKind('v1', 'pods')).toBeDefined();
  });

  it('is awaited at the start, more and more patiently', async () => {
    told = new Error('refused');
    let ready = false;
    void follower.start().then(() => (ready = true));
    for (const ms of [0, 1_000, 2_000, 4_000]) await pass(ms);
    expect([asked, ready, news()]).toEqual([4, false, ['refused']]);
    told = discovery(['pods']);
    await pass(8_000);
    expect([ready, news()]).toEqual([true, ['found pods v1']]);
  });

  it('delays work until its caches have filled, but not forever', async () => {
    await start(discovery(['pods', 'slow']));
    expect(follower.filling).toBeDefined();
    slow.get('slow')!();
    await microtasks(30);
    expect(follower.filling).toBeUndefined();
    told = discovery(['pods', 'slow', 'slower']);
    await pass(30_000);
    expect(follower.filling).toBeDefined();
    await pass(30_000);
    expect(follower.filling).toBeUndefined();
    expect(news()).toContain('changed');
  });

  it('is left alone once stopped', async () => {
    await start(discovery(['pods']));
    follower.stop();
    await pass(120_000);
    expect([asked, clock.timers()]).toEqual([1, []]);
  });
});
