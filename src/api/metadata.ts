/** The server's part of `metadata`: the fields that it sets, keeps and drops. */
import { badRequest, showOwnersOf } from '#values';
import type { Kind } from '#kinds';
import type { ObjectMeta, OwnerReference } from '#types';
import type { RequestContext } from './context.ts';
import type { Entries } from './managed-fields/index.ts';
import { runToEnd, type Resumable } from '#values';
import type { Resource, Target } from './resource.ts';
import type { Backend } from './backend.ts';

/** As the client sent it: any field may be missing. */
export type RequestedMetadata = Partial<ObjectMeta> | null | undefined;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Generated names are cut so that they fit a label value together with their suffix. */
const longestPrefix = 58;
const suffixLength = 5;

/** The metadata of a new object. Names, uid and time are the server's, whatever the client sent. */
export function newMetadata(
  backend: Backend,
  { uid }: Pick<RequestContext, 'uid'>,
  { kind, main }: Resource,
  namespace: string | undefined,
  desired: Partial<ObjectMeta>,
  entries: Entries,
): ObjectMeta {
  const result = startMetadata(desired.name || newName(backend, kind, desired), namespace);
  result.uid = uid ?? backend.uids.uuid();
  const generation = main.generation === undefined ? desired.generation : 1;
  if (generation !== undefined) result.generation = generation;
  result.creationTimestamp = backend.present.text;
  if (isDeleted(desired) && backend.strategy.profile.enabled('UpsertsKeepDeletions')) {
    addDeletion(result, desired);
  }
  addClientParts(result, desired);
  if (entries.length > 0) result.managedFields = entries;
  return result as ObjectMeta;
}

/**
 * The metadata after an update: the client's parts as wanted, the server's as stored. A wanted
 * name, uid or deletion time that differs is kept, so that validation rejects it.
 */
export function updatedMetadata(desired: Partial<ObjectMeta>, old: ObjectMeta): ObjectMeta {
  if (desired === old) return old;
  const result = startMetadata(desired.name ?? old.name, old.namespace);
  result.uid = desired.uid || old.uid;
  result.resourceVersion = old.resourceVersion;
  if (old.generation !== undefined) result.generation = old.generation;
  result.creationTimestamp = old.creationTimestamp;
  const deletionTimestamp = old.deletionTimestamp ?? desired.deletionTimestamp;
  if (deletionTimestamp != null) result.deletionTimestamp = deletionTimestamp;
  const gracePeriod = desired.deletionGracePeriodSeconds ?? old.deletionGracePeriodSeconds;
  if (gracePeriod !== undefined) result.deletionGracePeriodSeconds = gracePeriod;
  addClientParts(result, desired);
  showOwnersOf(result as Mutable<ObjectMeta>, old);
  return result as ObjectMeta;
}

function isDeleted({
  deletionTimestamp,
  deletionGracePeriodSeconds,
}: Partial<ObjectMeta>): boolean {
  return deletionTimestamp != null || deletionGracePeriodSeconds !== undefined;
}

function addDeletion(
  result: Mutable<Partial<ObjectMeta>>,
  { deletionTimestamp, deletionGracePeriodSeconds: seconds }: Partial<ObjectMeta>,
): void {
  if (deletionTimestamp != null) result.deletionTimestamp = deletionTimestamp;
  if (seconds !== undefined) result.deletionGracePeriodSeconds = seconds;
}

function startMetadata(name: string, namespace: string | undefined): Mutable<Partial<ObjectMeta>> {
  return namespace === undefined ? { name } : { name, namespace };
}

/** Empty maps and lists count as absent. */
function addClientParts(result: Mutable<Partial<ObjectMeta>>, desired: Partial<ObjectMeta>): void {
  const { generateName, labels, annotations, ownerReferences, finalizers } = desired;
  if (generateName) result.generateName = generateName;
  if (hasFields(labels)) result.labels = labels;
  if (hasFields(annotations)) result.annotations = annotations;
  if (ownerReferences != null && ownerReferences.length > 0)
    result.ownerReferences = ownerReferences;
  if (finalizers != null && finalizers.length > 0) result.finalizers = finalizers;
}

function hasFields(map: object | null | undefined): boolean {
  for (const _ in map) return true;
  return false;
}

/** How many owners are compared between two turns of other requests. */
const atOnce = 1024;

type Warn = ((text: string) => void) | undefined;

/** Where webhooks, or a patch, may have made duplicates after the first check. */
export const afterAdmission = ' after mutating admission happens';

/** Warns of the field that v1.24 accepts and does not store. */
export function warnOfLoss(metadata: RequestedMetadata, warn: Warn): void {
  if (!metadata?.clusterName) return;
  warn?.(
    'metadata.clusterName was specified. This field is not preserved and will be removed from the schema in 1.25',
  );
}

/**
 * The object without duplicate owners, of which v1.24 warns; in parts for a long list.
 * @param when the stage of the request that the warning names
 */
export function withoutDuplicateOwners<T extends { readonly metadata?: RequestedMetadata }>(
  desired: T,
  { warn }: Pick<RequestContext, 'warn'>,
  when = '',
): T | Resumable<T> {
  const references = desired.metadata?.ownerReferences;
  if (references == null || references.length < 2) return desired;
  const work = leavingDuplicates(desired, references, warn, when);
  return references.length > atOnce ? work : runToEnd(work);
}

function* leavingDuplicates<T extends { readonly metadata?: RequestedMetadata }>(
  desired: T,
  references: readonly OwnerReference[],
  warn: Warn,
  when: string,
): Resumable<T> {
  return withOwners(desired, yield* sortingOut(references), warn, when);
}

function withOwners<T extends { readonly metadata?: RequestedMetadata }>(
  desired: T,
  { owners, duplicates }: SortedOwners,
  warn: Warn,
  when: string,
): T {
  if (duplicates.length === 0) return desired;
  warn?.(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references ` +
      'in 1.20+, and may reject such requests as early as 1.24; please fix your requests; ' +
      `duplicate UID(s) observed: ${duplicates.join(', ')}`,
  );
  return { ...desired, metadata: { ...desired.metadata, ownerReferences: owners } };
}

interface SortedOwners {
  readonly owners: readonly OwnerReference[];
  /** Their uids. */
  readonly duplicates: readonly string[];
}

function* sortingOut(references: readonly OwnerReference[]): Resumable<SortedOwners> {
  const earlier = new Set<string>();
  const owners: OwnerReference[] = [];
  const duplicates: string[] = [];
  for (const [index, reference] of references.entries()) {
    if (index % atOnce === atOnce - 1) yield;
    const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = reference;
    const key = JSON.stringify([apiVersion, kind, name, uid, controller, blockOwnerDeletion]);
    if (earlier.has(key)) duplicates.push(uid);
    else owners.push(reference);
    earlier.add(key);
  }
  return { owners, duplicates };
}

/** Empty without a prefix: validation reports it. */
function newName(
  backend: Backend,
  { rules }: Kind,
  { generateName: prefix }: Partial<ObjectMeta>,
): string {
  const isFirst = backend.strategy.profile.enabled('NamesGeneratedFirst');
  if (rules.namedByUid === true && !(prefix && isFirst)) return backend.uids.uuid();
  if (!prefix) return '';
  if (rules.namedByPrefix === true) return prefix;
  return prefix.slice(0, longestPrefix) + backend.names.suffix(suffixLength);
}

/** Rejects (400) a body that names another object than the request. */
export function checkIdentity(target: Target, desired: RequestedMetadata): void {
  checkNamespace(target.namespace, desired?.namespace);
  const name = desired?.name;
  if (!name) {
    const why = 'was undeterminable: name must be provided';
    throw badRequest(`the name of the object (${target.name} based on URL) ${why}`);
  }
  if (name !== target.name) {
    const why = `does not match the name on the URL (${target.name})`;
    throw badRequest(`the name of the object (${name}) ${why}`);
  }
}

/** Rejects (400) a body for another namespace; kinds without namespaces have none to compare. */
export function checkNamespace(namespace: string | undefined, desired: string | undefined): void {
  if (namespace === undefined || !desired || desired === namespace) return;
  throw badRequest(
    'the namespace of the provided object does not match the namespace sent on the request',
  );
}
