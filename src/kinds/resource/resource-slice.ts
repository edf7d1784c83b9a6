/** ResourceSlices: the devices that a driver offers. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { checkStated } from '../object/stated-checks.ts';
import { validateMetadataUpdate } from '../object/validate-metadata.ts';
import { fillAbsent } from '#values';
import type { resourceV1 } from '#types';
import { validateSliceSpec } from './validate-slice.ts';

type ResourceSlice = resourceV1.ResourceSlice;

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
    unknownField: (field) =>
      `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${field}`,
  },
  rules: {
    generation: ({ spec }) => spec,
    defaults(object) {
      const whole = fillAbsent(object, { spec: {} as ResourceSlice['spec'] });
      const pool = { name: '', generation: 0, resourceSliceCount: 0 };
      const spec = fillAbsent(whole.spec, { driver: '', pool });
      const filled = { ...spec, pool: fillAbsent(spec.pool, pool) };
      return { ...whole, spec: filled };
    },
    validate(errors, { spec }, { profile }) {
      checkStated(errors, profile, (stated) => {
        validateSliceSpec({ errors, stated, profile }, spec);
      });
    },
    validateUpdate(errors, object, old, { profile }) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      checkStated(errors, profile, (stated) => {
        validateSliceSpec({ errors, stated, profile }, object.spec, old.spec);
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
