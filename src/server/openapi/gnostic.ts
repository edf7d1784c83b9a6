/**
 * The OpenAPI 2.0 document in protobuf, in gnostic's layout: the only form that kubectl reads to
 * validate manifests and (old versions) for `kubectl explain`. Maps are lists of named values there,
 * and values of any type are YAML text; JSON is valid YAML.
 */
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
  type Write,
} from './gnostic-writer.ts';

/** @param document of version 2 */
export function gnosticDocument(document: JsonSchema): Buffer {
  return encode(document, (out, all) => {
    string(out, 1, all['swagger']);
    message(out, 2, all['info'], (info, value) => {
      string(info, 1, value['title']);
      string(info, 2, value['version']);
    });
    message(out, 8, all['paths'], (paths, value) => named(paths, 2, value, pathItem));
    message(out, 9, all['definitions'], (some, value) => named(some, 1, value, schema));
  });
}

/** Numbers of methods in the message of a path. */
const methods = { get: 2, put: 3, post: 4, delete: 5, options: 6, head: 7, patch: 8 } as const;

const pathItem: Write = (out, value) => {
  for (const [method, number] of Object.entries(methods)) {
    message(out, number, value[method], operation);
  }
  messages(out, 9, value['parameters'], parameter);
};

const operation: Write = (out, value) => {
  strings(out, 1, value['tags']);
  string(out, 3, value['description']);
  string(out, 5, value['operationId']);
  strings(out, 6, value['produces']);
  strings(out, 7, value['consumes']);
  messages(out, 8, value['parameters'], parameter);
  message(out, 9, value['responses'], (responses, codes) => named(responses, 1, codes, response));
  strings(out, 10, value['schemes']);
  extensions(out, 13, value);
};

/** Numbers of the locations of parameters other than the body. */
const places: Readonly<Record<string, number>> = { query: 3, path: 4 };

const parameter: Write = (out, value) => {
  message(out, 1, value, (either) => {
    if (value['in'] === 'body') message(either, 1, value, bodyParameter);
    else {
      message(either, 2, value, (other) => {
        const place = value['in'] as string;
        message(other, places[place]!, value, place === 'query' ? queryParameter : pathParameter);
      });
    }
  });
};

const bodyParameter: Write = (out, value) => {
  string(out, 2, value['name']);
  string(out, 3, value['in']);
  bool(out, 4, value['required']);
  message(out, 5, value['schema'], schema);
};

const queryParameter: Write = (out, value) => {
  string(out, 2, value['in']);
  string(out, 3, value['description']);
  string(out, 4, value['name']);
  string(out, 6, value['type']);
  bool(out, 20, value['uniqueItems']);
};

const pathParameter: Write = (out, value) => {
  bool(out, 1, value['required']);
  string(out, 2, value['in']);
  string(out, 3, value['description']);
  string(out, 4, value['name']);
  string(out, 5, value['type']);
  bool(out, 19, value['uniqueItems']);
};

const response: Write = (out, value) => {
  message(out, 1, value, (plain) => {
    string(plain, 1, value['description']);
    message(plain, 2, value['schema'], (item, of) => message(item, 1, of, schema));
  });
};

const schema: Write = (out, value) => {
  string(out, 1, value['$ref']);
  string(out, 2, value['format']);
  string(out, 4, value['description']);
  strings(out, 19, value['required']);
  anyValues(out, 20, value['enum']);
  message(out, 21, value['additionalProperties'], (item, of) => message(item, 1, of, schema));
  if (value['type'] !== undefined) message(out, 22, {}, (type) => string(type, 1, value['type']));
  message(out, 23, value['items'], (item, of) => message(item, 1, of, schema));
  message(out, 25, value['properties'], (all, of) => named(all, 1, of, schema));
  extensions(out, 31, value);
};
