/** How cases write steps: those of grades, and all of the scenario language. */
import { anything, fields, mapForm, optional, word, type Form } from '#forms';
import { clientActs, definitionActs, leaseActs, type CaseStep, type Goal } from './case.ts';
import { because, byField, count, map, mark, readAs, span, text } from './forms.ts';
import { patternForm } from './read-pattern.ts';

/** How long a case waits for what a client that is well does at once, if it does not say. */
const usualWait = 15_000;

const within = { within: optional(span) };

const goal: Form<Goal> = {
  schema: { anyOf: [{ enum: ['goal', 'ready'] }, map.schema] },
  check(at, reader) {
    const name = reader.plain(at);
    return name === 'goal' || name === 'ready' ? name : map.check(at, reader);
  },
};

/** A span as it is written. */
const writtenSpan: Form<string> = {
  schema: span.schema,
  check: (at, reader) =>
    span.check(at, reader) === undefined ? undefined : (reader.plain(at) as string),
};

const happens = anything({ doc: 'That it happens.' });

/** Those of grades, by the field that says what they are. */
const forms: Readonly<Record<string, Form<CaseStep>>> = {
  until: mapForm(
    fields({ until: patternForm, ...within, ...mark }),
    ({ until: pattern, within: withinMs = usualWait, mark }) => {
      return { type: 'until', pattern, withinMs, mark };
    },
  ),
  expect: mapForm(
    fields({ expect: patternForm, ...within, ...because, ...mark }),
    ({ expect: pattern, within: withinMs = usualWait, because, mark }) => {
      return { type: 'expect', pattern, withinMs, because, mark };
    },
  ),
  holds: mapForm(
    fields({ holds: goal, ...within, ...because, ...mark }),
    ({ holds: condition, within: withinMs = usualWait, because, mark }) => {
      return { type: 'holds', condition, withinMs, because, mark };
    },
  ),
  pause: mapForm(fields({ pause: span, ...mark }), ({ pause: ms, mark }) => {
    return { type: 'pause', ms, mark };
  }),
  advance: mapForm(fields({ advance: writtenSpan, ...mark }), ({ advance, mark }) => {
    return { type: 'advance', span: advance, mark };
  }),
  add: mapForm(fields({ add: count, ...mark }), ({ add, mark }) => {
    return { type: 'add', count: add, mark };
  }),
  touch: mapForm(fields({ touch: count, ...mark }), ({ touch, mark }) => {
    return { type: 'touch', count: touch, mark };
  }),
  remove: mapForm(fields({ remove: count, ...mark }), ({ remove, mark }) => {
    return { type: 'remove', count: remove, mark };
  }),
  removeMade: mapForm(fields({ removeMade: happens, ...mark }), ({ mark }) => ({
    type: 'removeMade',
    mark,
  })),
  patchMade: mapForm(fields({ patchMade: map, ...mark }), ({ patchMade: patch, mark }) => {
    return { type: 'patchMade', patch, mark };
  }),
  madeHas: mapForm(fields({ madeHas: map, ...because, ...mark }), ({ madeHas, because, mark }) => ({
    type: 'madeHas',
    fields: madeHas,
    because,
    mark,
  })),
  takeOver: mapForm(fields({ takeOver: happens, ...mark }), ({ mark }) => ({
    type: 'takeOver',
    mark,
  })),
  changedGone: mapForm(
    fields({ changedGone: happens, ...within, ...because, ...mark }),
    ({ within: withinMs = usualWait, because, mark }) => {
      return { type: 'changedGone', withinMs, because, mark };
    },
  ),
  ownersExist: mapForm(
    fields({ ownersExist: happens, ...within, ...because, ...mark }),
    ({ within: withinMs = usualWait, because, mark }) => {
      return { type: 'ownersExist', withinMs, because, mark };
    },
  ),
  change: mapForm(fields({ change: happens, ...mark }), ({ mark }) => ({ type: 'change', mark })),
  removeChanged: mapForm(fields({ removeChanged: happens, ...mark }), ({ mark }) => ({
    type: 'removeChanged',
    mark,
  })),
  patchChanged: mapForm(fields({ patchChanged: map, ...mark }), ({ patchChanged: patch, mark }) => {
    return { type: 'patchChanged', patch, mark };
  }),
  definition: mapForm(
    fields({
      definition: word(definitionActs, { doc: 'What happens to the definition.' }),
      ...mark,
    }),
    ({ definition: act, mark }) => ({ type: 'definition', act, mark }),
  ),
  rotateToken: mapForm(fields({ rotateToken: happens, ...mark }), ({ mark }) => ({
    type: 'rotateToken',
    mark,
  })),
  lease: mapForm(
    fields({ lease: word(leaseActs, { doc: 'Who has the lease.' }), ...mark }),
    ({ lease: act, mark }) => ({ type: 'lease', act, mark }),
  ),
  client: mapForm(
    fields({ client: word(clientActs, { doc: 'What happens to the client.' }), ...mark }),
    ({ client: act, mark }) => ({ type: 'client', act, mark }),
  ),
};

/** A step of the scenario language, as it is written. */
const scenarioStep: Form<CaseStep> = {
  schema: map.schema,
  check(at, reader) {
    const written = map.check(at, reader);
    if (written === undefined) return undefined;
    const { mark: input, ...step } = written;
    const named = input === undefined ? undefined : text.check(reader.field(at, 'mark'), reader);
    if (Object.keys(step).length > 0) return { type: 'step', step, mark: named };
    const words = Object.keys(forms).join(', ');
    return reader.problem(at, `expected ${words}, or a step of the scenario language`);
  },
};

export const stepForm = byField(forms, scenarioStep);

/** @throws {CaseError} */
export function readStep(value: unknown, where: string): CaseStep {
  return readAs(stepForm, value, where);
}
