/** Results of an object that a server accepts: fields that it adds, takes away and changes, warnings, and its row. */
import { isDeepStrictEqual } from 'node:util';
import type { Answer, JsonObject, Result } from './case.ts';

export interface Accepted {
  readonly sent: JsonObject;
  /** The header. */
  readonly warning: string | undefined;
  readonly table: Table;
}

export interface Table {
  readonly columnDefinitions?: readonly { readonly name: string }[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: JsonObject }[];
}

/** A refusal, or all of a result. */
export type Outcome = Exclude<Answer, Result> | Required<Result>;

const nothing: Required<Result> = { fields: [], warnings: [], cells: [] };

type Fields = ReadonlyMap<string, string>;

/** Columns of durations until now. */
const ages = new Set(['Age', 'Last Seen', 'First Seen', 'Last Schedule', 'Duration']);

/** Kinds whose status the server itself writes, a moment later. */
const ownStatus = new Set(['APIService', 'CustomResourceDefinition', 'FlowSchema']);
const statusColumns = new Set(['Available', 'MissingPL']);

/** Fields of metadata that differ from run to run. */
const unstable = /^metadata\.(?:uid|resourceVersion|creationTimestamp|managedFields|selfLink)\b/;

export function resultOf({ sent, warning, table }: Accepted): Required<Result> {
  const { cells, object } = table.rows[0]!;
  const isOwned = ownStatus.has(String(sent['kind']));
  const [before, after] = [fieldsOf(sent), fieldsOf(object)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changed = paths.filter(
    (path) =>
      before.get(path) !== after.get(path) &&
      !unstable.test(path) &&
      !(isOwned && path.startsWith('status')),
  );
  return {
    fields: changed.map((path) => `${path}: ${after.get(path) ?? 'gone'}`),
    warnings: warning === undefined ? [] : warning.split(/, (?=299 )/),
    cells: (table.columnDefinitions ?? []).map(({ name }, index) => {
      const isUnstable = ages.has(name) || (isOwned && statusColumns.has(name));
      return `${name}: ${isUnstable ? '<any>' : stable(cells[index])}`;
    }),
  };
}

/** Returns what is otherwise than in the other result; undefined where nothing is. */
export function without(result: Required<Result>, base = nothing): Result | undefined {
  const fields = [
    ...result.fields.filter((line) => !base.fields.includes(line)),
    ...base.fields
      .map(pathOf)
      .filter((path) => !result.fields.some((line) => pathOf(line) === path))
      .map((path) => `${path}: as sent`),
  ].sort();
  const cells = result.cells.filter((line) => !base.cells.includes(line));
  const isSame = isDeepStrictEqual(result.warnings, base.warnings);
  const difference: Result = {
    ...(fields.length > 0 && { fields }),
    ...(!isSame && { warnings: result.warnings }),
    ...(cells.length > 0 && { cells }),
  };
  return Object.keys(difference).length === 0 ? undefined : difference;
}

const pathOf = (line: string): string => line.slice(0, line.indexOf(': '));

/** Values of leaves, and empty lists and objects, by path. */
function fieldsOf(value: unknown): Fields {
  const fields = new Map<string, string>();
  const visit = (part: unknown, path: string): void => {
    const entries = typeof part === 'object' && part !== null ? Object.entries(part) : [];
    if (entries.length === 0) fields.set(path, stable(part));
    for (const [key, child] of entries) visit(child, path === '' ? key : `${path}.${key}`);
  };
  visit(value, '');
  return fields;
}

/** Writes what differs from run to run (uids, times, addresses and ports that a server allocates) as one text. */
function stable(value: unknown): string {
  return (JSON.stringify(value) ?? 'none')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uid>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
    .replace(/\(\d+\w+ ago\)/g, '(<age> ago)')
    .replace(/\b10\.(?:9[6-9]|10\d|11[01])\.\d+\.\d+/g, '<ip>')
    .replace(/\b3[0-2]\d{3}\b/g, '<port>');
}
