/** Changes in words: the parts of a write that a reader of the timeline needs. */
import type { KubeObject } from '#values';
import type { Event, Node, Pod } from '#types';
import type { Change } from '#store';
import { diff, pathText, type FieldChange } from '../diff.ts';
import { pairByConditionType } from '../keyed.ts';
import type { RecordChange } from '../read/change.ts';
import { isNotedEvent } from './noted-event.ts';

/** One line of the timeline, before layout. */
export interface Line {
  readonly verb: 'create' | 'delete' | 'bind' | 'update' | 'status' | 'warning' | 'event';
  readonly kind: string;
  readonly name: string;
  /** What changed; lines with the same details at the same instant are joined. */
  readonly details: readonly Detail[];
}

/** A changed field, or just a remark (`text`). */
export interface Detail {
  readonly text: string;
  readonly from?: string;
  readonly to?: string;
}

/** Returns a detail as plain text. */
export function detailText(detail: Detail): string {
  const sides = sidesOf(detail);
  if (sides === undefined) return detail.text;
  const { before, after } = sides;
  return `${detail.text} ${before === '' ? '' : `${before}→`}${after}`;
}

const NUMBER = /^\d+$/;

/**
 * Returns the two sides of a change, undefined for a remark. An absent number is the 0 that v1.24
 * omits; of anything else that was absent there is no side before, and what is absent now is `none`.
 */
export function sidesOf({ from, to }: Detail): { before: string; after: string } | undefined {
  if (from === undefined && to === undefined) return undefined;
  const zero = NUMBER.test(from || to || '') ? '0' : '';
  return { before: from || zero, after: to || zero || 'none' };
}

/** Kinds whose writes are periodic, and not shown. */
const SILENT_KINDS = new Set(['Lease', 'ControllerRevision']);

/** Fields that change with every write of their kind and say nothing. */
const SILENT_PATHS =
  /(resourceVersion|metadata\.generation|lastTransitionTime|lastHeartbeatTime|lastProbeTime|lastUpdateTime|timeAdded|uid|observedGeneration|deletionGracePeriodSeconds)$/;

/** Of pods and nodes. */
const shownConditions: ReadonlySet<string> = new Set(['Ready']);

/** Returns the line for a change; undefined for a change that is not shown. */
export function describeChange(change: RecordChange): Line | undefined {
  const { kind, metadata } = change.value;
  if (kind === 'Event') return describeEvent(change);
  if (SILENT_KINDS.has(kind) || isDefaultObject(change)) return undefined;
  const { name } = metadata;
  if (change.type === 'created') return { verb: 'create', kind, name, details: [] };
  if (change.type === 'deleted') return { verb: 'delete', kind, name, details: [] };
  const changes = changesOf(change);
  const details = detailsOf(change, changes);
  if (details.length === 0) return undefined;
  return { verb: verbOf(kind, changes), kind, name, details };
}

/** Returns what an update changed, conditions by their type. */
function changesOf({ changes, previous, value }: RecordChange): readonly FieldChange[] {
  const isKnown = changes !== undefined && !changes.some(isInConditions);
  return isKnown ? changes : diff(...pairByConditionType(previous, value));
}

function isInConditions({ path }: FieldChange): boolean {
  if (path[0] !== 'status') return path.length === 0;
  return path.length === 1 || path[1] === 'conditions';
}

/** Objects that every cluster has: namespaces, priority classes, accounts, certificates. */
function isDefaultObject({ type, value, origin }: Change): boolean {
  if (type !== 'created') return false;
  if (origin.actor === 'simulator') return true;
  const { kind, metadata } = value;
  return (
    (kind === 'ServiceAccount' && metadata.name === 'default') ||
    (kind === 'ConfigMap' && metadata.name === 'kube-root-ca.crt')
  );
}

/** Warnings, and events that say what was not done; the others repeat what the writes say. */
function describeEvent(change: Change): Line | undefined {
  const event = change.value as KubeObject as Event;
  if (!isNotedEvent(event) || change.type === 'deleted') return undefined;
  const times = (event.count ?? 1) > 1 ? ` (x${event.count})` : '';
  return {
    verb: event.type === 'Warning' ? 'warning' : 'event',
    kind: event.involvedObject.kind ?? '',
    name: event.involvedObject.name ?? '',
    details: [{ text: `${event.reason ?? ''}: ${event.message ?? ''}${times}` }],
  };
}

function verbOf(kind: string, changes: readonly FieldChange[]): Line['verb'] {
  if (kind === 'Pod' && changes.some(({ path }) => path[0] === 'spec' && path[1] === 'nodeName'))
    return 'bind';
  return changes.every(({ path }) => path[0] === 'status') ? 'status' : 'update';
}

function detailsOf(change: Change, changes: readonly FieldChange[]): readonly Detail[] {
  switch (change.value.kind) {
    case 'Pod':
      return podDetails(
        change.previous as KubeObject as Pod,
        change.value as KubeObject as Pod,
        changes,
      );
    case 'Node':
      return nodeDetails(
        change.previous as KubeObject as Node,
        change.value as KubeObject as Node,
        changes,
      );
    default:
      return plainDetails(changes);
  }
}

/** Status of a pod in a few words instead of its many fields. */
function podDetails(before: Pod, after: Pod, changes: readonly FieldChange[]): readonly Detail[] {
  const details: Detail[] = [];
  if (before.spec.nodeName !== after.spec.nodeName)
    details.push({ text: `to ${after.spec.nodeName ?? 'no node'}` });
  if (
    before.metadata.deletionTimestamp === undefined &&
    after.metadata.deletionTimestamp !== undefined
  ) {
    details.push({ text: 'terminating' });
  }
  if (before.status.phase !== after.status.phase) {
    details.push({ text: 'phase', from: before.status.phase ?? '', to: after.status.phase ?? '' });
  }
  details.push(
    ...conditionDetails(before.status.conditions, after.status.conditions, shownConditions),
  );
  const waiting = waitingReason(after);
  if (
    waiting !== undefined &&
    waiting !== waitingReason(before) &&
    waiting !== 'ContainerCreating'
  ) {
    details.push({ text: waiting });
  }
  const own = changes.filter(
    ({ path }) => path[0] !== 'status' && path[1] !== 'nodeName' && !isDeletion(path),
  );
  return own.length === 0 ? details : [...details, ...plainDetails(own)];
}

function isDeletion(path: FieldChange['path']): boolean {
  return path[0] === 'metadata' && String(path[1]).startsWith('deletion');
}

function waitingReason(pod: Pod): string | undefined {
  return pod.status.containerStatuses?.find(({ state }) => state?.waiting)?.state?.waiting?.reason;
}

/** Conditions and taints of a node; the rest of its status is not shown. */
function nodeDetails(
  before: Node,
  after: Node,
  changes: readonly FieldChange[],
): readonly Detail[] {
  const details = [
    ...conditionDetails(before.status.conditions, after.status.conditions, shownConditions),
  ];
  const taints = (node: Node): string[] =>
    (node.spec.taints ?? []).map(
      ({ key, value, effect }) => `${key}${value ? `=${value}` : ''}:${effect}`,
    );
  for (const taint of taints(after))
    if (!taints(before).includes(taint)) details.push({ text: `+${taint}` });
  for (const taint of taints(before))
    if (!taints(after).includes(taint)) details.push({ text: `-${taint}` });
  const own = changes.filter(({ path }) => path[0] !== 'status' && path[1] !== 'taints');
  return [...details, ...plainDetails(own)];
}

const none: readonly never[] = [];

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

function conditionDetails(
  before: readonly Condition[] | undefined,
  after: readonly Condition[] | undefined,
  types: ReadonlySet<string>,
): readonly Detail[] {
  if (before === after) return none;
  const details: Detail[] = [];
  for (const { type, status } of after ?? []) {
    if (!types.has(type)) continue;
    const old = before?.find((condition) => condition.type === type)?.status;
    const begins = old === undefined && status === 'False'; // False from the start is not shown
    if (old !== status && !begins) details.push({ text: type, from: old ?? '', to: status });
  }
  return details;
}

function plainDetails(changes: readonly FieldChange[]): readonly Detail[] {
  return changes
    .filter(({ path }) => !SILENT_PATHS.test(pathText(path)))
    .map(({ path, from, to }) => ({
      text: shortPath(path),
      from: valueText(from),
      to: valueText(to),
    }));
}

/** Short paths: `numberReady` rather than `status.numberReady`. */
function shortPath(path: FieldChange['path']): string {
  if (path[0] === 'status' && path[1] === 'conditions') return pathText(path.slice(2));
  if (path[0] === 'status') return pathText(path.slice(1));
  const text = pathText(path);
  return text
    .replace(/^metadata\.(labels|annotations)\./, '$1 ')
    .replace(/^spec\.template\.spec\./, 'template ');
}

function valueText(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : (nameText(value) ?? JSON.stringify(value));
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

/** Values with a name, such as references to objects, are shown by name; so are lists of them. */
function nameText(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const names = value.map(nameText);
    return value.length > 0 && names.every((name) => name !== undefined)
      ? names.join(' ')
      : undefined;
  }
  const { name } = (value ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}
