/** The walk over operations that makes an OpenAPI document of either version. */
import type { Profile } from '#kinds';
import type { Resumable } from '#values';
import type { Dialect, JsonSchema } from './dialect.ts';
import type { About, Operation } from './operation.ts';
import type { Parameter } from './parameters.ts';
import {
  byPath,
  consumedBy,
  infoOf,
  pathParameters,
  producedBy,
  Renderer,
  type RenderedResponse,
} from './render.ts';
import type { Types } from './types.ts';

/** An operation as both versions know it, before it is laid out. */
export interface RenderedOperation {
  /** The fields that are the same in both versions. */
  readonly about: object;
  /** Those in addition to the ones of its path, laid out. */
  readonly parameters: readonly object[];
  /** The schema of the request body; absent for a request without one. */
  readonly body?: JsonSchema | undefined;
  readonly isBodyRequired: boolean;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly responses: readonly RenderedResponse[];
}

/** Where the parts of a document stand in a version of OpenAPI. */
export interface Layout {
  readonly dialect: Dialect;
  document(info: object, paths: object, definitions: object, about: About): JsonSchema;
  operation(operation: RenderedOperation, profile: Profile): object;
  parameter(parameter: Parameter): object;
}

/** How requests say who sends them. */
export const securityScheme: object = {
  type: 'apiKey',
  name: 'authorization',
  in: 'header',
  description: 'Bearer Token authentication',
};

/** Documents operations, path by path. */
export function* documenting(
  layout: Layout,
  operations: readonly Operation[],
  types: Types,
  part: Omit<About, 'profile'> = { isCustom: false },
): Resumable<JsonSchema> {
  const about = { ...part, profile: types.profile };
  const renderer = new Renderer(layout.dialect, types, about);
  const paths: (readonly [string, object])[] = [];
  for (const [path, ofPath] of byPath(operations)) {
    paths.push([path, pathItem(layout, path, ofPath, renderer, types.profile)]);
    yield;
  }
  const definitions = renderer.definitions.all();
  return layout.document(infoOf(about), Object.fromEntries(paths), definitions, about);
}

function pathItem(
  layout: Layout,
  path: string,
  operations: readonly Operation[],
  renderer: Renderer,
  profile: Profile,
): object {
  const parameters = pathParameters(path).map(layout.parameter);
  return {
    ...Object.fromEntries(
      operations.map((one) => [
        one.method,
        layout.operation(rendered(layout, one, renderer), profile),
      ]),
    ),
    ...(parameters.length > 0 && { parameters }),
  };
}

function rendered(layout: Layout, one: Operation, renderer: Renderer): RenderedOperation {
  return {
    about: renderer.about(one),
    body: renderer.body(one),
    isBodyRequired: one.body !== 'options',
    parameters: renderer.parameters(one).map(layout.parameter),
    consumes: consumedBy(one),
    produces: producedBy(one),
    responses: renderer.responses(one),
  };
}
