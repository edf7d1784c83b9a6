/**
 * From a test plan of Sieve to one of ours: its triggers are looked up in an undisturbed run, and pairs of actions become what
 * they bring about.
 */
import { CaseError } from '../../case/fields.ts';
import type { Write } from '../history.ts';
import type { Outcome } from '../play.ts';
import type { Disturbance, Moment, Plan } from '../plan.ts';
import type { ClientWrite } from '../rig.ts';
import { isAbout, isOfKind } from './changes.ts';
import { timeOf } from './expression.ts';
import type { ObjectKey, SieveAction, SievePlan, SieveTrigger } from './read.ts';

/** An undisturbed run. */
export type Undisturbed = Pick<Outcome, 'history' | 'stepStarts' | 'actors' | 'reads' | 'writes'>;

/** What has been paused and not resumed yet. */
interface Pause {
  readonly action: SieveAction;
  readonly moment: Moment;
  readonly resources: readonly string[];
  /** The client was connected to the server meanwhile. */
  isUsed: boolean;
}

/** @throws {CaseError} for what has no counterpart, or never happens in the undisturbed run */
export function planOfSieve({ actions }: SievePlan, run: Undisturbed): Plan {
  const plan: Disturbance[] = [];
  let pauses: readonly Pause[] = [];
  let time = -1;
  for (const action of actions) {
    time = momentOfAction(action, time, run);
    switch (action.type) {
      case 'pauseAPIServer':
      case 'pauseController':
        pauses = [...pauses, pauseOf(action, time, run)];
        break;
      case 'reconnectController':
        plan.push(...rewinds(action, pauses, stepAt(run, time)));
        break;
      case 'resumeAPIServer':
      case 'resumeController': {
        const pause = pausedBy(action, pauses);
        pauses = pauses.filter((each) => each !== pause);
        plan.push(...blindness(pause, stepAt(run, time)));
        break;
      }
      case 'restartController':
        plan.push(killAt(action, time, run));
        break;
    }
  }
  const last = run.stepStarts.length - 1;
  return [...plan, ...pauses.flatMap((pause) => blindness(pause, last))];
}

/**
 * Returns the place in the history at which an action is triggered: after what has triggered the one
 * before.
 */
function momentOfAction(action: SieveAction, after: number, run: Undisturbed): number {
  const { where, expression, triggers } = action;
  const found = timeOf(expression, after, (name, from) =>
    timeOfTrigger(triggers.get(name)!, action, from, run),
  );
  if (found !== undefined) return found;
  const missing = [...triggers.values()].map(triggerText).join(', ');
  throw new CaseError(
    `${where}: trigger: in an undisturbed run this does not happen after the actions before: ${missing}`,
  );
}

function timeOfTrigger(
  trigger: SieveTrigger,
  { where, type }: SieveAction,
  after: number,
  { history, actors }: Undisturbed,
): number | undefined {
  if (trigger.type === 'onTimeout') {
    // A step is done once nothing is left to do: there is no later time in it.
    if (type.startsWith('resume') || type === 'reconnectController') return after;
    throw new CaseError(
      `${where}: trigger: expected a change of an object for ${type}; onTimeout has a counterpart only where something resumes or reconnects`,
    );
  }
  const found = history
    .map((write, i) => ({ write, i }))
    .filter(({ write, i }) => i > after && isAbout(trigger, write, actors));
  return found[trigger.occurrence - 1]?.i;
}

function triggerText(trigger: SieveTrigger): string {
  if (trigger.type === 'onTimeout') return trigger.type;
  const { type, object, occurrence, isOwn } = trigger;
  return `${type} of ${object.text}, number ${occurrence}${isOwn ? ', by the client' : ''}`;
}

function stepAt({ stepStarts, history }: Undisturbed, time: number): number {
  const { revision } = history[time] ?? { revision: 0 };
  return Math.max(
    0,
    stepStarts.findLastIndex((start) => start < revision),
  );
}

function pauseOf(action: SieveAction, time: number, run: Undisturbed): Pause {
  const { resource, key } = run.history[time]!;
  const step = stepAt(run, time);
  const count = run.history.filter(
    (each, i) =>
      i <= time && each.resource === resource && each.key === key && stepAt(run, i) === step,
  ).length;
  const moment = { step, change: `${resource} ${key}`, count };
  return { action, moment, resources: resourcesOf(action, run), isUsed: false };
}

/** Views are of all objects of a resource. */
function resourcesOf({ where, scope }: SieveAction, { history, reads }: Undisturbed) {
  if (scope === 'all') return reads;
  const found = history.find((each) => isOfKind(scope, each));
  if (found !== undefined && reads.includes(found.resource)) return [found.resource];
  throw new CaseError(
    `${where}: pauseScope: expected an object of what the client lists or watches (${reads.join(', ')}), found ${scope.text}`,
  );
}

/** Started again on a server that stands still. */
function rewinds(
  { where, server }: SieveAction,
  pauses: readonly Pause[],
  through: number,
): readonly Disturbance[] {
  const pause = pauses.find(
    ({ action }) => action.type === 'pauseAPIServer' && action.server === server,
  );
  if (pause === undefined) {
    throw new CaseError(
      `${where}: reconnectAPIServer: expected a server that a pauseAPIServer before has paused, found "${server}"`,
    );
  }
  pause.isUsed = true;
  return pause.resources.map((resource) => ({
    type: 'rewind',
    resource,
    ...pause.moment,
    through,
  }));
}

function pausedBy({ where, type, server, scope }: SieveAction, pauses: readonly Pause[]): Pause {
  const paused = type === 'resumeAPIServer' ? 'pauseAPIServer' : 'pauseController';
  const found = pauses.find(
    ({ action }) =>
      action.type === paused && action.server === server && textOf(action.scope) === textOf(scope),
  );
  if (found !== undefined) return found;
  throw new CaseError(`${where}: expected a ${paused} before it with the same scope and server`);
}

function textOf(scope: ObjectKey | 'all'): string {
  return scope === 'all' ? scope : scope.text;
}

/** Returns what a client does not see that stands still, or whose server does. */
function blindness({ action, moment, resources, isUsed }: Pause, through: number) {
  if (isUsed) return [];
  const type = action.type === 'pauseController' ? 'unseen' : 'stale';
  return resources.map((resource): Disturbance => ({ type, resource, ...moment, through }));
}

/** Right after a write of its own. */
function killAt({ where }: SieveAction, time: number, run: Undisturbed): Disturbance {
  const { actors, history } = run;
  const at = history[time]!;
  if (!actors.includes(at.actor)) {
    throw new CaseError(
      `${where}: observationPoint: expected afterControllerWrite for restartController, and a write of the client; this change is by ${at.actor}`,
    );
  }
  const step = stepAt(run, time);
  const write = `${verbOf(where, at, run.writes[step] ?? [])} ${at.resource}`;
  const count = history.filter(
    ({ actor, verb, resource }, i) =>
      i <= time &&
      stepAt(run, i) === step &&
      actors.includes(actor) &&
      verb === at.verb &&
      resource === at.resource,
  ).length;
  return { type: 'kill', write, step, count, lagging: false };
}

/** Returns how the client asks for such a change. */
function verbOf(where: string, { verb, resource }: Write, writes: readonly ClientWrite[]): string {
  if (verb === 'created') return 'create';
  if (verb === 'deleted') return 'delete';
  const verbs = writes
    .filter((each) => each.resource.split('/', 1)[0] === resource)
    .map((each) => each.verb)
    .filter((each) => each === 'update' || each === 'patch');
  const [only, ...more] = new Set(verbs);
  if (only !== undefined && more.length === 0) return only;
  throw new CaseError(
    `${where}: trigger: expected a change by one verb, but the client both updates and patches ${resource} in that step`,
  );
}
