import { columnsOf, type Kind, defaultProfile } from '#kinds';
import { KindRegistry } from '#catalog';
import { parseTime, type KubeObject } from '#values';
import { expectSame, outcomeIn, type Runner } from './runner.ts';

interface TableCase {
  readonly now: string;
  readonly object: KubeObject;
}

interface ColumnsCase {
  readonly apiVersion: string;
  readonly kind: string;
}

const registry = new KindRegistry(defaultProfile);

/** table.json: the row that an object makes in the table of its kind. */
export const runTable: Runner = (testCase) => {
  const { object, now } = testCase as unknown as TableCase;
  const kind = kindOf(object);
  const columns = columnsOf(kind);
  const conditions = kind.table.rowConditions?.(object) ?? [];
  const row = {
    columns: columns.map((column) => column.name),
    cells: columns.map((column) => column.cell(object, parseTime(now))),
    ...(conditions.length > 0 && { rowConditions: conditions }),
  };
  return expectSame('row', row, outcomeIn(testCase, 'now', 'object'));
};

/** table-columns.json: what the columns of a kind's table are. (What they say is our own.) */
export const runTableColumns: Runner = (testCase) => {
  const kind = kindOf(testCase as unknown as ColumnsCase);
  const columnDefinitions = columnsOf(kind).map(({ name, type, format = '', priority }) => {
    return { name, type, format, priority };
  });
  return expectSame('columns', { columnDefinitions }, outcomeIn(testCase, 'apiVersion', 'kind'));
};

function kindOf({ apiVersion, kind }: ColumnsCase): Kind {
  const found = registry.byKind(apiVersion, kind);
  if (found === undefined) throw new Error(`no kind ${kind} in ${apiVersion}`);
  return found;
}
