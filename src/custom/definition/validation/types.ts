/** The types of values in schemas. */
export const types: readonly string[] = [
  'array',
  'boolean',
  'integer',
  'number',
  'object',
  'string',
];

export function isKnownType(type: string | undefined): boolean {
  return !type || types.includes(type);
}
