/** `/orrery/v1/clock`: reads and moves the clock of a server. */
import { durationText, type Millis, type Pace, type Pacer, type VirtualClock } from '#clock';
import { badRequest } from '#values';
import { patienceOf } from '#lockstep';
import type { Advances } from '../advances.ts';
import type { ServedSteps } from '../steps.ts';
import type { OutsideSetting, Waiting } from '../waiting.ts';
import { nowField, reading, resultFields, resultOf, timeText } from './result.ts';
import { route, type ControlRoute } from './route.ts';
import { fields, isMap, list, optional, scalar, word, type Form, type ValueOf } from '#forms';
import { duration, flag, map, number, text, time, wrong } from './forms.ts';

/** Virtual seconds per wall second. */
const fastest = 1e6;
const speedText = `a positive number up to ${fastest}, such as 60`;
/** How long an advance waits for a condition by default. */
const usualWithin: Millis = 600_000;

const stateFields = {
  now: nowField,
  mode: word(['manual', 'paced', 'auto', 'max'], {
    doc: 'How time passes: by advances only, at a pace, whenever all is settled and programs outside are quiet, or as fast as the work allows.',
  }),
  speed: number({
    doc: 'Virtual seconds per wall second; 0: otherwise.',
    min: 0,
    max: Infinity,
  }),
};
const stateShape = fields(stateFields);

const changeShape = fields({
  mode: optional(
    word(['manual', 'realtime', 'paced', 'auto', 'max'], {
      doc: 'How time passes; paced needs a speed.',
    }),
  ),
  speed: optional(speedShape()),
  now: optional(time({ doc: 'Virtual time to advance to.' })),
});

const advanceShape = fields({
  by: optional(duration({ doc: 'How much virtual time passes.' })),
  seconds: optional(number({ doc: 'The same, in seconds.', min: 0, max: 1e10 })),
  until: optional(
    map({ doc: 'A condition as scenarios have it, to wait for instead.', name: 'Condition' }),
  ),
  within: optional(duration({ doc: 'How long to wait for it. Default: 10m.' })),
  outside: optional(outsideShape()),
});

const advancedShape = fields({
  ...stateFields,
  holds: optional(flag({ doc: 'With until: whether the condition holds.' })),
  expected: resultFields.expected,
  found: resultFields.found,
  object: resultFields.object,
  outside: optional(waitsShape()),
});

const stoppedShape = fields({
  ...stateFields,
  ended: number({ doc: 'How many advances were ended.', min: 0, max: Infinity, isWhole: true }),
});

export interface ClockRoutesOptions {
  readonly clock: VirtualClock;
  readonly pacer: Pacer;
  readonly advances: Advances;
  readonly waiting: Waiting;
  readonly steps: Pick<ServedSteps, 'play'>;
}

export function clockRoutes(options: ClockRoutesOptions): readonly ControlRoute[] {
  const { clock, pacer, advances } = options;
  const state = (): ValueOf<typeof stateShape> => stateOf(pacer);
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
        if (pace === 'manual') advances.end('the clock was set to manual meanwhile');
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
      description:
        'By a span of time, or until a condition holds, and no longer: virtual time stays where it began to hold.',
      body: advanceShape,
      answer: advancedShape,
      async handle({ body, gone, caller }) {
        const found = await advanced(body, options, gone, caller.key);
        return { ...state(), ...found };
      },
    }),
    route({
      method: 'POST',
      path: '/clock/stop',
      summary: 'End the advances that are under way.',
      description: 'They answer 409. Virtual time keeps the value that it has reached.',
      answer: stoppedShape,
      handle() {
        const ended = advances.count;
        advances.end('it was stopped');
        return { ...state(), ended };
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

function stateOf(pacer: Pacer): ValueOf<typeof stateShape> {
  const { pace } = pacer;
  return {
    now: timeText(pacer.present()),
    mode: typeof pace === 'number' ? 'paced' : pace,
    speed: typeof pace === 'number' ? pace : 0,
  };
}

async function advanced(
  { until, within, outside, ...span }: ValueOf<typeof advanceShape>,
  { advances, steps, waiting }: ClockRoutesOptions,
  gone: AbortSignal,
  askedBy: string,
): Promise<Omit<ValueOf<typeof advancedShape>, keyof ValueOf<typeof stateShape>>> {
  const gate = waiting.gate(settingOf(outside, waiting), askedBy);
  const waits = () =>
    gate === undefined || gate.waits.instants === 0 ? {} : { outside: gate.waits };
  if (until === undefined) {
    if (within !== undefined) throw wrong('within', 'goes with until only');
    await advances.to(advances.present() + spanOf(span), gone, gate);
    return waits();
  }
  if (span.by !== undefined || span.seconds !== undefined) {
    throw wrong('until', 'expected within beside it, not by or seconds');
  }
  const step = { expect: until, within: durationText(within ?? usualWithin) };
  const { passed, ...found } = resultOf(await reading(steps.play(step, [], gone, gate)));
  return { holds: passed, ...found, ...waits() };
}

function paceOf(mode: string | undefined, speed: number | undefined): Pace | undefined {
  if (mode === 'manual' || mode === 'auto' || mode === 'max') return mode;
  if (mode === 'realtime') return 1;
  if (mode === 'paced' && speed === undefined) {
    throw wrong('speed', `expected ${speedText}`);
  }
  return speed;
}

/** Returns a number, or text such as `60x`. */
function speedShape(): Form<number> {
  return scalar({
    schema: {
      description: 'Virtual seconds per wall second: 60, or 60x.',
      oneOf: [{ type: 'number' }, { type: 'string' }],
      examples: [60],
    },
    expected: speedText,
    parse(value) {
      const factor = Number(/^(\d+(?:\.\d+)?)x?$/.exec(String(value))?.[1]);
      return factor > 0 && factor <= fastest ? factor : undefined;
    },
  });
}

function spanOf({ by, seconds }: { readonly by?: Millis; readonly seconds?: number }): Millis {
  if (by !== undefined && seconds !== undefined) {
    throw badRequest('by, seconds: expected one of them');
  }
  if (by !== undefined) return by;
  if (seconds !== undefined) return Math.round(seconds * 1000);
  throw wrong('by', 'expected a duration such as 90s or 10m, or until');
}

type OutsideFields = Readonly<Record<string, unknown>> | 'off';

/** Returns what an advance may say about programs outside. */
function outsideShape(): Form<OutsideFields> {
  return scalar({
    schema: {
      description:
        'How long time waits at an instant for programs outside: until they were quiet for so long, and at most the cap. Default: as the server was started.',
      oneOf: [{ type: 'object' }, { type: 'string', enum: ['off'] }],
      examples: [{ quiet: '20ms', cap: '2s' }],
    },
    expected: "{ quiet: '20ms', cap: '2s' }, or off",
    parse(value) {
      if (value === 'off') return value;
      return isMap(value) && patienceOf(value) !== undefined ? value : undefined;
    },
  });
}

function settingOf(
  fields: OutsideFields | undefined,
  { usual }: Waiting,
): OutsideSetting | undefined {
  return typeof fields === 'object' ? patienceOf(fields, usual) : fields;
}

function waitsShape() {
  const count = (doc: string) => number({ doc, min: 0, max: Infinity, isWhole: true });
  return fields({
    instants: count('At how many instants time waited for programs outside.'),
    ms: count('How long in all, in wall milliseconds.'),
    gaveUp: count('At how many instants the cap ended the wait.'),
    hint: optional(
      text({
        doc: 'What to change, where time gave up for the program that asked.',
        example: 'let the advance be asked for by another program',
      }),
    ),
    clients: list(
      fields({
        client: text({ doc: 'User and program.', example: 'kubernetes-admin (python-requests)' }),
        instants: count('At how many instants time waited for it.'),
        gaveUp: count('At how many of them the cap ended the wait.'),
      }),
      { doc: 'For whom.' },
    ),
  });
}
