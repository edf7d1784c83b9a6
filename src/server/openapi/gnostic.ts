/**
 * OpenAPI documents in protobuf, in gnostic's layout: version 2 is the only form that kubectl reads to
 * validate manifests and (old versions) for `kubectl explain`. Each version has a table of messages.
 */
import type { JsonSchema } from './dialect.ts';
import {
  byName,
  each,
  either,
  encode,
  flag,
  inner,
  one,
  scalar,
  text,
  texts,
  yaml,
  type Field,
} from './gnostic-writer.ts';

/** @param document of version 2: `openapi.v2.Document` */
export function gnosticDocument(document: JsonSchema): Buffer {
  return encode(document, {
    swagger: [1, text],
    info: [2, one({ title: [1, text], version: [2, text] })],
    paths: [8, inner(2, byName(pathItem(2, operation2, parameter2)))],
    definitions: [9, inner(1, byName(schema2))],
    parameters: [10, inner(1, byName(ownParameter2))],
  });
}

/** @param document of version 3: `openapi.v3.Document` */
export function gnosticVersion3(document: JsonSchema): Buffer {
  return encode(document, {
    openapi: [1, text],
    info: [2, one({ title: [1, text], version: [6, text] })],
    paths: [4, inner(1, byName(pathItem(4, operation3, parameter3)))],
    components: [
      5,
      one({
        schemas: [1, inner(1, byName(schemaOrReference))],
        securitySchemes: [7, inner(1, byName(inner(1, securityScheme)))],
      }),
    ],
    security: [6, each(inner(1, byName(inner(1, texts))))],
  });
}

/** @param first the number of the first method */
function pathItem(first: number, operation: Field, parameter: Field): Field {
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
  const last = first === 2 ? 9 : 13;
  return one({
    ...Object.fromEntries(methods.map((name, i) => [name, [first + i, operation] as const])),
    parameters: [last, each(parameter)],
  });
}

const schema2: Field = one(() => ({
  $ref: [1, text],
  format: [2, text],
  description: [4, text],
  required: [19, texts],
  enum: [20, each(yaml)],
  additionalProperties: [21, inner(1, schema2)],
  type: [22, inner(1, text)],
  items: [23, inner(1, schema2)],
  properties: [25, inner(1, byName(schema2))],
  'x-': [31, byName(yaml)],
}));

const pathParameter = one({
  required: [1, flag],
  in: [2, text],
  description: [3, text],
  name: [4, text],
  type: [5, text],
  uniqueItems: [19, flag],
});

const queryParameter = one({
  in: [2, text],
  description: [3, text],
  name: [4, text],
  type: [6, text],
  uniqueItems: [20, flag],
});

const bodyParameter = one({
  name: [2, text],
  in: [3, text],
  required: [4, flag],
  schema: [5, schema2],
});

const ownParameter2 = either((value) => {
  if (value['in'] === 'body') return [1, bodyParameter];
  return [2, value['in'] === 'query' ? inner(3, queryParameter) : inner(4, pathParameter)];
});

const parameter2 = either((value) =>
  value['$ref'] === undefined ? [1, ownParameter2] : [2, one({ $ref: [1, text] })],
);

const operation2 = one({
  tags: [1, texts],
  description: [3, text],
  operationId: [5, text],
  produces: [6, texts],
  consumes: [7, texts],
  parameters: [8, each(parameter2)],
  responses: [
    9,
    inner(1, byName(inner(1, one({ description: [1, text], schema: [2, inner(1, schema2)] })))),
  ],
  schemes: [10, texts],
  'x-': [13, byName(yaml)],
});

const schemaOrReference = either((value) =>
  value['$ref'] === undefined ? [1, schema3] : [2, one({ $ref: [1, text] })],
);

const schema3: Field = one(() => ({
  uniqueItems: [20, flag],
  required: [23, texts],
  enum: [24, each(yaml)],
  type: [25, text],
  allOf: [26, each(schemaOrReference)],
  oneOf: [27, each(schemaOrReference)],
  anyOf: [28, each(schemaOrReference)],
  items: [30, inner(1, schemaOrReference)],
  properties: [31, inner(1, byName(schemaOrReference))],
  additionalProperties: [32, inner(1, schemaOrReference)],
  default: [33, scalar],
  description: [34, text],
  format: [35, text],
  'x-': [36, byName(yaml)],
}));

const securityScheme = one({
  type: [1, text],
  description: [2, text],
  name: [3, text],
  in: [4, text],
});

const parameter3 = inner(
  1,
  one({
    name: [1, text],
    in: [2, text],
    description: [3, text],
    required: [4, flag],
    schema: [10, schemaOrReference],
  }),
);

const content = inner(1, byName(one({ schema: [1, schemaOrReference] })));

const operation3 = one({
  tags: [1, texts],
  description: [3, text],
  operationId: [5, text],
  parameters: [6, each(parameter3)],
  requestBody: [7, inner(1, one({ content: [2, content], required: [3, flag] }))],
  responses: [
    8,
    inner(2, byName(inner(1, one({ description: [1, text], content: [3, content] })))),
  ],
  'x-': [13, byName(yaml)],
});
