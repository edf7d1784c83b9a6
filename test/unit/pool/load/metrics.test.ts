import { beforeEach, describe, expect, it } from 'vitest';
import { pod as podKind } from '#kinds';
import { formatTime, parseTime } from '#values';
import { Metrics } from '#pool';
import { poolRig, type PoolRig } from '../rig.ts';

let rig: PoolRig;
beforeEach(async () => {
  rig = await poolRig();
  await rig.addNode('n1');
  await rig.addPod({ annotations: { 'sim/cpu': '100m' } });
  await rig.run(5);
});

/** Time (seconds from `start`), window and CPU use of what is measured in the namespace. */
async function samples(metrics: Metrics): Promise<readonly string[]> {
  const measured = await metrics.ofPods(rig.client, 'default');
  return measured.map(({ timestamp, window, containers }) =>
    [timestamp, window, containers[0]!.usage.cpu].join(' '),
  );
}

const now = (): string => formatTime(rig.base.clock.now());

describe('metrics', () => {
  it('are of the moment of the request', async () => {
    const metrics = new Metrics({ clock: rig.base.clock });
    expect(metrics.scraper).toBeUndefined();
    expect(await samples(metrics)).toEqual([`${now()} 15s 100m`]);
    await rig.annotatePod({ 'sim/cpu': '200m' });
    await rig.run(1);
    expect(await samples(metrics)).toEqual([`${now()} 15s 200m`]);
  });

  it('are those of the last scrape where there is an interval', async () => {
    const metrics = new Metrics({ clock: rig.base.clock, intervalMs: 60_000 });
    expect(await samples(metrics)).toEqual([]);
    expect(await metrics.ofNodes(rig.client)).toEqual([]);
    await rig.manager.start([metrics.scraper!]);
    await rig.run();
    const first = now();
    await rig.annotatePod({ 'sim/cpu': '200m' });
    await rig.run(59);
    expect(await samples(metrics)).toEqual([`${first} 60s 100m`]);
    expect(await metrics.ofPods(rig.client, 'kube-system')).toEqual([]);
    await rig.run(1);
    expect(now()).not.toBe(first);
    expect(await samples(metrics)).toEqual([`${now()} 60s 200m`]);
    const [node] = await metrics.ofNodes(rig.client);
    expect(node).toMatchObject({ timestamp: now(), window: '60s', usage: { cpu: '200m' } });
  });

  it('are those of an idle server for pods that say nothing, where that is asked for', async () => {
    await rig.addPod({ name: 'quiet' });
    await rig.run(5);
    const measured = (measuresIdle: boolean) =>
      samples(new Metrics({ clock: rig.base.clock, measuresIdle }));
    expect(await measured(false)).toEqual([`${now()} 15s 100m`]);
    expect(await measured(true)).toEqual([`${now()} 15s 1m`, `${now()} 15s 100m`]);
  });

  it('are a load since its containers started, where that is how a pod uses CPU or memory', async () => {
    await rig.annotatePod({
      'sim/cpu': 'points 0,1 60,100m',
      'sim/memory': 'step from=1Gi to=512Mi at=30',
    });
    const metrics = new Metrics({ clock: rig.base.clock });
    const usage = async () =>
      (await metrics.ofPods(rig.client, 'default'))[0]!.containers[0]!.usage;
    const [pod] = (await rig.client.list(podKind, {})).items;
    const startedMs = parseTime(pod!.status.containerStatuses![0]!.state!.running!.startedAt!);
    const passed = (): number => (rig.base.clock.now() - startedMs) / 1000;
    await rig.run(20 - passed());
    expect(await usage()).toEqual({ cpu: '700m', memory: '1Gi' });
    await rig.run(40);
    expect(await usage()).toEqual({ cpu: '100m', memory: '512Mi' });
  });

  it('are not measured more than once a second', () => {
    const make = (intervalMs: number) => new Metrics({ clock: rig.base.clock, intervalMs });
    expect(() => make(999)).toThrow('the minimum is 1000');
    expect(() => make(NaN)).toThrow(RangeError);
  });
});
