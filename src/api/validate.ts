/** Refuses (422) what breaks the rules on objects. */
import {
  invalidObject,
  validateMetadata,
  validateMetadataUpdate,
  type FieldError,
  type KubeObject,
} from '#kinds';
import type { Endpoint, RequestContext } from './request.ts';
import type { Body, Resource } from './resource.ts';
import { isBodyShared } from './revise.ts';
import type { Backend } from './backend.ts';

export function validateNew(backend: Backend, resource: Resource, made: KubeObject): void {
  const { kind } = resource;
  const errors = [...validateMetadata(made.metadata, kind)];
  if (kind.validate !== undefined) errors.push(...kind.validate(made, backend.strategy));
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
  const errors =
    next.metadata === old.metadata ? [] : [...validateMetadataUpdate(next.metadata, old.metadata)];
  if (errors.length > 0 || !isBodyShared(next, old)) {
    const { kind } = resource;
    const checks =
      endpoint === 'status'
        ? kind.validateStatusUpdate?.(next, old, backend.strategy)
        : kind.validateUpdate?.(next, old, backend.strategy);
    if (checks !== undefined) errors.push(...checks);
  }
  refuseIfAny(resource, old.metadata.name, errors);
}

/** Tells the caller what people should know of an object that has been found in order. */
export function warn(
  { warn: tell }: RequestContext,
  { kind }: Resource,
  accepted: KubeObject,
): void {
  if (tell === undefined || kind.warnings === undefined) return;
  for (const text of kind.warnings(accepted)) tell(text);
}

function refuseIfAny({ kind }: Resource, name: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidObject(kind.group, kind.kind, name, errors);
}
