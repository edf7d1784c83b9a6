/** The cells that `kubectl get crds` shows. */
import { column, createdAtColumn, getCondition, wide, type Column } from '#kinds';
import type { CustomResourceDefinition } from '#types';

type Definition = CustomResourceDefinition;

const columns: readonly Column<Definition>[] = [
  column('Scope', 'string', 'Whether its objects are in namespaces.', ({ spec }) => spec.scope),
  column('Versions', 'string', 'Versions that are served.', ({ spec }) =>
    (spec.versions ?? [])
      .filter(({ served }) => served)
      .map(({ name, storage }) => (storage ? `${name}(storage)` : name))
      .sort()
      .join(','),
  ),
  createdAtColumn,
  wide(column('Group', 'string', 'API group of its objects.', ({ spec }) => spec.group)),
  wide(column('Kind', 'string', 'Kind of its objects.', ({ spec }) => spec.names.kind)),
  wide(
    column('ShortNames', 'string', 'Short names of the kind.', ({ spec }) => {
      return (spec.names.shortNames ?? []).join(',');
    }),
  ),
  wide(
    column('Established', 'boolean', 'Whether the kind is served.', ({ status }) => {
      return getCondition(status?.conditions, 'Established')?.status === 'True';
    }),
  ),
];

export const definitionColumns: readonly Column<Definition>[] = [
  { ...createdAtColumn, until: 36 },
  ...columns.map((each) => ({ ...each, since: 37 })),
];
