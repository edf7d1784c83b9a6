/** The clock of a server, for those who want to move it: `/orrery/v1/clock`. */
import type { Pace, Pacer, VirtualClock } from '#clock';
import { badRequest, formatMicroTime } from '#kinds';
import type { ExtraRoute } from '#server';

export function clockRoutes(clock: VirtualClock, pacer: Pacer): readonly ExtraRoute[] {
  const state = (): object => ({
    now: formatMicroTime(pacer.present()),
    pace: paceText(pacer.pace),
  });
  return [
    { method: 'GET', path: '/orrery/v1/clock', handle: state },
    {
      method: 'PUT',
      path: '/orrery/v1/clock',
      handle: (body) => {
        pacer.setPace(readPace(body));
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

/** `manual`, `max`, `realtime` or a factor such as `60x`. */
function paceText(pace: Pace): string {
  if (typeof pace !== 'number') return pace;
  return pace === 1 ? 'realtime' : `${pace}x`;
}

function readPace(body: unknown): Pace {
  const pace = fieldOf(body, 'pace');
  if (pace === 'manual') return pace;
  if (pace === 'realtime') return 1;
  const factor = Number(/^(\d+(?:\.\d+)?)x?$/.exec(String(pace))?.[1]);
  if (factor > 0 && factor < Infinity) return factor;
  throw badRequest('pace: expected "manual", "realtime" or a factor such as "60x"');
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
