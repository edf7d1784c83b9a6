/** The OpenAPI 3.0 documents: one for each version of a group. */
import { version3, type JsonSchema } from './dialect.ts';
import type { Operation } from './operation.ts';
import type { Parameter } from './parameters.ts';
import { byPath, consumedBy, infoOf, pathParameters, producedBy, Renderer } from './render.ts';
import type { Types } from './types.ts';

export function documentVersion3(operations: readonly Operation[], types: Types): JsonSchema {
  const renderer = new Renderer(version3, types);
  const paths = byPath(operations).map(([path, ofPath]) => [
    path,
    pathItem(path, ofPath, renderer),
  ]);
  return {
    openapi: '3.0.0',
    info: infoOf(types.profile),
    paths: Object.fromEntries(paths) as object,
    components: {
      schemas: renderer.definitions.all(),
      securitySchemes: {
        BearerToken: {
          type: 'apiKey',
          name: 'authorization',
          in: 'header',
          description: 'A token that the server knows.',
        },
      },
    },
    security: [{ BearerToken: [] }],
  };
}

function pathItem(path: string, operations: readonly Operation[], renderer: Renderer): object {
  const parameters = pathParameters(path).map(parameter);
  return {
    ...Object.fromEntries(operations.map((one) => [one.method, operation(one, renderer)] as const)),
    ...(parameters.length > 0 && { parameters }),
  };
}

function operation(one: Operation, renderer: Renderer): object {
  const body = renderer.body(one);
  const parameters = renderer.parameters(one).map(parameter);
  return {
    ...renderer.about(one),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { content: content(consumedBy(one), body), required: one.body !== 'options' },
    }),
    responses: Object.fromEntries(
      renderer.responses(one).map(({ code, description, schema }) => [
        code,
        {
          description,
          ...(schema !== undefined && { content: content(producedBy(one), schema) }),
        },
      ]),
    ),
  };
}

function content(mediaTypes: readonly string[], schema: JsonSchema): object {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }] as const));
}

function parameter({ name, in: place, type, description }: Parameter): object {
  const isInPath = place === 'path';
  return {
    name,
    in: place,
    description,
    ...(isInPath && { required: true }),
    schema: { type, uniqueItems: true },
  };
}
