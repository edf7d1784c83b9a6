/** The OpenAPI 2.0 document: all groups in one. */
import { version2, type JsonSchema } from './dialect.ts';
import type { Operation } from './operation.ts';
import type { Parameter } from './parameters.ts';
import { byPath, consumedBy, infoOf, pathParameters, producedBy, Renderer } from './render.ts';
import type { Types } from './types.ts';

/** In parts. */
export function* documentingVersion2(
  operations: readonly Operation[],
  types: Types,
): Generator<undefined, JsonSchema, undefined> {
  const renderer = new Renderer(version2, types);
  const paths: (readonly [string, object])[] = [];
  for (const [path, ofPath] of byPath(operations)) {
    paths.push([path, pathItem(path, ofPath, renderer)]);
    yield;
  }
  return {
    swagger: '2.0',
    info: infoOf(types.profile),
    paths: Object.fromEntries(paths),
    definitions: renderer.definitions.all(),
    securityDefinitions: {
      BearerToken: {
        type: 'apiKey',
        name: 'authorization',
        in: 'header',
        description: 'A token that the server knows.',
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
  const parameters = [
    ...(body === undefined
      ? []
      : [{ name: 'body', in: 'body', required: one.body !== 'options', schema: body }]),
    ...renderer.parameters(one).map(parameter),
  ];
  return {
    ...renderer.about(one),
    consumes: consumedBy(one),
    produces: producedBy(one),
    schemes: ['https'],
    ...(parameters.length > 0 && { parameters }),
    responses: Object.fromEntries(
      renderer
        .responses(one)
        .map(({ code, description, schema }) => [
          code,
          { description, ...(schema !== undefined && { schema }) },
        ]),
    ),
  };
}

function parameter({ name, in: place, type, description }: Parameter): object {
  const isInPath = place === 'path';
  return {
    name,
    in: place,
    type,
    description,
    uniqueItems: true,
    ...(isInPath && { required: true }),
  };
}
