/** The OpenAPI 2.0 document: all groups in one. */
import { Definitions } from './definitions.ts';
import { version2, type JsonSchema } from './dialect.ts';
import type { Operation } from './operations.ts';
import type { Parameter } from './parameters.ts';
import { byPath, info, patchTypes, pathParameters, producedBy, Renderer } from './render.ts';
import type { GroupVersion } from './resources.ts';

/** @param validatesFields whether the server looks at fieldValidation */
export function documentVersion2(
  operations: readonly Operation[],
  groupVersions: readonly GroupVersion[],
  validatesFields: boolean,
): JsonSchema {
  const definitions = new Definitions(version2, groupVersions);
  const renderer = new Renderer(definitions, validatesFields);
  const paths = byPath(operations).map(([path, ofPath]) => [
    path,
    pathItem(path, ofPath, renderer),
  ]);
  return {
    swagger: '2.0',
    info,
    paths: Object.fromEntries(paths) as object,
    definitions: definitions.all(),
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
    ...renderer.queryParameters(one).map(parameter),
  ];
  return {
    ...renderer.about(one),
    consumes: one.body === 'patch' ? patchTypes : ['*/*'],
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
