/** Refuses (422) what breaks the rules on objects. */
import {
  invalidObject,
  validateMetadata,
  validateMetadataUpdate,
  type FieldErrors,
  type KubeObject,
} from '#kinds';
import type { Endpoint, RequestContext } from './request.ts';
import type { Body, Resource } from './resource.ts';
import { isBodyShared } from './revise.ts';
import type { Backend } from './backend.ts';

export function validateNew(backend: Backend, resource: Resource, made: KubeObject): void {
  const { kind } = resource;
  const errors: FieldErrors = [];
  validateMetadata(errors, made.metadata, kind);
  kind.validate?.(errors, made, backend.strategy);
  refuseIfAny(resource, made.metadata.name, errors);
}

/** Parts that are still the stored ones passed their checks when they were stored. */
export function validateUpdate(
  backend: Backend,
  resource: Resource,
  endpoint: Endpoint,
  next: Body,
  old: Body,
): void {
  const errors: FieldErrors = [];
  if (next.metadata !== old.metadata) validateMetadataUpdate(errors, next.metadata, old.metadata);
  if (errors.length > 0 || !isBodyShared(next, old)) {
    const { kind } = resource;
    if (endpoint === 'status') kind.validateStatusUpdate?.(errors, next, old, backend.strategy);
    else kind.validateUpdate?.(errors, next, old, backend.strategy);
  }
  refuseIfAny(resource, old.metadata.name, errors);
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
  if (errors.length > 0) throw invalidObject(kind.group, kind.kind, name, errors);
}
