/** A test plan of Sieve as a value: actions, each with what triggers it. */
import { CaseError, Fields } from '../../case/fields.ts';
import { readValue } from '../../case/read-text.ts';
import { readExpression, triggersIn, type Expression } from './expression.ts';

export interface SievePlan {
  readonly actions: readonly SieveAction[];
}

export interface SieveAction {
  /** For errors: `plan.yaml: actions[1]`. */
  readonly where: string;
  readonly type: (typeof actionTypes)[number];
  /** The server that it pauses, resumes or connects to. */
  readonly server: string;
  /** What it pauses or resumes: an object, or everything. */
  readonly scope: ObjectKey | 'all';
  readonly expression: Expression;
  readonly triggers: ReadonlyMap<string, SieveTrigger>;
}

/** `pod/default/web-0` */
export interface ObjectKey {
  /** Lower case. */
  readonly kind: string;
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly text: string;
}

export type SieveTrigger =
  | { readonly type: 'onTimeout' }
  | {
      readonly type: Exclude<(typeof conditionTypes)[number], 'onTimeout'>;
      readonly object: ObjectKey;
      readonly occurrence: number;
      /** Fields as they were and as they are then. */
      readonly before: State | undefined;
      readonly after: State | undefined;
      /** Only what the client has written itself. */
      readonly isOwn: boolean;
    };

export type State = Readonly<Record<string, unknown>>;

const actionTypes = [
  ...(['pauseAPIServer', 'resumeAPIServer', 'pauseController', 'resumeController'] as const),
  ...(['restartController', 'reconnectController'] as const),
] as const;
const conditionTypes = [
  ...(['onObjectCreate', 'onObjectDelete', 'onObjectUpdate'] as const),
  ...(['onAnyFieldModification', 'onTimeout'] as const),
] as const;
/** Where a client stands still that reads. Standing still before a write has no counterpart. */
const pausePoints = ['beforeControllerRead', 'afterControllerRead'] as const;
/** When a change is observed. Only its writer matters here: between etcd, server and client the time is short. */
const observations = [
  ...(['beforeAPIServerRecv', 'afterAPIServerRecv', 'beforeControllerRecv'] as const),
  ...(['afterControllerRecv', 'beforeControllerWrite', 'afterControllerWrite'] as const),
] as const;

/** Returns whether a value is such a plan, and not one of ours. */
export function isSievePlan(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'actions' in value;
}

/** @param where the file, for errors @throws {CaseError} for what cannot be read or has no counterpart */
export function readSievePlan(value: unknown, where: string): SievePlan {
  const fields = new Fields(value, where);
  fields.only('workload', 'actions');
  const actions = fields.get('actions') === null ? [] : fields.list('actions');
  if (actions.length > 0) return { actions: actions.map((each) => readAction(each)) };
  throw new CaseError(
    `${fields.at('actions')}: expected at least one action; without any, the workload alone shows the mistake: the undisturbed runs play it`,
  );
}

function readAction({ value, where }: { readonly value: unknown; readonly where: string }) {
  const fields = new Fields(value, where);
  const type = fields.choice('actionType', actionTypes);
  const waits = ['async', 'waitBefore', 'waitAfter'];
  fields.only('actionType', 'trigger', ...waits, ...ownFields(type));
  if (type === 'pauseController') fields.choice('pauseAt', pausePoints);
  const trigger = new Fields(fields.map('trigger'), fields.at('trigger'));
  trigger.only('definitions', 'expression');
  const triggers = new Map(trigger.list('definitions').map(readTrigger));
  const expression = readExpression(trigger.text('expression'), trigger.at('expression'));
  const unknown = triggersIn(expression).find((name) => !triggers.has(name));
  if (unknown !== undefined) {
    const known = [...triggers.keys()].join(', ') || 'none';
    throw new CaseError(
      `${trigger.at('expression')}: expected one of the definitions (${known}), found "${unknown}"`,
    );
  }
  const server = fields.optionalText('apiServerName') ?? fields.optionalText('reconnectAPIServer');
  return { where, type, server: server ?? '', scope: scopeOf(fields), expression, triggers };
}

function ownFields(type: SieveAction['type']): readonly string[] {
  switch (type) {
    case 'pauseAPIServer':
    case 'resumeAPIServer':
      return ['apiServerName', 'pauseScope'];
    case 'pauseController':
      return ['pauseAt', 'pauseScope', 'avoidOngoingRead'];
    case 'resumeController':
      return ['pauseAt', 'pauseScope'];
    case 'restartController':
      return ['controllerLabel'];
    case 'reconnectController':
      return ['controllerLabel', 'reconnectAPIServer'];
  }
}

function scopeOf(fields: Fields): ObjectKey | 'all' {
  const text = fields.optionalText('pauseScope') ?? 'all';
  return text === 'all' ? text : readKey(text, fields.at('pauseScope'));
}

function readKey(text: string, where: string): ObjectKey {
  const [kind = '', ...key] = text.split('/');
  if (key.length >= 1 && key.length <= 2 && !key.includes('') && kind !== '') {
    return { kind: kind.toLowerCase(), key: key.join('/'), text };
  }
  throw new CaseError(`${where}: expected an object such as pod/default/web-0, found "${text}"`);
}

function readTrigger({ value, where }: { readonly value: unknown; readonly where: string }) {
  const fields = new Fields(value, where);
  fields.only('triggerName', 'condition', 'observationPoint');
  const condition = new Fields(fields.map('condition'), fields.at('condition'));
  return [fields.text('triggerName'), readCondition(condition, fields)] as const;
}

function readCondition(condition: Fields, trigger: Fields): SieveTrigger {
  const type = condition.choice('conditionType', conditionTypes);
  if (type === 'onTimeout') {
    condition.only('conditionType', 'timeoutValue');
    return { type };
  }
  const states = type === 'onObjectUpdate' ? ['prevStateDiff', 'curStateDiff'] : ['prevStateDiff'];
  const hasStates = type === 'onObjectUpdate' || type === 'onAnyFieldModification';
  const counts = ['occurrence', 'repeat'];
  const known = hasStates ? [...states, 'convertStateToAPIForm'] : [];
  condition.only('conditionType', 'resourceKey', ...counts, ...known);
  const point = new Fields(trigger.map('observationPoint'), trigger.at('observationPoint'));
  point.only('when', 'by');
  return {
    type,
    object: readKey(condition.text('resourceKey'), condition.at('resourceKey')),
    occurrence: condition.number('occurrence', condition.number('repeat', 1)),
    before: stateOf(condition, 'prevStateDiff'),
    after: stateOf(condition, 'curStateDiff'),
    isOwn: point.choice('when', observations).endsWith('ControllerWrite'),
  };
}

/** Returns an object as JSON in a text. */
function stateOf(fields: Fields, name: string): State | undefined {
  const text = fields.optionalText(name);
  if (text === undefined) return undefined;
  const state = new Fields(readValue(text, fields.at(name)), fields.at(name));
  return Object.fromEntries(state.names.map((each) => [each, state.get(each)]));
}
