/** `/orrery/v1/steps` and `/orrery/v1/checks`: the scenario language, a step at a time. */
import type { Millis } from '#clock';
import type { ServedSteps } from '../steps.ts';
import { nowField, reading, resultFields, resultOf, timeText } from './result.ts';
import { route, type ControlRoute } from './route.ts';
import { fields, isMap, mapForm, scalar } from '#forms';
import { map } from './forms.ts';

/** Manifests come in steps. In bytes, as for other requests. */
const largestStep = 3 * 1024 * 1024;

const resultShape = fields({ ...resultFields, now: nowField });

const checkShape = fields({
  condition: map({ doc: 'A condition as scenarios have it.', name: 'Condition' }),
});

interface StepBody {
  readonly step: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, string>>;
}

const steps = map({ doc: 'A step as scenarios have it.', name: 'Step' });

/** A step, and `files`, which a scenario has beside it. */
const stepShape = mapForm(steps, ({ files, ...step }, at, reader): StepBody | undefined => {
  if (Object.keys(step).length === 0) {
    return reader.problem(at, 'expected a step such as {"drain": {"node": "node-1"}}');
  }
  const texts = files === undefined ? {} : filesShape.check(reader.field(at, 'files'), reader);
  return texts && { step, files: texts };
});

const filesShape = scalar({
  schema: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The texts of files that the step names.',
  },
  expected: 'texts by file name, such as {"app.yaml": "kind: ..."}',
  parse: (value) => (isTexts(value) ? value : undefined),
});

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isMap(value) && Object.values(value).every((text) => typeof text === 'string');
}

export function stepRoutes(options: {
  readonly steps: Pick<ServedSteps, 'play'>;
  /** Virtual time, ms. */
  now(): Millis;
}): readonly ControlRoute[] {
  const play = async (step: object, files: StepBody['files'], gone: AbortSignal) => {
    const texts = Object.entries(files).map(([file, text]) => ({ file, text }));
    const result = resultOf(await reading(options.steps.play(step, texts, gone)));
    return { ...result, now: timeText(options.now()) };
  };
  return [
    route({
      method: 'POST',
      path: '/steps',
      summary: 'Play a step of the scenario language now.',
      description:
        'While the clock is manual, as much virtual time passes as the step takes; else the answer waits. ' +
        'A step that was not carried out, and a check that fails, are answered with passed: false.',
      body: stepShape,
      largestBody: largestStep,
      answer: resultShape,
      handle: ({ body: { step, files }, gone }) => play(step, files, gone),
    }),
    route({
      method: 'POST',
      path: '/checks',
      summary: 'Check whether a condition of the scenario language holds now.',
      description: 'No virtual time passes.',
      body: checkShape,
      answer: resultShape,
      handle: ({ body: { condition }, gone }) => play({ expect: condition }, {}, gone),
    }),
  ];
}
