/** Version 3 says the same of each operation as version 2, document by document. */
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { profileOf } from '#kinds';
import { discoveryDocuments } from '../../../../src/server/discovery/documents.ts';
import { OpenApiDocuments } from '../../../../src/server/openapi/documents.ts';
import { ServedKinds } from '../../../../src/server/exchange/served-kinds.ts';
import { operationsOf, type Document } from '../../../../tools/conformance/openapi/shape.ts';

type Content = Readonly<Record<string, { readonly schema: object }>>;

/** A document of version 3, as far as it is another one. */
interface Version3 {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly parameters?: readonly (object & { readonly schema?: object })[];
  readonly requestBody?: { readonly content: Content; readonly required?: boolean };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

// The first release whose version 3 describes all groups. It does not say which bodies are needed.
const profile = profileOf(27);
const kinds = new KindRegistry(profile);
const discovery = discoveryDocuments(new ServedKinds(kinds), '127.0.0.1:6443');

/** Writes an operation of version 3 as version 2 does. Without a body its media types are not said. */
function asVersion2(operation: Operation): object {
  const { parameters = [], requestBody, responses, ...rest } = operation;
  const body = requestBody && {
    name: 'body',
    in: 'body',
    schema: Object.values(requestBody.content)[0]!.schema,
  };
  const answer = Object.values(responses).find(({ content }) => content !== undefined);
  return {
    ...rest,
    parameters: [
      ...parameters.map(({ schema, ...each }) => ({ ...each, ...schema })),
      ...(body === undefined ? [] : [body]),
    ],
    consumes: Object.keys(requestBody?.content ?? {}),
    produces: Object.keys(answer?.content ?? {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([code, { content }]) => [
        code,
        content === undefined ? {} : { schema: Object.values(content)[0]!.schema },
      ]),
    ),
  };
}

function pathsAsVersion2({ paths }: Version3): Document['paths'] {
  const all = Object.entries(paths).map(([path, { parameters, ...methods }]) => {
    const written = Object.entries(methods).map(([name, each]) => [name, asVersion2(each)]);
    const shared = (parameters as unknown as Operation['parameters'])?.map(
      ({ schema, ...each }) => ({ ...each, ...schema }),
    );
    return [path, { ...Object.fromEntries(written), ...(shared && { parameters: shared }) }];
  });
  return Object.fromEntries(all) as Document['paths'];
}

/** Without what version 3 says only where there is a body. */
function withoutConsumed(operations: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(operations).map(([name, text]) => {
      const parts = text.split(' | ');
      const named = parts.with(4, parts[4]!.replace('body!:', 'body:'));
      return [name, parts[4]!.includes('body') ? named : named.with(5, '')];
    }),
  );
}

it('version 3 documents what version 2 does', () => {
  const documents = new OpenApiDocuments({ kinds: kinds.all, discovery, profile });
  const version2 = operationsOf(JSON.parse(documents.version2().text) as Document);
  const version3 = documents.names().flatMap((name) => {
    const document = JSON.parse(documents.version3(name)!.text) as Version3;
    return Object.entries(operationsOf({ definitions: {}, paths: pathsAsVersion2(document) }));
  });
  expect(withoutConsumed(Object.fromEntries(version3))).toEqual(withoutConsumed(version2));
});
