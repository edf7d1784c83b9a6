/** Which minor has given a field to a type of v1.24. */
import { describe, expect, it } from 'vitest';
import { kindsOf } from '#catalog';
import { laterField, laterFieldText, defaultProfile } from '#kinds';
import type { StructSchema } from '#schema';
import { laterFieldsTable } from '../../../../src/kinds/profile/later/table.ts';

const kinds = kindsOf(defaultProfile);

const core = 'io.k8s.api.core.v1';

describe('a field of a later minor', () => {
  // As Kubernetes' documentation dates them.
  it.each<[string, string, string]>([
    ['io.k8s.api.batch.v1.JobSpec', 'podFailurePolicy', '1.25 and later (stable in 1.31)'],
    ['io.k8s.api.batch.v1.JobSpec', 'backoffLimitPerIndex', '1.28 and later (stable in 1.33)'],
    ['io.k8s.api.apps.v1.StatefulSetSpec', 'ordinals', '1.26 and later (stable in 1.31)'],
    [`${core}.PodSpec`, 'schedulingGates', '1.26 and later (stable in 1.30)'],
    [`${core}.PodSpec`, 'hostUsers', '1.25 and later (stable in 1.36)'],
    [`${core}.Container`, 'restartPolicy', '1.28 and later (stable in 1.33)'],
    // Of an inlined type.
    [`${core}.Volume`, 'image', '1.31 and later (stable in 1.36)'],
    [`${core}.TopologySpreadConstraint`, 'matchLabelKeys', '1.25 and later'],
    [`${core}.PodSpec`, 'workloadRef', '1.35 only'],
  ])('%s.%s is of %s', async (definition, field, text) => {
    expect(laterFieldText((await laterField(definition, field))!)).toBe(`is of Kubernetes ${text}`);
  });

  it.each([
    [`${core}.PodSpec`, 'containers'],
    [`${core}.PodSpec`, 'scheduling'],
    [`${core}.Pod`, 'schedulingGates'],
    ['com.example.Thing', 'spec'],
  ])('is not %s.%s', async (definition, field) => {
    expect(await laterField(definition, field)).toBeUndefined();
  });

  it('is named with the last minor that has it', () => {
    expect(laterFieldText({ since: 26, until: 29 })).toBe('is of Kubernetes 1.26 to 1.29');
    expect(laterFieldText({ since: 26, stable: 26 })).toBe('is of Kubernetes 1.26 and later');
  });
});

describe('the table', () => {
  it('has no field that v1.24 has, and only types of v1.24', () => {
    const types = new Map<string, StructSchema>();
    const visit = (schema: (typeof kinds)[number]['schema'] | { readonly type: string }): void => {
      const { items, values, fields, definition } = schema as Partial<StructSchema> & {
        readonly items?: { readonly type: string };
        readonly values?: { readonly type: string };
      };
      if (items !== undefined) visit(items);
      if (values !== undefined) visit(values);
      if (definition === undefined || types.has(definition)) return;
      types.set(definition, schema as StructSchema);
      for (const field of fields!.values()) visit(field.schema);
    };
    for (const kind of kinds) visit(kind.schema);
    const lines = laterFieldsTable.trim().split('\n');
    expect(lines.length).toBeGreaterThan(40);
    for (const line of lines) {
      const [type, ...fields] = line.split(' ');
      const known = types.get(`io.k8s.${type}`);
      expect(known, type).toBeDefined();
      for (const field of fields) {
        const [name, since] = field.split(':');
        expect(known!.fields.has(name!), `${type}.${name}`).toBe(false);
        expect(Number(since)).toBeGreaterThan(24);
      }
    }
  });
});
