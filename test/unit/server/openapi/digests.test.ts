/**
 * All that the OpenAPI documents say, each part by a short digest: a line that changes names the part of which the
 * text or the bytes are others. The types of a custom kind stand beside it in full.
 */
import { defaultProfile } from '#kinds';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { customKinds } from '#custom';
import { fnv1a32 } from '#values';
import { KindRegistry } from '#catalog';
import type { JSONSchemaProps } from '#types';
import { discoveryDocuments } from '../../../../src/server/discovery/documents.ts';
import { OpenApiDocuments } from '../../../../src/server/openapi/documents.ts';
import { ServedKinds } from '../../../../src/server/exchange/served-kinds.ts';
import { definition, version } from '../../../support/custom.ts';

type Json = Readonly<Record<string, unknown>>;

const spec: JSONSchemaProps = {
  type: 'object',
  description: 'What is wanted.',
  required: ['a'],
  properties: {
    a: { type: 'string', pattern: '^a', default: 'ab', enum: ['ab', 'ac'], minLength: 1 },
    b: { type: 'array', items: { type: 'integer', format: 'int64', minimum: 1 }, maxItems: 5 },
    c: { type: 'object', additionalProperties: { type: 'number' }, nullable: true },
    d: { 'x-kubernetes-int-or-string': true, oneOf: [{ type: 'integer' }, { type: 'string' }] },
    e: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    f: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { a: {} } },
  },
};
const subresources = { status: {}, scale: { specReplicasPath: '.a', statusReplicasPath: '.b' } };
const custom = customKinds(
  definition([
    {
      ...version('v1', { type: 'object', description: 'A thing.', properties: { spec } }),
      ...{ storage: true, subresources },
    },
  ]),
);

function documentsOf(validatesFields: boolean): OpenApiDocuments {
  const kinds = new KindRegistry(defaultProfile, [
    ...new KindRegistry(defaultProfile).all,
    ...custom,
  ]);
  const discovery = discoveryDocuments(new ServedKinds(kinds), '127.0.0.1:6443');
  return new OpenApiDocuments({ kinds: kinds.all, discovery, validatesFields });
}

const digest = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'none';
  return `${fnv1a32(text).toString(16)} ${text.length}`;
};

/** The parts of a document: what is in its maps of paths and types, and the rest. */
function partsOf(document: Json): readonly string[] {
  const { paths = {}, definitions = {}, components = {}, ...rest } = document;
  const { schemas = {}, ...others } = components as Json;
  const parts = { ...(definitions as Json), ...(schemas as Json), ...(paths as Json) };
  return [
    `  rest ${digest([rest, others])}`,
    ...Object.entries(parts).map(([name, part]) => `  ${name} ${digest(part)}`),
  ];
}

it('the documents say what they always said', async () => {
  const lines = [false, true].flatMap((validatesFields) => {
    const documents = documentsOf(validatesFields);
    const { text, hash } = documents.version2();
    const gnostic = digest(documents.gnostic().toString('base64'));
    const version2 = [`version 2 ${hash} ${gnostic}`, ...partsOf(JSON.parse(text) as Json)];
    const version3 = documents.names().flatMap((name) => {
      const found = documents.version3(name)!;
      const bytes = digest(documents.gnosticVersion3(name, found).toString('base64'));
      const title = `${name} ${found.hash} ${bytes} ${documents.isCustom(name)}`;
      return [title, ...partsOf(JSON.parse(found.text) as Json)];
    });
    return [...version2, ...version3];
  });
  // Documents share most of their types.
  await expect(`${[...new Set(lines)].join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'digests.txt'),
  );
});

it('types of a custom kind and one of its paths, in full', async () => {
  const { text } = documentsOf(true).version3('apis/example.com/v1')!;
  const { components, paths } = JSON.parse(text) as {
    readonly components: { readonly schemas: Json };
    readonly paths: Json;
  };
  const schemas = Object.entries(components.schemas).filter(([name]) => /^com\.example/.test(name));
  const path = paths['/apis/example.com/v1/namespaces/{namespace}/widgets/{name}/scale'];
  const shown = JSON.stringify({ schemas: Object.fromEntries(schemas), path }, undefined, 1);
  await expect(`${shown}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'custom-types.txt'));
});
