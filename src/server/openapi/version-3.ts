import { version3, type JsonSchema } from './dialect.ts';
import { securityScheme, type Layout } from './document.ts';

/** OpenAPI 3.0: a document for each version of a group. */
export const layout3: Layout = {
  dialect: version3,
  document: (info, paths, schemas, { isCustom }) => ({
    openapi: '3.0.0',
    info,
    paths,
    components: {
      schemas,
      ...(!isCustom && { securitySchemes: { BearerToken: securityScheme } }),
    },
  }),
  operation: (
    { about, body, isBodyRequired, parameters, consumes, produces, responses },
    { enabled },
  ) => ({
    ...about,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        content: content(consumes, body),
        ...(enabled('RequiredBodiesInOpenApi3') && isBodyRequired && { required: true }),
      },
    }),
    responses: Object.fromEntries(
      responses.map(({ code, description, schema }) => [
        code,
        { description, ...(schema !== undefined && { content: content(produces, schema) }) },
      ]),
    ),
  }),
  parameter: ({ name, in: place, type, description }) => ({
    name,
    in: place,
    description,
    ...(place === 'path' && { required: true }),
    schema: { type, uniqueItems: true },
  }),
};

function content(mediaTypes: readonly string[], schema: JsonSchema): object {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }] as const));
}
