/** Server-side apply: fields that others own and the applied object changes. */
import type { Profile } from '#kinds';
import { applyConflict, type ApiError } from '#values';
import type { ManagedFieldsEntry } from '#types';
import {
  difference,
  fieldsOfEntry,
  identifierOf,
  intersecting,
  type ChangesInVersion,
  type Entries,
  type FieldSet,
} from '../managed-fields/index.ts';
import type { Resumable } from '#values';
import { pathsOf } from './apply-path.ts';

export interface Conflict {
  readonly owner: ManagedFieldsEntry;
  readonly fields: FieldSet;
}

export function* conflictsWith(
  others: Entries,
  changesFor: ChangesInVersion,
): Resumable<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const owner of others) {
    const { changed } = changesFor(owner);
    const fields = yield* intersecting(fieldsOfEntry(owner), changed);
    if (fields !== undefined) conflicts.push({ owner, fields });
    yield;
  }
  return conflicts;
}

/** The conflicts about fields other than these. */
export function* conflictsBeyond(
  conflicts: readonly Conflict[],
  allowed: FieldSet | undefined,
): Resumable<readonly Conflict[]> {
  const beyond: Conflict[] = [];
  for (const { owner, fields } of conflicts) {
    const rest = difference(fields, allowed);
    if (rest !== undefined) beyond.push({ owner, fields: rest });
    yield;
  }
  return beyond;
}

/** The 409 that lists every field and its owner. */
export function* conflictError(
  conflicts: readonly Conflict[],
  profile: Profile,
): Resumable<ApiError> {
  const sharesMemory = !profile.enabled('ConflictPathsApart');
  const inOrder = [...conflicts].sort((a, b) =>
    identifierOf(a.owner) < identifierOf(b.owner) ? -1 : 1,
  );
  const listed: { readonly manager: string; readonly path: string }[] = [];
  for (const { owner, fields } of inOrder) {
    const manager = showOwner(owner);
    for (const path of yield* pathsOf(fields, sharesMemory)) listed.push({ manager, path });
  }
  yield;
  return applyConflict(listed);
}

/** `"kubectl" with subresource "status" using apps/v1` */
function showOwner({ manager, operation, apiVersion, subresource }: ManagedFieldsEntry): string {
  const through = subresource ? ` with subresource ${JSON.stringify(subresource)}` : '';
  const using = operation === 'Update' ? ` using ${apiVersion}` : '';
  return JSON.stringify(manager) + through + using;
}
