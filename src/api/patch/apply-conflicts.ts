/** Server-side apply: fields that others own and the applied object changes. */
import { applyConflict, type ApiError, type ManagedFieldsEntry } from '#kinds';
import {
  difference,
  fieldsOfEntry,
  identifierOf,
  intersection,
  type ChangesInVersion,
  type Entries,
  type FieldSet,
} from '../managed-fields/index.ts';
import type { Parts } from '../parts.ts';
import { pathsOf } from './apply-path.ts';

export interface Conflict {
  readonly owner: ManagedFieldsEntry;
  readonly fields: FieldSet;
}

export function conflictsWith(others: Entries, changesFor: ChangesInVersion): readonly Conflict[] {
  return others.flatMap((owner) => {
    const fields = intersection(fieldsOfEntry(owner), changesFor(owner).changed);
    return fields === undefined ? [] : [{ owner, fields }];
  });
}

/** The conflicts about fields other than these. */
export function conflictsBeyond(
  conflicts: readonly Conflict[],
  allowed: FieldSet | undefined,
): readonly Conflict[] {
  return conflicts.flatMap(({ owner, fields }) => {
    const rest = difference(fields, allowed);
    return rest === undefined ? [] : [{ owner, fields: rest }];
  });
}

/** The 409 that lists every field and its owner. */
export function* conflictError(conflicts: readonly Conflict[]): Parts<ApiError> {
  const inOrder = [...conflicts].sort((a, b) =>
    identifierOf(a.owner) < identifierOf(b.owner) ? -1 : 1,
  );
  const listed: { readonly manager: string; readonly path: string }[] = [];
  for (const { owner, fields } of inOrder) {
    const manager = showOwner(owner);
    for (const path of yield* pathsOf(fields)) listed.push({ manager, path });
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
