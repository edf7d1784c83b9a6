/** `/scale` of a custom resource: the paths of its definition lead to the numbers. */
import { describe, expect, it } from 'vitest';
import { customKinds } from '#custom';
import { findErrors, type ApiError, type KubeObject } from '#values';
import { scalingOf, defaultProfile } from '#kinds';
import { checkScaleSpec, checkScaleStatus } from '../../../src/custom/scale.ts';
import { widgets } from '../../support/custom.ts';

const paths = {
  specReplicasPath: '.spec.n',
  statusReplicasPath: '.status.n',
  labelSelectorPath: '.status.s',
};
const kindOf = (scale: object) =>
  customKinds(
    widgets({ type: 'object' }, { subresources: { scale: scale as typeof paths } }),
    defaultProfile,
  )[0]!;
const scaling = scalingOf(kindOf(paths))!;
const objectOf = (parts: object): KubeObject => ({ metadata: { name: 'w' }, ...parts }) as never;

function refusal(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as ApiError;
    return `${code} ${message}`;
  }
}

const wrong = (path: string, shown: string, type: string, wanted: string): string =>
  `${path} accessor error: ${shown} is of the type ${type}, expected ${wanted}`;

it.each<[object: object, read: unknown]>([
  [{ spec: { n: 3 } }, { replicas: 3, statusReplicas: 0, selector: '' }],
  [
    { spec: { n: 0 }, status: { n: 2, s: 'a=b' } },
    { replicas: 0, statusReplicas: 2, selector: 'a=b' },
  ],
  [{ spec: {} }, '500 Internal error occurred: the spec replicas field ".spec.n" does not exist'],
  [{ spec: { n: 'x' } }, `500 ${wrong('.spec.n', 'x', 'string', 'int64')}`],
  [{ spec: { n: 1 }, status: { n: 'x' } }, `500 ${wrong('.status.n', 'x', 'string', 'int64')}`],
  [{ spec: { n: 1 }, status: { s: 5 } }, `500 ${wrong('.status.s', '5', 'int64', 'string')}`],
])('%j has the scale %j', (object, read) => {
  expect(refusal(() => scaling.get(objectOf(object)))).toEqual(read);
});

it('has no selector where the definition names none', () => {
  const { specReplicasPath, statusReplicasPath } = paths;
  const plain = scalingOf(kindOf({ specReplicasPath, statusReplicasPath }))!;
  expect(plain.get(objectOf({ spec: { n: 1 }, status: { s: 5 } }))).toEqual({
    ...{ replicas: 1, statusReplicas: 0, selector: '' },
  });
});

describe('a write', () => {
  it('starts from no number, which it may not leave', () => {
    const least = -(2 ** 31);
    expect(scaling.start!(objectOf({}))).toEqual({
      ...{ replicas: least, statusReplicas: 0, selector: '' },
    });
    expect(scaling.start!(objectOf({ spec: { n: 4 } })).replicas).toBe(4);
    expect(refusal(() => scaling.set(objectOf({}), least))).toBe(
      '400 the spec replicas field ".spec.n" cannot be empty',
    );
  });

  it('changes the number alone', () => {
    const before = objectOf({ spec: { n: 1, other: 2 } });
    expect(scaling.set(before, 1)).toBe(before);
    expect(scaling.set(before, 5)).toEqual(objectOf({ spec: { n: 5, other: 2 } }));
    expect(scaling.set(objectOf({}), 5)).toEqual(objectOf({ spec: { n: 5 } }));
    expect(refusal(() => scaling.set(objectOf({ spec: { n: true } }), 5))).toBe(
      `500 ${wrong('.spec.n', 'true', 'bool', 'int64')}`,
    );
  });
});

type Checking = typeof checkScaleStatus;

const check = (checking: Checking, object: object, by: object = paths): readonly string[] =>
  findErrors((errors) => checking(errors, objectOf(object), by as typeof paths)).map(
    ({ field, message }) => `${field}: ${message}`,
  );

it.each<[object: object, errors: readonly string[]]>([
  [{}, []],
  [{ spec: { n: 0 } }, []],
  [{ spec: { n: 2_147_483_647 }, status: { n: -1, s: 5 } }, []],
  [{ spec: { n: -1 } }, ['.spec.n: Invalid value: -1: should be a non-negative integer']],
  [
    { spec: { n: 2_147_483_648 } },
    ['.spec.n: Invalid value: 2147483648: should be less than or equal to 2147483647'],
  ],
  [
    { spec: { n: 'x' } },
    [`.spec.n: Invalid value: 0: ${wrong('.spec.n', 'x', 'string', 'int64')}`],
  ],
  [
    { spec: 'x' },
    [`.spec.n: Invalid value: 0: ${wrong('.spec.n', 'x', 'string', 'map[string]interface{}')}`],
  ],
])('of %j the wanted number is checked: %j', (object, errors) => {
  expect(check(checkScaleSpec, object)).toEqual(errors);
});

it.each<[object: object, errors: readonly string[]]>([
  [{}, []],
  [{ spec: { n: -1 }, status: { n: 0, s: 'a=b' } }, []],
  [{ status: { n: -1 } }, ['.status.n: Invalid value: -1: should be a non-negative integer']],
  [
    { status: { n: 2_147_483_648 } },
    ['.status.n: Invalid value: 2147483648: should be less than or equal to 2147483647'],
  ],
  [
    { status: { n: 'x', s: 5 } },
    [
      `.status.n: Invalid value: 0: ${wrong('.status.n', 'x', 'string', 'int64')}`,
      `.status.s: Invalid value: "": ${wrong('.status.s', '5', 'int64', 'string')}`,
    ],
  ],
])('of %j number and selector are checked: %j', (object, errors) => {
  expect(check(checkScaleStatus, object)).toEqual(errors);
});

it('looks for no selector where the definition names none', () => {
  const { specReplicasPath, statusReplicasPath } = paths;
  const plain = { specReplicasPath, statusReplicasPath };
  expect(check(checkScaleStatus, { status: { s: 5 } }, plain)).toEqual([]);
});
