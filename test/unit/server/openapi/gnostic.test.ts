import protobuf from 'protobufjs/minimal.js';
import { describe, expect, it } from 'vitest';
import { gnosticDocument } from '../../../../src/server/openapi/gnostic.ts';

/** Field numbers of the messages on the way, as gnostic's definition has them. */
const document = gnosticDocument({
  swagger: '2.0',
  info: { title: 'Kubernetes', version: 'v1.24.17' },
  paths: {
    '/x/{name}': {
      patch: {
        description: 'Changes.',
        operationId: 'patchX',
        tags: ['t'],
        consumes: ['a/b'],
        produces: ['c/d'],
        schemes: ['https'],
        parameters: [
          { name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/X' } },
          { name: 'dryRun', in: 'query', type: 'string', description: 'Dry.', uniqueItems: true },
        ],
        responses: { 200: { description: 'OK', schema: { $ref: '#/definitions/X' } } },
        'x-kubernetes-action': 'patch',
      },
      parameters: [{ name: 'name', in: 'path', type: 'string', required: true }],
    },
  },
  definitions: {
    X: {
      description: 'An X.',
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: 'string', enum: ['p', 'q'], format: 'f' },
        l: { type: 'array', items: { $ref: '#/definitions/X' } },
        m: { type: 'object', additionalProperties: { type: 'integer' } },
      },
      'x-kubernetes-group-version-kind': [{ group: '', kind: 'X', version: 'v1' }],
    },
  },
});

/** What stands in the fields of a number, one within the other. */
function at(bytes: Uint8Array, ...numbers: readonly number[]): readonly Uint8Array[] {
  const [first, ...others] = numbers;
  const found = fields(bytes).get(first!) ?? [];
  return others.length === 0 ? found : found.flatMap((inner) => at(inner, ...others));
}

function texts(bytes: Uint8Array, ...numbers: readonly number[]): readonly string[] {
  return at(bytes, ...numbers).map((inner) => Buffer.from(inner).toString('utf8'));
}

function fields(bytes: Uint8Array): ReadonlyMap<number, Uint8Array[]> {
  const reader = protobuf.Reader.create(bytes);
  const found = new Map<number, Uint8Array[]>();
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const content = (tag & 7) === 2 ? reader.bytes() : Uint8Array.of(reader.uint32());
    found.set(tag >>> 3, [...(found.get(tag >>> 3) ?? []), content]);
  }
  return found;
}

describe('the document', () => {
  it('says what it is', () => {
    expect(texts(document, 1)).toEqual(['2.0']);
    expect([texts(document, 2, 1), texts(document, 2, 2)]).toEqual([['Kubernetes'], ['v1.24.17']]);
  });

  it('has operations by path', () => {
    expect(texts(document, 8, 2, 1)).toEqual(['/x/{name}']);
    const [operation] = at(document, 8, 2, 2, 8);
    const [tags, description, id, produces, consumes, schemes] = [1, 3, 5, 6, 7, 10].map((number) =>
      texts(operation!, number),
    );
    expect([tags, description, id]).toEqual([['t'], ['Changes.'], ['patchX']]);
    expect([produces, consumes, schemes]).toEqual([['c/d'], ['a/b'], ['https']]);
    expect(texts(operation!, 13, 1)).toEqual(['x-kubernetes-action']);
    expect(texts(operation!, 13, 2, 2)).toEqual(['"patch"']);
  });

  it('has parameters by their places', () => {
    const [operation] = at(document, 8, 2, 2, 8);
    const parameters = at(operation!, 8, 1);
    expect(texts(parameters[0]!, 1, 2)).toEqual(['body']);
    expect(texts(parameters[0]!, 1, 5, 1)).toEqual(['#/definitions/X']);
    // Whether the server does dry runs, kubectl sees here.
    expect(texts(parameters[1]!, 2, 3, 4)).toEqual(['dryRun']);
    expect(texts(document, 8, 2, 2, 9, 1, 2, 4, 4)).toEqual(['name']);
    expect(at(document, 8, 2, 2, 9, 1, 2, 4, 1)).toEqual([Uint8Array.of(1)]);
  });

  it('has responses by code', () => {
    const [operation] = at(document, 8, 2, 2, 8);
    expect(texts(operation!, 9, 1, 1)).toEqual(['200']);
    expect(texts(operation!, 9, 1, 2, 1, 1)).toEqual(['OK']);
    expect(texts(operation!, 9, 1, 2, 1, 2, 1, 1)).toEqual(['#/definitions/X']);
  });

  it('has definitions', () => {
    const [x] = at(document, 9, 1, 2);
    expect(texts(document, 9, 1, 1)).toEqual(['X']);
    expect([texts(x!, 4), texts(x!, 19), texts(x!, 22, 1)]).toEqual([['An X.'], ['a'], ['object']]);
    expect(texts(x!, 25, 1, 1)).toEqual(['a', 'l', 'm']);
    const [a, l, m] = at(x!, 25, 1, 2);
    expect([texts(a!, 2), texts(a!, 20, 2)]).toEqual([['f'], ['"p"', '"q"']]);
    expect(texts(l!, 23, 1, 1)).toEqual(['#/definitions/X']);
    expect(texts(m!, 21, 1, 22, 1)).toEqual(['integer']);
    expect(texts(x!, 31, 2, 2)).toEqual(['[{"group":"","kind":"X","version":"v1"}]']);
  });
});
