import { ApiError } from './errors.ts';
import { withinLength } from './field-errors.ts';

/** 409 of server-side apply: other managers own fields that the applied object changes. */
export function applyConflict(
  conflicts: readonly { readonly manager: string; readonly path: string }[],
): ApiError {
  const causes = withinLength(
    conflicts.map(({ manager, path }) => ({
      reason: 'FieldManagerConflict',
      message: `conflict with ${manager}`,
      field: path,
    })),
  );
  const listed = conflicts.slice(0, causes.length);
  const rest = conflicts.length - listed.length;
  const more = rest === 0 ? '' : `\nand ${rest} more`;
  const plural = conflicts.length === 1 ? 'conflict' : 'conflicts';
  const message = `Apply failed with ${conflicts.length} ${plural}: ${conflictList(listed)}${more}`;
  return new ApiError(409, 'Conflict', message, { causes });
}

/** One conflict is on the same line; several are listed below their manager. */
function conflictList(
  conflicts: readonly { readonly manager: string; readonly path: string }[],
): string {
  const byManager = new Map<string, string[]>();
  for (const { manager, path } of conflicts) {
    const paths = byManager.get(manager);
    if (paths === undefined) byManager.set(manager, [path]);
    else paths.push(path);
  }
  if (conflicts.length === 1)
    return `conflict with ${conflicts[0]!.manager}: ${conflicts[0]!.path}`;
  return [...byManager]
    .map(
      ([manager, paths]) =>
        `conflicts with ${manager}:\n${paths.map((path) => `- ${path}`).join('\n')}`,
    )
    .join('\n');
}
