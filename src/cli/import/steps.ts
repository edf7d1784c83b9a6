/** Actions of people in a recording, as steps. Those of controllers and kubelets are left to ours. */
import type { Kind } from '#kinds';
import type { ImportedVersion, LeftOut } from './clean.ts';
import { isMap, without, type JsonMap } from './maps.ts';
import type { Change, Recording } from './recording.ts';
import type { ForeignObject } from './version.ts';

/** A step as a scenario has it. */
export type Step = JsonMap & { readonly at: string };

/** Returns the steps of a recording, in order. */
export function stepsOf({ startMs, state, changes }: Recording, leftOut: LeftOut): readonly Step[] {
  const all = [...state, ...changes.map(({ version }) => version)];
  const scaled = new Set(all.flatMap(scaleTargets));
  const uids = new Set(all.map(({ object }) => object.metadata['uid']));
  const deleted = new Set<unknown>();
  return changes.flatMap((change) => {
    const at = `${Math.round((change.atMs - startMs) / 1000)}s`;
    const { object, isByController } = change.version;
    const isOurs = isByController || isOwned(object, uids) || isDefault(object);
    const steps = isOurs ? [] : actionsOf(change, scaled, deleted);
    if (steps.length === 0) leftOut.add('versions that controllers and kubelets made');
    return steps.map((step) => ({ at, ...step }));
  });
}

type Action = JsonMap;

function actionsOf(
  { version, before, isGone }: Change,
  scaled: ReadonlySet<string>,
  deleted: Set<unknown>,
): readonly Action[] {
  const { kind, object } = version;
  const { uid } = object.metadata;
  if (isGone || object.metadata['deletionTimestamp'] != null) {
    if (deleted.has(uid)) return [];
    deleted.add(uid);
    return [
      kind.kind === 'Node' ? { removeNode: object.metadata.name } : { delete: refOf(version) },
    ];
  }
  if (before === undefined) return [{ apply: asApplied(object) }];
  if (kind.kind === 'Pod') return labelChanges(version, before);
  const actions: Action[] = kind.kind === 'Node' ? machineActions(object, before) : [];
  const body = patchOf(before, object, ignoredIn(kind, object, scaled));
  if (body !== undefined) actions.push({ patch: { ...refOf(version), type: 'merge', body } });
  return actions;
}

/** Returns a node that stops reporting, or reports again. */
function machineActions(node: ForeignObject, before: ForeignObject): Action[] {
  const [was, is] = [readyIn(before), readyIn(node)];
  const { name } = node.metadata;
  if (was !== 'Unknown' && is === 'Unknown') return [{ partitionNode: name }];
  return was === 'Unknown' && is === 'True' ? [{ recoverNode: name }] : [];
}

/** Returns the status of a node's Ready condition. */
export function readyIn({ status }: ForeignObject): unknown {
  const conditions = isMap(status) ? status['conditions'] : undefined;
  if (!Array.isArray(conditions)) return undefined;
  const ready: unknown = conditions.find((each) => isMap(each) && each['type'] === 'Ready');
  return isMap(ready) ? ready['status'] : undefined;
}

/** A pod's spec belongs to the scheduler; labels and annotations belong to people. */
function labelChanges(version: ImportedVersion, before: ForeignObject): readonly Action[] {
  const body = patchOf(before, version.object, { spec: true });
  return body === undefined ? [] : [{ patch: { ...refOf(version), type: 'merge', body } }];
}

/** Parts that controllers write. */
interface Ignored {
  readonly spec?: boolean;
  readonly replicas?: boolean;
  readonly taints?: boolean;
}

function ignoredIn(kind: Kind, { metadata }: ForeignObject, scaled: ReadonlySet<string>): Ignored {
  const key = `${kind.kind} ${metadata.namespace ?? ''}/${metadata.name}`;
  return { replicas: scaled.has(key), taints: kind.kind === 'Node' };
}

/** Returns the targets of autoscalers: `Deployment default/web`. */
function scaleTargets({ kind, object: { metadata, spec } }: ImportedVersion): readonly string[] {
  if (kind.kind !== 'HorizontalPodAutoscaler' || !isMap(spec)) return [];
  const target = spec['scaleTargetRef'];
  if (!isMap(target)) return [];
  return [`${String(target['kind'])} ${metadata.namespace ?? ''}/${String(target['name'])}`];
}

/** Written by controllers: the number of a rollout. */
const REVISION = 'deployment.kubernetes.io/revision';

/** Returns a merge patch of the parts that people write; undefined when they are equal. */
function patchOf(
  before: ForeignObject,
  after: ForeignObject,
  ignored: Ignored,
): JsonMap | undefined {
  const [from, to] = [userFields(before, ignored), userFields(after, ignored)];
  return mergePatch(from, to);
}

function userFields(object: ForeignObject, ignored: Ignored): JsonMap {
  const { metadata, spec, ...others } = object;
  const rest = without(others, 'apiVersion', 'kind', 'status');
  const { labels = {}, annotations = {} } = metadata;
  const written = isMap(annotations) ? without(annotations, REVISION) : annotations;
  let expected = isMap(spec) && ignored.spec !== true ? spec : undefined;
  if (expected !== undefined && ignored.replicas === true) expected = without(expected, 'replicas');
  if (expected !== undefined && ignored.taints === true) expected = withoutOwnTaints(expected);
  return {
    metadata: { labels, annotations: written },
    ...(expected && { spec: expected }),
    ...rest,
  };
}

/** Taints that the node controller sets and removes. */
function withoutOwnTaints(spec: JsonMap): JsonMap {
  const { taints = [] } = spec;
  const own = Array.isArray(taints)
    ? taints.filter(
        (taint) => !isMap(taint) || !/^node\.kubernetes\.io\//.test(String(taint['key'])),
      )
    : [];
  return own.length > 0 ? { ...spec, taints: own } : without(spec, 'taints');
}

function mergePatch(from: JsonMap, to: JsonMap): JsonMap | undefined {
  const patch: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [old, next] = [from[name], to[name]];
    if (next === undefined) patch[name] = null;
    else if (isMap(old) && isMap(next)) {
      const inside = mergePatch(old, next);
      if (inside !== undefined) patch[name] = inside;
    } else if (JSON.stringify(old) !== JSON.stringify(next)) patch[name] = next;
  }
  return Object.keys(patch).length > 0 ? patch : undefined;
}

/** A new object as a user would have applied it. */
function asApplied(object: ForeignObject): JsonMap {
  const { name, namespace, labels, annotations, finalizers } = object.metadata;
  const metadata = { name, namespace, labels, annotations, finalizers };
  const input = Object.entries(metadata).filter(([, value]) => value !== undefined);
  return { ...without(object, 'status'), metadata: Object.fromEntries(input) };
}

function refOf({ kind, object: { metadata } }: ImportedVersion): JsonMap {
  const { name, namespace } = metadata;
  return { kind: kind.kind, name, ...(namespace !== undefined && { namespace }) };
}

/** Belongs to the roles that every server makes and keeps. */
function isDefault({ metadata: { labels } }: ForeignObject): boolean {
  return isMap(labels) && labels['kubernetes.io/bootstrapping'] === 'rbac-defaults';
}

/** Has an owner in the recording: that one's controller manages it. */
function isOwned({ metadata }: ForeignObject, uids: ReadonlySet<unknown>): boolean {
  const references = metadata['ownerReferences'];
  return (
    Array.isArray(references) && references.some((each) => isMap(each) && uids.has(each['uid']))
  );
}
