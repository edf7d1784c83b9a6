import { describe, expect as plain, it } from 'vitest';
import { createCluster, type Cluster } from '#kit';
import { clusterTest, expect } from '../../../src/kit/vitest.ts';
import * as nodeTest from '../../../src/kit/node-test.ts';
import { literally, quoted } from '../../../src/kit/matchers/verdict.ts';

const agent = `
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec: { containers: [{ name: main, image: example.com/agent:1 }] }
`;
const clock = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'tick' } };
const template = {
  spec: {
    template: {
      spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'example.com/a:1' }] },
    },
  },
};
const minutely = { ...clock, spec: { schedule: '* * * * *', jobTemplate: template } };

const test = clusterTest({ nodes: 3, seed: 7 });

/** What a failure prints. */
async function messageOf(failing: Promise<void>): Promise<string> {
  return failing.then(
    () => plain.unreachable('it did not fail'),
    (error: unknown) => (error as Error).message,
  );
}

describe('matchers', () => {
  test('hold', async ({ cluster }) => {
    await cluster.apply(agent);
    await expect(cluster).toStayWithin(
      'ds/agent',
      { desiredNumberScheduled: [0, 3] },
      { during: '1s' },
    );
    await expect(cluster).toReachStatus('ds/agent', { numberReady: 3 });
    await expect(cluster).toEmitEvent({
      reason: 'SuccessfulCreate',
      about: 'ds/agent',
      message: /created pod: AGENT-/i,
      count: 3,
    });
    const began = cluster.now();
    await expect(cluster).toConverge({ quiet: '30s' });
    plain(cluster.now() - began).toBe(30_000);
  });

  test('have opposites', async ({ cluster }) => {
    await cluster.apply(agent);
    await expect(cluster).not.toReachStatus('ds/agent', { numberReady: 4 }, { within: '20s' });
    await expect(cluster).not.toEmitEvent({ type: 'Warning' }, { within: 1000 });
    const message = await messageOf(
      expect(cluster).not.toReachStatus('ds/agent', { numberReady: 3 }),
    );
    plain(message).toContain('expected not DaemonSet default/agent to reach status');
  });

  test('say what was expected, what was found, why, and how to see it again', async ({
    cluster,
  }) => {
    await cluster.apply(agent);
    const message = await messageOf(
      expect(cluster).toReachStatus('ds/agent', { numberReady: 4 }, { within: '30s' }),
    );
    plain(message).toMatch(
      /^expected DaemonSet default\/agent to reach status \{"numberReady":4\} within 30s\n/,
    );
    plain(message).toMatch(/\n {2}expected: .*numberReady/);
    plain(message).toMatch(/\n {2}found: {4}.*expected 4, found 3/);
    plain(message).toMatch(/\nwhy:\n {2}DaemonSet default\/agent {2}status\.numberReady = 3\n/);
    plain(message).toContain('test created DaemonSet default/agent');
    const name = 'matchers say what was expected, what was found, why, and how to see it again';
    plain(message.split('\n').at(-1)).toBe(
      `replay: npx vitest run test/unit/kit/matchers.test.ts -t '^${name}$'  (seed 7, 0:30.000 of virtual time)`,
    );
  });

  test('name the limit that was broken, at the instant when it was', async ({ cluster }) => {
    const began = cluster.now();
    await cluster.apply(agent);
    const message = await messageOf(
      expect(cluster).toStayWithin('ds/agent', {
        desiredNumberScheduled: [0, 3],
        'status.numberReady': [0, 2],
      }),
    );
    plain(message).toContain('status.numberReady = 3');
    plain(cluster.now() - began).toBeLessThan(30_000);
  });

  test('name the events that were recorded', async ({ cluster }) => {
    await cluster.apply(agent);
    const message = await messageOf(
      expect(cluster).toEmitEvent({ reason: 'FailedCreate', about: 'ds/agent' }, { within: '5s' }),
    );
    plain(message).toContain('FailedCreate');
    plain(message).toMatch(/why:\n.*daemonset-controller updated DaemonSet default\/agent/);
  });

  test('name what is still written', async ({ cluster }) => {
    await cluster.apply(minutely);
    const message = await messageOf(expect(cluster).toConverge({ quiet: '2m', within: '6m' }));
    plain(message).toContain('expected: no write for 120s, within 360s');
    plain(message).toMatch(/found: {4}\d+ writes in the last 120s, the latest: .*Pod tick-/);
  });

  test('say what an object is called', async ({ cluster }) => {
    await plain(expect(cluster).toReachStatus('agent', {})).rejects.toThrow(
      'expected KIND/NAME such as daemonset/agent, found "agent"',
    );
    await plain(expect({} as Cluster).toConverge()).rejects.toThrow(TypeError);
  });
});

describe("the matchers of Node's test runner", () => {
  it('assert the same', async () => {
    const cluster = await createCluster({ nodes: 3 });
    await cluster.apply(agent);
    await nodeTest.expect(cluster).toReachStatus('ds/agent', { numberReady: 3 });
    await nodeTest.expect(cluster).not.toEmitEvent({ type: 'Warning' }, { within: '1s' });
    const failing = nodeTest.expect(cluster).not.toConverge();
    await expect(failing).rejects.toThrow(/^expected not the cluster to converge/);
    await expect(failing).rejects.toMatchObject({ code: 'ERR_ASSERTION', operator: 'toConverge' });
    await cluster.dispose();
  });
});

describe('the command that replays', () => {
  it.each([
    ['test/a.test.ts', 'test/a.test.ts'],
    ['a b', "'a b'"],
    ["it's", String.raw`'it'\''s'`],
  ])('quotes %s for a shell', (text, expected) => {
    expect(quoted(text)).toBe(expected);
  });

  it('names a test as it is', () => {
    const name = 'adds 1 + 1 (twice) [a-z]? $x.y';
    expect(new RegExp(`^${literally(name)}$`).test(name)).toBe(true);
  });
});
