/**
 * The OpenAPI 2.0 document in protobuf, as gnostic lays it out: the one form in which kubectl reads
 * it, for checking manifests and (old ones) for `kubectl explain`. Maps are lists of names with
 * values there, and values of any type are YAML text, which JSON is.
 */
import protobuf from 'protobufjs/minimal.js';
import type { JsonSchema } from './dialect.ts';

type Json = Readonly<Record<string, unknown>>;

/** A message that is being written. */
type Writer = protobuf.Writer;
/** Writes the fields of a message. */
type Write = (out: Writer, value: Json) => void;

/** @param document of version 2 */
export function gnosticDocument(document: JsonSchema): Buffer {
  const out = protobuf.Writer.create();
  string(out, 1, document['swagger']);
  message(out, 2, document['info'], (info, value) => {
    string(info, 1, value['title']);
    string(info, 2, value['version']);
  });
  message(out, 8, document['paths'], (paths, value) => named(paths, 2, value, pathItem));
  message(out, 9, document['definitions'], (all, value) => named(all, 1, value, schema));
  return Buffer.from(out.finish());
}

/** Numbers of methods in the message of a path. */
const methods = { get: 2, put: 3, post: 4, delete: 5, patch: 8 } as const;

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

/** Numbers of the places of parameters other than the body. */
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
  for (const one of (value['enum'] ?? []) as readonly unknown[]) {
    message(out, 20, {}, (any) => string(any, 2, JSON.stringify(one)));
  }
  message(out, 21, value['additionalProperties'], (item, of) => message(item, 1, of, schema));
  if (value['type'] !== undefined) message(out, 22, {}, (type) => string(type, 1, value['type']));
  message(out, 23, value['items'], (item, of) => message(item, 1, of, schema));
  message(out, 25, value['properties'], (all, of) => named(all, 1, of, schema));
  extensions(out, 31, value);
};

function extensions(out: Writer, number: number, value: Json): void {
  const own = Object.entries(value).filter(([name]) => name.startsWith('x-'));
  named(out, number, Object.fromEntries(own.map(([name, of]) => [name, { of }])), (any, { of }) =>
    string(any, 2, JSON.stringify(of)),
  );
}

/** A map: for each of its keys a message of the key and the value. */
function named(out: Writer, number: number, map: Json, write: Write): void {
  for (const [name, value] of Object.entries(map)) {
    message(out, number, {}, (entry) => {
      string(entry, 1, name);
      message(entry, 2, value, write);
    });
  }
}

function messages(out: Writer, number: number, values: unknown, write: Write): void {
  for (const value of (values ?? []) as readonly Json[]) message(out, number, value, write);
}

/** Nothing for what is absent. */
function message(out: Writer, number: number, value: unknown, write: Write): void {
  if (value === undefined) return;
  out.uint32((number << 3) | 2).fork();
  write(out, value as Json);
  out.ldelim();
}

function strings(out: Writer, number: number, values: unknown): void {
  for (const value of (values ?? []) as readonly string[]) string(out, number, value);
}

function string(out: Writer, number: number, value: unknown): void {
  if (value !== undefined) out.uint32((number << 3) | 2).string(value as string);
}

function bool(out: Writer, number: number, value: unknown): void {
  if (value === true) out.uint32(number << 3).bool(true);
}
