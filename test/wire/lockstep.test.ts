/** Programs outside, in lock step with virtual time, over HTTP. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { machineWall } from '#clock';
import { parseTime } from '#values';
import { barrier, postTo } from '../../examples/lockstep/js/barrier.mjs';
import { controlRig, controlToken, type ControlRig } from '../support/control.ts';

interface ConfigMap {
  readonly metadata: { readonly name: string; readonly creationTimestamp: string };
  readonly data?: { readonly seen?: string };
}

const jobs = '/apis/batch/v1/namespaces/default/jobs';
const runs = 10;

const cronJob = {
  metadata: { name: 'tick' },
  spec: {
    schedule: '* * * * *',
    jobTemplate: {
      spec: {
        template: {
          spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox' }] },
        },
      },
    },
  },
};

describe('time that waits', () => {
  let rig: ControlRig;
  const stop = new AbortController();
  beforeEach(async () => {
    rig = await controlRig();
  });
  afterEach(() => rig.close());

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(rig.url + path, {
      method,
      headers: {
        authorization: `Bearer ${controlToken}`,
        'content-type': 'application/json',
      },
      body: body && JSON.stringify(body),
    });
    const value = (await answer.json()) as T;
    expect(answer.status, JSON.stringify(value)).toBeLessThan(300);
    return value;
  }

  /** Answers each new Job with a ConfigMap, after some time of its own. */
  async function react(delay: number, hasBarrier: boolean): Promise<void> {
    const bar = barrier(postTo({ url: rig.url, token: controlToken }), 'jobs.batch');
    if (hasBarrier) await bar.join();
    const stream = await fetch(`${rig.url}${jobs}?watch=1`, {
      headers: { authorization: `Bearer ${controlToken}` },
      signal: stop.signal,
    });
    void (async () => {
      let text = '';
      for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
        const lines = (text + chunk).split('\n');
        text = lines.pop()!;
        for (const line of lines) {
          const { type, object } = JSON.parse(line) as { type: string; object: ConfigMap };
          if (type === 'ADDED') bar.began();
          bar.read(object);
          if (type !== 'ADDED') continue;
          await machineWall.sleep(delay, stop.signal);
          const { name } = object.metadata;
          const data = { born: object.metadata.creationTimestamp };
          await ask('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name }, data });
          bar.ended();
        }
      }
    })().catch(() => undefined);
  }

  /** Of each reaction: whether it came at the instant of its Job. */
  async function reactions(): Promise<readonly boolean[]> {
    const { items } = await ask<{
      items: { metadata: ConfigMap['metadata']; data?: { born?: string } }[];
    }>('GET', '/api/v1/namespaces/default/configmaps');
    return items
      .filter(({ data }) => data?.born !== undefined)
      .map(({ metadata, data }) => data!.born === metadata.creationTimestamp);
  }

  async function inTime(): Promise<number> {
    return (await reactions()).filter(Boolean).length;
  }

  it('is exact with a barrier, for a program slower than the quiet time', async () => {
    await react(40, true);
    await ask('POST', '/apis/batch/v1/namespaces/default/cronjobs', cronJob);
    const { outside } = await ask<{ outside: { instants: number; gaveUp: number } }>(
      'POST',
      '/orrery/v1/clock/advance',
      { by: `${runs}m30s` },
    );
    expect(outside.gaveUp).toBe(0);
    expect(outside.instants).toBeGreaterThanOrEqual(runs);
    expect(await inTime()).toBe(runs);
  });

  it('waits for quiet without one', async () => {
    await react(0, false);
    await ask('POST', '/apis/batch/v1/namespaces/default/cronjobs', cronJob);
    const outside = { quiet: '200ms', cap: '5s' };
    await ask('POST', '/orrery/v1/clock/advance', { by: '3m30s', outside });
    expect(await inTime()).toBe(3);
  });

  it('is exact when time leaps by itself, too', async () => {
    await rig.close();
    // A busy machine must not make it give up.
    rig = await controlRig({ outside: { quiet: 20, cap: 60_000 } });
    await react(40, true);
    await ask('POST', '/apis/batch/v1/namespaces/default/cronjobs', cronJob);
    const { now } = await ask<{ now: string }>('GET', '/orrery/v1/clock');
    await ask('PUT', '/orrery/v1/clock', { mode: 'auto' });
    const until = parseTime(now) + (runs + 1) * 60_000;
    await vi.waitFor(
      async () => {
        const clock = await ask<{ now: string; mode: string }>('GET', '/orrery/v1/clock');
        expect(clock.mode).toBe('auto');
        expect(parseTime(clock.now)).toBeGreaterThan(until);
      },
      { timeout: 60_000, interval: 20 },
    );
    await ask('PUT', '/orrery/v1/clock', { mode: 'manual' });
    // One more may be under way: only what one answer has can be compared.
    const all = await reactions();
    expect(all.length).toBeGreaterThanOrEqual(runs);
    expect(all).not.toContain(false);
  }, 90_000);

  it('does not wait when told so', async () => {
    await react(40, false);
    await ask('POST', '/apis/batch/v1/namespaces/default/cronjobs', cronJob);
    const answer = await ask<object>('POST', '/orrery/v1/clock/advance', {
      by: `${runs}m30s`,
      outside: 'off',
    });
    expect(answer).not.toHaveProperty('outside');
    expect(await inTime()).toBeLessThan(runs);
  });

  it('names what is wrong with a barrier, and with a wait', async () => {
    const refused = async (path: string, body: object): Promise<string> => {
      const answer = await fetch(rig.url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${controlToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(400);
      return ((await answer.json()) as { message: string }).message;
    };
    expect(await refused('/orrery/v1/barrier', { read: {} })).toContain('at least one');
    expect(await refused('/orrery/v1/barrier', { read: { pods: 'x' } })).toContain('read.pods');
    const outside = { quiet: 'long' };
    expect(await refused('/orrery/v1/clock/advance', { by: '1m', outside })).toContain('20ms');
  });
});
