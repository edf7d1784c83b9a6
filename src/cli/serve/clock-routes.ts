/** `/orrery/v1/clock`: reads and moves the clock of a server. */
import type { Pace, Pacer, VirtualClock } from '#clock';
import { ApiError, badRequest, formatMicroTime, parseTime } from '#kinds';
import type { ExtraRoute } from '#server';

/** Times have a year of four digits. */
const lastTime = parseTime('9999-12-31T23:59:59Z');
/** Virtual seconds per wall second. */
const fastest = 1e6;

/** @param stopping aborts advances in flight, with its reason */
export function clockRoutes(
  clock: VirtualClock,
  pacer: Pacer,
  stopping: AbortSignal,
): readonly ExtraRoute[] {
  const advances = new Advances(clock, stopping);
  const state = (): object => ({
    now: formatMicroTime(pacer.present()),
    mode: pacer.pace === 'manual' ? 'manual' : 'paced',
    /** Virtual seconds per wall second. */
    speed: pacer.pace === 'manual' ? 0 : pacer.pace,
  });
  return [
    { method: 'GET', path: '/orrery/v1/clock', handle: state },
    {
      method: 'PUT',
      path: '/orrery/v1/clock',
      handle: async (body, _, gone) => {
        const { pace, now } = readChange(body);
        if (pace !== undefined) pacer.setPace(pace);
        if (pace === 'manual') advances.end();
        if (now !== undefined && now < pacer.present())
          throw badRequest('now: time goes forward only');
        if (now !== undefined) await advances.to(now, gone);
        return state();
      },
    },
    {
      method: 'POST',
      path: '/orrery/v1/clock/advance',
      handle: async (body, _, gone) => {
        await advances.to(pacer.present() + Math.round(readSeconds(body) * 1000), gone);
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

/** Advances that clients have requested: they can take any time, so they can be aborted. */
class Advances {
  readonly #clock: VirtualClock;
  readonly #stopping: AbortSignal;
  #underWay = new AbortController();

  constructor(clock: VirtualClock, stopping: AbortSignal) {
    this.#clock = clock;
    this.#stopping = stopping;
  }

  /** @param gone aborted when the client has disconnected */
  to(time: number, gone: AbortSignal): Promise<void> {
    if (time > lastTime) throw badRequest('time ends with the year 9999 here');
    const signal = AbortSignal.any([gone, this.#stopping, this.#underWay.signal]);
    return this.#clock.advanceTo(time, { signal });
  }

  /** Aborts all of them; virtual time keeps the value that it has reached. */
  end(): void {
    const why = 'the advance was ended: the clock was set to manual meanwhile';
    this.#underWay.abort(new ApiError(409, 'Conflict', why));
    this.#underWay = new AbortController();
  }
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
  if (factor > 0 && factor <= fastest) return factor;
  throw badRequest(`speed: expected a positive number up to ${fastest}, such as 60`);
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
