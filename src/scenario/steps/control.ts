/** Steps that control more than the API: the control plane's processes, and time itself. */
import { durationText } from '#clock';
import { isScalar } from '../source/node.ts';
import { checkControllerNames } from '../shape/controller-names.ts';
import { fields } from '../shape/fields.ts';
import { duration, list, text, type Shape, type ValueOf } from '../shape/shape.ts';
import { done, type StepTools, type Verb } from '../step.ts';
import { pause } from './pause.ts';

const ALL = 'all';

const names = list(text({ doc: 'the name of a controller, such as daemonset or hpa' }), {
  doc: 'Names of controllers.',
  min: 1,
});
const all = text({ doc: 'all: every controller.', oneOf: [ALL] });

/** Names, or undefined inside of the list for all. */
interface Chosen {
  /** Absent: all of them. */
  readonly names?: readonly string[];
}

const controllers: Shape<Chosen> = {
  schema: {
    description: 'Which controllers: all, or a list of names.',
    anyOf: [all.schema, names.schema],
  },
  check(node, checker) {
    if (isScalar(node)) return all.check(node, checker) === undefined ? undefined : {};
    const chosen = names.check(node, checker);
    return chosen === undefined ? undefined : { names: chosen };
  },
};

function controllersVerb(
  name: string,
  verbText: string,
  run: (chosen: Chosen, tools: StepTools) => void | Promise<void>,
): Verb<Chosen> {
  return {
    name,
    shape: controllers,
    checkWorld(_, world, node, checker) {
      const { controllers: known, kinds } = world;
      if (known !== undefined) checkControllerNames(node, known, kinds, checker);
    },
    summary: (chosen) => `${verbText} ${chosen.names?.join(', ') ?? 'all controllers'}`,
    async run(chosen, tools) {
      await run(chosen, tools);
      return done;
    },
  };
}

/** Killed at once: what they kept in memory is gone, what they were about to send is not sent. */
export const stopControllers = controllersVerb('stopControllers', 'stop', (chosen, { machinery }) =>
  machinery.killControllers(chosen.names),
);

export const startControllers = controllersVerb(
  'startControllers',
  'start',
  (chosen, { machinery }) => machinery.startControllers(chosen.names),
);

const outageShape = fields({
  doc: 'an outage of the control plane',
  required: { for: duration({ doc: 'How long it lasts.' }) },
  optional: {},
});

export const outage: Verb<ValueOf<typeof outageShape>> = {
  name: 'outage',
  shape: outageShape,
  summary: (args) => `outage of the control plane for ${durationText(args.for)}`,
  async run(args, { machinery, clock }) {
    machinery.beginOutage();
    await pause(clock, args.for, 'end of the outage');
    await machinery.endOutage();
    return done;
  },
};

/** Steps that were due in between run at the end of the jump, in their order. */
export const jump: Verb<number> = {
  name: 'jump',
  shape: duration({ doc: 'How far the clock leaps, with everything stopped.' }),
  takes: (ms) => ms,
  summary: (ms) => `the clock leaps ${durationText(ms)}`,
  async run(ms, { machinery }) {
    await machinery.jump(ms);
    return done;
  },
};
