/** Rejects (422) invalid objects. */
import {
  checkThen,
  findErrors,
  findingErrors,
  invalidObject,
  type FieldError,
  type FieldErrors,
  type KubeObject,
} from '#values';
import { validateAnyUpdate, validateMetadata, validatePlainMetadata, type Kind } from '#kinds';
import type { ObjectMeta } from '#types';
import type { RequestContext } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import type { Body, Resource } from './resource.ts';
import { inTurns } from './parts.ts';
import { isBodyShared } from './revise.ts';
import type { Backend } from './backend.ts';

/** Await the result if it is a promise: then other requests get a turn between the checks. */
export function validateNew(
  backend: Backend,
  context: RequestContext,
  resource: Resource,
  { part }: Endpoint,
  made: KubeObject,
): void | Promise<void> {
  return refuseIfAny(context, resource, made.metadata.name, (errors) => {
    validateWhole(errors, backend, resource, part, made);
  });
}

function validateWhole(
  errors: FieldErrors,
  backend: Backend,
  { kind }: Resource,
  { validateMade = kind.validate }: Endpoint['part'],
  made: KubeObject,
): void {
  if (kind.metadataChecks === undefined) validateMetadata(errors, made.metadata, kind);
  if (kind.metadataChecks === 'plain') validatePlainMetadata(errors, made.metadata, kind);
  validateMade?.(errors, made, backend.strategy);
  if (kind.metadataChecks !== 'last') return;
  checkThen(errors, () => {
    if (errors.length === 0) validatePlainMetadata(errors, made.metadata, kind);
  });
}

/**
 * Whether an update has to be checked where it changes nothing, too. The schema of a custom resource
 * may have changed since it was stored.
 */
export function checksStored({ kind }: Resource): boolean {
  return kind.custom !== undefined || kind.checksStored === true;
}

/**
 * Parts that are still the stored ones passed their checks when they were stored. In metadata,
 * kinds check annotations, finalizers and generateName. Await the result as for {@link validateNew}.
 */
export function validateUpdate(
  backend: Backend,
  context: RequestContext,
  resource: Resource,
  endpoint: Endpoint,
  next: Body,
  old: Body,
): void | Promise<void> {
  return refuseIfAny(context, resource, old.metadata.name, (errors) => {
    if (next.metadata !== old.metadata) validateAnyUpdate(errors, next.metadata, old.metadata);
    checkThen(errors, () => {
      const isOfKind =
        checksStored(resource) ||
        !isBodyShared(next, old) ||
        concernsKind(next.metadata, old.metadata);
      if (errors.length === 0 && !isOfKind) return;
      endpoint.part.validate?.(errors, next, old, backend.strategy);
    });
  });
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
  old?: KubeObject,
): void {
  if (addWarning === undefined || kind.warnings === undefined) return;
  for (const text of kind.warnings(accepted, old)) addWarning(text);
}

function refuseIfAny(
  { yieldTurn }: RequestContext,
  { kind }: Resource,
  name: string,
  check: (errors: FieldErrors) => void,
): void | Promise<void> {
  if (yieldTurn === undefined) return refuse(kind, name, findErrors(check));
  const found = inTurns(findingErrors(check), yieldTurn);
  if (found instanceof Promise) return found.then((errors) => refuse(kind, name, errors));
  refuse(kind, name, found);
}

function refuse(kind: Kind, name: string, errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const group = kind.formerGroup ?? kind.internalGroup ?? kind.group;
  throw invalidObject(group, kind.kind, name, errors);
}
