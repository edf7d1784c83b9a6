/** The CronJob controller in a whole control plane, by the worked examples of the reference. */
import { afterEach, describe, expect, it } from 'vitest';
import { cronJob, event, job } from '#kinds';
import { formatTime, parseTime, type NewObject } from '#values';
import type { CronJob, CronJobSpec } from '#types';
import { evolution, simulate, START, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

const tick = { namespace: 'default', name: 'tick' };

function ticking(spec: Partial<CronJobSpec>, annotations = {}): NewObject<CronJob> {
  const podSpec = {
    restartPolicy: 'Never' as const,
    containers: [{ name: 'main', image: 'example.com/main:1' }],
  };
  const template = { metadata: { annotations }, spec: podSpec };
  return {
    metadata: tick,
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template } }, ...spec },
  };
}

async function create(spec: Partial<CronJobSpec>, annotations = {}): Promise<void> {
  await simulation.client.create(cronJob, ticking(spec, annotations));
}

async function edit(spec: Partial<CronJobSpec>): Promise<void> {
  await simulation.client.patch(cronJob, tick, { type: 'merge', body: { spec } });
}

async function pretendLastRun(lastScheduleTime: string): Promise<void> {
  const body = { status: { lastScheduleTime } };
  await simulation.client.patch(cronJob, tick, { type: 'merge', body }, { subresource: 'status' });
}

/** Runs until the clock shows a time of the first day. */
async function runTo(clock: string): Promise<void> {
  await simulation.run((parseTime(`2026-01-01T${clock}Z`) - START) / 1000 - simulation.now());
}

/** The jobs that were made so far, each as the time of its creation and the time that it is for. */
function started(): readonly string[] {
  const found: string[] = [];
  for (const { type, value, time } of simulation.changes) {
    if (type !== 'created' || value.kind !== 'Job') continue;
    const minutes = Number(value.metadata.name.slice('tick-'.length));
    found.push(`${clockOf(time)} for ${clockOf(minutes * 60_000)}`);
  }
  return found;
}

function clockOf(ms: number): string {
  const fraction = ms % 1000 === 0 ? '' : `.${ms % 1000}`;
  return formatTime(ms).slice(11, 19) + fraction;
}

async function eventsOf(reason: string): Promise<readonly { message: string; count: number }[]> {
  const { items } = await simulation.client.list(event);
  const matching = items.filter((each) => each.reason === reason);
  return matching.map(({ message = '', count = 0 }) => ({ message, count }));
}

describe('missed times', () => {
  const missed = async (spec: Partial<CronJobSpec>): Promise<void> => {
    simulation = await simulate(0);
    await create({ ...spec, suspend: true });
    await pretendLastRun('2025-12-31T21:00:00Z');
    await runTo('00:00:42');
    await edit({ suspend: false });
    await simulation.run(1);
  };

  it('are made up for by one job, with a warning when there were many', async () => {
    await missed({});
    expect(started()).toEqual(['00:00:42 for 00:00:00']);
    const message =
      'too many missed start times: 180. Set or decrease .spec.startingDeadlineSeconds or check clock skew';
    expect(await eventsOf('TooManyMissedTimes')).toEqual([{ message, count: 1 }]);
  });

  it('before the starting deadline do not count', async () => {
    await missed({ startingDeadlineSeconds: 200 });
    expect(started()).toEqual(['00:00:42 for 00:00:00']);
    expect(await eventsOf('TooManyMissedTimes')).toEqual([]);
  });

  it.each([
    ['are computed with the first interval, for an uneven schedule', false, '19:00:00'],
    ['are in the schedule, where that is asked for', true, '16:00:00'],
  ])('%s', async (_, CronJobDueTimeFix, time) => {
    simulation = await simulate(0, { features: { CronJobDueTimeFix } });
    await create({ schedule: '0 13,16 * * *', suspend: true });
    await pretendLastRun('2025-12-31T16:00:00Z');
    await runTo('20:17:00');
    await edit({ suspend: false });
    await simulation.run(1);
    expect(started()).toEqual([`20:17:00 for ${time}`]);
  });

  it('are skipped, silently, when they are as long ago as the deadline', async () => {
    simulation = await simulate(0);
    await create({ schedule: '0 * * * *', suspend: true });
    await runTo('01:00:30');
    await edit({ suspend: false, startingDeadlineSeconds: 30 });
    await simulation.run(1);
    expect(started()).toEqual([]);
    await edit({ startingDeadlineSeconds: 32 });
    await simulation.run(1);
    expect(started()).toEqual(['01:00:31 for 01:00:00']);
  });
});

describe('a changed schedule', () => {
  it('waits for a wake-up: the pending one, as it is earlier', async () => {
    simulation = await simulate(0);
    await runTo('00:24:00');
    await create({ schedule: '29 * * * *' });
    await pretendLastRun('2026-01-01T00:25:00Z');
    await runTo('00:26:59');
    await edit({ schedule: '26,46 * * * *' });
    await runTo('00:29:00');
    expect(started()).toEqual([]);
    await simulation.run(1);
    expect(started()).toEqual(['00:29:00.100 for 00:26:00']);
  });

  it('brings its own wake-up, as it is earlier', async () => {
    simulation = await simulate(0);
    await create({ schedule: '29 * * * *' });
    await runTo('00:10:30');
    await edit({ schedule: '11 * * * *' });
    await runTo('00:12:00');
    expect(started()).toEqual(['00:11:00.100 for 00:11:00']);
  });

  it('that never comes is refused at once', async () => {
    simulation = await simulate(0);
    await create({ schedule: '29 * * * *' });
    await runTo('00:10:30');
    await edit({ schedule: '59 23 31 2 *' });
    await simulation.run(1);
    expect(await eventsOf('InvalidSchedule')).toMatchObject([{ count: 1 }]);
  });

  it('with a zone inside is reported', async () => {
    simulation = await simulate(0);
    await create({ schedule: '0 12 * * *' });
    await runTo('00:00:10');
    await edit({ schedule: 'TZ=Asia/Tokyo 30 9 * * *' });
    await runTo('00:31:00');
    expect(started()).toEqual(['00:30:00.100 for 00:30:00']);
    const [told] = await eventsOf('UnsupportedSchedule');
    // At the change, at the start, and when the job and the status of the start came along.
    expect(told?.count).toBeGreaterThanOrEqual(3);
  });
});

describe('runs', () => {
  it('that share a minute share a name', async () => {
    simulation = await simulate(0);
    await create({ schedule: '@every 30s' });
    await runTo('00:02:59');
    expect(started()).toEqual([
      '00:00:30.100 for 00:00:00',
      '00:01:00.100 for 00:01:00',
      '00:02:00.100 for 00:02:00',
    ]);
  });

  it('are in the time zone, where the gate lets them', async () => {
    simulation = await simulate(0, { features: { CronJobTimeZone: true } });
    await create({ schedule: '30 9 * * *', timeZone: 'Asia/Tokyo' });
    await runTo('02:00:00');
    expect(started()).toEqual(['00:30:00.100 for 00:30:00']);
  });

  it('wait for each other with Forbid', async () => {
    simulation = await simulate(0);
    await create({ concurrencyPolicy: 'Forbid' });
    await runTo('00:04:30');
    expect(started()).toEqual(['00:01:00.100 for 00:01:00']);
    const [told, ...others] = await eventsOf('JobAlreadyActive');
    expect(told?.count).toBe(3);
    expect(others).toEqual([]);
    expect((await simulation.get(cronJob, 'tick')).status).toMatchObject({
      active: [{ kind: 'Job', name: expect.stringMatching(/^tick-\d+$/) as string }],
      lastScheduleTime: '2026-01-01T00:01:00Z',
    });
  });

  it('start as soon as the one before ends with Forbid', async () => {
    simulation = await simulate(1);
    await create({ concurrencyPolicy: 'Forbid' }, { 'sim/run-seconds': '80' });
    await runTo('00:03:00');
    const [first, second] = started();
    expect(first).toBe('00:01:00.100 for 00:01:00');
    expect(second).toMatch(/^00:02:2\d(\.\d+)? for 00:02:00$/);
  });

  it('take each other’s place with Replace', async () => {
    simulation = await simulate(0);
    await create({ concurrencyPolicy: 'Replace' });
    await runTo('00:03:30');
    expect(started()).toHaveLength(3);
    const { items } = await simulation.client.list(job);
    expect(items).toHaveLength(1);
    const { active } = (await simulation.get(cronJob, 'tick')).status;
    expect(active?.map(({ uid }) => uid)).toEqual([items[0]!.metadata.uid]);
    expect(await eventsOf('SuccessfulDelete')).toHaveLength(2);
  });

  it('leave the active list when they end, and the time of success in a second write', async () => {
    simulation = await simulate(1);
    await create({ successfulJobsHistoryLimit: 1 }, { 'sim/run-seconds': '10' });
    await runTo('00:02:30');
    const writes = simulation.changes.filter(({ value }) => value.kind === 'CronJob');
    const states = writes.map(({ value }) => {
      const { active, lastSuccessfulTime } = (value as CronJob).status;
      return `${active?.length ?? 0} active, last success ${lastSuccessfulTime?.slice(14, 19)}`;
    });
    expect(states.slice(0, 5)).toEqual([
      '0 active, last success undefined',
      '1 active, last success undefined',
      '0 active, last success undefined',
      expect.stringMatching(/^0 active, last success 01:1\d$/),
      expect.stringMatching(/^1 active, last success 01:1\d$/),
    ]);
    expect((await simulation.client.list(job)).items).toHaveLength(1);
    const times = evolution(simulation, 'CronJob', 'tick', (object) => {
      return (object as CronJob).status.active?.length ?? 0;
    });
    expect(times[1]).toEqual([60.1, 1]);
  });
});
