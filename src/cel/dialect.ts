/** The language as a server of some release has it: v1.24's, and the libraries that came later. */
import { laterSignatures } from './libraries.ts';
import { overloadsOf, type Overload } from './signatures.ts';

export interface Dialect {
  /** The functions that expressions may call. */
  readonly overloads: ReadonlyMap<string, readonly Overload[]>;
  /** Whether it has a library, or another trait, of that name. */
  has(name: string): boolean;
}

/** That of v1.24. */
export const firstDialect: Dialect = makeDialect(() => false);

/**
 * @param has whether the release has what this name stands for; asked for the names of the table of
 *   libraries and for traits
 * @param more further libraries, by their names
 */
export function makeDialect(has: (name: string) => boolean, more: readonly string[] = []): Dialect {
  const isThere = (name: string): boolean => more.includes(name) || has(name);
  const lines = Object.entries(laterSignatures).flatMap(([name, text]) =>
    isThere(name) ? text.trim().split('\n') : [],
  );
  return { overloads: overloadsOf(lines), has: isThere };
}
