/** What a kind that users define checks of its objects, through each of its endpoints. */
import { defaultProfile, withGates } from '#kinds';
import { beforeAll, describe, expect, it } from 'vitest';
import { customKinds, loadCel } from '#custom';
import { findErrors, type KubeObject } from '#values';
import type { JSONSchemaProps } from '#types';
import { convertedTo, decode } from '../../../src/custom/decode.ts';
import { Structure } from '../../../src/schema/structure/structure.ts';
import { definition, version } from '../../support/custom.ts';
import { partOf } from '../../support/part.ts';

beforeAll(loadCel);

const spec: JSONSchemaProps = {
  type: 'object',
  properties: {
    n: { type: 'integer' },
    set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    text: { type: 'string', maxLength: 2, enum: ['a', 'b', 'abc'] },
    inner: { type: 'object', 'x-kubernetes-embedded-resource': true },
  },
  'x-kubernetes-validations': [{ rule: '!has(self.n) || self.n < 5', message: 'too many' }],
};
const whole: JSONSchemaProps = {
  type: 'object',
  properties: { spec, status: { type: 'object', properties: { s: { type: 'string' } } } },
};
const subresources = {
  status: {},
  scale: {
    ...{ specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' },
    labelSelectorPath: '.status.s',
  },
};
const [kind] = customKinds(
  definition([{ ...version('v1', whole), storage: true, subresources }]),
  defaultProfile,
);
const [plain] = customKinds(
  definition([{ ...version('v1', whole), storage: true }]),
  defaultProfile,
);
const [ruleless] = customKinds(
  definition([
    {
      ...version('v1', { type: 'object', properties: { spec: { type: 'object' } } }),
      storage: true,
    },
  ]),
  defaultProfile,
);

const objectOf = (parts: object, metadata: object = {}): KubeObject =>
  ({
    ...{ apiVersion: 'example.com/v1', kind: 'Widget' },
    metadata: { name: 'w', namespace: 'default', resourceVersion: '1', ...metadata },
    ...parts,
  }) as never;
const contextOf = (gates: Readonly<Record<string, boolean>> = {}) => ({
  ...{
    now: 0,
    profile: withGates(defaultProfile, { CustomResourceValidationExpressions: true, ...gates }),
  },
});
const texts = (check: Parameters<typeof findErrors>[0]): readonly string[] =>
  findErrors(check).map(({ field, message }) => `${field}: ${message}`);

const notAll =
  '<nil>: Invalid value: "null": some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

it.each<[parts: object, errors: readonly string[]]>([
  [{}, []],
  [{ spec: { n: 4, set: ['a', 'b'], text: 'a' } }, []],
  [{ spec: { n: 5 } }, ['spec: Invalid value: "object": too many']],
  [
    { spec: { n: 'x' } },
    [
      'spec.n: Invalid value: "string": spec.n in body must be of type integer: "string"',
      '.spec.n: Invalid value: 0: .spec.n accessor error: x is of the type string, expected int64',
      notAll,
    ],
  ],
  [
    { spec: { n: 9, text: 'c' } },
    [
      'spec.text: Unsupported value: "c": supported values: "a", "b", "abc"',
      'spec: Invalid value: "object": too many',
    ],
  ],
  [{ spec: { n: 9, text: 'abc' } }, ['spec.text: Too long: may not be longer than 2', notAll]],
  [
    { spec: { n: -1, set: ['a', 'a'] } },
    [
      '.spec.n: Invalid value: -1: should be a non-negative integer',
      'spec.set[1]: Duplicate value: "a"',
    ],
  ],
  [
    { spec: { inner: { apiVersion: 'v1', kind: '', metadata: { name: 'A_' } } } },
    ['spec.inner.kind: Required value: must not be empty', notAll],
  ],
])('a new object %j: %j', (parts, errors) => {
  const found = texts((all) => kind!.rules.validate!(all, objectOf(parts), contextOf()));
  expect(found).toEqual(errors);
});

it('rules count where they are on, and where there are some', () => {
  const object = objectOf({ spec: { n: 9 } });
  const off = contextOf({ CustomResourceValidationExpressions: false });
  expect(texts((all) => kind!.rules.validate!(all, object, off))).toEqual([]);
  expect(texts((all) => ruleless!.rules.validate!(all, object, contextOf()))).toEqual([]);
});

describe('an update', () => {
  it('may keep items that were there twice', () => {
    const [old, next] = [{ set: ['a', 'a'] }, { set: ['a', 'a', 'b'] }].map((each) =>
      objectOf({ spec: each }),
    );
    const update = (from: KubeObject, to: KubeObject): readonly string[] =>
      texts((all) => kind!.rules.validateUpdate!(all, to, from, contextOf()));
    expect(update(old!, next!)).toEqual([]);
    expect(update(objectOf({}), next!)).toEqual(['spec.set[1]: Duplicate value: "a"']);
  });

  const immutable = 'metadata.name: Invalid value: "v": field is immutable';
  const negative = (path: string): string =>
    `${path}: Invalid value: -1: should be a non-negative integer`;

  it('checks metadata and values, of the object and of its status', () => {
    const old = objectOf({});
    const next = objectOf({ spec: { n: -1 }, status: { n: -1 } }, { name: 'v' });
    const errors = [immutable, negative('.spec.n'), negative('.status.n')];
    expect(texts((all) => kind!.rules.validateUpdate!(all, next, old, contextOf()))).toEqual(
      errors,
    );
    const status = partOf(kind!, 'status');
    const [ofName, , ofStatus] = errors;
    expect(texts((all) => status.validate!(all, next, old, contextOf()))).toEqual([
      ...[ofName, ofStatus],
    ]);
  });

  it('of the status checks no lists and no embedded objects', () => {
    const inner = { apiVersion: 'v1', kind: '', metadata: { name: 'A_' } };
    const next = objectOf({ spec: { set: ['a', 'a'], inner } });
    const status = partOf(kind!, 'status');
    expect(texts((all) => status.validate!(all, next, objectOf({}), contextOf()))).toEqual([]);
  });

  it('of the status keeps metadata and the rest', () => {
    const old = objectOf({ spec: { n: 1 } }, { labels: { a: 'b' } });
    const wanted = objectOf({ spec: { n: 2 }, status: { s: 'x' } });
    const taken = partOf(kind!, 'status').take(wanted, old, wanted.metadata);
    expect(taken).toEqual({ ...old, status: { s: 'x' } });
  });
});

it('a status is nothing of a new object, nor of its generation, where it is written apart', () => {
  const object = objectOf({ spec: { n: 1 }, status: { s: 'x' } });
  expect(kind!.rules.prepareCreate!(object, contextOf())).toEqual(objectOf({ spec: { n: 1 } }));
  expect(plain!.rules.prepareCreate).toBeUndefined();
  const { apiVersion, kind: name } = object;
  const rest = { apiVersion, kind: name, spec: { n: 1 } };
  expect(kind!.rules.generation!(object)).toEqual(rest);
  expect(plain!.rules.generation!(object)).toEqual({ ...rest, status: { s: 'x' } });
});

describe('decoding', () => {
  const structure = new Structure(whole, true);
  const names = {
    group: 'example.com',
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: defaultProfile.schemas.of('meta/v1', 'ObjectMeta'),
  };
  it.each<[value: unknown, why: string]>([
    [{ kind: 5 }, '.kind accessor error: 5 is of the type number, expected string'],
    [
      { kind: 'Odd', metadata: { name: 'w' } },
      'Odd.example.com "w" is invalid: kind: Invalid value: "Odd": must be Widget',
    ],
    [
      { apiVersion: 'other.com/v1', kind: 'Widget' },
      'Widget.other.com "" is invalid: apiVersion: Invalid value: "other.com/v1": must be example.com/v1',
    ],
    [
      { apiVersion: 'v1', kind: 'Odd' },
      'Odd "" is invalid: [kind: Invalid value: "Odd": must be Widget, apiVersion: Invalid value: "v1": must be example.com/v1]',
    ],
  ])('refuses %j', (value, why) => {
    expect(() => decode(structure, names, value)).toThrow(
      expect.objectContaining({ message: why }),
    );
  });

  it('keeps what the schema has', () => {
    const { apiVersion, kind: name } = names;
    const given = {
      ...{ apiVersion, kind: name, metadata: { name: 'w', odd: 1 } },
      spec: { n: 1, odd: 2 },
    };
    const unknown: string[] = [];
    const onUnknown = (path: string): void => void unknown.push(path);
    const read = decode(structure, names, given, { onUnknown });
    expect(read).toMatchObject({ spec: { n: 1 }, metadata: { name: 'w' } });
    expect(unknown).toEqual(['spec.odd']);
    expect(decode(structure, names, read, { fitting: read })).toBe(read);
    expect(convertedTo(structure, read)).toEqual(read);
  });
});
