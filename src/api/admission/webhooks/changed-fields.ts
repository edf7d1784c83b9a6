import { own } from '#values';

/** A change with more fields is described by its first ones. */
const mostFields = 200;

/** Paths of the fields that differ, such as `metadata.labels.team`; parts that are shared are skipped. */
export function changedFields(before: unknown, after: unknown): readonly string[] {
  const found: string[] = [];
  collect(before, after, '', found);
  return found;
}

function collect(before: unknown, after: unknown, path: string, found: string[]): void {
  if (before === after || found.length >= mostFields) return;
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  if (old === undefined || next === undefined || Array.isArray(before) !== Array.isArray(after)) {
    found.push(path);
    return;
  }
  for (const key of new Set([...Object.keys(next), ...Object.keys(old)])) {
    const place = pathTo(path, key, Array.isArray(after));
    collect(own(old, key), own(next, key), place, found);
  }
}

/** In the notation that `why` reads. */
function pathTo(path: string, key: string, isItem: boolean): string {
  if (isItem) return `${path}[${key}]`;
  if (/[.[\]]/.test(key)) return `${path}['${key}']`;
  return path === '' ? key : `${path}.${key}`;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
