import {
  alreadyExists,
  badRequest,
  beingDeleted,
  andThen,
  generatedNameTaken,
  isResumable,
  omitFields,
  ownersToCome,
  serverError,
  terminatingKind,
  withLateOwners,
  type KubeObject,
  type LateOwners,
} from '#values';
import type { ObjectMeta, Service } from '#types';
import type { Entries } from './managed-fields/index.ts';
import {
  afterAdmission,
  checkIdentity,
  checkNamespace,
  newMetadata,
  warnOfLoss,
  withoutDuplicateOwners,
} from './metadata.ts';
import { trailFor, withTrail, type AdmissionRequest, type Chain } from './admission/index.ts';
import type { Resumable } from '#values';
import { authorizeCreation } from './authorization/create-by-name.ts';
import { isInProcess, type RequestContext } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import { asStored, targetOf, type Resource, type Target } from './resource.ts';
import { isDeleting } from './revise.ts';
import type { Backend } from './backend.ts';
import { fitted } from './fit.ts';
import { walk, type Outcome, type Stages, type Write } from './stages.ts';
import { validateNew, warn } from './validate.ts';
import { parseVersion, readVersion } from './version.ts';
import { swap } from './write.ts';

/**
 * The object of a create request: apiVersion and kind may be missing, and metadata is the client's
 * part only.
 */
export interface CreateBody {
  readonly metadata?: Partial<ObjectMeta>;
}

/** POST to a collection. @throws {ApiError} */
export async function create(
  backend: Backend,
  context: RequestContext,
  resource: Resource,
  namespace: string | undefined,
  desired: CreateBody,
): Promise<KubeObject> {
  const { kind } = resource;
  if (kind.custom?.isTerminating === true) throw terminatingKind(kind);
  if (kind.namespaced && !namespace) {
    throw badRequest('an empty namespace may not be set during creation');
  }
  checkNamespace(kind.namespaced ? namespace : undefined, desired.metadata?.namespace);
  const creation = new Creation(backend, context, resource, namespace, resource.main);
  const object = await walk(creation, desired as KubeObject, stagesOfPost);
  const { name } = object.metadata;
  const isDry = context.dryRun === true;
  if (!isDry && isVersionSet(creation.version)) {
    throw serverError('resourceVersion should not be set on objects to be created');
  }
  const target = targetOf(resource, { namespace, name });
  const isGenerated = !!desired.metadata?.generateName;
  if (isDry) await refuseIfTaken(backend, target, isGenerated);
  const stored = await swap(backend, creation.writer, target, object, undefined);
  if (stored !== undefined) return isDry ? asSent(stored, creation) : stored;
  if (
    isGenerated &&
    !desired.metadata!.name &&
    backend.strategy.profile.enabled('RetryGenerateName')
  ) {
    const renamed = await createUnderOtherName(creation);
    if (renamed !== undefined) return renamed;
  }
  await refuseIfTaken(backend, target, isGenerated);
  // The name was taken a moment ago and is free by now: report the conflict of that moment.
  throw alreadyExists(kind, name);
}

/** Returns what a dry run answers: the store, which refuses versions, is not asked. */
function asSent(object: KubeObject, { version }: Creation): KubeObject {
  if (!version) return object;
  return { ...object, metadata: { ...object.metadata, resourceVersion: version } };
}

/** The name of an object is drawn this many times, if those before are taken. */
const mostNames = 8;

/** Draws further names for an object; undefined when all are taken. */
async function createUnderOtherName(creation: Creation): Promise<KubeObject | undefined> {
  const { backend, resource, namespace } = creation;
  for (let drawn = 1; drawn < mostNames; drawn++) {
    const object = await walk(creation, creation.unnamed!, stagesFromName);
    const target = targetOf(resource, { namespace, name: object.metadata.name });
    const stored = await swap(backend, creation.writer, target, object, undefined);
    if (stored !== undefined) return stored;
  }
  return undefined;
}

/** Creates the object that a request for its name wants; undefined when another write was faster. */
export async function createAt(
  creation: Creation,
  target: Target,
  desired: KubeObject,
  stages = stagesAtName,
): Promise<KubeObject | undefined> {
  const { backend, endpoint } = creation;
  const object = await walk(creation, desired, stages);
  // A webhook may have named it otherwise.
  checkIdentity(target, object.metadata);
  return swap(backend, creation.writer, target, object, undefined, endpoint);
}

/** A creation, as its stages know it. */
export class Creation implements Write {
  readonly backend: Backend;
  readonly context: RequestContext;
  readonly resource: Resource;
  readonly endpoint: Endpoint;
  /** Undefined for kinds that have none. */
  readonly namespace: string | undefined;
  /**
   * The owners of its fields: undefined until they are decided. An apply decides them itself; else the
   * writer becomes the owner of all that it sends.
   */
  entries: Entries | undefined;
  /** The same, where they are decided when they are read. */
  late: LateOwners | undefined;
  /** The metadata that the client sent. */
  sent: ObjectMeta | undefined;
  /** The resourceVersion that it was to have: the store gives it another one. */
  version: string | undefined;
  readonly chain: Chain;
  readonly trail: AdmissionRequest['trail'];
  request: AdmissionRequest | undefined;
  /** The object before the server gives it a name. */
  unnamed: KubeObject | undefined;

  constructor(
    backend: Backend,
    context: RequestContext,
    resource: Resource,
    namespace: string | undefined,
    endpoint: Endpoint,
  ) {
    const { kind } = resource;
    this.backend = backend;
    this.context = context;
    this.resource = resource;
    this.endpoint = endpoint;
    this.namespace = kind.namespaced ? namespace : undefined;
    const { subresource } = endpoint;
    this.chain = backend.admission.chain(kind, 'CREATE', subresource, this.namespace);
    this.trail = trailFor(this.chain);
  }

  /** The context of its write. */
  get writer(): RequestContext {
    return withTrail(this.context, this.trail);
  }
}

/** From the stage that names the object. */
const stagesFromName: Stages<Creation> = [
  strategy,
  addresses,
  validation,
  warnings,
  permission,
  admission,
  storable,
];

/** Every stage of a new object before it is stored, except for the check that its name is free. */
const stages: Stages<Creation> = [
  form,
  defaults,
  owners,
  mutation,
  ownerReferences,
  ...stagesFromName,
];

const stagesOfPost: Stages<Creation> = [ownerReferencesAsSent, withoutSystemFields, ...stages];

/** For a request that names the object. */
export const stagesAtName: Stages<Creation> = [lock, ...stages];

/** Without the duplicates that a client sent; see {@link ownerReferences}. */
function ownerReferencesAsSent({ context }: Creation, object: KubeObject): Outcome {
  return withoutDuplicateOwners(object, context);
}

/** Without what the server sets, where a release leaves that out before anyone sees it. */
function withoutSystemFields({ backend }: Creation, object: KubeObject): KubeObject {
  const { metadata } = object;
  if (metadata == null || systemFields.every((field) => metadata[field] == null)) return object;
  return backend.strategy.profile.enabled('SystemMetadataIgnored')
    ? { ...object, metadata: omitFields(metadata, systemFields) }
    : object;
}

const systemFields = ['deletionGracePeriodSeconds', 'deletionTimestamp', 'uid'] as const;

/** Checks only the form of the version: there is none yet. */
function lock(_: Creation, object: KubeObject): KubeObject {
  parseVersion(object.metadata.resourceVersion);
  return object;
}

/** Gives it the form of its type. */
function form(creation: Creation, desired: CreateBody): KubeObject {
  const { backend, context, resource } = creation;
  const { kind, apiVersion, last } = resource;
  const metadata = (creation.sent = (desired.metadata ?? {}) as ObjectMeta);
  const whole = { apiVersion, kind: kind.kind, ...desired, metadata };
  return (last.desired = fitted(context, resource, whole, last.desired, backend.lost));
}

/** Fills in defaults. */
function defaults({ resource }: Creation, object: KubeObject): Outcome {
  const { toStorage, fillingDefaults } = resource;
  return andThen(fillingDefaults(object), toStorage);
}

/** Decides who owns which field: what the stages behind this one add has no owner. */
function owners(creation: Creation, object: KubeObject): Outcome {
  if (creation.entries !== undefined) return object;
  const { backend, context, resource, endpoint, trail } = creation;
  if (trail === undefined && isInProcess(context)) {
    creation.late = backend.managedFields.createdLater(context, resource, endpoint, object);
    if (creation.late !== undefined) return object;
  }
  const begun = backend.managedFields.creating(context, resource, endpoint, object);
  if (isResumable(begun)) return owning(creation, object, begun);
  creation.entries = begun;
  return object;
}

function* owning(
  creation: Creation,
  object: KubeObject,
  work: Resumable<Entries>,
): Resumable<KubeObject> {
  creation.entries = yield* work;
  return object;
}

/** The first half of admission: plugins and webhooks may change the object. */
function mutation(creation: Creation, object: KubeObject): Promise<KubeObject> {
  const { backend, context, resource, endpoint, namespace, trail, chain } = creation;
  const { name, generateName } = creation.sent!;
  creation.request = {
    kind: resource.kind,
    operation: 'CREATE',
    subresource: endpoint.subresource,
    namespace,
    name: name || generateName || 'Unknown',
    context,
    trail,
    entries: trail && (() => creation.entries!),
  };
  return backend.admission.mutate(chain, object, undefined, creation.request);
}

/** Leaves out the owners that are there twice. */
function ownerReferences({ context }: Creation, object: KubeObject): Outcome {
  return withoutDuplicateOwners(object, context, afterAdmission);
}

/** Gives it the server's part of its metadata, and what its kind sets in new objects. */
function strategy(creation: Creation, object: KubeObject): KubeObject {
  const { backend, context, resource, endpoint, namespace, entries } = creation;
  const { part, subresource } = endpoint;
  const { metadata: desired } = object;
  creation.unnamed = object;
  checkNamespace(namespace, desired.namespace);
  warnOfLoss(creation.sent, context.warn);
  creation.version = desired.resourceVersion;
  const metadata = newMetadata(
    backend,
    context,
    resource,
    namespace,
    desired,
    entries ?? ownersToCome,
  );
  const created = { ...object, metadata };
  if (endpoint.subresource === undefined) {
    const { rules } = resource.kind;
    const texts = rules.warningsAsSent?.(object, backend.strategy.profile) ?? [];
    for (const text of texts) context.warn?.(text);
  }
  const prepared = part.make?.(created, backend.strategy, context.user) ?? created;
  backend.noteDropped(resource.kind, subresource, created, prepared);
  return prepared;
}

/** Checks that a Service may have the addresses and ports that it asks for. */
function addresses(creation: Creation, object: KubeObject): Outcome {
  const { backend, context, resource, endpoint, sent } = creation;
  if (!resource.isService || endpoint.subresource !== undefined) return object;
  const isFirst = backend.strategy.profile.enabled('NamesGeneratedFirst');
  return backend.services.checkAsked(object as Service, {
    givenName: isFirst ? object.metadata.name : sent!.name,
    isKept: context.dryRun !== true,
  });
}

/** Rejects an invalid object. */
function validation(
  { backend, context, resource, endpoint }: Creation,
  object: KubeObject,
): Outcome {
  return validateNew(backend, context, resource, endpoint, object);
}

function warnings({ backend, context, resource }: Creation, object: KubeObject): KubeObject {
  warn(context, resource, object, backend.strategy.profile);
  return object;
}

/** Checks that a client that may write to this name may create, too. */
function permission(creation: Creation, object: KubeObject): KubeObject {
  const { backend, context, resource, endpoint, namespace } = creation;
  if (context.urlName) {
    const { subresource } = endpoint;
    authorizeCreation(
      backend.authorizer,
      backend.strategy.profile,
      context,
      resource.kind,
      namespace,
      subresource,
    );
  }
  return object;
}

/** The second half of admission: plugins and webhooks may reject the object. */
function admission(creation: Creation, object: KubeObject): Promise<KubeObject> {
  const { backend, chain, request } = creation;
  return backend.admission.validate(chain, object, undefined, request!);
}

/** Leaves out what the store does not keep. */
function storable({ resource, late }: Creation, object: KubeObject): KubeObject {
  const { last } = resource;
  const stored = (last.stored = asStored(resource, object, last.stored));
  return late === undefined
    ? stored
    : { ...stored, metadata: withLateOwners(stored.metadata, late) };
}

async function refuseIfTaken(
  backend: Backend,
  target: Target,
  isGenerated: boolean,
): Promise<void> {
  const { resource, name, key } = target;
  const taken = await backend.store.get(resource.bucket, key);
  if (taken === undefined) return;
  const error = (isGenerated ? generatedNameTaken : alreadyExists)(resource.kind, name);
  throw isDeleting(taken.metadata) ? beingDeleted(error) : error;
}

/** An invalid version counts as not set. */
function isVersionSet(version: string | undefined): boolean {
  return readVersion(version) !== 0;
}
