/** What a change of the clock's pace does with advances that are under way. */
import { describe, expect, it } from 'vitest';
import type { Pace } from '#clock';
import { clockRoutes, type ClockRoutesOptions } from '../../../src/cli/serve/control/clock.ts';

const now = 1000;

/** The routes over a pacer and advances that only note how they are called. */
function rig() {
  const told: string[] = [];
  const pacer = {
    pace: 'manual' as Pace,
    present: () => now,
    setPace(pace: Pace) {
      told.push(`pace ${pace}`);
      pacer.pace = pace;
    },
  };
  const advances = {
    count: 2,
    present: () => now,
    end: (why: string) => void told.push(`end: ${why}`),
    to: (time: number) => Promise.resolve(void told.push(`to ${time}`)),
  };
  const waiting = { gate: () => undefined, setting: undefined };
  const options = { clock: {}, pacer, advances, waiting, steps: {} };
  const routes = clockRoutes(options as unknown as ClockRoutesOptions);
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const found = routes.find((each) => each.method === method && each.path === path)!;
    return found.handle({ body, gone: new AbortController().signal } as never);
  };
  return { told, ask };
}

describe('PUT /clock', () => {
  it.each<[body: object, told: readonly string[], answer: object]>([
    [
      { mode: 'manual' },
      ['pace manual', 'end: the clock was set to manual meanwhile'],
      { mode: 'manual', speed: 0 },
    ],
    [{ mode: 'auto' }, ['pace auto'], { mode: 'auto', speed: 0 }],
    [{ mode: 'max' }, ['pace max'], { mode: 'max', speed: 0 }],
    [{ mode: 'realtime' }, ['pace 1'], { mode: 'paced', speed: 1 }],
    [{ mode: 'paced', speed: 60 }, ['pace 60'], { mode: 'paced', speed: 60 }],
    [{ speed: 2 }, ['pace 2'], { mode: 'paced', speed: 2 }],
    [{ now }, ['to 1000'], { mode: 'manual', speed: 0 }],
    [{ speed: 2, now: 5000 }, ['pace 2', 'to 5000'], { mode: 'paced', speed: 2 }],
  ])('%j', async (body, told, answer) => {
    const { ask, told: heard } = rig();
    expect(await ask('PUT', '/clock', body)).toEqual({
      now: '1970-01-01T00:00:01.000000Z',
      ...answer,
    });
    expect(heard).toEqual(told);
  });

  it.each<[body: object, message: string]>([
    [{}, 'expected at least one of mode, speed and now'],
    [{ now: 999 }, 'now: time goes forward only'],
    [{ mode: 'paced' }, 'speed: expected a positive number up to 1000000, such as 60'],
  ])('%j is refused', async (body, message) => {
    await expect(rig().ask('PUT', '/clock', body)).rejects.toThrow(message);
  });
});

it('POST /clock/stop ends the advances and says how many there were', async () => {
  const { ask, told } = rig();
  expect(await ask('POST', '/clock/stop')).toMatchObject({ ended: 2 });
  expect(told).toEqual(['end: it was stopped']);
});
