/** Paths such as `.spec.list` and `.labels['a.b']`, which lead to a field of a schema. */
import type { Structure } from '#schema';

export interface FieldPath {
  /** As messages show it, such as `spec.labels[a.b]`. */
  readonly field: string;
  /** The schema of what is there. */
  readonly structure: Structure;
  readonly names: readonly string[];
}

const step = /(?:\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\])/y;

/**
 * Undefined where it leads to no field of the schema.
 * @param withBrackets whether a step may be written in brackets
 */
export function pathIn(path: string, root: Structure, withBrackets = true): FieldPath | undefined {
  let structure: Structure | undefined = root;
  let field = '';
  const names: string[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < path.length) {
    const found = step.exec(path);
    if (found === null || (found[2] !== undefined && !withBrackets)) return undefined;
    const name = found[1] ?? found[2]!.replace(/\\(.)/g, '$1');
    const isNamed: boolean = structure.fields.size > 0;
    structure = isNamed ? structure.fields.get(name) : structure.others;
    if (structure === undefined) return undefined;
    const shown: string = field === '' ? name : `${field}.${name}`;
    field = isNamed ? shown : `${field}[${name}]`;
    names.push(name);
  }
  return names.length === 0 ? undefined : { field, structure, names };
}
