/** A plan: what goes wrong in a run of the client, and when. One line of JSON has all of it. */
import type { RaceName } from '#kit';
import { CaseError, Fields } from '../case/fields.ts';
import { readValue } from '../case/read-text.ts';

/**
 * A moment: a step begins (0: the client starts), or, since then, an object has changed for the nth time.
 */
export interface Moment {
  readonly step: number;
  /** `deployments.apps default/web`, or any of a resource: `pods`. Absent: as the step begins. */
  readonly change?: string;
  readonly count?: number;
}

/** Writes that the client makes: `create configmaps`, `update sites.example.com/status`. */
export interface NthWrite {
  readonly write: string;
  readonly step: number;
  readonly count: number;
}

export type Disturbance =
  /** The client's watches of a resource show nothing newer, or only the last state, until a step is over. */
  | (Moment & {
      readonly type: 'stale' | 'unseen';
      readonly resource: string;
      readonly through: number;
    })
  /** Its watch expires instead of showing a change. */
  | (Required<Moment> & { readonly type: 'expire'; readonly resource: string })
  /** It is killed right after a write, and started again: on a replica that lags behind the write, or not. */
  | (NthWrite & { readonly type: 'kill'; readonly lagging: boolean })
  /** It is killed and started again after a step, on a replica that is still at the moment. */
  | (Moment & { readonly type: 'rewind'; readonly resource: string; readonly through: number })
  /** Another client has written just before: this write, and as many in all as `times` says. */
  | (NthWrite & { readonly type: 'conflict'; readonly times: number })
  /** It does not run from the beginning of a step until a step is over. */
  | { readonly type: 'away'; readonly step: number; readonly through: number }
  /** Another client puts an annotation on an object as a step begins. */
  | { readonly type: 'touch'; readonly object: string; readonly step: number }
  /** The control plane is as untidy as real ones are, from the beginning of a step until a step is over. */
  | {
      readonly type: 'race';
      readonly race: RaceName;
      readonly step: number;
      readonly through: number;
    }
  /** Controllers get events and reconcile keys in another order, of what is ready at one instant. */
  | {
      readonly type: 'order';
      readonly seed: number;
      readonly step: number;
      readonly through: number;
    };

export type Plan = readonly Disturbance[];

/** On one line, for `--plan`. */
export function planText(plan: Plan): string {
  return JSON.stringify(plan.map(written));
}

function written(disturbance: Disturbance): object {
  switch (disturbance.type) {
    case 'stale':
    case 'unseen':
    case 'rewind':
    case 'expire': {
      const { type, resource, ...rest } = disturbance;
      return { [type]: resource, ...rest };
    }
    case 'kill': {
      const { write, lagging, step, count } = disturbance;
      return { kill: write, step, count, ...(lagging && { lagging }) };
    }
    case 'conflict': {
      const { write, step, count, times } = disturbance;
      return { conflict: write, step, count, ...(times > 1 && { times }) };
    }
    case 'away':
      return { away: 'client', step: disturbance.step, through: disturbance.through };
    case 'touch':
      return { touch: disturbance.object, step: disturbance.step };
    case 'race':
      return { race: disturbance.race, step: disturbance.step, through: disturbance.through };
    case 'order':
      return { order: disturbance.seed, step: disturbance.step, through: disturbance.through };
  }
}

/** @param where for errors @throws {CaseError} */
export function readPlan(text: string, where: string): Plan {
  return planOf(readValue(text, where), where);
}

/** From a value. @param where for errors @throws {CaseError} */
export function planOf(value: unknown, where: string): Plan {
  if (!Array.isArray(value) || value.length === 0) {
    throw new CaseError(
      `${where}: expected a list such as [{"stale":"pods","step":1,"through":1}]`,
    );
  }
  return value.map((each: unknown, i) => readDisturbance(each, `${where}[${i}]`));
}

const raceTexts: Readonly<Record<RaceName, string>> = {
  definitions: 'definitions have no conditions for a moment',
  kinds: 'the first lists of a new kind fail',
  discovery: 'discovery shows what was served earlier',
  servers: 'API servers answer from caches that lag differently',
  informers: 'informers of the controller manager lag',
};
const raceNames = Object.keys(raceTexts) as readonly RaceName[];

const types = [
  ...(['stale', 'unseen', 'expire', 'kill', 'rewind', 'conflict', 'away', 'touch'] as const),
  ...(['race', 'order'] as const),
] as const;

function readDisturbance(value: unknown, where: string): Disturbance {
  const fields = new Fields(value, where);
  const type = types.find((each) => fields.has(each));
  if (type === undefined) throw new CaseError(`${where}: expected one of ${types.join(', ')}`);
  const step = fields.number('step');
  if (type === 'order') {
    fields.only(type, 'step', 'through');
    return { type, seed: fields.number(type), step, through: readThrough(fields, step) };
  }
  const what = fields.text(type);
  switch (type) {
    case 'stale':
    case 'unseen':
    case 'rewind': {
      fields.only(type, 'step', 'change', 'count', 'through');
      const through = readThrough(fields, step);
      return { type, resource: what, step, ...momentOf(fields), through };
    }
    case 'expire':
      fields.only(type, 'step', 'change', 'count');
      return {
        ...{ type, resource: what, step },
        ...{ change: fields.text('change'), count: fields.number('count', 1) },
      };
    case 'kill':
      fields.only(type, 'step', 'count', 'lagging');
      return { type, ...readWrite(what, fields), lagging: fields.flag('lagging') };
    case 'conflict':
      fields.only(type, 'step', 'count', 'times');
      return { type, ...readWrite(what, fields), times: fields.number('times', 1) };
    case 'race': {
      fields.only(type, 'step', 'through');
      const race = raceNames.find((each) => each === what);
      if (race !== undefined) return { type, race, step, through: readThrough(fields, step) };
      throw new CaseError(`${fields.at('race')}: expected one of ${raceNames.join(', ')}`);
    }
    case 'away':
      fields.only(type, 'step', 'through');
      return { type, step, through: readThrough(fields, step) };
    case 'touch':
      fields.only(type, 'step');
      return { type, object: what, step };
  }
}

/** By default the step itself. */
function readThrough(fields: Fields, step: number): number {
  const through = fields.number('through', step);
  if (through >= step) return through;
  throw new CaseError(`${fields.at('through')}: expected step ${step} or a later one`);
}

function momentOf(fields: Fields): Pick<Moment, 'change' | 'count'> {
  const change = fields.optionalText('change');
  return change === undefined ? {} : { change, count: fields.number('count', 1) };
}

function readWrite(write: string, fields: Fields): NthWrite {
  if (!/^(?:create|update|patch|delete|deletecollection) \S+$/.test(write)) {
    throw new CaseError(`${fields.at('kill')}: expected a write such as "create pods"`);
  }
  return { write, step: fields.number('step'), count: fields.number('count', 1) };
}

/** In words. */
export function disturbanceText(disturbance: Disturbance): string {
  switch (disturbance.type) {
    case 'stale':
      return `watches of ${disturbance.resource} show nothing newer from ${momentText(disturbance)} until ${endText(disturbance)}`;
    case 'unseen':
      return `watches of ${disturbance.resource} show only the last state, of what happens from ${momentText(disturbance)} until ${endText(disturbance)}`;
    case 'expire':
      return `the watch of ${disturbance.resource} expires (410) at ${momentText(disturbance)}`;
    case 'kill': {
      const view = disturbance.lagging ? ', on a replica that does not have the write yet' : '';
      return `it is killed right after its ${writeText(disturbance)}, and started again${view}`;
    }
    case 'rewind':
      return `it is killed and started again once ${endText(disturbance)}, on a replica that has ${disturbance.resource} as of ${momentText(disturbance)}`;
    case 'conflict': {
      const { times } = disturbance;
      const more = times > 1 ? `, ${times} in a row` : '';
      return `its ${writeText(disturbance)} meets a conflict${more}`;
    }
    case 'away':
      return `it does not run from the beginning of ${stepText(disturbance.step)} until ${endText(disturbance)}`;
    case 'touch':
      return `another client puts an annotation on ${disturbance.object} as ${stepText(disturbance.step)} begins`;
    case 'race':
      return `${raceTexts[disturbance.race]} from the beginning of ${stepText(disturbance.step)} until ${endText(disturbance)}`;
    case 'order':
      return `it gets events and reconciles objects in order ${disturbance.seed} from the beginning of ${stepText(disturbance.step)} until ${endText(disturbance)}`;
  }
}

/** Returns a plan in words. */
export function planWords(plan: Plan): string {
  return plan.length === 0 ? 'undisturbed' : plan.map(disturbanceText).join('; ');
}

function momentText({ step, change, count = 1 }: Moment): string {
  if (change === undefined) return `the beginning of ${stepText(step)}`;
  return `change ${count} of ${change} in ${stepText(step)}`;
}

function writeText({ write, step, count }: NthWrite): string {
  return `"${write}" number ${count} in ${stepText(step)}`;
}

function endText({ through }: { readonly through: number }): string {
  return `${stepText(through)} is done`;
}

export function stepText(step: number): string {
  return step === 0 ? 'the start' : `step ${step}`;
}
