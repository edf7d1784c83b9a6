/** What policies of admission and their bindings may hold, as Kubernetes checks them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { validatingAdmissionPolicy, validatingAdmissionPolicyBinding } from '#policies';
import { errorsIn } from '../kinds/later/release.ts';
import { messages } from '../kinds/samples.ts';

beforeAll(async () => {
  await validatingAdmissionPolicy.rules.load?.(profileOf(37));
  await validatingAdmissionPolicyBinding.rules.load?.(profileOf(37));
});

const rule = {
  ...{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
};
const matchConstraints = { resourceRules: [rule] };
const validation = { expression: 'true' };
const label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

type Row = [spec: object, ...errors: string[]];

describe('a policy that validates', () => {
  const told = (spec: object): readonly string[] =>
    errorsIn(37, validatingAdmissionPolicy, {
      metadata: { name: 'p.x' },
      spec: { matchConstraints, validations: [validation], ...spec },
    });
  const both = 'Required value: validations or auditAnnotations must contain at least one item';
  const many = (count: number): object => ({
    auditAnnotations: Array.from({ length: count }, (_, at) => {
      return { key: `k${at}`, valueExpression: "'x'" };
    }),
  });

  it.each<Row>([
    [{}],
    [{ failurePolicy: 'Ignore' }],
    [
      { failurePolicy: 'Maybe' },
      'spec.failurePolicy: Unsupported value: "Maybe": supported values: "Fail", "Ignore"',
    ],
    [{ matchConstraints: undefined }, 'spec.matchConstraints: Required value'],
    [
      { matchConstraints: { resourceRules: [] } },
      'spec.matchConstraints.resourceRules: Required value',
    ],
    [
      { matchConstraints: { ...matchConstraints, matchPolicy: 'Odd' } },
      'spec.matchConstraints.matchPolicy: Unsupported value: "Odd": supported values: "Equivalent", "Exact"',
    ],
    [
      { matchConstraints: { resourceRules: [{ ...rule, resourceNames: ['a', 'b', 'a'] }] } },
      'spec.matchConstraints.resourceRules[0].resourceNames[2]: Duplicate value: "a"',
    ],
    [
      {
        matchConstraints: {
          ...matchConstraints,
          excludeResourceRules: [{ ...rule, resourceNames: ['a/b'] }],
        },
      },
      `spec.matchConstraints.excludeResourceRules[0].resourceNames[0]: Invalid value: "a/b": may not contain '/'`,
    ],
    [{ validations: [] }, `spec.validations: ${both}`, `spec.auditAnnotations: ${both}`],
    [{ validations: [], ...many(1) }],
    [many(20)],
    [
      { validations: [{ expression: ' ' }] },
      'spec.validations[0].expression: Required value: expression is not specified',
    ],
    [
      { validations: [validation, { ...validation, messageExpression: ' ' }] },
      'spec.validations[1].messageExpression: Invalid value: " ": must be non-empty if specified',
    ],
    [
      { validations: [{ ...validation, messageExpression: '1' }] },
      'spec.validations[0].messageExpression: Invalid value: "1": must evaluate to string but got int',
    ],
    [
      {
        validations: [
          {
            ...validation,
            messageExpression: "string(authorizer.path('/').check('get').allowed())",
          },
        ],
      },
      `spec.validations[0].messageExpression: Invalid value: "string(authorizer.path('/').check('get').allowed())": compilation failed: ERROR: <input>:1:8: undeclared reference to 'authorizer' (in container '')\n | string(authorizer.path('/').check('get').allowed())\n | .......^`,
    ],
    [
      { validations: [{ ...validation, message: ' ' }] },
      'spec.validations[0].message: Invalid value: " ": must be non-empty if specified',
    ],
    [
      { validations: [{ ...validation, message: 'a\nb' }] },
      'spec.validations[0].message: Invalid value: "a\\nb": must not contain line breaks',
    ],
    [{ validations: [{ ...validation, message: ' a\n' }] }],
    [
      { validations: [{ ...validation, reason: 'Odd' }] },
      'spec.validations[0].reason: Unsupported value: "Odd": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
    ],
    [{ validations: [{ ...validation, reason: 'Forbidden' }] }],
    [
      { auditAnnotations: [{ key: 'a b', valueExpression: "'x'" }] },
      `spec.auditAnnotations[0].key: Invalid value: "p.x/a b": ${messages.name}`,
    ],
    [
      { auditAnnotations: [{ key: 'k', valueExpression: ' ' }] },
      'spec.auditAnnotations[0].valueExpression: Required value: valueExpression is not specified',
    ],
    [
      { auditAnnotations: [{ key: 'k', valueExpression: `'${'x'.repeat(5119)}'` }] },
      'spec.auditAnnotations[0].valueExpression: Required value: must not exceed 5120 bytes in length',
    ],
    [{ auditAnnotations: [{ key: 'k', valueExpression: ` '${'x'.repeat(5118)}' ` }] }],
    [
      {
        auditAnnotations: [
          { key: 'k', valueExpression: 'null' },
          { key: 'k', valueExpression: "'x'" },
        ],
      },
      'spec.auditAnnotations[1].key: Duplicate value: "k"',
    ],
  ])('is checked: %j', (spec, ...errors) => {
    expect(told(spec)).toEqual(errors);
  });

  it('has at most twenty annotations, each of which is checked all the same', () => {
    const [first, ...others] = told({
      auditAnnotations: [
        ...(many(20) as { auditAnnotations: object[] }).auditAnnotations,
        { key: 'k0', valueExpression: "'x'" },
      ],
    });
    expect(first!.replace(/: \[.*\}: /, ': <all>: ')).toBe(
      'spec.auditAnnotations: Invalid value: <all>: must not have more than 20 auditAnnotations',
    );
    expect(others).toEqual(['spec.auditAnnotations[20].key: Duplicate value: "k0"']);
  });

  it.each<Row>([
    [{ apiVersion: 'v1', kind: 'ConfigMap' }],
    [{ apiVersion: 'a.b/v1', kind: 'Box' }],
    [{ kind: 'Box' }, 'spec.paramKind.apiVersion: Required value'],
    [{ apiVersion: 'v1' }, 'spec.paramKind.kind: Required value'],
    [
      { apiVersion: 'a/b/c', kind: 'Box' },
      'spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
    ],
    [
      { apiVersion: 'A/v1', kind: 'Box' },
      `spec.paramKind.apiVersion: Invalid value: "A": ${messages.subdomain}`,
    ],
    [
      { apiVersion: 'a.b/', kind: 'Box' },
      'spec.paramKind.apiVersion: Invalid value: "a.b/": version must be specified',
    ],
    [
      { apiVersion: 'a.b/1', kind: 'Box' },
      `spec.paramKind.apiVersion: Invalid value: "1": ${label}`,
    ],
    [
      { apiVersion: 'v1', kind: 'B x' },
      `spec.paramKind.kind: Invalid value: "B x": may have mixed case, but should otherwise match: ${label}`,
    ],
  ])('has parameters of a kind: %j', (paramKind, ...errors) => {
    expect(told({ paramKind })).toEqual(errors);
  });

  it.each<Row>([
    [
      {
        variables: [
          { name: 'a', expression: '1' },
          { name: 'b', expression: 'variables.a + 1' },
        ],
      },
    ],
    [
      { variables: [{ name: ' ', expression: '1' }] },
      'spec.variables[0].name: Required value: name is not specified',
    ],
    ...['1a', 'a-b', 'in', 'namespace', 'while', 'ä'].map((name): Row => [
      { variables: [{ name, expression: '1' }] },
      `spec.variables[0].name: Invalid value: "${name}": must be a valid CEL identifier`,
    ]),
    ...['_', 'a1', 'A_b', 'inn'].map((name): Row => [{ variables: [{ name, expression: '1' }] }]),
    [
      { variables: [{ name: 'a', expression: ' ' }] },
      'spec.variables[0].expression: Required value: expression is not specified',
    ],
    [
      {
        matchConditions: [
          { name: 'a', expression: 'true' },
          { name: 'x.y/b', expression: 'true' },
        ],
      },
    ],
    [
      { matchConditions: [{ name: '', expression: ' ' }] },
      'spec.matchConditions[0].expression: Required value',
      'spec.matchConditions[0].name: Required value',
    ],
    [
      {
        matchConditions: [
          { name: 'a', expression: 'true' },
          { name: 'a', expression: '1' },
        ],
      },
      'spec.matchConditions[1].expression: Invalid value: "1": must evaluate to bool but got int',
      'spec.matchConditions[1].name: Duplicate value: "a"',
    ],
    [
      { matchConditions: [{ name: 'a b', expression: 'true' }] },
      `spec.matchConditions[0].name: Invalid value: "a b": ${messages.name}`,
    ],
  ])('has variables and conditions: %j', (spec, ...errors) => {
    expect(told(spec)).toEqual(errors);
  });

  it('has at most 64 conditions', () => {
    const conditions = (count: number): object => ({
      matchConditions: Array.from({ length: count }, (_, at) => {
        return { name: `c${at}`, expression: 'true' };
      }),
    });
    expect(told(conditions(64))).toEqual([]);
    expect(told(conditions(65))).toEqual([
      'spec.matchConditions: Too many: 65: must have at most 64 items',
    ]);
  });
});

describe('a binding', () => {
  const told = (spec: object): readonly string[] =>
    errorsIn(37, validatingAdmissionPolicyBinding, {
      spec: { policyName: 'p', validationActions: ['Deny'], ...spec },
    });
  const ref = { name: 'x', parameterNotFoundAction: 'Deny' };
  const exclusive = 'Forbidden: name and selector are mutually exclusive';

  it.each<Row>([
    [{}],
    [{ validationActions: ['Deny', 'Audit'] }],
    [{ policyName: '' }, 'spec.policyName: Required value'],
    [{ policyName: 'P' }, `spec.policyName: Invalid value: "P": ${messages.subdomain}`],
    [{ validationActions: [] }, 'spec.validationActions: Required value'],
    [
      { validationActions: ['Odd', 'Audit', 'Audit'] },
      'spec.validationActions[0]: Unsupported value: "Odd": supported values: "Audit", "Deny", "Warn"',
      'spec.validationActions[2]: Duplicate value: "Audit"',
    ],
    [
      { validationActions: ['Warn', 'Deny'] },
      'spec.validationActions: Invalid value: []admissionregistration.ValidationAction{"Warn", "Deny"}: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
    ],
    [{ paramRef: ref }],
    [{ paramRef: { selector: {}, parameterNotFoundAction: 'Allow' } }],
    [{ paramRef: { name: 'x' } }, 'spec.paramRef.parameterNotFoundAction: Required value'],
    [
      { paramRef: { ...ref, parameterNotFoundAction: 'Odd' } },
      'spec.paramRef.parameterNotFoundAction: Unsupported value: "Odd": supported values: "Deny", "Allow"',
    ],
    [
      { paramRef: { parameterNotFoundAction: 'Deny' } },
      'spec.paramRef: Required value: one of name or selector must be specified',
    ],
    [
      { paramRef: { ...ref, selector: {} } },
      `spec.paramRef.name: ${exclusive}`,
      `spec.paramRef.selector: ${exclusive}`,
    ],
    [
      { paramRef: { ...ref, name: 'a/b' } },
      `spec.paramRef.name: Invalid value: "a/b": may not contain '/'`,
    ],
  ])('is checked: %j', (spec, ...errors) => {
    expect(told(spec)).toEqual(errors);
  });
});
