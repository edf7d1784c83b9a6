/** DeviceClasses: kinds of devices that claims ask for. */
import { ageColumn } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { checkStated } from '../object/stated-checks.ts';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import type { Profile } from '../profile/profile.ts';
import { fillAbsent, invalid, isExtendedResource, show, type FieldErrors } from '#values';
import type { resourceV1 } from '#types';
import { rareChecks } from '../late-checks.ts';

type DeviceClass = resourceV1.DeviceClass;

export const deviceClass: Kind<DeviceClass> = defineKind<DeviceClass>({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'DeviceClass',
  plural: 'deviceclasses',
  namespaced: false,
  wire: { deleteAnswersObject: true },
  rules: {
    load: rareChecks.load,
    generation: ({ spec }) => spec,
    defaults: (object) => fillAbsent(object, { spec: {} }),
    validate: (errors, { spec }, { profile }) => validateClass(errors, spec, profile),
    validateUpdate(errors, object, old, { profile }) {
      validateMetadata(errors, object.metadata, deviceClass);
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validateClass(errors, object.spec, profile);
    },
  },
  table: { columns: [ageColumn] },
});

const most = 32;

function validateClass(
  errors: FieldErrors,
  { selectors, config, extendedResourceName: name }: DeviceClass['spec'],
  profile: Profile,
): void {
  checkStated(errors, profile, (stated) => {
    rareChecks.code.checkList(errors, selectors, most, 'spec.selectors', (selector, field) => {
      rareChecks.code.validateSelector(errors, selector, field);
    });
    rareChecks.code.checkList(errors, config, most, 'spec.config', (each, field) => {
      rareChecks.code.validateConfiguration({ errors, stated, profile }, each, field);
    });
    if (name == null || isExtendedResource(name)) return;
    const why = 'must be a valid extended resource name';
    stated.add(invalid('spec.extendedResourceName', show(name), why));
  });
}
