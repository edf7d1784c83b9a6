/** What changed in the form of OpenAPI documents from release to release. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import type { OpenApiDocuments } from '../../../../src/server/openapi/documents.ts';
import { documentsOf } from '../../../../tools/conformance/openapi/ours.ts';

const known = new Map<number, OpenApiDocuments>();
function documentsIn(minor: number): OpenApiDocuments {
  const documents = known.get(minor) ?? documentsOf(profileOf(minor));
  known.set(minor, documents);
  return documents;
}

interface Parameter {
  readonly name?: string;
  readonly $ref?: string;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean };
}
interface Document {
  readonly info: { readonly version: string };
  readonly security?: unknown;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Definition>> };
}
interface Definition {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const version3 = (minor: number): Document =>
  JSON.parse(documentsIn(minor).version3('apis/batch/v1')!.text) as Document;
const version2 = (minor: number): Document =>
  JSON.parse(documentsIn(minor).version2().text) as Document;
const jobs = '/apis/batch/v1/namespaces/{namespace}/jobs';

describe('a document of version 3', () => {
  it.each([
    [24, 'v1.24.17'],
    [30, 'v1.30.14'],
    [31, '1.31'],
    [37, '1.37'],
  ])('of 1.%i is of the version %s, and asks for nothing', (minor, version) => {
    const { info, security } = version3(minor);
    expect([info.version, security]).toEqual([version, undefined]);
  });

  it.each([
    [24, undefined],
    [28, undefined],
    [29, true],
  ])('of 1.%i states which bodies are needed: %s', (minor, needed) => {
    const { paths } = version3(minor);
    expect(paths[jobs]!['post']!.requestBody!.required).toBe(needed);
    expect(paths[jobs]!['delete']!.requestBody!.required).toBeUndefined();
  });

  it.each<[minor: number, name: string, isThere: boolean]>([
    [26, 'sendInitialEvents', false],
    [27, 'sendInitialEvents', true],
    [35, 'shardSelector', false],
    [36, 'shardSelector', true],
  ])('of 1.%i has a parameter %s of lists: %s', (minor, name, isThere) => {
    const { parameters } = version3(minor).paths[jobs]!['get']!;
    expect(parameters!.some((each) => each.name === name)).toBe(isThere);
  });

  it.each([
    [31, false],
    [32, true],
  ])('of 1.%i knows deletions of what cannot be read: %s', (minor, isThere) => {
    const { parameters } = version3(minor).paths[`${jobs}/{name}`]!['delete']!;
    const name = 'ignoreStoreReadErrorWithClusterBreakingPotential';
    expect(parameters!.some((each) => each.name === name)).toBe(isThere);
  });

  const spec = 'io.k8s.api.batch.v1.JobSpec';
  const status = 'io.k8s.api.batch.v1.JobStatus';
  const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
  it.each<[minor: number, type: string, field: string, found: object]>([
    [24, spec, 'template', { default: {} }],
    [24, 'io.k8s.api.batch.v1.JobStatus', 'active', {}],
    [37, spec, 'template', { default: {} }],
    [28, meta, 'creationTimestamp', { default: {} }],
    [28, meta, 'finalizers', { items: { type: 'string', default: '' } }],
    [36, meta, 'finalizers', { items: { type: 'string', default: '' } }],
    [37, meta, 'finalizers', { items: { type: 'string' } }],
    [36, status, 'conditions', { items: { default: {} } }],
  ])('of 1.%i has for %s.%s %j', (minor, type, field, found) => {
    const property = version3(minor).components.schemas[type]!.properties[field]!;
    expect(property).toMatchObject(found);
    if (!('default' in found)) expect(property).not.toHaveProperty('default');
  });

  it('of 1.29 has no default of times', () => {
    const { properties } = version3(29).components.schemas[meta]!;
    expect(properties['creationTimestamp']).not.toHaveProperty('default');
  });
});

describe('the document of version 2', () => {
  it.each([24, 27])('of 1.%i has its parameters where they are used', (minor) => {
    const { parameters, paths } = version2(minor);
    expect(parameters).toBeUndefined();
    expect(paths[jobs]!['get']!.parameters!.every(({ $ref }) => $ref === undefined)).toBe(true);
  });

  it('of 1.28 has most of its parameters in one place', () => {
    const { parameters, paths } = version2(28);
    const { get, post } = paths[jobs] as Readonly<Record<'get' | 'post', Operation>>;
    for (const { $ref } of get.parameters!) {
      const [place, name] = [$ref!.slice(0, '#/parameters/'.length), $ref!.split('/').at(-1)!];
      expect(place).toBe('#/parameters/');
      expect(name.startsWith(`${parameters![name]!.name!}-`)).toBe(true);
    }
    expect(post.parameters!.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['body', 'dryRun', 'fieldValidation', undefined]),
    );
  });

  it('is there in protobuf, too', () => {
    expect(documentsIn(28).gnostic().length).toBeGreaterThan(100_000);
  });
});
