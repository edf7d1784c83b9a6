/** What a kind declares about the tables that `kubectl get` shows. */

/** A column of the table that `kubectl get` shows. */
export interface Column<T> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  /** 0 = always shown, 1 = with `-o wide`. */
  readonly priority: number;
  readonly description: string;
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
  /** `columns` are all of them: the usual `Name` column does not come first. */
  readonly unnamedRows?: boolean;
  /** v1.24 has no table of its own for it: a table without rows has null for them. */
  readonly defaultTable?: boolean;
  /** Conditions of a table row: finished pods have one. */
  rowConditions?(object: T): readonly RowCondition[];
}
