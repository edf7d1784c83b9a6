/** What policies that change objects may hold, as Kubernetes checks them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { mutatingAdmissionPolicy } from '#policies';
import { errorsIn } from '../kinds/later/release.ts';

beforeAll(async () => {
  await mutatingAdmissionPolicy.rules.load?.(profileOf(37));
});

const rule = {
  ...{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
};
const matchConstraints = { resourceRules: [rule] };

type Row = [spec: object, ...errors: string[]];

describe('a policy that changes objects', () => {
  const mutation = {
    patchType: 'ApplyConfiguration',
    applyConfiguration: { expression: 'Object{}' },
  };
  const told = (spec: object): readonly string[] =>
    errorsIn(37, mutatingAdmissionPolicy, {
      spec: { matchConstraints, mutations: [mutation], reinvocationPolicy: 'Never', ...spec },
    });
  const first = 'spec.mutations[0]';

  it.each<Row>([
    [{}],
    [{ reinvocationPolicy: 'IfNeeded' }],
    [{ reinvocationPolicy: undefined }, 'spec.reinvocationPolicy: Required value'],
    [
      { reinvocationPolicy: 'Odd' },
      'spec.reinvocationPolicy: Unsupported value: "Odd": supported values: "IfNeeded", "Never"',
    ],
    [{ mutations: [] }, 'spec.mutations: Required value: mutations must contain at least one item'],
    [{ mutations: [{}] }, `${first}.patchType: Required value`],
    [
      { mutations: [{ patchType: 'Odd' }] },
      `${first}.patchType: Unsupported value: "Odd": supported values: "ApplyConfiguration", "JSONPatch"`,
    ],
    [
      { mutations: [{ patchType: 'JSONPatch' }] },
      `${first}.jsonPatch: Required value: must be specified when patchType is JSONPatch`,
    ],
    [
      { mutations: [{ ...mutation, applyConfiguration: { expression: ' ' } }] },
      `${first}.applyConfiguration.expression: Required value`,
    ],
    [
      {
        mutations: [
          {
            patchType: 'JSONPatch',
            jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/a'}]" },
          },
        ],
      },
    ],
    [
      { matchConstraints: { resourceRules: [{ ...rule, operations: ['DELETE'] }] } },
      'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
    ],
  ])('is checked: %j', (spec, ...errors) => {
    expect(told(spec)).toEqual(errors);
  });
});
