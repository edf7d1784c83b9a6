/** Numbers that may be left to chance. */
import { readValue, type Notation, type Value } from '#clock';
import type { Form, JsonSchema } from './form.ts';
import { placeAt } from './place.ts';

/** Returns a number in a notation, or how to draw one: `{ uniform: [1s, 3s] }` and the like. */
export function drawn(notation: Notation, schema: JsonSchema): Form<Value> {
  return {
    schema,
    check: (at, reader) =>
      readValue(notation, reader.plain(at), [], (path, message, near) =>
        reader.problem(placeAt(at, path, reader, near !== undefined), message, near),
      ),
  };
}

/** Returns the schema of a value, or of how to draw one. */
export function drawnSchema(description: string, value: JsonSchema): JsonSchema {
  const choices = {
    description: 'One of these, each as likely, or of [value, weight].',
    type: 'array',
    minItems: 1,
  };
  const meanAndSd = {
    description: 'Around a mean, with a standard deviation; never below 0.',
    type: 'object',
    properties: {
      mean: { ...value, description: 'The mean.' },
      sd: { ...value, description: 'The standard deviation.' },
    },
    required: ['mean', 'sd'],
    additionalProperties: false,
  };
  const uniform = {
    description: 'Between the least and the most.',
    type: 'array',
    items: value,
    minItems: 2,
    maxItems: 2,
  };
  const only = (name: string, schema: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
    additionalProperties: false,
  });
  return {
    description: `${description} A value, or uniform, normal, exponential or oneOf.`,
    anyOf: [
      value,
      only('uniform', uniform),
      only('normal', meanAndSd),
      only('exponential', { ...value, description: 'By the mean.' }),
      only('oneOf', choices),
    ],
  };
}
