import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { gnosticVersion3 } from '../../../../src/server/openapi/gnostic.ts';

/** The messages on the way, as gnostic's definition of version 3 has them. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Document { string openapi = 1; Info info = 2; Paths paths = 4; Components components = 5;
    repeated SecurityRequirement security = 6; }
  message Info { string title = 1; string version = 6; }
  message Paths { repeated NamedPathItem path = 1; }
  message NamedPathItem { string name = 1; PathItem value = 2; }
  message PathItem { Operation get = 4; Operation put = 5; Operation post = 6; Operation delete = 7;
    Operation patch = 10; repeated ParameterOrReference parameters = 13; }
  message Operation { repeated string tags = 1; string description = 3; string operation_id = 5;
    repeated ParameterOrReference parameters = 6; RequestBodyOrReference request_body = 7;
    Responses responses = 8; repeated NamedAny specification_extension = 13; }
  message ParameterOrReference { Parameter parameter = 1; Reference reference = 2; }
  message Parameter { string name = 1; string in = 2; string description = 3; bool required = 4;
    SchemaOrReference schema = 10; }
  message RequestBodyOrReference { RequestBody request_body = 1; }
  message RequestBody { MediaTypes content = 2; bool required = 3; }
  message Responses { repeated NamedResponse response_or_reference = 2; }
  message NamedResponse { string name = 1; ResponseOrReference value = 2; }
  message ResponseOrReference { Response response = 1; }
  message Response { string description = 1; MediaTypes content = 3; }
  message MediaTypes { repeated NamedMediaType additional_properties = 1; }
  message NamedMediaType { string name = 1; MediaType value = 2; }
  message MediaType { SchemaOrReference schema = 1; }
  message Components { Schemas schemas = 1; SecuritySchemes security_schemes = 7; }
  message Schemas { repeated NamedSchema additional_properties = 1; }
  message NamedSchema { string name = 1; SchemaOrReference value = 2; }
  message SchemaOrReference { Schema schema = 1; Reference reference = 2; }
  message Reference { string _ref = 1; }
  message Schema { bool unique_items = 20; repeated string required = 23; repeated Any enum = 24;
    string type = 25; repeated SchemaOrReference all_of = 26; repeated SchemaOrReference one_of = 27;
    Items items = 30; Schemas properties = 31; Additional additional_properties = 32;
    Default default = 33; string description = 34; string format = 35;
    repeated NamedAny specification_extension = 36; }
  message Items { repeated SchemaOrReference schema_or_reference = 1; }
  message Additional { SchemaOrReference schema_or_reference = 1; }
  message Default { oneof oneof { double number = 1; bool boolean = 2; string string = 3; } }
  message Any { string yaml = 2; }
  message NamedAny { string name = 1; Any value = 2; }
  message SecuritySchemes { repeated NamedScheme additional_properties = 1; }
  message NamedScheme { string name = 1; SchemeOrReference value = 2; }
  message SchemeOrReference { SecurityScheme security_scheme = 1; }
  message SecurityScheme { string type = 1; string description = 2; string name = 3; string in = 4; }
  message SecurityRequirement { repeated NamedStrings additional_properties = 1; }
  message NamedStrings { string name = 1; Strings value = 2; }
  message Strings { repeated string value = 1; }
`);

function decoded(document: object): unknown {
  const type = root.lookupType('Document');
  return type.toObject(type.decode(gnosticVersion3(document as never)));
}

describe('a document of version 3', () => {
  const ref = { $ref: '#/components/schemas/X' };
  const reference = { reference: { _ref: ref.$ref } };

  it('says what it is, and who may ask', () => {
    const document = {
      openapi: '3.0.0',
      info: { title: 'Kubernetes', version: 'v1.24.17' },
      components: {
        securitySchemes: { Token: { type: 'apiKey', name: 'authorization', in: 'header' } },
      },
      security: [{ Token: [] }, { Token: ['read', 'write'] }],
    };
    expect(decoded(document)).toMatchObject({
      openapi: '3.0.0',
      info: document.info,
      components: {
        securitySchemes: {
          additionalProperties: [
            { name: 'Token', value: { securityScheme: { type: 'apiKey', in: 'header' } } },
          ],
        },
      },
      security: [
        { additionalProperties: [{ name: 'Token', value: {} }] },
        { additionalProperties: [{ name: 'Token', value: { value: ['read', 'write'] } }] },
      ],
    });
  });

  it('has operations by path', () => {
    const patch = {
      tags: ['t'],
      description: 'Changes.',
      operationId: 'patchX',
      parameters: [{ name: 'dryRun', in: 'query', schema: { type: 'string', uniqueItems: true } }],
      requestBody: { content: { 'a/b': { schema: ref } }, required: true },
      responses: { 200: { description: 'OK', content: { 'c/d': { schema: ref } } } },
      'x-kubernetes-action': 'patch',
    };
    const content = (name: string) => ({
      additionalProperties: [{ name, value: { schema: reference } }],
    });
    const paths = { '/x': { patch, parameters: [{ name: 'name', in: 'path', required: true }] } };
    expect(decoded({ paths })).toMatchObject({
      paths: {
        path: [
          {
            name: '/x',
            value: {
              patch: {
                tags: ['t'],
                description: 'Changes.',
                operationId: 'patchX',
                parameters: [
                  {
                    parameter: {
                      name: 'dryRun',
                      in: 'query',
                      schema: { schema: { type: 'string', uniqueItems: true } },
                    },
                  },
                ],
                requestBody: { requestBody: { content: content('a/b'), required: true } },
                responses: {
                  responseOrReference: [
                    {
                      name: '200',
                      value: { response: { description: 'OK', content: content('c/d') } },
                    },
                  ],
                },
                specificationExtension: [
                  { name: 'x-kubernetes-action', value: { yaml: '"patch"' } },
                ],
              },
              parameters: [{ parameter: { name: 'name', in: 'path', required: true } }],
            },
          },
        ],
      },
    });
  });

  it.each<[object, object]>([
    [ref, reference],
    [
      { type: 'object', description: 'An X.', required: ['a'], format: 'f', 'x-a': [1] },
      {
        schema: {
          type: 'object',
          description: 'An X.',
          required: ['a'],
          format: 'f',
          specificationExtension: [{ name: 'x-a', value: { yaml: '[1]' } }],
        },
      },
    ],
    [{ type: 'array', items: ref }, { schema: { items: { schemaOrReference: [reference] } } }],
    [
      { properties: { a: ref } },
      { schema: { properties: { additionalProperties: [{ name: 'a', value: reference }] } } },
    ],
    [
      { additionalProperties: { type: 'string' } },
      { schema: { additionalProperties: { schemaOrReference: { schema: { type: 'string' } } } } },
    ],
    [{ allOf: [ref] }, { schema: { allOf: [reference] } }],
    [{ oneOf: [{ type: 'integer' }, ref] }, { schema: { oneOf: [{ schema: {} }, reference] } }],
    [{ enum: ['p', 1] }, { schema: { enum: [{ yaml: '"p"' }, { yaml: '1' }] } }],
    [{ default: 1.5 }, { schema: { default: { number: 1.5 } } }],
    [{ default: false }, { schema: { default: { boolean: false } } }],
    [{ default: 'x' }, { schema: { default: { string: 'x' } } }],
    [{ default: {} }, { schema: { default: {} } }],
  ])('has schemas such as %j', (schema, expected) => {
    expect(decoded({ components: { schemas: { X: schema } } })).toMatchObject({
      components: { schemas: { additionalProperties: [{ name: 'X', value: expected }] } },
    });
  });
});
