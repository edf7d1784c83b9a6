/** Whether parts of a custom resource that a write leaves alone fit their types: they are not validated. */
import type { KubeObject } from '#values';
import type { ScalarName, Schema } from '#schema';
import type { Endpoint } from '../endpoint.ts';
import type { Resource } from '../resource.ts';

/** A part that a write carries, but does not change, does not fit its type. */
export class UnfitPart extends Error {
  override readonly name = 'UnfitPart';
}

/**
 * Objects of all other kinds have been decoded by their types.
 * @param desired in the stored form, as all was sent
 * @throws {UnfitPart}
 */
export function checkKeptParts(
  { kind, fromStorage }: Resource,
  { part }: Endpoint,
  desired: KubeObject,
): void {
  if (kind.custom === undefined) return;
  const object = fromStorage(desired);
  for (const name of part.keeps) {
    const schema = kind.schema.fields.get(name)?.schema;
    const value = (object as unknown as Readonly<Record<string, unknown>>)[name];
    if (schema !== undefined && !fits(schema, value)) throw new UnfitPart(name);
  }
}

/** Numbers need not be whole, nor small. */
function fits(schema: Schema, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  switch (schema.type) {
    case 'union':
      return true;
    case 'scalar':
      return fitsScalar(schema.scalar, value);
    case 'list':
      return Array.isArray(value) && value.every((item) => fits(schema.items, item));
    case 'map':
      return isMap(value) && Object.values(value).every((item) => fits(schema.values, item));
    case 'struct':
      return (
        isMap(value) &&
        Object.entries(value).every(([name, item]) => {
          const of = schema.fields.get(name)?.schema ?? schema.others;
          return of !== undefined && fits(of, item);
        })
      );
  }
}

/** Tells whether the value fits: custom resources have no other scalars that one could fail to fit. */
function fitsScalar(scalar: ScalarName, value: unknown): boolean {
  if (scalar === 'string') return typeof value === 'string';
  if (scalar === 'boolean') return typeof value === 'boolean';
  if (scalar === 'int64' || scalar === 'double') return typeof value === 'number';
  return true;
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
