/** ResourceClaims and their templates: which devices pods ask for. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import type { StrategyContext } from '../object/part.ts';
import { checkStated } from '../object/stated-checks.ts';
import { refuseOtherMetadata } from '../object/template-metadata.ts';
import { statusAlone } from '../object/subresources.ts';
import { validateLabels, validateAnnotations } from '../object/validate-labels.ts';
import {
  immutable,
  validateMetadata,
  validateMetadataUpdate,
} from '../object/validate-metadata.ts';
import {
  changeElements,
  changeField,
  fillAbsent,
  fillUnset,
  forbidden,
  goJson,
  invalid,
  omitFields,
  semanticEqual,
  type FieldErrors,
} from '#values';
import type { ObjectMeta, resourceV1 } from '#types';
import { rareChecks } from '../late-checks.ts';

type ResourceClaim = resourceV1.ResourceClaim;
type ResourceClaimSpec = resourceV1.ResourceClaimSpec;
type ResourceClaimTemplate = resourceV1.ResourceClaimTemplate;

export const resourceClaim: Kind<ResourceClaim> = defineKind<ResourceClaim>({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceClaim',
  plural: 'resourceclaims',
  namespaced: true,
  wire: { deleteAnswersObject: true },
  subresources: {
    status: statusAlone({
      keepsMetadataWith: 'ClaimStatusKeepsMetadata',
      ownsNoMetadataWith: 'ClaimStatusOwnsNoMetadata',
      prepare: withoutDeallocated,
      validate(errors, object, old, context) {
        const before = old.status.allocation?.devices?.results ?? [];
        const results = object.status.allocation?.devices?.results ?? [];
        if (!before.some(isAdmin)) {
          requireAdminLabel(errors, object, results.findIndex(isAdmin), resultsField, context);
        }
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        const { profile } = context;
        checkStated(errors, profile, (stated) => {
          rareChecks.code.validateClaimStatus({ errors, stated, profile }, object, old);
        });
      },
    }),
  },
  rules: {
    load: rareChecks.load,
    defaults(object) {
      const whole = fillAbsent(object, { spec: {}, status: {} });
      const specified = changeField(whole, 'spec', defaultClaimSpec);
      return changeField(specified, 'status', (status) =>
        changeField(status, 'allocation', (allocation) =>
          changeField(allocation, 'devices', (devices) =>
            changeElements(devices, 'results', defaultTolerations),
          ),
        ),
      );
    },
    prepareCreate: (object) => ({ ...object, status: {} }),
    validate(errors, object, context) {
      requireAdminLabelOf(errors, object, object.spec, context);
      validateSpec(errors, object.spec, 'spec', context);
    },
    validateUpdate(errors, object, old, context) {
      const { profile } = context;
      const isCheckedOnce = profile.enabled('ClaimsCheckedOnce');
      validateMetadata(errors, object.metadata, resourceClaim);
      if (!isCheckedOnce) validateSpec(errors, object.spec, 'spec', context);
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      if (!semanticEqual(object.spec, old.spec)) {
        checkStated(errors, profile, (stated) => {
          stated.immutable('spec', () => goJson(object.spec));
        });
      }
      if (!isCheckedOnce) validateSpec(errors, object.spec, 'spec', context);
    },
  },
  table: {
    columns: [column('State', 'string', 'Whether it has its devices.', stateOf), ageColumn],
  },
});

function stateOf({ metadata, status }: ResourceClaim): string {
  const isDeleted = metadata.deletionTimestamp != null;
  const states = isDeleted ? ['deleted'] : [];
  if (status.allocation != null) states.push('allocated');
  else if (!isDeleted) states.push('pending');
  if (status.allocation != null && (status.reservedFor ?? []).length > 0) states.push('reserved');
  return states.join(',');
}

export const resourceClaimTemplate: Kind<ResourceClaimTemplate> = defineKind<ResourceClaimTemplate>(
  {
    group: 'resource.k8s.io',
    version: 'v1',
    kind: 'ResourceClaimTemplate',
    plural: 'resourceclaimtemplates',
    namespaced: true,
    wire: { deleteAnswersObject: true },
    rules: {
      load: rareChecks.load,
      defaults(object) {
        const whole = fillAbsent(object, { spec: { spec: {} } });
        return changeField(whole, 'spec', (spec) => {
          const filled = fillAbsent(spec, { metadata: {} as ObjectMeta, spec: {} });
          return changeField(filled, 'spec', defaultClaimSpec);
        });
      },
      validate(errors, object, context) {
        requireAdminLabelOf(errors, object, object.spec.spec, context);
        validateTemplate(errors, object, context);
      },
      validateUpdate(errors, object, old, context) {
        validateMetadata(errors, object.metadata, resourceClaimTemplate);
        validateTemplate(errors, object, context);
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        if (!semanticEqual(object.spec, old.spec)) {
          errors.push(invalid('spec', goJson(object.spec), immutable));
        }
        if (context.profile.enabled('ClaimsCheckedOnce')) return;
        // Expressions are not compiled the second time.
        validateTemplate(errors, object, omitFields(context, ['deviceSelectorFault']));
      },
    },
    table: { columns: [ageColumn] },
  },
);

function validateTemplate(
  errors: FieldErrors,
  { spec: { metadata, spec } }: ResourceClaimTemplate,
  context: StrategyContext,
): void {
  validateLabels(errors, metadata?.labels, 'spec.metadata.labels');
  validateAnnotations(errors, metadata?.annotations, 'spec.metadata.annotations');
  refuseOtherMetadata(errors, metadata ?? {}, 'spec.metadata', 'cannot be set');
  validateSpec(errors, spec, 'spec.spec', context);
}

type DeviceId = Pick<resourceV1.AllocatedDeviceStatus, 'driver' | 'pool' | 'device' | 'shareID'>;

/** Returns a claim without what drivers reported of devices that it had, and has no longer. */
function withoutDeallocated(object: ResourceClaim, old: ResourceClaim): ResourceClaim {
  const idsOf = ({ status }: ResourceClaim): readonly string[] =>
    (status.allocation?.devices?.results ?? []).map(idOf);
  const now = idsOf(object);
  const gone = new Set(idsOf(old).filter((id) => !now.includes(id)));
  const { devices } = object.status;
  if (devices == null || gone.size === 0) return object;
  const left = devices.filter((device) => !gone.has(idOf(device)));
  return left.length === 0
    ? { ...object, status: omitFields(object.status, ['devices']) }
    : { ...object, status: { ...object.status, devices: left } };
}

function idOf({ driver, pool, device, shareID }: DeviceId): string {
  return JSON.stringify([driver, pool, device, shareID ?? null]);
}

function defaultClaimSpec(spec: ResourceClaimSpec): ResourceClaimSpec {
  const whole = fillAbsent(spec, { devices: {} });
  return changeField(whole, 'devices', (devices) =>
    changeElements(devices, 'requests', (request) => {
      const exact = changeField(request, 'exactly', defaultRequest);
      return changeElements(exact, 'firstAvailable', defaultRequest);
    }),
  );
}

function defaultRequest<
  T extends Tolerating & { readonly allocationMode?: string; readonly count?: number },
>(request: T): T {
  return defaultMode(defaultTolerations(request));
}

interface Tolerating {
  readonly tolerations?: readonly resourceV1.DeviceToleration[];
}

function defaultTolerations<T extends Tolerating>(value: T): T {
  return changeElements(value as Tolerating, 'tolerations', (toleration) =>
    fillUnset(toleration, { operator: 'Equal' }),
  ) as T;
}

function defaultMode<T extends { readonly allocationMode?: string; readonly count?: number }>(
  request: T,
): T {
  const usual = { allocationMode: 'ExactCount' } as Partial<T>;
  const filled = fillUnset(request, usual);
  if (filled.allocationMode !== 'ExactCount') return filled;
  return fillUnset(filled, { count: 1 } as Partial<T>);
}

function validateSpec(
  errors: FieldErrors,
  spec: ResourceClaimSpec,
  field: string,
  { profile, deviceSelectorFault: selectorFault }: StrategyContext,
): void {
  checkStated(errors, profile, (stated) => {
    const checks = { errors, stated, profile, ...(selectorFault && { selectorFault }) };
    rareChecks.code.validateClaimSpec(checks, spec, field);
  });
}

const requestsField = 'spec.devices.requests';
const resultsField = 'status.allocation.devices.results';
const adminLabel = 'resource.kubernetes.io/admin-access';

function isAdmin({ adminAccess }: { readonly adminAccess?: boolean }): boolean {
  return adminAccess === true;
}

function requireAdminLabelOf(
  errors: FieldErrors,
  object: ResourceClaim | ResourceClaimTemplate,
  { devices }: ResourceClaimSpec,
  context: StrategyContext,
): void {
  const index = (devices?.requests ?? []).findIndex(({ exactly }) => isAdmin(exactly ?? {}));
  // That of a claim, also in a template.
  requireAdminLabel(errors, object, index, requestsField, context);
}

/** Administration of devices is for namespaces with a label. @param index of what asks for it */
function requireAdminLabel(
  errors: FieldErrors,
  { metadata }: ResourceClaim | ResourceClaimTemplate,
  index: number,
  field: string,
  { labelsOfNamespace }: StrategyContext,
): void {
  if (index < 0) return;
  if (labelsOfNamespace?.(metadata.namespace!)?.[adminLabel] === 'true') return;
  const why = `admin access to devices requires the \`${adminLabel}: true\` label on the containing namespace`;
  errors.push(forbidden(`${field}[${index}].adminAccess`, why));
}
