/** What migrations of stored versions may say, as ValidateStorageVersionMigration and its updates check it. */
import { describe, expect, it } from 'vitest';
import { columnsOf, storageVersionMigration as kind } from '#kinds';
import { changeErrorsIn, createdIn, errorsIn } from '../later/release.ts';

const migrating = (resource: string | undefined, group?: string, status: object = {}) => ({
  spec: { resource: { resource, group } },
  status,
});

describe('a migration is of a resource', () => {
  it.each([
    ['pods', undefined],
    ['deployments', 'apps'],
    ['widgets', 'a.example.com'],
  ])('%s in the group %s', (resource, group) => {
    expect(errorsIn(37, kind, migrating(resource, group))).toEqual([]);
  });

  it('that has a name', () => {
    const told = ['spec.resource.resource: Required value: resource is required to be set'];
    expect(errorsIn(37, kind, migrating(''))).toEqual(told);
    expect(errorsIn(37, kind, {})).toEqual(told);
  });

  it('whose name is a label, and whose group a domain', () => {
    const [first, second, ...others] = errorsIn(37, kind, migrating('Pods', 'A.b'));
    expect(first).toMatch(
      /^spec\.resource\.resource: Invalid value: "Pods": a DNS-1035 label must/,
    );
    expect(second).toMatch(/^spec\.resource\.group: Invalid value: "A\.b": a lowercase RFC 1123/);
    expect(others).toEqual([]);
  });

  it('and in one message says all that is wrong with it', () => {
    const [told, ...others] = errorsIn(37, kind, migrating('A'.repeat(64)));
    expect(told).toMatch(/must be no more than 63 \w+,a DNS-1035 label|label .*,must be no more/);
    expect(others).toEqual([]);
  });

  it('for good', () => {
    const before = migrating('pods');
    expect(changeErrorsIn(37, kind, before, before)).toEqual([]);
    const [told, ...others] = changeErrorsIn(37, kind, before, migrating('nodes'));
    expect(told).toMatch(/^spec: Invalid value: .*: field is immutable$/);
    expect(others).toEqual([]);
    expect(changeErrorsIn(37, kind, before, migrating(''))).toHaveLength(2);
  });
});

const condition = (type: string, status = 'True') => ({
  ...{ type, status, reason: 'Why', message: '' },
  lastTransitionTime: '2026-01-01T12:00:00Z',
});
const conditions = (...types: readonly string[]) => ({
  conditions: types.map((t) => condition(t)),
});

describe('the status of a migration', () => {
  const errorsOf = (before: object, after: object): readonly string[] =>
    changeErrorsIn(37, kind, migrating('pods', '', before), migrating('pods', '', after), 'status');

  it.each<[before: object, after: object]>([
    [{}, {}],
    [{}, { resourceVersion: '10' }],
    [{ resourceVersion: '10' }, { resourceVersion: '10', ...conditions('Running') }],
    [conditions('Running'), conditions('Succeeded')],
    [conditions('Succeeded'), conditions('Running', 'Succeeded')],
    [{}, { conditions: [condition('Succeeded', 'False'), condition('Failed')] }],
    [{ conditions: [condition('Failed', 'False')] }, {}],
  ])('may change from %j to %j', (before, after) => {
    expect(errorsOf(before, after)).toEqual([]);
  });

  it.each(['01', '-1', '1a', '0'])('has no resource version %s', (resourceVersion) => {
    expect(errorsOf({}, { resourceVersion })).toEqual([
      `status.resourceVersion: Invalid value: "${resourceVersion}": resource version is not well formed: ${resourceVersion}`,
    ]);
  });

  it.each(['11', ''])('keeps its resource version, and so not %j', (resourceVersion) => {
    expect(errorsOf({ resourceVersion: '10' }, { resourceVersion })).toEqual([
      `status.resourceVersion: Invalid value: "${resourceVersion}": field is immutable`,
    ]);
  });

  const both = 'Both success and failed conditions cannot be true at the same time';
  const kept = (name: string) => `${name} condition cannot be set to false once it is true`;
  it.each<[before: object, after: object, why: readonly string[]]>([
    [{}, conditions('Succeeded', 'Failed'), [both]],
    [conditions('Succeeded'), {}, [kept('Success')]],
    [conditions('Succeeded'), { conditions: [condition('Succeeded', 'False')] }, [kept('Success')]],
    [conditions('Failed'), conditions('Running'), [kept('Failed')]],
    [conditions('Failed'), conditions('Succeeded'), [kept('Failed')]],
  ])('may not change from %j to %j', (before, after, why) => {
    const told = errorsOf(before, after);
    expect(told).toHaveLength(why.length);
    expect(told.map((each) => each.slice(0, 'status.conditions: Invalid value: '.length))).toEqual(
      why.map(() => 'status.conditions: Invalid value: '),
    );
    expect(told.map((each, index) => each.endsWith(`: ${why[index]}`))).toEqual(
      why.map(() => true),
    );
  });

  it('has well-formed conditions', () => {
    const bare = { conditions: [{ ...condition('Running'), reason: '' }] };
    expect(errorsOf({}, bare)).toEqual(['status.conditions[0].reason: Required value']);
  });
});

it('a migration begins without a status', () => {
  const given = migrating('pods', '', { resourceVersion: '10' });
  expect(createdIn(37, kind, given).status).toEqual({});
});

it.each<[given: object, cells: readonly string[]]>([
  [migrating('pods'), ['pods', 'Unknown']],
  [migrating('deployments', 'apps', conditions('Running')), ['deployments.apps', 'Running']],
  [migrating('pods', '', conditions('Running', 'Succeeded')), ['pods', 'Succeeded']],
  [migrating('pods', '', conditions('Other')), ['pods', 'Unknown']],
  [
    migrating('pods', '', { conditions: [condition('Running'), condition('Failed', 'False')] }),
    ['pods', 'Running'],
  ],
])('the row of %j has %j', (given, cells) => {
  const object = { ...createdIn(37, kind, given), ...given } as never;
  const cellsOf = columnsOf(kind).slice(1, 3);
  expect(cellsOf.map(({ cell }) => cell(object, 0))).toEqual(cells);
});
