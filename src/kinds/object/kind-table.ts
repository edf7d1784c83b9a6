/** What a kind declares about the tables that `kubectl get` shows. */

/** A column of the table that `kubectl get` shows. */
export interface Column<T> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  /** 0 = always shown, 1 = with `-o wide`. */
  readonly priority: number;
  readonly description: string;
  /** The first minor release of Kubernetes 1 that shows it, and the last one. */
  readonly since?: number;
  readonly until?: number;
  /** Rows have a cell for it, and the head of the table does not name it. */
  readonly isUndeclared?: boolean;
  /** `now` is virtual time in ms, for ages. Null: there is nothing to show. */
  cell(object: T, now: number): string | number | boolean | null;
}

/** What a table says about a whole row. */
export interface RowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** The table of a kind. */
export interface KindTable<T> {
  /** Columns after `Name`; the last one is usually the age. */
  readonly columns: readonly Column<T>[];
  /** Those of all releases, where releases differ in them. */
  readonly declared?: readonly Column<T>[];
  /** `columns` are all of them: the usual `Name` column does not come first. */
  readonly unnamedRows?: boolean;
  /** v1.24 has no table of its own for it: a table without rows has null for them. */
  readonly defaultTable?: boolean;
  /** The order of the rows of a list, where it is not that of the list. */
  order?(a: T, b: T): number;
  /** Conditions of a table row: finished pods have one. */
  rowConditions?(object: T): readonly RowCondition[];
}

/** Returns the table as a minor release shows it. */
export function tableIn<T>(table: KindTable<T>, minor: number): KindTable<T> {
  const { declared = table.columns } = table;
  const columns = declared.filter(
    ({ since = 0, until = Infinity }) => since <= minor && minor <= until,
  );
  return columns.length === table.columns.length && table.declared === undefined
    ? table
    : { ...table, columns, declared };
}
