/** Refuses (422) what breaks the rules on objects. */
import {
  invalidObject,
  validateAnyUpdate,
  validateMetadata,
  validatePlainMetadata,
  type FieldErrors,
  type KubeObject,
  type ObjectMeta,
} from '#kinds';
import type { Endpoint, RequestContext } from './context.ts';
import type { Body, Resource } from './resource.ts';
import { isBodyShared } from './revise.ts';
import type { Backend } from './backend.ts';

export function validateNew(backend: Backend, resource: Resource, made: KubeObject): void {
  const { kind } = resource;
  const errors: FieldErrors = [];
  if (kind.metadataChecks === undefined) validateMetadata(errors, made.metadata, kind);
  if (kind.metadataChecks === 'plain') validatePlainMetadata(errors, made.metadata, kind);
  kind.validate?.(errors, made, backend.strategy);
  if (kind.metadataChecks === 'last' && errors.length === 0) {
    validatePlainMetadata(errors, made.metadata, kind);
  }
  refuseIfAny(resource, made.metadata.name, errors);
}

/**
 * Parts that are still the stored ones passed their checks when they were stored. Of metadata, the
 * checks of kinds are about annotations and finalizers.
 */
export function validateUpdate(
  backend: Backend,
  resource: Resource,
  endpoint: Endpoint,
  next: Body,
  old: Body,
): void {
  const errors: FieldErrors = [];
  if (next.metadata !== old.metadata) validateAnyUpdate(errors, next.metadata, old.metadata);
  if (errors.length > 0 || !isBodyShared(next, old) || concernsKind(next.metadata, old.metadata)) {
    validateByKind(errors, backend, resource, endpoint, next, old);
  }
  refuseIfAny(resource, old.metadata.name, errors);
}

function concernsKind(metadata: ObjectMeta, old: ObjectMeta): boolean {
  if (metadata === old) return false;
  if (metadata.annotations !== old.annotations) return true;
  const before = new Set(old.finalizers);
  return metadata.finalizers?.some((name) => !before.has(name)) === true;
}

function validateByKind(
  errors: FieldErrors,
  { strategy }: Backend,
  { kind }: Resource,
  endpoint: Endpoint,
  next: Body,
  old: Body,
): void {
  switch (endpoint) {
    case 'status':
      return kind.validateStatusUpdate?.(errors, next, old, strategy);
    case 'ephemeralcontainers':
      return kind.validateEphemeralContainersUpdate?.(errors, next, old, strategy);
    case 'finalize':
      return kind.validateFinalizeUpdate?.(errors, next, old, strategy);
    case 'main':
      return kind.validateUpdate?.(errors, next, old, strategy);
  }
}

/** Tells the caller what people should know of an object that has been found in order. */
export function warn(
  { warn: tell }: RequestContext,
  { kind }: Resource,
  accepted: KubeObject,
  old?: KubeObject,
): void {
  if (tell === undefined || kind.warnings === undefined) return;
  for (const text of kind.warnings(accepted, old)) tell(text);
}

function refuseIfAny({ kind }: Resource, name: string, errors: FieldErrors): void {
  if (errors.length > 0)
    throw invalidObject(kind.internalGroup ?? kind.group, kind.kind, name, errors);
}
