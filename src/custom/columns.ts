/** The tables of custom resources: columns are paths into objects. */
import { formatAge, parseTime, goJson, type KubeObject } from '#values';
import type { Column } from '#kinds';
import type { CustomResourceColumnDefinition } from '#types';
import { JsonPath } from './json-path.ts';

type Cell = ReturnType<Column<KubeObject>['cell']>;

/** The age of an object, by its time of creation. */
export const ageColumn: CustomResourceColumnDefinition = {
  name: 'Age',
  type: 'date',
  description: 'Time since the object was created.',
  jsonPath: '.metadata.creationTimestamp',
};

/** The columns after the name, up to one whose path is not valid; without any given, the age. */
export function columnsFor(
  input: readonly CustomResourceColumnDefinition[] | undefined,
): readonly Column<KubeObject>[] {
  const expected = input === undefined || input.length === 0 ? [ageColumn] : input;
  const paths = expected.map(({ jsonPath }) => pathOf(jsonPath));
  const bad = paths.indexOf(undefined);
  const shown = bad < 0 ? expected : expected.slice(0, bad);
  return shown.map((column, index) => columnOf(column, paths[index]!));
}

function pathOf(text: string): JsonPath | undefined {
  try {
    return new JsonPath(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function columnOf(input: CustomResourceColumnDefinition, path: JsonPath): Column<KubeObject> {
  const { name, type, format = '', priority = 0, jsonPath } = input;
  const description =
    input.description || `Custom resource definition column (in JSONPath format): ${jsonPath}`;
  return {
    name,
    type: type as Column<KubeObject>['type'],
    format,
    priority,
    description,
    cell(object, now) {
      const value = path.first(object);
      return value === undefined ? null : cellOf(type, value, now);
    },
  };
}

/** Null for a value of another type. */
function cellOf(type: string, value: unknown, now: number): Cell {
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? ageOf(value, now) : null;
    case 'string':
      return textOf(value);
    default:
      return null;
  }
}

function textOf(value: unknown): string {
  if (value === null) return '<no value>';
  if (typeof value === 'object') return goJson(value);
  return String(value);
}

function ageOf(time: string, now: number): string {
  // Neither is a time; a query may say so too.
  if (time === '' || time === 'null') return '<unknown>';
  try {
    return formatAge(parseTime(time), now);
  } catch {
    return '<invalid>';
  }
}
