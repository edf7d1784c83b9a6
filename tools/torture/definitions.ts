/** Definitions of custom resources that cost a careless server much, with an object of each; and large steps. */
import type { FuzzRequest } from '../../test/support/fuzz/request.ts';
import { numbered, one, post, text, type Hostile } from './requests.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const texts = { type: 'string' };
const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

export const definitionRequests: readonly Hostile[] = [
  ofKind('10,000 entries that are not among 50,000', () => ({
    spec: listOf({ ...texts, enum: named(50_000) }),
    object: Array(10_000).fill('w'),
  })),
  ofKind('400,000 entries that are not among 1,000', () => ({
    spec: listOf({ ...texts, enum: named(1000) }),
    object: Array(400_000).fill('w'),
  })),
  ofKind('2,000 objects that are not among 1,000', () => ({
    spec: listOf({ ...anything, enum: counted(1000, (n) => ({ a: { b: n } })) }),
    object: counted(2000, (n) => ({ a: { b: -1 - n } })),
  })),
  ofKind('5,000 patterns for a text of 1 MB', () => ({
    spec: { ...texts, allOf: counted(5000, (n) => ({ pattern: `^y${n}` })) },
    object: 'x'.repeat(1_000_000),
  })),
  ofKind('5,000 lengths of a text of 1 MB', () => ({
    spec: { ...texts, allOf: counted(5000, (n) => ({ maxLength: 600_000 + n })) },
    object: 'x'.repeat(1_000_000),
  })),
  ofKind('1,000 texts with 300 alternatives', () => ({
    spec: listOf({ ...texts, anyOf: counted(300, (n) => ({ pattern: `^${n}` })) }),
    object: counted(1000, (n) => `z${n}`),
  })),
  ofKind('300,000 objects without 1,000 fields that they need', () => ({
    spec: listOf({ ...anything, required: named(1000) }),
    object: Array(300_000).fill({}),
  })),
  ofKind('a map of 150,000 wrong values', () => ({
    spec: { type: 'object', additionalProperties: { ...texts, enum: named(1000) } },
    object: numbered(150_000, 'x'),
  })),
  versions(300),
  one('a step with a ConfigMap of 40,000 keys', () => {
    const data = numbered(40_000, 'x');
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'step' }, data };
    return post('/orrery/v1/steps', { apply: object });
  }),
];

function ofKind(
  name: string,
  parts: () => { readonly spec: object; readonly object: unknown },
): Hostile {
  return {
    name,
    *requests() {
      const { spec, object } = parts();
      yield define([{ name: 'v1', served: true, storage: true, ...schemaOf(spec) }]);
      const costly = { apiVersion: 'torture.io/v1', kind: 'Costly', metadata: { name: 'c' } };
      const target = '/apis/torture.io/v1/namespaces/default/costlies';
      yield post(target, { ...costly, spec: object });
      yield remove();
    },
  };
}

function versions(count: number): Hostile {
  return {
    name: `a definition with ${count} versions`,
    *requests() {
      const all = counted(count, (n) => ({ name: `v${n + 1}`, served: true, storage: n === 0 }));
      yield define(all.map((version) => ({ ...version, ...schemaOf(texts) })));
      yield text('GET', '/apis', 'application/json', '');
      yield remove();
    },
  };
}

function define(all: readonly object[]): FuzzRequest {
  const names = { plural: 'costlies', singular: 'costly', kind: 'Costly' };
  const spec = { group: 'torture.io', scope: 'Namespaced', names, versions: all };
  const metadata = { name: 'costlies.torture.io' };
  const kind = 'CustomResourceDefinition';
  return post(definitions, { apiVersion: 'apiextensions.k8s.io/v1', kind, metadata, spec });
}

function remove(): FuzzRequest {
  return text('DELETE', `${definitions}/costlies.torture.io`, 'application/json', '');
}

function schemaOf(spec: object): object {
  return { schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } };
}

function listOf(items: object): object {
  return { type: 'array', items };
}

function named(count: number): readonly string[] {
  return counted(count, (n) => `value-${n}`);
}

function counted<T>(count: number, make: (n: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}
