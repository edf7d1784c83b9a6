/** Reads the steps of cases: those of grades, and all of the scenario language. */
import { clientActs, definitionActs, leaseActs, type CaseStep, type Goal } from './case.ts';
import { CaseError, Fields } from './fields.ts';
import { readPattern } from './read-pattern.ts';

/** How long a case waits for what a client that is well does at once, if it does not say. */
const usualWait = '15s';

/** @throws {CaseError} */
export function readStep(value: unknown, where: string): CaseStep {
  const fields = new Fields(value, where);
  const mark = fields.optionalText('mark');
  const type = ownSteps.find((name) => fields.has(name));
  if (type !== undefined) return { ...readers[type](fields), mark };
  const step = Object.fromEntries(
    fields.names.filter((name) => name !== 'mark').map((name) => [name, fields.get(name)]),
  );
  if (Object.keys(step).length === 0) {
    const words = [...ownSteps].join(', ');
    throw new CaseError(`${where}: expected ${words}, or a step of the scenario language`);
  }
  return { type: 'step', step, mark };
}

type Reader = (fields: Fields) => CaseStep;

const readers = {
  until: (fields) => {
    fields.only('until', 'within', 'mark');
    return {
      type: 'until',
      pattern: readPattern(fields.get('until'), fields.at('until')),
      withinMs: fields.span('within', usualWait),
    };
  },
  expect: (fields) => {
    fields.only('expect', 'within', 'because', 'mark');
    return {
      type: 'expect',
      pattern: readPattern(fields.get('expect'), fields.at('expect')),
      withinMs: fields.span('within', usualWait),
      because: fields.text('because'),
    };
  },
  holds: (fields) => {
    fields.only('holds', 'within', 'because', 'mark');
    const name = fields.get('holds');
    const condition: Goal = name === 'goal' || name === 'ready' ? name : fields.map('holds');
    const withinMs = fields.span('within', usualWait);
    return { type: 'holds', condition, withinMs, because: fields.text('because') };
  },
  pause: (fields) => {
    fields.only('pause', 'mark');
    return { type: 'pause', ms: fields.span('pause') };
  },
  advance: (fields) => {
    fields.only('advance', 'mark');
    fields.span('advance');
    return { type: 'advance', span: fields.text('advance') };
  },
  add: (fields) => counted(fields, 'add'),
  touch: (fields) => counted(fields, 'touch'),
  remove: (fields) => counted(fields, 'remove'),
  removeMade: (fields) => plain(fields, 'removeMade'),
  patchMade: (fields) => patching(fields, 'patchMade'),
  madeHas: (fields) => {
    fields.only('madeHas', 'because', 'mark');
    return { type: 'madeHas', fields: fields.map('madeHas'), because: fields.text('because') };
  },
  takeOver: (fields) => plain(fields, 'takeOver'),
  ownersExist: (fields) => {
    fields.only('ownersExist', 'within', 'because', 'mark');
    const withinMs = fields.span('within', usualWait);
    return { type: 'ownersExist', withinMs, because: fields.text('because') };
  },
  change: (fields) => plain(fields, 'change'),
  removeChanged: (fields) => plain(fields, 'removeChanged'),
  patchChanged: (fields) => patching(fields, 'patchChanged'),
  definition: (fields) => {
    fields.only('definition', 'mark');
    return { type: 'definition', act: fields.choice('definition', definitionActs) };
  },
  rotateToken: (fields) => plain(fields, 'rotateToken'),
  lease: (fields) => {
    fields.only('lease', 'mark');
    return { type: 'lease', act: fields.choice('lease', leaseActs) };
  },
  client: (fields) => {
    fields.only('client', 'mark');
    return { type: 'client', act: fields.choice('client', clientActs) };
  },
} satisfies Readonly<Record<string, Reader>>;

const ownSteps = Object.keys(readers) as readonly (keyof typeof readers)[];

type PlainStep = 'removeMade' | 'takeOver' | 'change' | 'removeChanged' | 'rotateToken';

/** A step that says only that it happens: `change: true`. */
function plain(fields: Fields, type: PlainStep): CaseStep {
  fields.only(type, 'mark');
  return { type };
}

function counted(fields: Fields, type: 'add' | 'touch' | 'remove'): CaseStep {
  fields.only(type, 'mark');
  return { type, count: fields.number(type) };
}

/** A step that is a merge patch. */
function patching(fields: Fields, type: 'patchMade' | 'patchChanged'): CaseStep {
  fields.only(type, 'mark');
  return { type, patch: fields.map(type) };
}
