/** The order of required fields, against that in which v1.24 publishes them. */
import { defaultProfile } from '#kinds';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { discoveryDocuments } from '../../../../src/server/discovery/documents.ts';
import { OpenApiDocuments } from '../../../../src/server/openapi/documents.ts';
import { ServedKinds } from '../../../../src/server/exchange/served-kinds.ts';

interface Definition {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}

const recorded = new URL('../../../conformance/required.json', import.meta.url);
const { definitions: expected } = JSON.parse(readFileSync(recorded, 'utf8')) as {
  readonly definitions: Readonly<Record<string, readonly string[]>>;
};

const kinds = new KindRegistry(defaultProfile);
const discovery = discoveryDocuments(new ServedKinds(kinds), '127.0.0.1:6443');
const documents = new OpenApiDocuments({ kinds: kinds.all, discovery, validatesFields: false });
const { definitions } = JSON.parse(documents.version2().text) as {
  readonly definitions: Readonly<Record<string, Definition>>;
};

it.each(Object.entries(expected))('%s', (name, required) => {
  expect(definitions[name]!.required).toEqual(required);
});

it('lists of capacities merge by name', () => {
  for (const version of ['v1', 'v1beta1']) {
    const list = definitions[`io.k8s.api.storage.${version}.CSIStorageCapacityList`]!;
    expect(list.properties['items']).toMatchObject({
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    });
  }
});
