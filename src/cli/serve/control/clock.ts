/** `/orrery/v1/clock`: reads and moves the clock of a server. */
import type { Millis, Pace, Pacer, VirtualClock } from '#clock';
import { ApiError, badRequest, formatMicroTime, parseTime } from '#kinds';
import { route, type ControlRoute } from './route.ts';
import { duration, number, object, optional, text, time, wrong, type Shape } from './shape.ts';

/** Times have a year of four digits. */
const lastTime = parseTime('9999-12-31T23:59:59Z');
/** Virtual seconds per wall second. */
const fastest = 1e6;

const stateShape = object({
  now: text({ doc: 'Virtual time.', example: '2026-01-01T00:00:00.000000Z' }),
  mode: text({
    doc: 'Whether time passes by itself.',
    example: 'manual',
    oneOf: ['manual', 'paced'],
  }),
  speed: number({ doc: 'Virtual seconds per wall second; 0: manual.', min: 0, max: Infinity }),
});

const changeShape = object({
  mode: optional(
    text({
      doc: 'How time passes; paced needs a speed.',
      example: 'manual',
      oneOf: ['manual', 'realtime', 'paced'],
    }),
  ),
  speed: optional(speedShape()),
  now: optional(time({ doc: 'Virtual time to advance to.' })),
});

const advanceShape = object({
  by: optional(duration({ doc: 'How much virtual time passes.' })),
  seconds: optional(number({ doc: 'The same, in seconds.', min: 0, max: 1e10 })),
});

/** @param stopping aborts advances in flight, with its reason */
export function clockRoutes(
  clock: VirtualClock,
  pacer: Pacer,
  stopping: AbortSignal,
): readonly ControlRoute[] {
  const advances = new Advances(clock, stopping);
  const state = () => ({
    now: formatMicroTime(pacer.present()),
    mode: pacer.pace === 'manual' ? ('manual' as const) : ('paced' as const),
    speed: typeof pacer.pace === 'number' ? pacer.pace : 0,
  });
  return [
    route({
      method: 'GET',
      path: '/clock',
      summary: 'Read virtual time and its pace.',
      answer: stateShape,
      handle: state,
    }),
    route({
      method: 'PUT',
      path: '/clock',
      summary: 'Change the pace, or advance to a time.',
      description: 'Setting the mode manual ends the advances that are under way.',
      body: changeShape,
      answer: stateShape,
      async handle({ body: { mode, speed, now }, gone }) {
        if (mode === undefined && speed === undefined && now === undefined) {
          throw badRequest('expected at least one of mode, speed and now');
        }
        const pace = paceOf(mode, speed);
        if (pace !== undefined) pacer.setPace(pace);
        if (pace === 'manual') advances.end();
        if (now !== undefined && now < pacer.present())
          throw badRequest('now: time goes forward only');
        if (now !== undefined) await advances.to(now, gone);
        return state();
      },
    }),
    route({
      method: 'POST',
      path: '/clock/advance',
      summary: 'Let virtual time pass, with all that happens in it.',
      body: advanceShape,
      answer: stateShape,
      async handle({ body, gone }) {
        await advances.to(pacer.present() + spanOf(body), gone);
        return state();
      },
    }),
    route({
      method: 'POST',
      path: '/clock/settle',
      summary: 'Finish the work of the present instant.',
      answer: stateShape,
      async handle() {
        await clock.settled();
        return state();
      },
    }),
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

function paceOf(mode: string | undefined, speed: number | undefined): Pace | undefined {
  if (mode === 'manual') return 'manual';
  if (mode === 'realtime') return 1;
  if (mode === 'paced' && speed === undefined) throw wrong('speed', expectedSpeed);
  return speed;
}

const expectedSpeed = `expected a positive number up to ${fastest}, such as 60`;

/** A number, or text such as `60x`. */
function speedShape(): Shape<number> {
  return {
    schema: {
      description: 'Virtual seconds per wall second: 60, or 60x.',
      oneOf: [{ type: 'number' }, { type: 'string' }],
      example: 60,
    },
    read(value, place) {
      const factor = Number(/^(\d+(?:\.\d+)?)x?$/.exec(String(value))?.[1]);
      if (factor > 0 && factor <= fastest) return factor;
      throw wrong(place, expectedSpeed);
    },
  };
}

function spanOf({ by, seconds }: { readonly by?: Millis; readonly seconds?: number }): Millis {
  if (by !== undefined && seconds !== undefined)
    throw badRequest('by, seconds: expected one of them');
  if (by !== undefined) return by;
  if (seconds !== undefined) return Math.round(seconds * 1000);
  throw wrong('by', 'expected a duration such as 90s or 10m');
}
