/** Parameters of OpenAPI v2 that stand in one place, from 1.28 on: most operations have the same. */
import { fnv1a32 } from '#values';
import type { JsonSchema } from './dialect.ts';

/** Those that differ too much between operations, or that others look for in each operation. */
const unshared: ReadonlySet<string> = new Set(['dryRun', 'fieldValidation', 'name']);
const sharedBodies = /\.(?:Patch|DeleteOptions)$/;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: { readonly $ref?: string };
}
type PathItem = Readonly<Record<string, unknown>> & { readonly parameters?: readonly Parameter[] };

/** Moves the parameters of paths and operations into one list, to which they refer. */
export function sharingParameters(paths: object): {
  readonly paths: object;
  readonly parameters: JsonSchema;
} {
  const shared = new Map<string, Parameter>();
  const refer = (parameter: Parameter): object => {
    if (!isShared(parameter)) return parameter;
    const key = `${parameter.name}-${fnv1a32(JSON.stringify(parameter)).toString(36)}`;
    shared.set(key, parameter);
    return { $ref: `#/parameters/${key}` };
  };
  const referring = <T extends { readonly parameters?: readonly Parameter[] }>(owner: T): object =>
    owner.parameters === undefined ? owner : { ...owner, parameters: owner.parameters.map(refer) };
  const moved = Object.entries(paths).map(([path, item]: [string, PathItem]) => {
    const operations = Object.entries(item).map(([method, operation]) => [
      method,
      method === 'parameters' ? operation : referring(operation as PathItem),
    ]);
    return [path, referring(Object.fromEntries(operations) as PathItem)] as const;
  });
  const sorted = [...shared].sort(([a], [b]) => (a < b ? -1 : 1));
  return { paths: Object.fromEntries(moved), parameters: Object.fromEntries(sorted) };
}

function isShared({ name, in: place, schema }: Parameter): boolean {
  if (place === 'body') return sharedBodies.test(schema?.$ref ?? '');
  return !unshared.has(name);
}
