/** The documents of version 3 of all releases, against what those in Kubernetes' repository say. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { documentsOf, withPublishedGates } from '../../../../tools/conformance/openapi/ours.ts';
import {
  definitionsIn,
  digestOf,
  operationsIn,
  type Document3,
} from '../../../../tools/conformance/openapi/parts.ts';
import { ofRelease, type Recording } from '../../../../tools/conformance/openapi/recording.ts';

const file = new URL('../../../conformance/openapi-3.json', import.meta.url);
const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording;
const minors = Array.from({ length: 14 }, (_, index) => 24 + index);

/** Runtime classes have a second group here, which their types name. */
const isOurs = (name: string): boolean =>
  name.includes('node.cluster.io') || name.startsWith('io.k8s.api.node.v1.RuntimeClass');

/** In the repository they are there with a gate that is off by default. */
const isGated = (name: string, minor: number): boolean =>
  minor < 33 && name.endsWith('/pods/{name}/resize');

function partsOf(minor: number) {
  const documents = documentsOf(withPublishedGates(profileOf(minor)));
  const names = documents.names().filter((name) => !isOurs(name));
  const all = names.map((name) => JSON.parse(documents.version3(name)!.text) as Document3);
  return {
    names,
    definitions: all.flatMap((each) => [...definitionsIn(each)]),
    operations: all.flatMap((each) => [...operationsIn(each)]),
  };
}

describe.each(minors)('the documents of 1.%i', (minor) => {
  const { names, definitions, operations } = partsOf(minor);

  it('are there in the repository, too', () => {
    const recorded = ofRelease(recording.documents, minor);
    expect(names.filter((name) => !recorded.has(name))).toEqual([]);
  });

  it('define each type as published', () => {
    const recorded = ofRelease(recording.definitions, minor);
    const other = definitions.filter(
      ([name, part]) => !isOurs(name) && recorded.get(name) !== digestOf(part),
    );
    expect(definitions.length).toBeGreaterThan(500);
    expect(other.map(([name]) => name)).toEqual([]);
  });

  it('have each operation as published, and all of them', () => {
    const recorded = ofRelease(recording.operations, minor);
    const ours = new Map(operations);
    const paths = names.filter((name) => /\/v\d/.test(name)).map((name) => ` /${name}/`);
    const described = [...recorded.keys()].filter(
      (name) => paths.some((path) => name.includes(path)) && !isGated(name, minor),
    );
    expect(described.filter((name) => !ours.has(name))).toEqual([]);
    const other = operations.filter(([name, part]) => recorded.get(name) !== digestOf(part));
    expect(other.map(([name]) => name)).toEqual([]);
  });
});

it.each([
  [35, 'api/v1', ['admission.k8s.io/v1', 'storagemigration.k8s.io/v1beta1'], 62],
  [36, 'api/v1', ['/v1'], 1],
  [36, 'apis/apps/v1', ['/v1', 'apps/v1'], 2],
])('options of 1.%i have in %s the groups %j, of %i versions', (minor, name, groups, count) => {
  const { text } = documentsOf(profileOf(minor)).version3(name)!;
  const { components } = JSON.parse(text) as Document3;
  const options = components!.schemas!['io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions']!;
  const kinds = options['x-kubernetes-group-version-kind'] as readonly {
    readonly group: string;
    readonly version: string;
  }[];
  const found = kinds.map(({ group, version }) => `${group}/${version}`);
  expect(found).toEqual(expect.arrayContaining(groups));
  expect(found).toHaveLength(count);
});
