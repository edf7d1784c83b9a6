/**
 * Crash safety: controllers killed at any point and started some seconds later come to the same end
 * as without the crash, with no child created twice and none lost. Compared is what stays when names,
 * uids, versions, times and event counts are left out. That of the library's scenarios is in
 * crash-library.test.ts.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { controllerOf, type NewObject } from '#values';
import { cronJob, daemonSet, deployment, event, job, pod, replicaSet } from '#kinds';
import type { CronJob, DaemonSet, Deployment, Job, Pod } from '#types';
import { simulate, type Simulation } from '../support/simulate.ts';

const namespace = 'default';
const timing = { 'sim/start-seconds': '2', 'sim/terminate-seconds': '1' };

function template(
  app: string,
  annotations: Record<string, string> = timing,
): DaemonSet['spec']['template'] {
  const containers = [{ name: 'c', image: 'example.com/a:1' }];
  return { metadata: { labels: { app }, annotations }, spec: { containers } };
}

const agent = {
  metadata: { name: 'agent', namespace },
  spec: { selector: { matchLabels: { app: 'agent' } }, template: template('agent') },
} as NewObject<DaemonSet>;

const web = {
  metadata: { name: 'web', namespace },
  spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template: template('web') },
} as NewObject<Deployment>;

const work = {
  metadata: { name: 'work', namespace },
  spec: {
    completions: 4,
    parallelism: 2,
    template: {
      ...template('work', { 'sim/run-seconds': '3' }),
      spec: { ...template('work').spec, restartPolicy: 'Never' },
    },
  },
} as NewObject<Job>;

const tick = {
  metadata: { name: 'tick', namespace },
  spec: {
    schedule: '*/10 * * * *',
    jobTemplate: { spec: { template: work.spec!.template } },
  },
} as NewObject<CronJob>;

/** Makes the workloads, changes their images after 10 s, and resolves with the settled state after 90 s. */
async function play(seed: number, crashAtWrite?: number): Promise<unknown> {
  const simulation = await simulate(3, { seed });
  const { client, sim, changes } = simulation;
  const from = changes.length;
  const crash = crashAfter(sim, () => changes.length - from >= (crashAtWrite ?? Infinity));
  try {
    await client.create(daemonSet, agent);
    await client.create(deployment, web);
    await client.create(job, work);
    await simulation.run(10);
    await crash.recover();
    const body = {
      spec: { template: { spec: { containers: [{ name: 'c', image: 'example.com/a:2' }] } } },
    };
    for (const name of ['agent', 'web']) {
      const kind = name === 'agent' ? daemonSet : deployment;
      await client.patch(
        kind as typeof daemonSet,
        { namespace, name },
        { type: 'strategic', body },
      );
    }
    await simulation.run(15);
    await crash.recover();
    await simulation.run(65);
    expect(crash.happened()).toBe(crashAtWrite !== undefined);
    return await settledState(simulation);
  } finally {
    sim.stop();
  }
}

/** Kills the controllers at the first write that `isDue` is true of; `recover` starts them again. */
function crashAfter(
  sim: Simulation['sim'],
  isDue: () => boolean,
): {
  recover(): Promise<void>;
  happened(): boolean;
} {
  let dead = false;
  let happened = false;
  sim.record.onChange(() => {
    if (happened || !isDue()) return;
    dead = true;
    happened = true;
    sim.killControllers();
  });
  return {
    happened: () => happened,
    async recover() {
      if (!dead) return;
      dead = false;
      await sim.startControllers();
    },
  };
}

async function settledState({ client }: Simulation): Promise<unknown> {
  const read = async (kind: typeof pod): Promise<readonly Pod[]> =>
    (await client.list(kind, { namespace })).items;
  const pods = (await read(pod)).map((each) => {
    const owner = controllerOf(each)?.kind;
    const node = owner === 'DaemonSet' ? each.spec.nodeName : undefined;
    return { owner, node, image: each.spec.containers[0]!.image, phase: each.status.phase };
  });
  const sets = await client.list(replicaSet, { namespace });
  return {
    pods: pods.map((each) => JSON.stringify(each)).sort(),
    agent: (await client.get(daemonSet, { namespace, name: 'agent' })).status,
    web: withoutTimes((await client.get(deployment, { namespace, name: 'web' })).status),
    work: withoutTimes((await client.get(job, { namespace, name: 'work' })).status),
    replicaSets: sets.items.map(({ status }) => status.replicas).sort(),
  };
}

function withoutTimes(status: object): unknown {
  return JSON.parse(
    JSON.stringify(status, (key, value: unknown) => (/Time$/.test(key) ? undefined : value)),
  );
}

describe('controllers that crash', () => {
  it('come to the same end as without', async () => {
    const undisturbed = await play(1);
    expect(undisturbed).toMatchObject({ agent: { numberReady: 3 }, work: { succeeded: 4 } });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 1, max: 5 }),
        async (write, seed) => {
          expect(await play(seed, write)).toEqual(undisturbed);
        },
      ),
      { numRuns: 25, seed: 24 },
    );
  });

  it('between starting a Job and saying so, start it once and continue the schedule', async () => {
    const { client, sim, changes, run } = await simulate(1);
    const crash = crashAfter(
      sim,
      () => changes.at(-1)?.origin.actor === 'cronjob-controller' && started().length === 2,
    );
    const started = (): readonly string[] =>
      changes
        .filter(({ bucket, type }) => bucket === 'jobs.batch' && type === 'created')
        .map(({ value }) => value.metadata.name);
    try {
      await client.create(cronJob, tick);
      await run(1205);
      expect(crash.happened()).toBe(true);
      await crash.recover();
      await run(2500);
      const { items: events } = await client.list(event, { namespace });
      const met = events.filter(({ reason }) => reason === 'UnexpectedJob');
      expect(met).toMatchObject([{ message: expect.stringMatching(/tick-29453780$/) as unknown }]);
      expect(started()).toEqual(
        [770, 780, 790, 800, 810, 820].map((minute) => `tick-29453${minute}`),
      );
    } finally {
      sim.stop();
    }
  });
});
