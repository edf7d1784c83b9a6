/** The OpenAPI document of the control API, from its routes. */
import { root, type ControlRoute } from './route.ts';
import { isOptional, type JsonSchema } from '#forms';
import { schemaRef } from './forms.ts';

const statusSchema: JsonSchema = {
  type: 'object',
  description: 'Why the request was not carried out, as the Kubernetes API says it.',
  properties: {
    kind: { type: 'string', examples: ['Status'] },
    apiVersion: { type: 'string', examples: ['v1'] },
    status: { type: 'string', examples: ['Failure'] },
    message: { type: 'string', description: 'What was wrong, and what would be right.' },
    reason: { type: 'string', examples: ['BadRequest'] },
    details: { type: 'object' },
    code: { type: 'integer', examples: [400] },
  },
};

/** OpenAPI 3.1.0. The schemas of the scenario language are loaded for it. */
export async function openApiOf(routes: readonly ControlRoute[]): Promise<JsonSchema> {
  const { languageSchemas } = await import('#scenario');
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = (root + route.path).replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Orrery control API',
      version: 'v1',
      description: 'Moves the clock of a served cluster, and controls and questions the cluster.',
    },
    security: [{ token: [] }],
    paths,
    components: {
      schemas: { Status: statusSchema, ...languageSchemas(schemaRef('Condition')) },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operationOf(route: ControlRoute): JsonSchema {
  const { summary, description, body, answer } = route;
  return {
    operationId: operationIdOf(route),
    summary,
    ...(description !== undefined && { description }),
    parameters: parametersOf(route),
    ...(body !== undefined && { requestBody: { content: jsonOf(body.schema) } }),
    responses: {
      200: { description: 'It is done.', content: jsonOf(answer.schema) },
      default: { description: 'An error.', content: jsonOf({ $ref: schemaRef('Status') }) },
    },
  };
}

function parametersOf({ path, query = {} }: ControlRoute): readonly JsonSchema[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query).map(([name, shape]) => ({
    name,
    in: 'query',
    required: !isOptional(shape),
    schema: shape.schema,
  }));
  return [...inPath, ...inQuery];
}

function jsonOf(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

/** `POST /clock/advance` is `postClockAdvance`. */
function operationIdOf({ method, path }: ControlRoute): string {
  const words = path.split(/[/:-]+/).filter((word) => word !== '');
  return (
    method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
  );
}
