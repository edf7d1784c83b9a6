/** The OpenAPI 3.0 documents in protobuf: `openapi.v3.Document`, in gnostic's layout. */
import type { JsonSchema } from './dialect.ts';
import {
  anyValues,
  bool,
  encode,
  extensions,
  message,
  messages,
  named,
  string,
  strings,
  type Json,
  type Write,
  type Writer,
} from './gnostic-writer.ts';

/** @param document of version 3 */
export function gnosticVersion3(document: JsonSchema): Buffer {
  return encode(document, (out, all) => {
    string(out, 1, all['openapi']);
    message(out, 2, all['info'], (info, value) => {
      string(info, 1, value['title']);
      string(info, 6, value['version']);
    });
    message(out, 4, all['paths'], (paths, value) => named(paths, 1, value, pathItem));
    message(out, 5, all['components'], components);
    messages(out, 6, all['security'], (requirement, value) =>
      entries(requirement, value, (scopes, [name, list]) => {
        string(scopes, 1, name);
        message(scopes, 2, {}, (array) => strings(array, 1, list));
      }),
    );
  });
}

const components: Write = (out, value) => {
  message(out, 1, value['schemas'], (all, schemas) => named(all, 1, schemas, schemaOrReference));
  message(out, 7, value['securitySchemes'], (all, schemes) =>
    named(all, 1, schemes, (either, of) => message(either, 1, of, securityScheme)),
  );
};

const securityScheme: Write = (out, value) => {
  string(out, 1, value['type']);
  string(out, 2, value['description']);
  string(out, 3, value['name']);
  string(out, 4, value['in']);
};

/** Numbers of methods in the message of a path. */
const methods = { get: 4, put: 5, post: 6, delete: 7, options: 8, head: 9, patch: 10 } as const;

const pathItem: Write = (out, value) => {
  for (const [method, number] of Object.entries(methods)) {
    message(out, number, value[method], operation);
  }
  messages(out, 13, value['parameters'], parameter);
};

const operation: Write = (out, value) => {
  strings(out, 1, value['tags']);
  string(out, 3, value['description']);
  string(out, 5, value['operationId']);
  messages(out, 6, value['parameters'], parameter);
  message(out, 7, value['requestBody'], (either, body) => message(either, 1, body, requestBody));
  message(out, 8, value['responses'], (responses, codes) =>
    named(responses, 2, codes, (either, of) => message(either, 1, of, response)),
  );
  extensions(out, 13, value);
};

const parameter: Write = (either, whole) => {
  message(either, 1, whole, (out, value) => {
    string(out, 1, value['name']);
    string(out, 2, value['in']);
    string(out, 3, value['description']);
    bool(out, 4, value['required']);
    message(out, 10, value['schema'], schemaOrReference);
  });
};

const requestBody: Write = (out, value) => {
  content(out, 2, value['content']);
  bool(out, 3, value['required']);
};

const response: Write = (out, value) => {
  string(out, 1, value['description']);
  content(out, 3, value['content']);
};

function content(out: Writer, number: number, value: unknown): void {
  message(out, number, value, (types, byType) =>
    named(types, 1, byType, (mediaType, of) =>
      message(mediaType, 1, of['schema'], schemaOrReference),
    ),
  );
}

const schemaOrReference: Write = (either, value) => {
  if (value['$ref'] === undefined) message(either, 1, value, schema);
  else message(either, 2, value, (reference) => string(reference, 1, value['$ref']));
};

const schema: Write = (out, value) => {
  bool(out, 20, value['uniqueItems']);
  strings(out, 23, value['required']);
  anyValues(out, 24, value['enum']);
  string(out, 25, value['type']);
  messages(out, 26, value['allOf'], schemaOrReference);
  messages(out, 27, value['oneOf'], schemaOrReference);
  messages(out, 28, value['anyOf'], schemaOrReference);
  message(out, 30, value['items'], (items, of) => message(items, 1, of, schemaOrReference));
  message(out, 31, value['properties'], (all, of) => named(all, 1, of, schemaOrReference));
  message(out, 32, value['additionalProperties'], (item, of) =>
    message(item, 1, of, schemaOrReference),
  );
  defaultValue(out, 33, value['default']);
  string(out, 34, value['description']);
  string(out, 35, value['format']);
  extensions(out, 36, value);
};

/** The message holds only scalars: an object shows only that there is a default. */
function defaultValue(out: Writer, number: number, value: unknown): void {
  if (value === undefined) return;
  message(out, number, {}, (one) => {
    if (typeof value === 'number') one.uint32((1 << 3) | 1).double(value);
    else if (typeof value === 'boolean') one.uint32(2 << 3).bool(value);
    else if (typeof value === 'string') string(one, 3, value);
  });
}

/** A map whose values are not messages of their own. */
function entries(
  out: Writer,
  map: Json,
  write: (out: Writer, entry: readonly [string, unknown]) => void,
): void {
  for (const entry of Object.entries(map)) message(out, 1, {}, (one) => write(one, entry));
}
