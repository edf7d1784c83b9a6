/** LimitRanges. */
import { createdAtColumn } from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import type { Kind } from '../../object/kind.ts';
import { changeField, fillAbsent, fillMap, withField, mapShared } from '#values';
import { validateMetadata } from '../../object/validate-metadata.ts';
import type { LimitRange, LimitRangeItem, LimitRangeSpec } from '#types';
import { rareChecks } from '../../late-checks.ts';

export const limitRange: Kind<LimitRange> = defineKind<LimitRange>({
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  namespaced: true,
  names: { shortNames: ['limits'] },
  wire: { createOnUpdate: true },
  rules: {
    load: rareChecks.load,
    namedByUid: true,
    defaults(object) {
      const whole = fillAbsent(object, { spec: noLimits });
      return changeField(whole, 'spec', defaultSpec);
    },
    validate: (errors, object) => rareChecks.code.validateLimits(errors, object.spec.limits ?? []),
    validateUpdate(errors, object) {
      validateMetadata(errors, object.metadata, limitRange);
      rareChecks.code.validateLimits(errors, object.spec.limits ?? []);
    },
  },
  table: { defaultTable: true, columns: [createdAtColumn] },
});

/** The list is printed even when it is absent, which the types leave out. */
const noLimits = { limits: null } as unknown as LimitRangeSpec;

function defaultSpec(spec: LimitRangeSpec): LimitRangeSpec {
  const { limits } = spec;
  if (limits == null) return fillAbsent(spec, noLimits);
  return withField(spec, 'limits', mapShared(limits, defaultItem));
}

type Amounts = LimitRangeItem['max'];

/** Defaults of containers follow from their limits: at most the maximum, at least the minimum. */
function defaultItem(item: LimitRangeItem): LimitRangeItem {
  if (item.type !== 'Container') return item;
  let filled = withAmounts(item, 'default', item.max);
  filled = withAmounts(filled, 'defaultRequest', filled.default);
  return withAmounts(filled, 'defaultRequest', filled.min);
}

function withAmounts(
  item: LimitRangeItem,
  field: 'default' | 'defaultRequest',
  amounts: Amounts,
): LimitRangeItem {
  if (amounts === undefined || Object.keys(amounts).length === 0) return item;
  return withField(item, field, fillMap(item[field] ?? {}, amounts));
}
