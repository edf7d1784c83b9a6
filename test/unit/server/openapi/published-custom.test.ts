/** The OpenAPI types of a definition, against what v1.24 publishes of it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { customKinds } from '#custom';
import { defaultProfile } from '#kinds';
import type { CustomResourceDefinition } from '#types';
import { discoveryDocuments } from '../../../../src/server/discovery/documents.ts';
import { OpenApiDocuments } from '../../../../src/server/openapi/documents.ts';
import { ServedKinds } from '../../../../src/server/exchange/served-kinds.ts';

type Json = Readonly<Record<string, unknown>>;

const recorded = new URL('../../../conformance/openapi-custom.json', import.meta.url);
const { definition, version2, version3 } = JSON.parse(readFileSync(recorded, 'utf8')) as {
  readonly definition: CustomResourceDefinition;
  readonly version2: Json;
  readonly version3: Json;
};

const kinds = [
  ...new KindRegistry(defaultProfile).all,
  ...customKinds({ ...definition, status: {} }, defaultProfile),
];
const registry = new KindRegistry(defaultProfile, kinds);
const discovery = discoveryDocuments(new ServedKinds(registry), '127.0.0.1:6443');
const documents = new OpenApiDocuments({ kinds, discovery, profile: defaultProfile });

/** The types of the group, without descriptions. */
function typesIn(all: Json): Json {
  const own = Object.entries(all).filter(([name]) => name.startsWith('com.example.v1.'));
  const text = JSON.stringify(Object.fromEntries(own), (name, value: unknown) =>
    name === 'description' ? undefined : value,
  );
  return JSON.parse(text) as Json;
}

it('are in version 2 those of v1.24', () => {
  const { definitions } = JSON.parse(documents.version2().text) as { readonly definitions: Json };
  expect(typesIn(definitions)).toEqual(version2);
});

it('are in version 3 those of v1.24', () => {
  const { components } = JSON.parse(documents.version3('apis/example.com/v1')!.text) as {
    readonly components: { readonly schemas: Json };
  };
  expect(typesIn(components.schemas)).toEqual(version3);
});
