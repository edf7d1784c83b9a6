/** DeviceTaintRules: taints of all devices that a selector names. */
import { ageColumn, ageOf, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { checkStated } from '../object/stated-checks.ts';
import { statusAlone } from '../object/subresources.ts';
import { validateConditions } from '../object/validate-conditions.ts';
import { validateMetadataUpdate } from '../object/validate-metadata.ts';
import type { Profile } from '../profile/profile.ts';
import { changeField, fillAbsent, fillUnset, formatTime, tooMany, type FieldErrors } from '#values';
import type { resourceV1 } from '#types';
import { rareChecks } from '../late-checks.ts';

type DeviceTaintRule = resourceV1.DeviceTaintRule;

const mostConditions = 8;

export const deviceTaintRule: Kind<DeviceTaintRule> = defineKind<DeviceTaintRule>({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'DeviceTaintRule',
  plural: 'devicetaintrules',
  namespaced: false,
  subresources: {
    status: statusAlone({
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        const { conditions = [] } = object.status;
        const field = 'status.conditions';
        validateConditions(errors, conditions, field);
        if (conditions.length <= mostConditions) return;
        errors.push(tooMany(field, conditions.length, mostConditions));
      },
    }),
  },
  rules: {
    load: rareChecks.load,
    generation: ({ spec }) => spec,
    defaults(object, profile) {
      const noTaint = { key: '', effect: '' } as unknown as resourceV1.DeviceTaint;
      const whole = fillAbsent(object, {
        spec: { taint: noTaint },
        ...(profile.enabled('TaintRulesHaveStatus') && { status: {} }),
      });
      return changeField(whole, 'spec', (spec) => fillAbsent(spec, { taint: noTaint }));
    },
    prepareCreate(object, { now }) {
      const dated = dateTaint(object, now);
      return object.status === undefined ? dated : { ...dated, status: {} };
    },
    prepareUpdate: (object, _, { now }) => dateTaint(object, now),
    validate: (errors, { spec }, { profile }) => validateRule(errors, spec, profile),
    validateUpdate(errors, object, old, { profile }) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validateRule(errors, object.spec, profile, old.spec);
    },
  },
  table: {
    columns: [
      column('Key', 'string', 'The key of the taint.', ({ spec }) => spec.taint.key),
      column('Value', 'string', 'Its value.', ({ spec }) => spec.taint.value ?? ''),
      column('Effect', 'string', 'What it keeps away.', ({ spec }) => spec.taint.effect),
      column('TimeAdded', 'string', 'Since when it is there.', ({ spec }, now) =>
        ageOf(spec.taint.timeAdded, now),
      ),
      ageColumn,
    ],
  },
});

function dateTaint(object: DeviceTaintRule, now: number): DeviceTaintRule {
  return changeField(object, 'spec', (spec) =>
    changeField(spec, 'taint', (taint) => fillUnset(taint, { timeAdded: formatTime(now) })),
  );
}

function validateRule(
  errors: FieldErrors,
  { deviceSelector, taint }: DeviceTaintRule['spec'],
  profile: Profile,
  old?: DeviceTaintRule['spec'],
): void {
  const field = 'spec.deviceSelector';
  const { driver, pool, device } = deviceSelector ?? {};
  if (driver != null) rareChecks.code.validateDriver(errors, driver, `${field}.driver`);
  if (pool != null) rareChecks.code.validatePool(errors, pool, `${field}.pool`);
  if (device != null) rareChecks.code.validateLabelName(errors, device, `${field}.device`);
  checkStated(errors, profile, (stated) => {
    rareChecks.code.validateTaint({ errors, stated, profile }, taint, 'spec.taint', old?.taint);
  });
}
