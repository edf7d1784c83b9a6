/** Rejects (422) invalid objects. */
import {
  checkThen,
  findErrors,
  findingErrors,
  invalidObject,
  type FieldError,
  type FieldErrors,
  runToEnd,
  type KubeObject,
  type Resumable,
  withoutRepeats,
} from '#values';
import {
  validateAnyUpdate,
  validateMetadata,
  validatePlainMetadata,
  warningTexts,
  type Kind,
  type Profile,
} from '#kinds';
import type { ObjectMeta } from '#types';
import type { RequestContext } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import type { Body, Resource } from './resource.ts';
import type { Outcome } from './stages.ts';
import { isBodyShared } from './revise.ts';
import type { Backend } from './backend.ts';

/** Returns the same object if it is valid. */
export function validateNew(
  backend: Backend,
  context: RequestContext,
  resource: Resource,
  { part }: Endpoint,
  object: KubeObject,
): Outcome {
  return accepted(backend, context, resource, object.metadata.name, object, (errors) => {
    validateWhole(errors, backend, resource, part, object);
  });
}

function validateWhole(
  errors: FieldErrors,
  backend: Backend,
  { kind }: Resource,
  { validateMade = kind.rules.validate }: Endpoint['part'],
  result: KubeObject,
): void {
  if (kind.rules.metadataChecks === undefined) validateMetadata(errors, result.metadata, kind);
  if (kind.rules.metadataChecks === 'plain') validatePlainMetadata(errors, result.metadata, kind);
  validateMade?.(errors, result, backend.strategy);
  if (kind.rules.metadataChecks !== 'last') return;
  checkThen(errors, () => {
    if (errors.length === 0) validatePlainMetadata(errors, result.metadata, kind);
  });
}

/**
 * Whether an update has to be checked where it changes nothing, too. The schema of a custom resource
 * may have changed since it was stored.
 */
export function checksStored({ kind }: Resource, { part }: Endpoint): boolean {
  return (
    kind.custom !== undefined || kind.rules.checksStored === true || part.checksStored === true
  );
}

/**
 * Returns the same new version if it is valid. Parts that are still the stored ones passed their
 * checks when they were stored. In metadata, kinds check annotations, finalizers and generateName.
 */
export function validateUpdate(
  backend: Backend,
  context: RequestContext,
  resource: Resource,
  endpoint: Endpoint,
  next: Body,
  old: Body,
): Outcome {
  const check = (errors: FieldErrors): void => {
    if (next.metadata !== old.metadata) validateAnyUpdate(errors, next.metadata, old.metadata);
    checkThen(errors, () => {
      const isOfKind =
        checksStored(resource, endpoint) ||
        !isBodyShared(next, old) ||
        concernsKind(next.metadata, old.metadata);
      if (errors.length === 0 && !isOfKind) return;
      endpoint.part.validate?.(errors, next, old, backend.strategy);
    });
  };
  return accepted(backend, context, resource, old.metadata.name, next, check);
}

function concernsKind(metadata: ObjectMeta, old: ObjectMeta): boolean {
  if (metadata === old) return false;
  if (metadata.annotations !== old.annotations) return true;
  if (metadata.generateName !== old.generateName) return true;
  const { finalizers } = metadata;
  if (finalizers == null || finalizers === old.finalizers) return false;
  const before = new Set(old.finalizers);
  return finalizers.some((name) => !before.has(name));
}

/** Reports the warnings about a valid object to the caller. */
export function warn(
  { warn: addWarning }: RequestContext,
  { kind }: Resource,
  accepted: KubeObject,
  profile: Profile,
  old?: KubeObject,
): void {
  if (addWarning === undefined || kind.rules.warnings === undefined) return;
  for (const text of kind.rules.warnings(accepted, old, profile)) addWarning(text);
}

/** Returns the object if a check finds no errors: once what the checks of the kind need is loaded. */
function accepted(
  { strategy: { profile } }: Backend,
  context: RequestContext,
  { kind }: Resource,
  name: string,
  object: Body,
  check: (errors: FieldErrors) => void,
): Outcome {
  const loading = loadFor(kind, profile, context);
  if (loading === undefined) return checked(profile, context, kind, name, object, check);
  return checkedThen(loading, profile, context, kind, name, object, check);
}

/** Loads what checks of the kind need, and what writes the warnings that the caller gets; undefined when all is loaded. */
function loadFor(
  { rules }: Kind,
  profile: Profile,
  context: RequestContext,
): Promise<void> | undefined {
  const loading = rules.load?.(profile);
  if (context.warn === undefined) return loading;
  return loading === undefined ? warningTexts.load() : loading.then(warningTexts.load);
}

async function checkedThen(
  loading: Promise<unknown>,
  profile: Profile,
  context: RequestContext,
  kind: Kind,
  name: string,
  object: Body,
  check: (errors: FieldErrors) => void,
): Promise<Body> {
  await loading;
  return runToEnd(checked(profile, context, kind, name, object, check));
}

/** Does so in parts, where other requests may get a turn. */
function checked(
  profile: Profile,
  { yieldTurn }: RequestContext,
  kind: Kind,
  name: string,
  object: Body,
  check: (errors: FieldErrors) => void,
): Body | Resumable<Body> {
  if (yieldTurn !== undefined) return accepting(profile, kind, name, object, check);
  refuseIfAny(profile, kind, name, findErrors(check, profile));
  return object;
}

function* accepting(
  profile: Profile,
  kind: Kind,
  name: string,
  object: Body,
  check: (errors: FieldErrors) => void,
): Resumable<Body> {
  refuseIfAny(profile, kind, name, yield* findingErrors(check, profile));
  return object;
}

function refuseIfAny(
  profile: Profile,
  kind: Kind,
  name: string,
  errors: readonly FieldError[],
): void {
  if (errors.length === 0) return;
  const { extensionsWith, internalGroup } = kind.names;
  const isFormer = extensionsWith !== undefined && profile.enabled(extensionsWith);
  const group = isFormer ? 'extensions' : (internalGroup ?? kind.group);
  throw invalidObject(group, kind.kind, name, reported(profile, kind, errors));
}

function reported(
  profile: Profile,
  { custom, rules }: Kind,
  errors: readonly FieldError[],
): readonly FieldError[] {
  const repeats = custom !== undefined || rules.repeatsErrors === true;
  return repeats || !profile.enabled('ErrorsReportedOnce') ? errors : withoutRepeats(errors);
}
