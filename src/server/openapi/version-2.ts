import { version2 } from './dialect.ts';
import { securityScheme, type Layout } from './document.ts';
import { sharingParameters } from './shared-parameters.ts';

/** OpenAPI 2.0: one document of all groups. */
export const layout2: Layout = {
  dialect: version2,
  document: (info, paths, definitions, { profile }) => ({
    swagger: '2.0',
    info,
    ...(profile.enabled('SharedParametersInOpenApi2') ? sharingParameters(paths) : { paths }),
    definitions,
    securityDefinitions: { BearerToken: securityScheme },
    security: [{ BearerToken: [] }],
  }),
  operation({ about, body, isBodyRequired, consumes, produces, responses, ...rest }) {
    const parameters = [
      ...(body === undefined
        ? []
        : [
            {
              ...{ name: 'body', in: 'body' },
              ...(isBodyRequired && { required: true }),
              schema: body,
            },
          ]),
      ...rest.parameters,
    ];
    return {
      ...about,
      ...(consumes.length > 0 && { consumes }),
      produces,
      schemes: ['https'],
      ...(parameters.length > 0 && { parameters }),
      responses: Object.fromEntries(
        responses.map(({ code, description, schema }) => [
          code,
          { description, ...(schema !== undefined && { schema }) },
        ]),
      ),
    };
  },
  parameter: ({ name, in: place, type, description }) => ({
    name,
    in: place,
    type,
    description,
    uniqueItems: true,
    ...(place === 'path' && { required: true }),
  }),
};
