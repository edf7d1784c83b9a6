/** DeviceClasses: kinds of devices that claims ask for. */
import { ageColumn } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { checkStated } from '../object/stated-checks.ts';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import type { StrategyContext } from '../object/part.ts';
import {
  checkQualifiedName,
  fillAbsent,
  invalid,
  isExtendedResource,
  semanticEqual,
  show,
  type FieldErrors,
} from '#values';
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
    validate: (errors, { spec }, context) => validateClass(errors, spec, context),
    validateUpdate(errors, object, old, context) {
      validateMetadata(errors, object.metadata, deviceClass);
      if (!context.profile.enabled('DeviceClassesCheckedOnce')) {
        validateClass(errors, object.spec, context);
      }
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      // Expressions that stay are not compiled again.
      const isSame = semanticEqual(object.spec.selectors, old.spec.selectors);
      validateClass(errors, object.spec, isSame ? { profile: context.profile } : context);
    },
  },
  table: { columns: [ageColumn] },
});

const most = 32;

function validateClass(
  errors: FieldErrors,
  { selectors, config, extendedResourceName: name }: DeviceClass['spec'],
  { profile, deviceSelectorFault: selectorFault }: Omit<StrategyContext, 'now'>,
): void {
  checkStated(errors, profile, (stated) => {
    rareChecks.code.checkList(errors, selectors, most, 'spec.selectors', (selector, field) => {
      const checks = { errors, ...(selectorFault && { selectorFault }) };
      rareChecks.code.validateSelector(checks, selector, field);
    });
    rareChecks.code.checkList(errors, config, most, 'spec.config', (each, field) => {
      rareChecks.code.validateConfiguration({ errors, stated, profile }, each, field);
    });
    if (name == null || isExtendedResource(name)) return;
    const faults = stated.areLast
      ? faultsOfExtended(name)
      : ['must be a valid extended resource name'];
    for (const why of faults) stated.add(invalid('spec.extendedResourceName', show(name), why));
  });
}

const [kubernetesDomain, quotaPrefix] = ['kubernetes.io/', 'requests.'];

/** Returns what is wrong with the name of a resource that is none of Kubernetes' own, and has to fit a quota. */
function faultsOfExtended(name: string): readonly string[] {
  const faults: string[] = [];
  if (!name.includes('/')) {
    faults.push("a name must be a domain-prefixed path, such as 'example.com/my-prop'");
  } else if (name.includes(kubernetesDomain)) {
    faults.push(`must not have ${show(kubernetesDomain)} domain`);
  }
  if (name.startsWith(quotaPrefix)) faults.push(`must not have ${show(quotaPrefix)} prefix`);
  return [...faults, ...checkQualifiedName(quotaPrefix + name)];
}
