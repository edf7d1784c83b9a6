/** ResourceSlices: the devices that a driver offers. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { checkStated } from '../object/stated-checks.ts';
import { validateMetadataUpdate } from '../object/validate-metadata.ts';
import { changeElements, changeField, fillAbsent, fillUnset, formatTime } from '#values';
import type { resourceV1 } from '#types';
import { rareChecks } from '../late-checks.ts';

type ResourceSlice = resourceV1.ResourceSlice;

/** Says which fields do not select slices, in a version. */
export function unknownFieldOf(version: string): (field: string) => string {
  return (field) =>
    `field label not supported for resource.k8s.io/${version}, Kind=ResourceSlice: ${field}`;
}

export const resourceSlice: Kind<ResourceSlice> = defineKind<ResourceSlice>({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceSlice',
  plural: 'resourceslices',
  namespaced: false,
  wire: {
    deleteAnswersObject: true,
    selectableFields: {
      'spec.nodeName': ({ spec }) => spec.nodeName ?? '',
      'spec.driver': ({ spec }) => spec.driver,
      'spec.pool.name': ({ spec }) => spec.pool.name,
    },
    selectableSince: { 'spec.pool.name': 37 },
    unknownField: unknownFieldOf('v1'),
  },
  rules: {
    load: rareChecks.load,
    generation: ({ spec }) => spec,
    generationCountsDisabled: true,
    defaults(object) {
      const whole = fillAbsent(object, { spec: {} as ResourceSlice['spec'] });
      const pool = { name: '', generation: 0, resourceSliceCount: 0 };
      const spec = fillAbsent(whole.spec, { driver: '', pool });
      const filled = { ...spec, pool: fillAbsent(spec.pool, pool) };
      return { ...whole, spec: filled };
    },
    prepareCreate: (object, { now }) => dateTaints(object, now),
    prepareUpdate: (object, _, { now }) => dateTaints(object, now),
    validate(errors, { spec }, { profile }) {
      checkStated(errors, profile, (stated) => {
        rareChecks.code.validateSliceSpec({ errors, stated, profile }, spec);
      });
    },
    validateUpdate(errors, object, old, { profile }) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      checkStated(errors, profile, (stated) => {
        rareChecks.code.validateSliceSpec({ errors, stated, profile }, object.spec, old.spec);
      });
    },
  },
  table: {
    columns: [
      column('Node', 'string', 'The node of its devices.', ({ spec }) => spec.nodeName ?? ''),
      column('Driver', 'string', 'Who offers them.', ({ spec }) => spec.driver),
      column('Pool', 'string', 'What it is a part of.', ({ spec }) => spec.pool.name),
      ageColumn,
    ],
  },
});

/** Dates taints that do not say when they began. */
function dateTaints(object: ResourceSlice, now: number): ResourceSlice {
  return changeField(object, 'spec', (spec) =>
    changeElements(spec, 'devices', (device) =>
      changeElements(device, 'taints', (taint) => fillUnset(taint, { timeAdded: formatTime(now) })),
    ),
  );
}
