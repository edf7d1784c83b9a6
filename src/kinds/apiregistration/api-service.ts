/** APIServices: which server answers for a version of a group, and where it stands in discovery. */
import { ageColumn, column } from '../object/columns.ts';
import { availableLocally } from './api-service-status.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { fillAbsent, type FieldErrors } from '#values';
import { validatePlainMetadata, validatePlainMetadataUpdate } from '../object/validate-metadata.ts';
import { statusPart } from '../object/subresources.ts';
import type { APIService, APIServiceSpec } from '#types/apiregistration-v1';
import { accessChecks } from '../late-checks.ts';

export const apiService: Kind<APIService> = defineKind<APIService>({
  group: 'apiregistration.k8s.io',
  version: 'v1',
  kind: 'APIService',
  plural: 'apiservices',
  namespaced: false,
  names: { categories: ['api-extensions'] },
  wire: { storagePath: 'apiregistration.k8s.io/apiservices', requiresVersion: true },
  subresources: {
    status: statusPart({
      keepsMetadata: ['annotations', 'finalizers', 'labels', 'ownerReferences'],
      ownsNoMetadata: 'all',
      validate(errors, object, old) {
        validatePlainMetadataUpdate(errors, object.metadata, old.metadata);
        accessChecks.code.validateApiServiceStatus(errors, object.status);
      },
    }),
  },
  rules: {
    load: accessChecks.load,
    repeatsErrors: true,
    metadataChecks: 'plain',
    defaults: (object) => fillAbsent(object, { spec: noSpec, status: {} }),
    prepareCreate: (object, { now }) => ({
      ...object,
      status: object.spec.service == null ? availableLocally(now) : {},
    }),
    validateName: () => [],
    validate: validateApiService,
    validateUpdate(errors, object, old) {
      validatePlainMetadataUpdate(errors, object.metadata, old.metadata);
      validatePlainMetadata(errors, object.metadata, apiService);
      validateApiService(errors, object);
    },
  },
  table: {
    columns: [
      column('Service', 'string', 'The service that answers; Local is this server.', ({ spec }) => {
        const { service } = spec;
        return service == null ? 'Local' : `${service.namespace ?? ''}/${service.name ?? ''}`;
      }),
      column('Available', 'string', 'Whether requests can be answered.', ({ status }) => {
        const found = status?.conditions?.find(({ type }) => type === 'Available');
        if (found === undefined) return 'Unknown';
        return found.status === 'True' ? found.status : `${found.status} (${found.reason ?? ''})`;
      }),
      ageColumn,
    ],
  },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true, madeFor: ['CustomResourceDefinition'] },
});

const noSpec = { groupPriorityMinimum: 0, versionPriority: 0 } as APIServiceSpec;

function validateApiService(errors: FieldErrors, { metadata, spec }: APIService): void {
  accessChecks.code.validateApiServiceName(errors, metadata, spec);
  accessChecks.code.validateApiServiceSpec(errors, spec);
}
