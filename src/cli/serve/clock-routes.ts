/** The clock of a server, for those who want to move it: `/orrery/v1/clock`. */
import type { Pace, Pacer, VirtualClock } from '#clock';
import { badRequest, formatMicroTime, parseTime } from '#kinds';
import type { ExtraRoute } from '#server';

export function clockRoutes(clock: VirtualClock, pacer: Pacer): readonly ExtraRoute[] {
  const state = (): object => ({
    now: formatMicroTime(pacer.present()),
    mode: pacer.pace === 'manual' ? 'manual' : 'paced',
    /** Virtual seconds to one of the wall. */
    speed: pacer.pace === 'manual' ? 0 : pacer.pace,
  });
  return [
    { method: 'GET', path: '/orrery/v1/clock', handle: state },
    {
      method: 'PUT',
      path: '/orrery/v1/clock',
      handle: async (body) => {
        const { pace, now } = readChange(body);
        if (pace !== undefined) pacer.setPace(pace);
        if (now !== undefined && now < pacer.present())
          throw badRequest('now: time goes forward only');
        if (now !== undefined) await clock.advanceTo(now);
        return state();
      },
    },
    {
      method: 'POST',
      path: '/orrery/v1/clock/advance',
      handle: async (body) => {
        await clock.advanceTo(pacer.present() + readSeconds(body) * 1000);
        return state();
      },
    },
    {
      method: 'POST',
      path: '/orrery/v1/clock/settle',
      handle: async () => {
        await clock.settled();
        return state();
      },
    },
  ];
}

interface Change {
  readonly pace?: Pace;
  readonly now?: number;
}

/** `mode` (manual, realtime), `speed` (virtual seconds a second), `now`: at least one of them. */
function readChange(body: unknown): Change {
  const [mode, speed, now] = ['mode', 'speed', 'now'].map((name) => fieldOf(body, name));
  if (mode === undefined && speed === undefined && now === undefined) {
    throw badRequest('expected at least one of mode, speed and now');
  }
  return {
    ...(mode === undefined && speed === undefined ? {} : { pace: readPace(mode, speed) }),
    ...(now === undefined ? {} : { now: readTime(now) }),
  };
}

function readPace(mode: unknown, speed: unknown): Pace {
  if (mode === 'manual') return 'manual';
  if (mode === 'realtime') return 1;
  if (mode !== undefined && mode !== 'paced') {
    throw badRequest('mode: expected "manual", "realtime" or "paced" (with speed)');
  }
  const factor = Number(/^(\d+(?:\.\d+)?)x?$/.exec(String(speed))?.[1]);
  if (factor > 0 && factor < Infinity) return factor;
  throw badRequest('speed: expected a positive number, such as 60');
}

function readTime(now: unknown): number {
  try {
    return parseTime(String(now));
  } catch (error) {
    throw badRequest(`now: ${(error as Error).message}`);
  }
}

function readSeconds(body: unknown): number {
  const seconds = fieldOf(body, 'seconds');
  if (typeof seconds === 'number' && seconds >= 0 && seconds < 1e10) return seconds;
  throw badRequest('seconds: expected a number that is not negative');
}

function fieldOf(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  return (body as Readonly<Record<string, unknown>>)[name];
}
